import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, companyNotFound } from '../../http/index.ts'
import { isUuid } from '../../platform/ids.ts'
import { COMPANY_PROPERTIES } from '../companies/index.ts'
import type { SliceBook } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { companyExists, findCompany, readNewestSignals } from './queries.ts'
import { Dossier } from './schema.ts'

/** A company with more signals than this is scored by its newest ones: what is left out is years old and weighs little. */
const SIGNALS_READ = 20_000

export function dossierRoutes(app: Api, db: Queryable, slices: SliceBook): void {
  app.get(
    '/companies/:id',
    {
      config: {
        metered: 'dossier',
        draws: ({ params }) => {
          const { id } = params as { id: string }
          return isUuid(id) ? { records: 1, companyId: id } : { records: 1 }
        },
        knowsCompany: (id) => companyExists(db, id),
        errors: ['CompanyNotFound'],
        reply: 'All that is known of the company.',
      },
      schema: {
        operationId: 'getCompany',
        tags: ['Companies'],
        summary: 'The dossier of one company',
        description:
          'Identity, signals, AI adoption score with its reasons, and slices. Costs a request and a record, and counts among the different companies opened today; opening one again today does not count again.',
        params: Type.Object({ id: COMPANY_PROPERTIES.id }),
        response: { 200: Dossier },
      },
    },
    async ({ params: { id } }) => {
      const company = isUuid(id) ? await findCompany(db, id) : undefined
      if (!company) throw companyNotFound(id)
      const { now, ...facts } = company
      const { signals, total } = await readNewestSignals(db, facts.ordinal, SIGNALS_READ)
      return { data: dossierOf(facts, signals, total, await slices.current(), now) }
    },
  )
}
