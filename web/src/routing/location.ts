// The address bar is the only state of the router. It supports paths with named segments and search parameters, which
// is all that the screen needs.

import { useMemo, useSyncExternalStore } from 'react'
import { leavingIsBlocked } from './leave-guard.ts'

const NAVIGATED = 'pro-signal:navigated'
const EVENTS = ['popstate', 'hashchange', NAVIGATED]

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) addEventListener(event, listener)
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener)
  }
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** The URL fragment. Invite links carry their token here because it is never sent to a server. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1))
}

interface NavigateOptions {
  readonly replace?: boolean
  /** Leaves even a guarded page, for the button that ends the guard. */
  readonly force?: boolean
}

export function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}): void {
  if (to === location.pathname + location.search) return
  if (!force && leavingIsBlocked()) return
  const newPath = new URL(to, location.href).pathname !== location.pathname
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  if (newPath) scrollTo(0, 0)
  dispatchEvent(new Event(NAVIGATED))
}

/** Filters live in the search parameters, so they survive a reload and can be shared as a link. */
export function useSearchParams(): [URLSearchParams, (changes: Record<string, string | undefined>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const text = next.toString()
    navigate(location.pathname + (text && `?${text}`), { replace: true })
  }
  return [params, change]
}

/** The named segments of a pattern such as /webhooks/:webhookId, with their values. Undefined: the path doesn't match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, actual] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  if (expected.length !== actual.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, segment] of expected.entries()) {
    const value = actual[i] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decode(value)
    else if (segment !== value) return undefined
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
