// Pages of companies as they are sent: from the cache, or made once for all requests of a team that wait for the same page.

import type { ListSet } from '../../account/lists/index.ts'
import type { Queryable } from '../../db/index.ts'
import { REPLY_MAX_AGE_MS } from '../../platform/async/reply-cache.ts'
import { clausesOf, expansionsOf, printClause, printQuery, startOfDay } from '../../query/index.ts'
import type { Caller, SearchEngine, SearchResult } from '../engine.ts'
import { listOf } from '../filters/resolve-filters.ts'
import { withReasons } from '../values/warnings.ts'
import { answerRequest } from './answer-request.ts'
import { findPage, type NotMonitored } from './find-page.ts'
import { totalPagesOf } from './paging.ts'
import type { readSearch } from './read-search.ts'
import type { CachedPage, SearchCaches, SentPage } from './search-caches.ts'

export type ParsedSearch = ReturnType<typeof readSearch>
type ListedSearch = ParsedSearch & { readonly list: ListSet | undefined }
type Serialise = (page: unknown) => string | ArrayBuffer | Buffer

export class SentPages {
  readonly #engine: SearchEngine
  readonly #db: Queryable
  readonly #caches: SearchCaches

  constructor(engine: SearchEngine, db: Queryable, caches: SearchCaches) {
    this.#engine = engine
    this.#db = db
    this.#caches = caches
  }

  async get(
    search: ParsedSearch,
    asOf: number,
    { team, signal: gone }: Caller & { readonly signal: AbortSignal },
    serialise: Serialise,
  ): Promise<SentPage> {
    const list = await listOf(this.#caches.lists, team, search.asked)
    const key = keyOf(search, list)
    return (
      this.#cached(key, asOf) ??
      // Not shared between teams, because one would wait for the other's turn.
      (await this.#caches.making.run(`${team} ${key}`, gone, (signal) =>
        this.#make({ ...search, list }, key, asOf, { team, signal }, serialise),
      ))
    )
  }

  #cached(key: string, asOf: number): CachedPage | undefined {
    const { position } = this.#engine
    const page = position === undefined ? undefined : this.#caches.pages.get(key)
    const isCurrent =
      page?.position === position &&
      page?.day === startOfDay(asOf) &&
      performance.now() - page.madeAt < REPLY_MAX_AGE_MS
    return isCurrent ? page : undefined
  }

  /** The position is read before the search, so a page can be newer than its position, but never older. */
  async #make(
    search: ListedSearch,
    key: string,
    asOf: number,
    caller: Caller,
    serialise: Serialise,
  ): Promise<SentPage> {
    const { position } = this.#engine
    const { values, rows, companies: companyCache } = this.#caches
    const { page, asked, list, understood, ...rest } = search
    const { result, remarks, isFinal } = await answerRequest(
      this.#db,
      values,
      search,
      (filters) => findPage(this.#engine, rows, companyCache, { ...rest, filters, asOf }, caller),
      ({ found }) => found,
    )
    const { found, companies, notLooked, reasons } = result
    const { total } = found
    const counts = { ...page, total, totalPages: totalPagesOf(total, page) }
    const body = Buffer.from(
      serialise({
        companies,
        ...counts,
        ...(understood && { understood }),
        ...withReasons(remarks, reasons),
        ...explained(search, found, notLooked),
      }) as string,
    )
    const made = { body, companyIds: companies.map(({ id }) => id) }
    if (position !== undefined && isFinal) {
      this.#caches.pages.set(key, { ...made, position, day: startOfDay(asOf), madeAt: performance.now() })
    }
    return made
  }
}

/** A list's stamp identifies one team's list as it is now. */
const keyOf = ({ query, ...rest }: ParsedSearch, list: ListSet | undefined) =>
  `${printQuery(query)} ${JSON.stringify(rest)} ${list?.stamp ?? ''}`

function explained(
  { query, explain }: ParsedSearch,
  { clauses }: SearchResult,
  notLooked: NotMonitored | undefined,
): object {
  if (!explain) return {}
  const counts = clausesOf(query).map((clause, i) => ({ text: printClause(clause), companies: clauses?.[i] ?? 0 }))
  const explained = { normalized: printQuery(query), clauses: counts, expanded: expansionsOf(query) }
  return { explain: { ...explained, ...(notLooked && { notLooked }) } }
}
