// "No signal" and "not monitored" are different answers. Determines which types a query needs to be monitored.

import { SIGNAL_TYPES, type SignalType, WRITABLE_TYPES } from '../../meaning/signals/index.ts'
import { type Leaf, leavesOf, type Query } from './tree.ts'

/** Derived signals are made from these types. */
const MADE_FROM: Readonly<Partial<Record<SignalType, SignalType>>> = { velocity: 'hiring', funding_ai: 'funding' }

/**
 * The types of the clauses that pass the test, in the order of SIGNAL_TYPES. `any` needs no particular type. Under NOT
 * it needs all of them, because a signal of any type would contradict it.
 */
export function typesOf(query: Query, wanted: (leaf: Leaf) => boolean = () => true): SignalType[] {
  const found = leavesOf(query)
    .filter(wanted)
    .flatMap(({ clause: { type }, negated }) => {
      if (type === 'any') return negated ? WRITABLE_TYPES : []
      return MADE_FROM[type] ?? type
    })
  return SIGNAL_TYPES.filter((type) => found.includes(type))
}

/** The types of the clauses under NOT. */
export function negatedTypes(query: Query): SignalType[] {
  return typesOf(query, ({ negated }) => negated)
}
