// A saved search as evaluated by the watcher.

import { type Clause, leavesOf, parseSignalQuery, type Query } from '../../../query/index.ts'
import {
  type CompanyFilters,
  type FilteredCompany,
  passesFilters,
  type RequestedFilters,
} from '../../../search/index.ts'

/** The columns of saved_searches that decide which companies belong to the search. */
export interface StoredDefinition {
  readonly n: number
  readonly version: number
  readonly teamId: string
  readonly query: string
  readonly filters: Record<string, unknown>
  readonly listId: string | null
}

export interface Definition {
  readonly n: number
  readonly version: number
  /** Searches with the same text have one evaluation. */
  readonly text: string
  readonly query: Query
  readonly asked: RequestedFilters
  readonly listId: string | null
  readonly filters: CompanyFilters
  /** Companies by domain. */
  readonly only: ReadonlySet<number> | undefined
  /** Those of its account list. The set follows the list. */
  readonly listed: ReadonlySet<number> | undefined
  readonly except: ReadonlySet<number> | undefined
  readonly clauses: readonly Clause[]
  /** The types of its clauses. */
  readonly types: ReadonlySet<string>
  /** Another signal can only add companies, never remove one. */
  readonly grows: boolean
  /** Its filters compare values that every signal can change: score, stage, monitored types. */
  readonly followsRanks: boolean
}

/** Throws InvalidQuery if this version doesn't understand the query. */
export function definitionOf(
  stored: StoredDefinition,
  asked: RequestedFilters,
  filters: CompanyFilters,
  listed: ReadonlySet<number> | undefined,
): Definition {
  const { n, version, query: text, listId } = stored
  const query = parseSignalQuery(text)
  const { only: _only, except: _except, withoutAgencies, ...others } = filters
  // A search of a list finds the companies on it.
  const facts = { ...others, ...(withoutAgencies && listId === null && { withoutAgencies }) }
  const leaves = leavesOf(query)
  return {
    n,
    version,
    text,
    query,
    asked,
    listId,
    listed,
    filters: facts,
    ...companiesOf(filters),
    clauses: leaves.map(({ clause }) => clause),
    types: new Set(leaves.map(({ clause }) => clause.type)),
    grows: leaves.every(({ clause, negated }) => !negated && clause.count?.atMost === undefined),
    followsRanks: facts.scoreTenthsMin !== undefined || !!facts.watched?.length || !!facts.fundingStages?.length,
  }
}

/** The companies that domains in the filters lead to. */
export function companiesOf({ only, except }: Pick<CompanyFilters, 'only' | 'except'>) {
  return { only: only && new Set(only), except: except && new Set(except) }
}

export function passes(definition: Definition, company: FilteredCompany): boolean {
  const { only, except, listed, filters } = definition
  if (only && !only.has(company.ordinal)) return false
  if (listed && !listed.has(company.ordinal)) return false
  return !except?.has(company.ordinal) && passesFilters(company, filters)
}
