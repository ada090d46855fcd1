// "No signal" and "not monitored" are different answers. Determines which types a query needs to be monitored.

import { isDerivedType, REPORTED_TYPES, type ReportedType, SIGNAL_TYPE_TABLE } from '../../meaning/types/index.ts'
import { type Leaf, leavesOf, type Query } from './tree.ts'

/**
 * The types of the clauses that pass the test, in the order of SIGNAL_TYPES. `any` needs no particular type. Under NOT
 * it needs all of them, because a signal of any type would contradict it.
 */
export function typesOf(query: Query, wanted: (leaf: Leaf) => boolean = () => true): ReportedType[] {
  const found = leavesOf(query)
    .filter(wanted)
    .flatMap(({ clause: { type }, negated }) => {
      if (type === 'any') return negated ? REPORTED_TYPES : []
      return isDerivedType(type) ? SIGNAL_TYPE_TABLE[type].derivedFrom : type
    })
  return REPORTED_TYPES.filter((type) => found.includes(type))
}

/** The types of the clauses under NOT. */
export function negatedTypes(query: Query): ReportedType[] {
  return typesOf(query, ({ negated }) => negated)
}
