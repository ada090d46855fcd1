// What a slice needs to say something: signals of its types, and for a NOT that somebody looked. "Not there" and "nobody
// looked" are different answers, so a NOT inside a slice matches only companies that were looked at for its type.

import { leavesOf, type Query } from '../query/index.ts'
import { SIGNAL_TYPES, type SignalType } from '../signals/index.ts'

export interface SliceNeeds {
  /** Signals of these types must be delivered. */
  readonly types: readonly SignalType[]
  /** Companies must be looked at for these types: they are under NOT, or ask for the first of its kind. */
  readonly looked: readonly SignalType[]
}

/** Derived signals are made from these types. */
const MADE_FROM: Readonly<Partial<Record<SignalType, SignalType>>> = { velocity: 'hiring', funding_ai: 'funding' }
const FIRST_OF_ITS_KIND: readonly string[] = ['first', 'newCountry']

export function needsOf(query: Query): SliceNeeds {
  const leaves = leavesOf(query).flatMap(({ clause, negated }) => {
    if (clause.type === 'any') return []
    const isFirst = clause.conditions.some(({ field }) => FIRST_OF_ITS_KIND.includes(field))
    return [{ type: MADE_FROM[clause.type] ?? clause.type, looked: negated || isFirst }]
  })
  const ofTypes = (wanted: (leaf: (typeof leaves)[number]) => boolean) =>
    SIGNAL_TYPES.filter((type) => leaves.some((leaf) => leaf.type === type && wanted(leaf)))
  return { types: ofTypes(() => true), looked: ofTypes(({ looked }) => looked) }
}
