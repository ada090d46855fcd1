import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import { type Api, goneSignal } from '../../http/index.ts'
import type { SearchEngine } from '../engine.ts'
import { limitInFlight } from '../limit-in-flight.ts'
import { pageCost, unvalidatedPageCost } from './paging.ts'
import { readSearch } from './read-search.ts'
import { SearchBody, SearchPage } from './schema.ts'
import type { SearchCaches } from './search-caches.ts'
import { type ParsedSearch, SentPages } from './sent-pages.ts'

/** `teamOf` returns the caller's team: turns are fair by team. */
export function searchRoutes(
  app: Api,
  engine: SearchEngine,
  db: Queryable,
  clock: DatabaseClock,
  caches: SearchCaches,
  teamOf: (request: FastifyRequest) => string,
): void {
  const pages = new SentPages(engine, db, caches)
  app.post(
    '/companies',
    {
      onRequest: limitInFlight(teamOf),
      config: {
        metered: 'search',
        scopes: ['search'],
        read: ({ body }) => readSearch(body as Static<typeof SearchBody>, caches.values.readContext()),
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
      const caller = { team: teamOf(request), signal: goneSignal(reply) }
      const { body, companyIds } = await pages.get(search, await clock.now(), caller, (page) => reply.serialize(page))
      reply.cost = { ...pageCost(search.page, companyIds.length), companies: companyIds }
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )
}
