// "Not there" and "nobody looked" are different answers: what a query needs somebody to have looked for.

import { SIGNAL_TYPES, type SignalType } from '../signals/index.ts'
import { type Leaf, leavesOf, type Query } from './tree.ts'

/** Derived signals are made from these types. */
const MADE_FROM: Readonly<Partial<Record<SignalType, SignalType>>> = { velocity: 'hiring', funding_ai: 'funding' }

/** The types of the clauses that pass the test, in the order of SIGNAL_TYPES. */
export function typesOf(query: Query, wanted: (leaf: Leaf) => boolean = () => true): SignalType[] {
  const found = leavesOf(query)
    .filter(wanted)
    .flatMap(({ clause: { type } }) => (type === 'any' ? [] : (MADE_FROM[type] ?? type)))
  return SIGNAL_TYPES.filter((type) => found.includes(type))
}

/** The types of the clauses under NOT. */
export function negatedTypes(query: Query): SignalType[] {
  return typesOf(query, ({ negated }) => negated)
}
