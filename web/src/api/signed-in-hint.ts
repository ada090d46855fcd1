// Whether somebody was signed in here the last time. Only the placeholder that stands on the page until the service has
// answered depends on it, so it says nothing about whom.

const KEY = 'pro-signal:signed-in'

export function writeSignedInHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Blocked.
  }
}

export function readSignedInHint(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}
