import type { Static } from 'typebox'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import type { Api } from '../../http/index.ts'
import { REPLY_MAX_AGE_MS, ReplyCache } from '../../platform/reply-cache.ts'
import { clausesOf, printClause, printQuery, startOfDay } from '../query/index.ts'
import { readPage } from './companies.ts'
import { CompanyCache } from './company-cache.ts'
import type { SearchEngine, SearchResult } from './engine.ts'
import { pageCost, totalPagesOf, unvalidatedPageCost } from './paging.ts'
import { readSearch } from './read-search.ts'
import { SearchBody, SearchPage } from './schema.ts'

/**
 * A page as it was sent. It is valid for one log position, which every change of facts, ranks and signals moves, and for one
 * day, because windows count days. The log doesn't record when a signal was last seen, so a page expires after a few seconds.
 */
interface CachedPage {
  readonly body: Buffer
  readonly rows: number
  readonly position: number
  readonly day: number
  readonly madeAt: number
}

type ParsedSearch = ReturnType<typeof readSearch>

/** One per process, for all scopes that mount the routes. */
export class SearchCaches {
  readonly pages = new ReplyCache<CachedPage>()
  readonly companies: CompanyCache

  constructor(db: Queryable) {
    this.companies = new CompanyCache(db)
  }
}

export function searchRoutes(
  app: Api,
  engine: SearchEngine,
  db: Queryable,
  clock: DatabaseClock,
  { pages, companies: companyCache }: SearchCaches,
): void {
  app.post(
    '/companies',
    {
      config: {
        metered: 'search',
        read: ({ body }) => readSearch(body as Static<typeof SearchBody>),
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
    async ({ parsed }, reply) => {
      const search = parsed as ParsedSearch
      const asOf = await clock.now()
      const key = keyOf(search)
      const { body, rows } =
        cachedPage(key, asOf) ?? (await makePage(search, key, asOf, (page) => reply.serialize(page)))
      reply.cost = pageCost(search.page, rows)
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

  /** The position is read before the search, so a page can be newer than its position, and never older. */
  async function makePage(
    search: ParsedSearch,
    key: string,
    asOf: number,
    serialise: (page: unknown) => string | ArrayBuffer | Buffer,
  ): Promise<Pick<CachedPage, 'body' | 'rows'>> {
    const { position } = engine
    const { page, ...rest } = search
    const searchResult = await engine.page({ ...rest, asOf, show: true })
    const companies = await readPage(db, companyCache, searchResult, search.query, asOf)
    const { total } = searchResult
    const counts = { ...page, total, totalPages: totalPagesOf(total, page) }
    const body = Buffer.from(serialise({ companies, ...counts, ...explained(search, searchResult) }) as string)
    const result = { body, rows: companies.length }
    if (position !== undefined) {
      pages.set(key, { ...result, position, day: startOfDay(asOf), madeAt: performance.now() })
    }
    return result
  }
}

const keyOf = ({ query, ...rest }: ParsedSearch) => `${printQuery(query)} ${JSON.stringify(rest)}`

function explained({ query, explain }: ParsedSearch, { clauses }: SearchResult): object {
  if (!explain) return {}
  const counts = clausesOf(query).map((clause, i) => ({ text: printClause(clause), companies: clauses?.[i] ?? 0 }))
  return { explain: { normalized: printQuery(query), clauses: counts } }
}
