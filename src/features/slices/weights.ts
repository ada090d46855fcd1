// Which clauses speak for a company, and how much each of them can give.
//
// A file names the clauses by their text and not by their place: a weight then stays with its clause when the query is
// rearranged, and a clause that is changed in one place only is found. Both texts are compared as they are understood,
// so that `tools` and `tool` are the same. Clauses under NOT have no weight, because there is no signal to weigh. A
// clause that stands twice in the query is one clause.

import { InvalidQuery, leavesOf, matches, parseSignalQuery, printClause, type Query } from '../query/index.ts'
import { isRecord, type Problems } from './problems.ts'

export interface WeightedClause {
  /** As it is printed: what a reason names. */
  readonly text: string
  readonly weight: number
  /** Its place among all clauses of the query, where an evaluation has its result. */
  readonly leaf: number
}

interface Weighing {
  readonly clauses: WeightedClause[]
  readonly weights: Record<string, number>
}

/** Without a query that can be understood, the weights are not looked at. */
export function weighClauses(query: Query | undefined, value: unknown, problems: Problems): Weighing {
  if (!isRecord(value)) problems.add('weights', 'is an object that gives each clause of the query its weight')
  if (!query || !isRecord(value)) return { clauses: [], weights: {} }
  const speaking = new Map<string, number>()
  for (const [leaf, { clause, negated }] of leavesOf(query).entries()) {
    const text = printClause(clause)
    if (!negated && !speaking.has(text)) speaking.set(text, leaf)
  }
  // Whatever matches a company without signals has no signal to give as its reason, for that company or another.
  if (matches(query, [], 0)) problems.add('query', 'matches companies without any signal: nothing would be its reason')
  const weightOf = new Map<string, number>()
  const weights: [string, number][] = []
  for (const [written, weight] of Object.entries(value)) {
    const text = clauseText(written)
    const place = `weights[${JSON.stringify(written)}]`
    if (text === undefined || !speaking.has(text)) problems.add(place, `is no clause of the query. ${listed(speaking)}`)
    else if (weightOf.has(text)) problems.add(place, 'is a clause that has a weight already')
    else if (typeof weight !== 'number' || !(weight > 0 && weight <= 1)) {
      problems.add(place, 'is a number above 0 and at most 1')
    } else {
      weightOf.set(text, weight)
      weights.push([written, weight])
    }
  }
  const clauses: WeightedClause[] = []
  for (const [text, leaf] of speaking) {
    const weight = weightOf.get(text)
    if (weight !== undefined) clauses.push({ text, weight, leaf })
    // A weight that was refused for its value has been told already.
    else if (!Object.keys(value).some((written) => clauseText(written) === text)) {
      problems.add('weights', `has no weight for ${text}`)
    }
  }
  return { clauses, weights: Object.fromEntries(weights) }
}

/** A key of the weights as the query language understands it; undefined when it is no clause at all. */
function clauseText(written: string): string | undefined {
  try {
    const query = parseSignalQuery(written)
    return query.node === 'clause' ? printClause(query) : undefined
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

function listed(speaking: ReadonlyMap<string, number>): string {
  return `The clauses are: ${[...speaking.keys()].join(' · ')}`
}
