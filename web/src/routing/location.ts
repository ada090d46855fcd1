// The address bar is the only state of where one is. Paths, a few names in them, and query parameters: no more is
// needed, so this is all there is.

import { useMemo, useSyncExternalStore } from 'react'

const MOVED = 'pro-signal:moved'

function subscribe(listener: () => void): () => void {
  for (const event of ['popstate', 'hashchange', MOVED]) addEventListener(event, listener)
  return () => {
    for (const event of ['popstate', 'hashchange', MOVED]) removeEventListener(event, listener)
  }
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** What stands behind the #, where links carry their token: it is sent to no server. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1))
}

export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return
  const elsewhere = new URL(to, location.href).pathname !== location.pathname
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  if (elsewhere) scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** A filter that lives in the address: it survives a reload, and can be sent to a colleague. */
export function useParameters(): [URLSearchParams, (changes: Record<string, string | undefined>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const change = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const text = next.toString()
    navigate(location.pathname + (text && `?${text}`), { replace: true })
  }
  return [parameters, change]
}

/** The names of a pattern such as /webhooks/:webhookId with what stands in their places; undefined: another path. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, found] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')]
  if (wanted.length !== found.length) return undefined
  const names: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const value = found[i] ?? ''
    if (part.startsWith(':')) names[part.slice(1)] = decode(value)
    else if (part !== value) return undefined
  }
  return names
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
