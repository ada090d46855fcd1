// Signing out here doesn't sign out at the provider, where it would end the sessions of other programs. The sign-in page
// offers it.

let url: string | null = null

export function noteProviderUrl(providerUrl: string | null): void {
  url = providerUrl
}

/** Null: the last session of this tab didn't come from a provider, or the provider has no such page. */
export const providerSignOutUrl = (): string | null => url
