import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Serious and critical accessibility violations, with their elements, once all colours have faded in. The contrast of
 * colours takes two thirds of the time. While a dialog covers the page, contrast is checked in the dialog alone.
 */
export async function violations(
  page: Page,
  contrast: 'included' | 'only' | 'skipped' = 'included',
): Promise<string[]> {
  // Loading it takes half as long as a run, so that a page loads it once.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(contrast === 'only' && { runOnly: ['color-contrast'] }),
    ...(contrast === 'skipped' && { rules: { 'color-contrast': { enabled: false } } }),
  }
  return page.evaluate(`(async () => {
    const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(ending.map((each) => each.finished))
    const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null
    axe.configure({ rules: [{ id: 'color-contrast', selector: isCovered ? '[role=dialog] *' : '*' }] })
    const found = await axe.run(${JSON.stringify(options)})
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary))
  })()`)
}
