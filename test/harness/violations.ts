import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What is hidden, moved or replaced on a narrow screen: names of controls, focus, landmarks, sizes, scrolling. */
const LAYOUT_RULES = [
  ...[
    'aria-hidden-focus',
    'button-name',
    'link-name',
    'label',
    'select-name',
    'input-button-name',
    'image-alt',
    'svg-img-alt',
  ],
  ...[
    'nested-interactive',
    'scrollable-region-focusable',
    'target-size',
    'aria-required-children',
    'aria-required-parent',
  ],
  ...['duplicate-id-aria', 'meta-viewport', 'tabindex'],
]

/** The looks of texts whose contrast was enough, on any page that this process has seen. */
const readable = new Set<string>()

/**
 * Serious and critical accessibility violations, with `every` the others too, with their elements, once all colours have faded
 * in. Checking the contrast of a text takes longer than all other checks, so that texts that look alike are checked once, and
 * none again whose contrast was enough. While a dialog covers the page, contrast is checked in the dialog alone. `layout`: what another width can change on a
 * page whose other rules were checked.
 */
export async function violations(
  page: Page,
  kind: 'every' | 'serious' | 'contrast' | 'layout' = 'serious',
): Promise<string[]> {
  // Loading it takes half as long as a run, so that a page loads it once.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    // Otherwise axe loads the style sheets again, for a rule about sounds.
    preload: false,
    ...(kind === 'contrast' && { runOnly: ['color-contrast'] }),
    ...(kind === 'layout' && { runOnly: LAYOUT_RULES }),
  }
  const { found, looks } = await page.evaluate<{ found: string[]; looks: string[] }>(`(async () => {
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
    const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null
    const scope = isCovered ? '[role=dialog] *' : '*'
    const { alike, looks } = ${
      kind === 'layout'
        ? '{ alike: [], looks: new Map() }'
        : `(${compareTexts})(scope, new Set(${JSON.stringify([...readable])}))`
    }
    if (${kind === 'contrast'} && looks.size === 0) return { found: [], looks: [] }
    for (const each of alike) each.setAttribute('data-alike', '')
    axe.configure({ rules: [{ id: 'color-contrast', selector: scope + ':not([data-alike])' }] })
    const { violations, incomplete } = await axe.run(${JSON.stringify(options)})
    for (const each of alike) each.removeAttribute('data-alike')
    const undecided = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
    for (const { target } of undecided) looks.delete(document.querySelector(target[0]))
    const found = violations
      .filter(({ impact }) => ${kind === 'every'} || impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary))
    return { found, looks: violations.some(({ id }) => id === 'color-contrast') ? [] : [...looks.values()].filter(Boolean) }
  })()`)
  for (const look of looks) readable.add(look)
  return found
}

/**
 * The texts that need no check, because they look like a readable one or like one before them, and the looks of the others. Texts
 * look alike if their own styles are the same, and those of all elements around them that paint something, as far as contrast
 * depends on these. One with something over or under it that is placed freely is always checked.
 */
const compareTexts = `(scope, readable) => {
  const hash = (text) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36)
  }
  const paintOf = ({ backgroundColor, backgroundImage, opacity, filter, mixBlendMode }) =>
    isTransparent(backgroundColor) && backgroundImage === 'none' && opacity === '1' && filter === 'none' && mixBlendMode === 'normal'
      ? ''
      : [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join()
  const isTransparent = (color) => color === 'rgba(0, 0, 0, 0)'
  // A part without content is not there.
  const pseudoOf = (style) =>
    style.content === 'none' || style.content === 'normal' ? '' : [style.content, style.position, paintOf(style)].join()
  const placedFreely = []
  const lookOf = new Map()
  for (const element of document.querySelectorAll('html, body, body *')) {
    const style = getComputedStyle(element)
    if (style.position === 'absolute' || style.position === 'fixed') placedFreely.push(element)
    const painted = [paintOf(style), ...['::before', '::after'].map((part) => pseudoOf(getComputedStyle(element, part)))].join('')
    const around = lookOf.get(element.parentElement) ?? ''
    // Most elements paint nothing: what is under their text is what is under them.
    lookOf.set(element, painted === '' ? around : hash(around + painted))
  }
  const textLookOf = (element) => {
    const { color, fontSize, fontWeight, visibility, textShadow } = getComputedStyle(element)
    const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null
    return hash([lookOf.get(element), color, fontSize, fontWeight, visibility, textShadow, isDisabled].join())
  }
  const areas = placedFreely.map((element) => [element, element.getBoundingClientRect()])
  const isClear = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return areas.every(([other, area]) => other.contains(element) || element.contains(other) ||
      area.right <= left || area.left >= right || area.bottom <= top || area.top >= bottom)
  }
  // axe checks no text that is not seen, so that it says nothing of others.
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const hasText = ({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const checked = new Set()
  const looks = new Map()
  const alike = [...document.querySelectorAll(scope)].filter((element) => {
    if (!hasText(element) || !isSeen(element)) return false
    const look = isClear(element) ? textLookOf(element) : undefined
    if (readable.has(look) || checked.has(look)) return true
    looks.set(element, look)
    if (look) checked.add(look)
    return false
  })
  return { alike, looks }
}`
