// Keeps the user on a page whose content would be lost. While a guard is active, links and the back button only notify
// the guard, and the browser asks before it reloads or closes the tab.

import { useEffect, useEffectEvent } from 'react'

const guards = new Set<() => void>()
/** The address to return to when the back button is blocked. */
let guardedUrl = location.href

/** Whether leaving is blocked now. Notifies the guards of the attempt. */
export function leavingIsBlocked(): boolean {
  for (const notify of guards) notify()
  return guards.size > 0
}

export function useLeaveGuard(active: boolean, onBlocked: () => void = () => {}): void {
  const notify = useEffectEvent(onBlocked)
  useEffect(() => {
    if (!active) return
    const guard = () => notify()
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    guardedUrl = location.href
    guards.add(guard)
    addEventListener('beforeunload', ask)
    return () => {
      guards.delete(guard)
      removeEventListener('beforeunload', ask)
    }
  }, [active])
}

// A history step can't be cancelled. The address is restored before anything else sees the event, so no page changes.
addEventListener(
  'popstate',
  (event) => {
    if (!leavingIsBlocked()) return
    history.pushState(null, '', guardedUrl)
    event.stopImmediatePropagation()
  },
  { capture: true },
)
