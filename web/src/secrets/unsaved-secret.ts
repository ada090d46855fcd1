// A secret that the service shows only once: a new key or an invite link. It is shown on every page until the user
// confirms that it is saved, and again after a reload of the tab. For that, the tab's session storage has it for a few
// minutes (docs/decisions/0034).

import { useSyncExternalStore } from 'react'
import { type Owner, readTabValue, removeTabValue, writeTabValue } from '../parts/tab-storage.ts'

export type Secret =
  | { readonly kind: 'key'; readonly name: string; readonly secret: string }
  | { readonly kind: 'invitation'; readonly email: string; readonly linkPath: string; readonly expiresAt: string }
  | {
      readonly kind: 'webhook'
      readonly webhookId: string
      readonly url: string
      readonly authKey: string
      readonly signingSecret: string
    }
  | { readonly kind: 'webhook-key'; readonly authKey: string }
  | { readonly kind: 'webhook-secret'; readonly signingSecret: string }
  | { readonly kind: 'search'; readonly searchId: string; readonly signingSecret: string }

const NAME = 'unsaved-secret'
const STORED_MS = 15 * 60_000

interface Shown extends Owner {
  readonly secret: Secret
}

let shown: Shown | undefined
let expiry: number | undefined
const listeners = new Set<() => void>()

function show(next: Shown | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

export function revealSecret(owner: Owner, secret: Secret): void {
  writeTabValue(NAME, owner, secret)
  clearTimeout(expiry)
  // It stays on the page, but is removed from the storage.
  expiry = window.setTimeout(() => removeTabValue(NAME), STORED_MS)
  show({ accountId: owner.accountId, teamId: owner.teamId, secret })
}

export function confirmSaved(): void {
  clearTimeout(expiry)
  removeTabValue(NAME)
  show(undefined)
}

/** The unconfirmed secret of this account and team. After a reload, it comes from the storage. */
export function useUnsavedSecret(owner: Owner): Secret | undefined {
  const { accountId, teamId } = owner
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      if (!shown) {
        const secret = readTabValue<Secret>(NAME, owner, STORED_MS)
        if (secret) shown = { accountId, teamId, secret }
      }
      return shown
    },
  )
  return current?.accountId === accountId && current.teamId === teamId ? current.secret : undefined
}
