// What a slice needs to be meaningful: signals of its types and, for a NOT, monitoring. "No signal" and "not monitored"
// are different answers, so a NOT inside a slice matches only companies that are monitored for its type.

import { FIRST_FIELD_NAMES } from '../../../meaning/derived/index.ts'
import type { ReportedType } from '../../../meaning/types/index.ts'
import { type Clause, type Leaf, type Query, typesOf } from '../../../query/index.ts'

export interface SliceNeeds {
  /** Signals of these types must be delivered. */
  readonly types: readonly ReportedType[]
  /** Companies must be monitored for these types: they are under NOT, or ask for the first of its kind. */
  readonly looked: readonly ReportedType[]
}

export function needsOf(query: Query): SliceNeeds {
  const isFirst = ({ clause }: Leaf) => clause.conditions.some(({ field }) => FIRST_FIELD_NAMES.includes(field))
  const narrowing = new Set(narrowingIn(query))
  const isNeeded = (leaf: Leaf) => (leaf.negated && !narrowing.has(leaf.clause)) || isFirst(leaf)
  return { types: typesOf(query), looked: typesOf(query, isNeeded) }
}

/**
 * Clauses under NOT that narrow one that must match: in `tool(name: X) NOT tool(name: X, change: adopted)` the tool is
 * known, so its missing adoption doesn't depend on monitoring.
 */
function narrowingIn(query: Query): Clause[] {
  if (query.node === 'clause' || query.node === 'sequence') return []
  if (query.node === 'not') return narrowingIn(query.of)
  const found = query.of.flatMap(narrowingIn)
  if (query.node === 'or') return found
  const must = query.of.filter((part) => part.node === 'clause')
  const excluded = query.of.flatMap((part) => (part.node === 'not' && part.of.node === 'clause' ? part.of : []))
  return [...found, ...excluded.filter((clause) => must.some((each) => narrows(clause, each)))]
}

function narrows(clause: Clause, known: Clause): boolean {
  const conditions = new Set(clause.conditions.map((each) => JSON.stringify(each)))
  return (
    clause.type === known.type &&
    known.conditions.length > 0 &&
    known.conditions.every((each) => conditions.has(JSON.stringify(each)))
  )
}
