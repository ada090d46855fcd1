import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Serious and critical accessibility violations, with their elements. Of all rules, or only of one. */
export async function violations(page: Page, rule?: 'color-contrast'): Promise<string[]> {
  // Legacy mode: there are no frames, so no second page is needed to collect their results.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const found = await (rule ? axe.withRules(rule) : axe).analyze()
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
}
