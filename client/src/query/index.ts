export type { ClauseConditions, ClauseType } from '../generated/conditions.ts'
export { signal } from '../generated/signal.ts'
export { not, Query } from './query.ts'
export {
  atLeast,
  atMost,
  type Comparison,
  type CountCondition,
  type DateCondition,
  Duration,
  days,
  type Exclusion,
  lessThan,
  literally,
  type Match,
  months,
  moreThan,
  type NumberCondition,
  noneOf,
  phrase,
  type TextCondition,
  type TimeCondition,
  type ValueCondition,
  weeks,
  words,
} from './values.ts'
