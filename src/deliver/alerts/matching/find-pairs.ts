// Finds the pairs of search and company, among the changes of a page, for which the company in memory disagrees with the
// search's members.

import { type Definition, passes } from '../searches/definition.ts'
import type { Pair } from '../searches/watcher-queries.ts'
import type { CompanyChange } from './company-changes.ts'
import type { CompanyState } from './company-state.ts'
import type { WatchedCompany } from './read-companies.ts'
import type { IndexedQuery, SearchIndex } from './search-index.ts'

/** A company to check. */
export interface Look {
  readonly company: WatchedCompany
  readonly change: CompanyChange
  /** The queries that the changed signals can concern. Undefined if it may be any. */
  readonly concerned: ReadonlySet<IndexedQuery> | undefined
  readonly state: CompanyState
}

export type Concerned = Pick<Look, 'change' | 'concerned'>

/** The companies for which a search's result may have changed. */
export function concernedCompanies(
  index: SearchIndex,
  changes: ReadonlyMap<number, CompanyChange>,
  asOf: number,
): Map<number, Concerned> {
  const found = new Map<number, Concerned>()
  for (const [ordinal, change] of changes) {
    const concerned = change.isWhole ? undefined : index.concernedBy(change.steps, asOf)
    if (!concerned || concerned.size > 0 || index.hasRanked) found.set(ordinal, { change, concerned })
  }
  return found
}

/** `state` has the page's changes and its members. */
export function findPairs(index: SearchIndex, { company, change, concerned, state }: Look, asOf: number): Pair[] {
  const members = state.members ?? new Set<number>()
  const hasOtherRanks = index.hasRanked && state.hasOtherRanks(company)
  state.noteRanks(company)
  const results = new Map<IndexedQuery, boolean>()
  const holds = (query: IndexedQuery): boolean => {
    const known = results.get(query)
    if (known !== undefined) return known
    const result = company.isRanked && state.matches(query, index, asOf)
    results.set(query, result)
    return result
  }
  const pairs: Pair[] = []
  const enter = (query: IndexedQuery, isAsked: (definition: Definition) => boolean) => {
    for (const definition of index.passing(query, company)) {
      if (members.has(definition.n) || !isAsked(definition)) continue
      if (!holds(query)) return
      pairs.push({ search: definition.n, company: company.ordinal })
    }
  }

  if (company.isRanked) {
    for (const query of concerned ?? []) {
      if (!query.needed || state.meetsAny(query.needed, index, asOf)) enter(query, (each) => !isAskedAnyway(each))
    }
    if (!concerned || hasOtherRanks) {
      for (const query of index.find(state.keyed(index), asOf))
        enter(query, (each) => !concerned || isAskedAnyway(each))
    }
  }
  // Added signals can only make it leave some searches.
  const onlyAdded = change.steps.every(({ before }) => before === undefined)
  for (const n of members) {
    const query = index.queryOf(n)
    const definition = query?.definitions.get(n)
    if (!query || !definition) continue
    const isAsked =
      !concerned || isAskedAnyway(definition) || (concerned.has(query) && !(onlyAdded && definition.grows))
    if (isAsked && !(passes(definition, company) && holds(query))) pairs.push({ search: n, company: company.ordinal })
  }
  return pairs

  function isAskedAnyway({ followsRanks }: Definition): boolean {
    return hasOtherRanks && followsRanks
  }
}
