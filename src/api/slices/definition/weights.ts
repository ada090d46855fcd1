// The weights of a slice's positive clauses, which are those not under NOT.
//
// A file names the clauses by their text, not by their position. Then a weight stays with its clause when the query is
// rearranged, and an edit in only one of the two places is found. The texts are compared in canonical form, so `tools` and
// `tool` are the same. Clauses under NOT have no weight, because there is no signal to weigh. A clause that occurs twice
// in the query is one clause.

import { unstorableText } from '../../../platform/text/unstorable-text.ts'
import { InvalidQuery, leavesOf, matches, parseSignalQuery, printClause, type Query } from '../../../query/index.ts'
import { isRecord, type Problems } from './problems.ts'

export interface WeightedClause {
  /** The canonical text, which reasons show. */
  readonly text: string
  readonly weight: number
  /** Its index among all clauses of the query. */
  readonly leaf: number
}

/** Without a valid query, the weights are not checked. */
export function weighClauses(query: Query | undefined, value: unknown, problems: Problems): WeightedClause[] {
  if (!isRecord(value)) problems.add('weights', 'must be an object with a weight for each clause of the query')
  if (!query || !isRecord(value)) return []
  const positive = new Map<string, number>()
  for (const [leaf, { clause, negated }] of leavesOf(query).entries()) {
    const text = printClause(clause)
    if (!negated && !positive.has(text)) positive.set(text, leaf)
  }
  // A query that matches a company without signals might have no signal to show as a reason.
  if (matches(query, [], 0))
    problems.add('query', 'matches companies without any signal, so there would be no reason to show')
  const weightOf = new Map<string, number>()
  for (const [key, weight] of Object.entries(value)) {
    const text = clauseText(key, positive)
    const place = `weights[${JSON.stringify(key)}]`
    const unstorable = unstorableText(key)
    if (unstorable !== undefined) problems.add(place, unstorable)
    else if (text === undefined || !positive.has(text))
      problems.add(place, `is not a clause of the query that can have a weight. ${listClauses(positive)}`)
    else if (weightOf.has(text)) problems.add(place, 'is a clause that already has a weight')
    else if (typeof weight !== 'number' || !(weight > 0 && weight <= 1)) {
      problems.add(place, 'must be a number above 0 and at most 1')
    } else weightOf.set(text, weight)
  }
  const clauses: WeightedClause[] = []
  for (const [text, leaf] of positive) {
    const weight = weightOf.get(text)
    if (weight !== undefined) clauses.push({ text, weight, leaf })
    // A weight with an invalid value has already been reported.
    else if (!Object.keys(value).some((key) => clauseText(key, positive) === text)) {
      problems.add('weights', `has no weight for ${text}`)
    }
  }
  return clauses
}

/**
 * The canonical text of a key of the weights. Undefined when the key is not a clause. `status: active` is the default of a
 * clause, but not of a step of THEN, which prints it.
 */
function clauseText(key: string, positive: ReadonlyMap<string, number>): string | undefined {
  try {
    const query = parseSignalQuery(key)
    if (query.node !== 'clause') return undefined
    const [text, inStep] = [printClause(query), printClause({ ...query, step: true })]
    return !positive.has(text) && positive.has(inStep) ? inStep : text
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

function listClauses(positive: ReadonlyMap<string, number>): string {
  return `The clauses are: ${[...positive.keys()].join(' · ')}`
}
