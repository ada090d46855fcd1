// The interface of the three search engines. Code outside this feature doesn't know which engine answered.
//
// An engine returns the ordinals of companies, in order, and an exact total. The facts of companies are read from the
// tables, only for the page, and in the same way for all engines.

import type { Sort } from '../closed-sets/signals.ts'
import type { EmployerKind, FundingStage } from '../meaning/companies/index.ts'
import type { SignalType } from '../meaning/types/index.ts'
import type { Query } from '../query/index.ts'
import type { ValueCounts } from './values/value-counts.ts'

export { SORTS, type Sort } from '../closed-sets/signals.ts'

/** An Int32Array is transferred to the index thread as one block. */
export type Ordinals = readonly number[] | Int32Array

/** Conditions on a company's facts, besides the query. A missing filter or an empty list has no effect. */
export interface CompanyFilters {
  /** ISO 3166-1 alpha-2 codes. `ZZ` means unknown; only `ZZ` matches an unknown country. */
  readonly countries?: readonly string[]
  /** An unknown country passes unless `ZZ` is listed. */
  readonly countriesNot?: readonly string[]
  /** An unknown number of employees (0) never matches either bound. */
  readonly employeesMin?: number
  readonly employeesMax?: number
  readonly fundingStages?: readonly FundingStage[]
  readonly industries?: readonly string[]
  readonly employerKind?: readonly EmployerKind[]
  /** Agencies and marketplaces don't match. The result has the number left out. */
  readonly withoutAgencies?: true
  /** The company is monitored for all of these types. */
  readonly watched?: readonly SignalType[]
  /** The companies of a list, by ordinal. Unlike the other lists, an empty one matches no company. */
  readonly only?: Ordinals
  /** Ordinals of companies that don't match. */
  readonly except?: Ordinals
  /** The stored AI adoption score, in tenths. */
  readonly scoreTenthsMin?: number
}

export interface Search {
  readonly query: Query
  readonly filters: CompanyFilters
  /**
   * Orders by match, stored heat key, stored AI score, or the newest signal that matched. Ties go by heat, then by
   * ordinal.
   */
  readonly sort: Sort
  /** Unix seconds by the database's clock, read once per request. */
  readonly asOf: number
  readonly offset: number
  readonly limit: number
  /** Whether to also count the companies that each clause matches on its own. */
  readonly explain: boolean
  /** Whether to return `shown`, if the engine knows it. */
  readonly show?: boolean
}

/**
 * How many signals of a company a page shows at most, and the number of days that its signal counts cover. What lasts is
 * counted while it lasts: open jobs, pages that are up, tools in use.
 */
export const MAX_SHOWN_SIGNALS = 5
export const SIGNAL_COUNT_DAYS = 90

/** The part of a company on a page that doesn't come from its row. */
export interface ShownCompany {
  /** Present signals of types that last, signals of the last 90 days of the others, in the order of SIGNAL_TYPES. */
  readonly counts: readonly number[]
  /** The key of its match (see query/evaluate/ranking.ts). */
  readonly matchKey: number
  /** The strongest signal of each clause that was met, then the newest others. */
  readonly signals: readonly ShownSignal[]
  /** The log position of the last change to the company, or a later position. */
  readonly changedAt?: number
}

/** Identifies a signal of a known company, by the index on (company, type, time). */
export interface ShownSignal {
  readonly type: SignalType
  readonly occurredAt: number
  /** The first eight and the last four hex digits of the id. */
  readonly idHead: string
  readonly idTail: string
}

export interface SearchResult {
  readonly total: number
  /** With `withoutAgencies`: how many agencies and marketplaces meet the query and the other filters. */
  readonly leftOut?: number
  /** At most `limit`, from `offset` on. */
  readonly ordinals: readonly number[]
  /** With `explain`: how many companies each clause matches on its own under the same filters, in query order. */
  readonly clauses?: readonly number[]
  /** With `show`, if the engine knows it: one entry for each company of the page. */
  readonly shown?: readonly ShownCompany[]
  /** With `shown`: the log position of this result. */
  readonly position?: number
}

/**
 * Every company that a query matches, with its signals that satisfy at least one clause: the input of a slice's score.
 * The signals of company `ordinals[i]` are at `starts[i]` up to, not including, `starts[i + 1]`, in no order.
 */
export interface Evidence {
  readonly ordinals: Int32Array
  /** Has one more element than `ordinals`. */
  readonly starts: Uint32Array
  /** Unix seconds. */
  readonly occurredAt: Float64Array
  /** In hundredths. */
  readonly confidence: Uint8Array
  /** The day on which a closed signal ended, in days since 1970 plus one; 0 for none. */
  readonly closedDay: Uint16Array
  /** Bit i is set when the signal satisfies clause i, in query order. */
  readonly clauses: Uint32Array
  /** The log position of this result. Two results with the same position and the same day are equal. */
  readonly position: number
}

/**
 * The caller of a search. Scheduling is fair by team, and a search is cancelled when the signal aborts, because its
 * client disconnected. Without a caller, the work is unlimited.
 */
export interface Caller {
  readonly team: string
  readonly signal?: AbortSignal
}

export interface SearchEngine {
  readonly name: 'index' | 'postgres' | 'clickhouse'
  /** The log position that a search would have now, if the engine knows it. */
  readonly position?: number | undefined
  /** Throws if the query is estimated to be too expensive, waited too long, or was aborted by the signal. */
  page(search: Search, caller?: Caller): Promise<SearchResult>
  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>, caller?: Caller): Promise<Evidence>
  /** Counts the values of open sets. Takes its own turn, like a search without a caller. */
  values?(): Promise<ValueCounts>
  /** Runs other work for a page in a turn of its own, if that costs as much as the search. */
  turn?<T>(caller: Caller, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
