import type { Static } from 'typebox'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import type { Api } from '../../http/index.ts'
import { clausesOf, printClause, printQuery } from '../query/index.ts'
import { readPage } from './companies.ts'
import type { SearchEngine } from './engine.ts'
import { drawOf, totalPagesOf } from './paging.ts'
import { readSearch } from './read-search.ts'
import { SearchBody, SearchPage } from './schema.ts'

export function searchRoutes(app: Api, engine: SearchEngine, db: Queryable, clock: DatabaseClock): void {
  app.post(
    '/companies',
    {
      config: {
        metered: 'search',
        read: ({ body }) => readSearch(body as Static<typeof SearchBody>),
        draws: ({ asked }) => drawOf((asked as ReturnType<typeof readSearch>).page, 1),
        errors: ['InvalidSearch'],
        reply: 'A page of companies, each with what matched.',
      },
      schema: {
        operationId: 'searchCompanies',
        tags: ['Search'],
        summary: 'Search companies by their signals',
        description:
          'Companies whose signals match `signal_query`, under the filters given. `total` is exact, and for one state of the data and one UTC day no company shows on two pages. Costs a request and a record for each company returned; pages from the second on also cost a page turn.',
        body: SearchBody,
        response: { 200: SearchPage },
      },
    },
    async ({ asked }, reply) => {
      const { page, ...search } = asked as ReturnType<typeof readSearch>
      const asOf = await clock.now()
      const found = await engine.page({ ...search, asOf, show: true })
      const companies = await readPage(db, found, search.query, asOf)
      const { total, clauses } = found
      reply.draw = drawOf(page, companies.length)
      const counts = { ...page, total, totalPages: totalPagesOf(total, page) }
      if (!search.explain) return { companies, ...counts }
      const explained = clausesOf(search.query).map((clause, i) => ({
        text: printClause(clause),
        companies: clauses?.[i] ?? 0,
      }))
      return { companies, ...counts, explain: { normalized: printQuery(search.query), clauses: explained } }
    },
  )
}
