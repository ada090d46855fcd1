// Back returns to where a page was left: the link that was followed gets the focus again, and the page its scroll position.
// The place is part of the entry of the browser's history. The rows of a page may arrive after the page.

interface Place {
  /** Of the link that had the focus, and which of those with this address it was. */
  readonly href: string | null
  readonly nth: number
  readonly scroll: number
}

/** Rows that take longer would move the page under a reader. */
const MAX_WAIT_MS = 10_000

const linksTo = (href: string) => [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]

/** Before a new entry is added to the history. */
export function rememberPlace(): void {
  const link = document.activeElement?.closest<HTMLElement>('main a[href]')
  const href = link?.getAttribute('href') ?? null
  const place: Place = { href, nth: link && href ? linksTo(href).indexOf(link) : 0, scroll: scrollY }
  history.replaceState({ place }, '')
}

let stopWaiting = () => {}

/** After the page of a history step is shown. */
export function returnToPlace(): void {
  stopWaiting()
  const { place } = (history.state ?? {}) as { readonly place?: Place }
  if (!place) return
  const observer = new MutationObserver(() => attempt())
  const timer = setTimeout(() => stop(), MAX_WAIT_MS)
  const events = ['keydown', 'pointerdown', 'wheel'] as const
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of events) removeEventListener(event, stop)
  }
  const attempt = () => {
    if (tryToReturn(place)) stop()
  }
  stopWaiting = stop
  // What the person does now goes first.
  for (const event of events) addEventListener(event, stop)
  observer.observe(document.body, { childList: true, subtree: true })
  // After React has shown the page, and the page has moved the focus to its heading.
  setTimeout(attempt)
}

/** False: what belongs there has not arrived yet. */
function tryToReturn({ href, nth, scroll }: Place): boolean {
  const { activeElement, documentElement } = document
  // The page has found a better place.
  if (href !== null && activeElement !== document.body && activeElement?.tagName !== 'H1') return true
  const links = href === null ? [] : linksTo(href)
  const target = links[nth] ?? links[0]
  if (href !== null ? !target : documentElement.scrollHeight < scroll + innerHeight) return false
  scrollTo(0, scroll)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
  return true
}
