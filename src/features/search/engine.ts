// The seam: what a search is, and what an engine answers. Nothing outside this feature knows which engine it was.
//
// Engines answer with companies' ordinals, in order, and an exact total. What a page shows of a company is read from
// the tables for the companies of that page alone, the same way for both.

import type { Sort } from '../../closed-sets/signals.ts'
import type { FundingStage } from '../companies/index.ts'
import type { Query } from '../query/index.ts'
import type { SignalType } from '../signals/index.ts'

export { SORTS, type Sort } from '../../closed-sets/signals.ts'

/** Facts that a company must meet beside the query. An absent filter and an empty list ask for nothing. */
export interface CompanyFilters {
  /** ISO 3166-1 alpha-2; `ZZ` is unknown, and alone matches an unknown one. */
  readonly countries?: readonly string[]
  /** An unknown country passes, unless `ZZ` is named. */
  readonly countriesNot?: readonly string[]
  /** Unknown employees (0) match neither of the two. */
  readonly employeesMin?: number
  readonly employeesMax?: number
  readonly fundingStages?: readonly FundingStage[]
  readonly industries?: readonly string[]
  /** The stored AI adoption score, in tenths. */
  readonly scoreTenthsMin?: number
}

export interface Search {
  readonly query: Query
  readonly filters: CompanyFilters
  /** The stored heat key, the stored AI score, or the newest signal that is not retracted; ties by ordinal. */
  readonly sort: Sort
  /** Unix seconds by the database's clock, taken once per request. */
  readonly asOf: number
  readonly offset: number
  readonly limit: number
  /** Whether each clause is also counted alone. */
  readonly explain: boolean
  /** Whether what the page shows is wanted from an engine that knows it. */
  readonly show?: boolean
}

/** How many signals of a company a page shows, and for how long they are counted. */
export const MOST_SHOWN = 5
export const COUNTED_DAYS = 90

/** What a page shows of one company beside its row. */
export interface Shown {
  /** Of the last 90 days, by the types' places. */
  readonly counts: readonly number[]
  /** The newest that matched, newest first. */
  readonly signals: readonly ShownSignal[]
  /** Where in the log anything about the company was last changed, or later. */
  readonly changedAt?: number
}

/** Enough to read a signal of a known company by the index on (company, type, time). */
export interface ShownSignal {
  readonly type: SignalType
  readonly occurredAt: number
  /** The first eight and the last four digits of its id. */
  readonly idHead: string
  readonly idTail: string
}

export interface Found {
  readonly total: number
  /** At most `limit`, from `offset` on. */
  readonly ordinals: readonly number[]
  /** With `explain`: in query order, how many companies each clause matches alone, under the same filters. */
  readonly clauses?: readonly number[]
  /** With `show`, from an engine that knows it: of each company of the page. */
  readonly shown?: readonly Shown[]
  /** With `shown`: up to where in the log this is true. */
  readonly position?: number
}

/**
 * Every company that a query matches, with the signals of those companies that satisfy some clause of it: what a score
 * is made of. The signals of company `ordinals[i]` stand from `starts[i]` to before `starts[i + 1]`, in no order.
 */
export interface Evidence {
  readonly ordinals: Int32Array
  /** One longer than `ordinals`. */
  readonly starts: Uint32Array
  /** Unix seconds. */
  readonly occurredAt: Float64Array
  /** In hundredths. */
  readonly confidence: Uint8Array
  /** Bit i: the signal satisfies clause i of the query, in query order. */
  readonly clauses: Uint32Array
  /** Up to where in the log this is true. Two answers with the same position and the same day are the same. */
  readonly position: number
}

export interface SearchEngine {
  readonly name: 'index' | 'postgres'
  /** Up to where in the log an answer would be true that is asked for now, where the engine knows it. */
  readonly position?: number | undefined
  page(search: Search): Promise<Found>
  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Promise<Evidence>
  close(): Promise<void>
}
