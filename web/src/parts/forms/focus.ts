// When the focused element is removed, the keyboard focus moves to its nearest remaining neighbour, and never to the
// top of the page.

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, h1[tabindex]'
const MAX_NEIGHBOURS = 40

/** An element and its neighbours, nearest first: those after it, then those before it, then the page's heading. */
export type FocusTrail = readonly HTMLElement[]

export function trailOf(element: Element | null): FocusTrail {
  const heading = document.querySelector<HTMLElement>('h1')
  const end = heading ? [heading] : []
  if (!(element instanceof HTMLElement) || element === document.body) return end
  const all = [...(element.closest('main') ?? document).querySelectorAll<HTMLElement>(FOCUSABLE)]
  const place = all.indexOf(element)
  const [after, before] = [all.slice(place + 1), place < 0 ? [] : all.slice(0, place).reverse()]
  // Within its own table first: the next row, or the previous one.
  const table = element.closest('table')
  const inTable = [...after, ...before].filter((each) => table?.contains(each))
  const nearest = [...inTable, ...after, ...before].slice(0, MAX_NEIGHBOURS)
  return [element, ...nearest, ...end]
}

export function focusFirst(trail: FocusTrail): void {
  const heading = document.querySelector<HTMLElement>('h1')
  const target = trail.find(canHaveFocus) ?? heading
  target?.focus({ preventScroll: target === heading })
}

const canHaveFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Watches the page and moves the focus when the focused element is removed, such as the button of a deleted row. */
export function keepFocus(): void {
  let trail: FocusTrail = []
  document.addEventListener('focusin', ({ target }) => {
    trail = target instanceof Element && target.closest('main') ? trailOf(target) : []
  })
  new MutationObserver(() => {
    const [focused] = trail
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const rest = trail
    trail = []
    focusFirst(rest)
  }).observe(document.body, { childList: true, subtree: true })
}
