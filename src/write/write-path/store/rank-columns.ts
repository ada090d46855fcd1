// The columns of company_ranks that belong to a signal type. Their names are data of the schema, not computed from the
// type's name: a migration adds them, and test/contract/closed-sets.test.ts compares the two.

import type { LastingType, SignalType } from '../../../meaning/types/index.ts'

interface SummaryColumns {
  /** The time of the newest signal. */
  readonly last: string
  /** The highest confidence, in hundredths. */
  readonly best: string
}

/** Of all signals of the type that aren't retracted. */
export const RANK_COLUMNS: Readonly<Record<SignalType, SummaryColumns>> = {
  hiring: { last: 'last_hiring', best: 'best_hiring' },
  funding: { last: 'last_funding', best: 'best_funding' },
  funding_ai: { last: 'last_funding_ai', best: 'best_funding_ai' },
  web: { last: 'last_web', best: 'best_web' },
  tool: { last: 'last_tool', best: 'best_tool' },
  velocity: { last: 'last_velocity', best: 'best_velocity' },
}

/** Of those that are present. The newest ignores tools and pages already there at the first visit. */
export const PRESENT_COLUMNS: Readonly<Record<LastingType, SummaryColumns>> = {
  hiring: { last: 'present_last_hiring', best: 'present_best_hiring' },
  web: { last: 'present_last_web', best: 'present_best_web' },
  tool: { last: 'present_last_tool', best: 'present_best_tool' },
}
