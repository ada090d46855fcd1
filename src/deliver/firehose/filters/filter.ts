// What a webhook accepts besides its types. A filter is evaluated on one event at a time: on its signal, as in the
// event, and on the facts of its company. Time windows end when the event was written, so it doesn't matter when it is
// read.

import type { Signal } from '../../../meaning/signals/index.ts'
import { type Clause, clausesOf, parseSignalQuery, satisfies } from '../../../query/index.ts'
import { type CompanyFilters, type FilteredCompany, passesFilters, readCompanyFilters } from '../../../search/index.ts'

/** As it is stored. All parts must hold. */
export interface WebhookFilter {
  /** At most one clause per type, joined by OR. A type without a clause passes. */
  readonly signals?: string
  /** The company filters of search, without domains. */
  readonly company?: Readonly<Record<string, unknown>>
  /** The id of a list of the team that the company must be on. If it was deleted, nothing passes. */
  readonly list?: string
  /** Of the events of a company that pass all else, one in this many days. */
  readonly onceDays?: number
}

/** The input of a filter. */
export interface EventFacts {
  readonly signal: Signal
  /** The company that it was merged into, if it was. */
  readonly company: FilteredCompany
  /** Which of the requested lists have the company. */
  readonly lists: ReadonlySet<string>
  /** When the event was written, in Unix seconds. */
  readonly unix: number
}

export interface CompiledFilter {
  readonly clauses: ReadonlyMap<string, Clause>
  readonly company: CompanyFilters
  readonly list: string | undefined
  readonly onceDays: number | undefined
}

/** A stored filter was checked when it was saved (read-filter.ts). */
export function compileFilter({ signals, company = {}, list, onceDays }: WebhookFilter): CompiledFilter {
  const clauses = signals === undefined ? [] : clausesOf(parseSignalQuery(signals))
  return {
    clauses: new Map(clauses.map((clause) => [clause.type, clause])),
    company: readCompanyFilters(company).filters.facts,
    list,
    onceDays,
  }
}

/** Without `onceDays`, which depends on other events. */
export function passesFilter({ clauses, company, list }: CompiledFilter, event: EventFacts): boolean {
  if (list !== undefined && !event.lists.has(list)) return false
  const clause = clauses.get(event.signal.type)
  if (clause && !satisfies(clause, event.signal, event.unix)) return false
  return passesFilters(event.company, company)
}

export interface FilterVersion {
  /** It applies to events after this position. */
  readonly from: number
  readonly filter: CompiledFilter
}

/** The filter for the event at a position. `versions` are in order of their positions. */
export function filterAt(versions: readonly FilterVersion[], position: number): CompiledFilter | undefined {
  return versions.findLast(({ from }) => from < position)?.filter
}
