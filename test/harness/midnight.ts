import { DAY_SECONDS } from '../../src/query/index.ts'
import fc from './fast-check.ts'

/** Few days and few seconds: times tie, and some fall exactly on a bound. */
export const SECOND_BEFORE_OR_AFTER_MIDNIGHT = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(-1, 0, 0, 1, 43_200))
  .map(([days, second]) => Math.max(0, days * 5 * DAY_SECONDS + second))
