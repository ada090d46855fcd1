import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type ListSet, ListSets } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type Api, goneSignal } from '../../http/index.ts'
import { REPLY_MAX_AGE_MS, replyCache } from '../../platform/async/reply-cache.ts'
import { SharedWork } from '../../platform/async/shared-work.ts'
import { clausesOf, expansionsOf, printClause, printQuery, startOfDay } from '../../query/index.ts'
import type { Caller, SearchEngine, SearchResult } from '../engine.ts'
import { listOf } from '../filters/resolve-filters.ts'
import { limitInFlight } from '../limit-in-flight.ts'
import { OccurringValues } from '../values/occurring-values.ts'
import { withReasons } from '../values/warnings.ts'
import { answerRequest } from './answer-request.ts'
import { CompanyCache } from './company-cache.ts'
import { findPage, type NotMonitored } from './find-page.ts'
import { pageCost, totalPagesOf, unvalidatedPageCost } from './paging.ts'
import { readSearch } from './read-search.ts'
import { SearchBody, SearchPage } from './schema.ts'

/**
 * A page as it was sent. It is valid for one log position, which advances with every change to facts, ranks and
 * signals, and for one day, because windows count days. The log doesn't record when a signal was last seen, so a page
 * expires after a few seconds.
 */
interface CachedPage {
  readonly body: Buffer
  readonly companyIds: readonly string[]
  readonly position: number
  readonly day: number
  readonly madeAt: number
}

type ParsedSearch = ReturnType<typeof readSearch>

/** One per process, for all scopes that mount the routes. */
export class SearchCaches {
  readonly pages = replyCache<CachedPage>()
  readonly companies: CompanyCache
  /** Pages being made. */
  readonly making = new SharedWork<Pick<CachedPage, 'body' | 'companyIds'>>()

  readonly values: OccurringValues
  readonly lists: ListSets

  /** Answers what is shown of a page's companies. */
  readonly rows: Queryable

  constructor(db: Queryable, engine: SearchEngine, rows: Queryable = db) {
    this.rows = rows
    this.companies = new CompanyCache(rows)
    this.values = new OccurringValues(db, engine)
    this.lists = new ListSets(db)
  }
}

/** `teamOf` returns the caller's team: turns are fair by team. */
export function searchRoutes(
  app: Api,
  engine: SearchEngine,
  db: Queryable,
  clock: DatabaseClock,
  { pages, companies: companyCache, making, values, lists, rows }: SearchCaches,
  teamOf: (request: FastifyRequest) => string,
): void {
  app.post(
    '/companies',
    {
      onRequest: limitInFlight(teamOf),
      config: {
        metered: 'search',
        scopes: ['search'],
        read: ({ body }) => readSearch(body as Static<typeof SearchBody>, values.readContext()),
        cost: ({ parsed }) => pageCost((parsed as ParsedSearch).page, 1),
        unvalidatedCost: ({ body }) => unvalidatedPageCost(body),
        asked: ({ body }) => (body as { signal_query?: unknown } | undefined)?.signal_query,
        errors: ['InvalidSearch'],
        reply: 'A page of companies, each with the signals that matched.',
      },
      schema: {
        operationId: 'searchCompanies',
        tags: ['Search'],
        summary: 'Search companies by their signals',
        description:
          "Companies whose signals match `signal_query` and whose facts match the filters. `total` is exact. While the data and the UTC day don't change, no company appears on two pages. Costs a request and a record for each company returned. Every page after the first also costs a page turn.",
        body: SearchBody,
        response: { 200: SearchPage },
      },
    },
    async (request, reply) => {
      const search = request.parsed as ParsedSearch
      const [team, gone] = [teamOf(request), goneSignal(reply)]
      const asOf = await clock.now()
      const list = await listOf(lists, team, search.asked)
      const key = keyOf(search, list)
      const { body, companyIds } =
        cachedPage(key, asOf) ??
        // Not shared between teams, because one would wait for the other's turn.
        (await making.run(`${team} ${key}`, gone, (signal) =>
          makePage({ ...search, list }, key, asOf, { team, signal }, (page) => reply.serialize(page)),
        ))
      reply.cost = { ...pageCost(search.page, companyIds.length), companies: companyIds }
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )

  function cachedPage(key: string, asOf: number): CachedPage | undefined {
    const page = engine.position === undefined ? undefined : pages.get(key)
    const isCurrent =
      page?.position === engine.position &&
      page?.day === startOfDay(asOf) &&
      performance.now() - page.madeAt < REPLY_MAX_AGE_MS
    return isCurrent ? page : undefined
  }

  /** The position is read before the search, so a page can be newer than its position, but never older. */
  async function makePage(
    search: ParsedSearch & { readonly list: ListSet | undefined },
    key: string,
    asOf: number,
    caller: Caller,
    serialise: (page: unknown) => string | ArrayBuffer | Buffer,
  ): Promise<Pick<CachedPage, 'body' | 'companyIds'>> {
    const { position } = engine
    const { page, asked, list, understood, ...rest } = search
    const { result, remarks, isFinal } = await answerRequest(
      db,
      values,
      search,
      (filters) => findPage(engine, rows, companyCache, { ...rest, filters, asOf }, caller),
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
      pages.set(key, { ...made, position, day: startOfDay(asOf), madeAt: performance.now() })
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
