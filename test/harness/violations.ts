import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The looks of texts whose contrast was enough, on any page that this process has seen. */
const readable = new Set<string>()

/**
 * Serious and critical accessibility violations, with their elements, once all colours have faded in. Checking the contrast of
 * a text takes longer than all other checks, so that texts that look alike are checked once. While a dialog covers the
 * page, contrast is checked in the dialog alone.
 */
export async function violations(
  page: Page,
  contrast: 'included' | 'only' | 'skipped' = 'included',
): Promise<string[]> {
  // Loading it takes half as long as a run, so that a page loads it once.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Otherwise axe loads the style sheets again, for a rule about sounds.
    preload: false,
    ...(contrast === 'only' && { runOnly: ['color-contrast'] }),
    ...(contrast === 'skipped' && { rules: { 'color-contrast': { enabled: false } } }),
  }
  const { found, looks } = await page.evaluate<{ found: string[]; looks: string[] }>(`(async () => {
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
    const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null
    const scope = isCovered ? '[role=dialog] *' : '*'
    const { alike, looks } = ${
      contrast === 'skipped'
        ? '{ alike: [], looks: [] }'
        : `(${compareTexts})(scope, new Set(${JSON.stringify([...readable])}))`
    }
    for (const each of alike) each.setAttribute('data-alike', '')
    axe.configure({ rules: [{ id: 'color-contrast', selector: scope + ':not([data-alike])' }] })
    const { violations } = await axe.run(${JSON.stringify(options)})
    for (const each of alike) each.removeAttribute('data-alike')
    const found = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary))
    return { found, looks: violations.some(({ id }) => id === 'color-contrast') ? [] : looks }
  })()`)
  for (const look of looks) readable.add(look)
  return found
}

/**
 * The texts that need no check, because they look like a readable one or like one before them, and the looks of the others. Texts
 * look alike if they and all elements around them have the same styles, as far as contrast depends on these. One with
 * something over or under it that is placed freely is always checked.
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
  const placedFreely = []
  const lookOf = new Map()
  for (const element of document.querySelectorAll('*')) {
    const styles = ['::before', undefined, '::after'].map((part) => getComputedStyle(element, part))
    const [, { color, fontSize, fontWeight, visibility, textShadow, position }] = styles
    if (position === 'absolute' || position === 'fixed') placedFreely.push(element)
    const isDisabled = element.matches(':disabled, [aria-disabled=true]')
    const own = [lookOf.get(element.parentElement), element.localName, isDisabled]
    own.push(color, fontSize, fontWeight, visibility, textShadow)
    for (const { content, position, backgroundColor, backgroundImage, opacity, filter, mixBlendMode } of styles)
      own.push(content, position, backgroundColor, backgroundImage, opacity, filter, mixBlendMode)
    lookOf.set(element, hash(own.join()))
  }
  const areas = placedFreely.map((element) => [element, element.getBoundingClientRect()])
  const isClear = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return areas.every(([other, area]) => other.contains(element) || element.contains(other) ||
      area.right <= left || area.left >= right || area.bottom <= top || area.top >= bottom)
  }
  const hasText = ({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const looks = new Set()
  const alike = [...document.querySelectorAll(scope)].filter((element) => {
    if (!hasText(element) || !isClear(element)) return false
    const look = lookOf.get(element)
    if (readable.has(look) || looks.has(look)) return true
    looks.add(look)
    return false
  })
  return { alike, looks: [...looks] }
}`
