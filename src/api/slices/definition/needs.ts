// What a slice needs to be meaningful: signals of its types and, for a NOT, monitoring. "No signal" and "not monitored"
// are different answers, so a NOT inside a slice matches only companies that are monitored for its type.

import { FIRST_FIELD_NAMES } from '../../../meaning/derived/index.ts'
import type { ReportedType } from '../../../meaning/types/index.ts'
import { type Leaf, type Query, typesOf } from '../../../query/index.ts'

export interface SliceNeeds {
  /** Signals of these types must be delivered. */
  readonly types: readonly ReportedType[]
  /** Companies must be monitored for these types: they are under NOT, or ask for the first of its kind. */
  readonly looked: readonly ReportedType[]
}

export function needsOf(query: Query): SliceNeeds {
  const isFirst = ({ clause }: Leaf) => clause.conditions.some(({ field }) => FIRST_FIELD_NAMES.includes(field))
  return { types: typesOf(query), looked: typesOf(query, (leaf) => leaf.negated || isFirst(leaf)) }
}
