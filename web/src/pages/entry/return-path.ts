// Where the person was before the provider's pages. It survives them in the tab's storage.

const KEY = 'pro-signal:return-path'
const INVITATION = 'pro-signal:invitation'

export function rememberReturnPath(): void {
  const { pathname, search, hash } = location
  forget()
  if (pathname === '/' || pathname === '/sign-in') return
  try {
    sessionStorage.setItem(KEY, pathname + search + hash)
  } catch {
    // Blocked: the person arrives at the home page.
  }
}

export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY)
    forget()
    // A path of this screen, never the address of another host.
    return path !== null && /^\/(?![/\\])/.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** The invitation is accepted when the person comes back. */
export function rememberInvitation(token: string): void {
  forget()
  try {
    sessionStorage.setItem(INVITATION, token)
  } catch {
    // Blocked: the link works again after the sign-in.
  }
}

/** Call it before takeReturnPath, which forgets it. */
export function readRememberedInvitation(): string | undefined {
  try {
    return sessionStorage.getItem(INVITATION) ?? undefined
  } catch {
    return undefined
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
    sessionStorage.removeItem(INVITATION)
  } catch {
    // As above.
  }
}
