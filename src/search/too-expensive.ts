// The error for a query that would take too long. It names the most expensive clause and what would make that cheaper.

import { type HttpError, queryTooExpensive } from '../http/index.ts'
import { type Clause, type Condition, clausesOf, printClause, type Query } from '../query/index.ts'

/** Prefixes of at most this length match a large part of all words. */
const SHORT_PREFIX = 2
/** A chain of more steps is worth mentioning. */
const SHORT_CHAIN = 3

/** `clause` is the number of the most expensive clause, in query order. */
export function tooExpensive(query: Query, clause: number): HttpError {
  const worst = clausesOf(query)[clause]
  if (!worst) return queryTooExpensive('signal_query', 'This query is too expensive: ask for less at a time.')
  const advice = [...adviceFor(worst), ...adviceForChain(query)]
  const text = printClause(worst)
  const shown = text.length > 120 ? `${text.slice(0, 119)}…` : text
  return queryTooExpensive(
    'signal_query',
    `This query is too expensive, most of all ${shown}: ${listed(advice)} would make it cheaper.`,
  )
}

function adviceFor({ type, conditions, withinDays, since }: Clause): string[] {
  const short = conditions.flatMap(prefixesOf).find(({ length }) => length <= SHORT_PREFIX)
  return [
    ...(short === undefined ? [] : [`a longer prefix than ${short}*`]),
    ...(type === 'any' ? ['a type such as hiring instead of any'] : []),
    ...(withinDays === undefined && since === undefined ? ['a window such as within: 90d'] : []),
  ]
}

function prefixesOf(condition: Condition): string[] {
  if (!('patterns' in condition)) return []
  return condition.patterns.flatMap(({ words }) => words.filter(({ prefix }) => prefix).map(({ text }) => text))
}

function adviceForChain(query: Query): string[] {
  return longestChain(query) > SHORT_CHAIN ? ['fewer THEN'] : ['fewer clauses']
}

function longestChain(query: Query): number {
  switch (query.node) {
    case 'clause':
      return 0
    case 'sequence':
      return query.steps.length
    case 'not':
      return longestChain(query.of)
    default:
      return Math.max(...query.of.map(longestChain))
  }
}

function listed(parts: readonly string[]): string {
  const [last = '', ...others] = parts.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}
