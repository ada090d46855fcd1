export type { ClauseConditions, ClauseType } from '../generated/conditions.ts'
export { not, Query, signal } from './query.ts'
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
