// How many companies match, for the chips of the query builder. Free, without undercutting the API's prices: a count
// names no company, and none is made with a filter that names companies. Limited per team and day on each node, and
// each is scheduled like the team's searches.

import { HttpError } from '../../http/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { printQuery, type Query, startOfDay } from '../../query/index.ts'
import type { Caller, CompanyFilters, SearchEngine } from '../../search/index.ts'

/** Per UTC day and team. A person who edits a query all day makes a few hundred. */
export const MAX_FREE_COUNTS = 5_000
const FRESH_MS = 15_000
const MAX_CACHED = 2_000
const MAX_TEAMS = 10_000

export interface Counts {
  readonly total: number
  /** Companies that each clause matches on its own, in text order. */
  readonly clauses: readonly number[]
}

interface FreeCountsOptions {
  readonly monotonicMs?: () => number
  readonly max?: number
}

export class FreeCounts {
  readonly #engine: SearchEngine
  readonly #max: number
  /** The same for all teams: no filter is specific to a team. */
  readonly #cache: LruMap<string, Counts>
  readonly #used = new LruMap<string, { readonly day: number; readonly counts: number }>(MAX_TEAMS)

  constructor(engine: SearchEngine, { monotonicMs, max = MAX_FREE_COUNTS }: FreeCountsOptions = {}) {
    this.#engine = engine
    this.#max = max
    this.#cache = new LruMap(MAX_CACHED, { maxAgeMs: FRESH_MS, ...(monotonicMs && { monotonicMs }) })
  }

  isUsedUp(team: string, asOf: number): boolean {
    return this.#usedOn(team, startOfDay(asOf)) >= this.#max
  }

  /** Undefined: the team has used up its counts, the query is too expensive, or searches are waiting. */
  async count(query: Query, filters: CompanyFilters, asOf: number, caller: Caller): Promise<Counts | undefined> {
    const day = startOfDay(asOf)
    const key = `${day} ${printQuery(query)} ${JSON.stringify(filters)}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const used = this.#usedOn(caller.team, day)
    if (used >= this.#max) return undefined
    this.#used.set(caller.team, { day, counts: used + 1 })
    try {
      // Only the counts are used. Sorting by heat ranks nothing.
      const search = { query, filters, asOf, sort: 'heat', offset: 0, limit: 1, explain: true } as const
      const { total, clauses = [] } = await this.#engine.page(search, caller)
      const counts = { total, clauses }
      this.#cache.set(key, counts)
      return counts
    } catch (error) {
      if (error instanceof HttpError && !caller.signal?.aborted) return undefined
      throw error
    }
  }

  #usedOn(team: string, day: number): number {
    const used = this.#used.get(team)
    return used?.day === day ? used.counts : 0
  }
}
