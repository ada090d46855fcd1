// The address bar is the only state of the router. It supports paths with named segments and search parameters, which
// is all that the screen needs. What is shown follows the address bar at once, or when the script of the new page has
// loaded: until then the old page stays, with the address that it was opened with.

import { useMemo, useSyncExternalStore } from 'react'
import { leavingIsBlocked } from './leave-guard.ts'
import { reloadIfOutdated } from './reload-if-outdated.ts'
import { rememberPlace, returnToPlace } from './return-place.ts'

/** `loading`: the first page's script is on its way. `failed`: the page's script couldn't be loaded. */
type PageState = 'loading' | 'ready' | 'failed'

interface Shown {
  readonly path: string
  readonly search: string
  readonly hash: string
  readonly state: PageState
}

/** Undefined: everything that the page at this path needs is loaded. */
type LoadPage = (path: string) => Promise<unknown> | undefined

const addressBar = (state: PageState): Shown => ({
  path: location.pathname,
  search: location.search,
  hash: location.hash,
  state,
})

let shown = addressBar('loading')
let loadPage: LoadPage = () => undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the page at the address bar's path, as soon as it is loaded. A later navigation takes precedence. */
async function follow(): Promise<void> {
  const path = location.pathname
  const loading = reloadIfOutdated(loadPage(path))
  if (!loading) return show(addressBar('ready'))
  const state = await loading.then(
    () => 'ready' as const,
    () => 'failed' as const,
  )
  if (location.pathname === path) show(addressBar(state))
}

function show(next: Shown): void {
  const isNewPath = next.path !== shown.path
  shown = next
  if (isNewPath && !isHistoryStep) scrollTo(0, 0)
  for (const listener of listeners) listener()
  if (isNewPath && isHistoryStep) returnToPlace()
}

/** The browser restores the scroll position of a history step by itself. */
let isHistoryStep = false

for (const event of ['popstate', 'hashchange']) {
  addEventListener(event, () => {
    isHistoryStep = true
    void follow()
  })
}

/** Loads the first page, and from now on every other before it is shown. */
export function startRouter(load: LoadPage): void {
  loadPage = load
  void follow()
}

/** Starts to load the page that a link leads to, so that following the link doesn't wait. */
export function preloadPage(href: string): void {
  // If it fails, it is tried again when the link is followed.
  loadPage(new URL(href, location.href).pathname)?.catch(() => {})
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => shown.path)
}

export function usePageState(): PageState {
  return useSyncExternalStore(subscribe, () => shown.state)
}

/** The URL fragment. Invite links carry their token here because it is never sent to a server. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => shown.hash.slice(1))
}

interface NavigateOptions {
  readonly replace?: boolean
  /** Leaves even a guarded page, for the button that ends the guard. */
  readonly force?: boolean
}

export function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}): void {
  if (to === location.pathname + location.search) return
  if (!force && leavingIsBlocked()) return
  if (!replace) rememberPlace()
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  isHistoryStep = false
  void follow()
}

/** Filters live in the search parameters, so they survive a reload and can be shared as a link. */
export function useSearchParams(): [URLSearchParams, (changes: Record<string, string | undefined>) => void] {
  const search = useSyncExternalStore(subscribe, () => shown.search)
  const params = useMemo(() => new URLSearchParams(search), [search])
  const change = (changes: Record<string, string | undefined>) => {
    // The page is being left, and the address bar already belongs to the next one.
    if (location.pathname !== shown.path) return
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
