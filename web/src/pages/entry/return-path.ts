// Where the person was before the provider's pages. It survives them in the tab's storage.

const KEY = 'pro-signal:return-path'

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

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
