import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, companyNotFound } from '../../http/index.ts'
import { Grouping } from '../../platform/grouping.ts'
import { isUuid } from '../../platform/ids.ts'
import { COMPANY_PROPERTIES } from '../companies/index.ts'
import type { SliceBook } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { DossierCache, dayOf } from './dossier-cache.ts'
import { companyExists, readCompany, readMarks } from './queries.ts'
import { Dossier } from './schema.ts'

/** A company with more signals than this is scored by its newest ones: what is left out is years old and weighs little. */
const SIGNALS_READ = 20_000

export function dossierRoutes(app: Api, db: Queryable, slices: SliceBook): void {
  const cache = new DossierCache()
  const marks = new Grouping((ids: string[]) => readMarks(db, ids), { atOnce: 2, most: 64, failsAlike: () => true })

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
    async ({ params: { id } }, reply) => {
      const body = isUuid(id) ? await bodyOf(id.toLowerCase(), (dossier) => reply.serialize(dossier)) : undefined
      if (!body) throw companyNotFound(id)
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )

  async function bodyOf(id: string, serialise: (dossier: unknown) => string | ArrayBuffer | Buffer) {
    const current = await slices.current()
    const kept = cache.get(id)
    if (kept) {
      const { mark, now } = await marks.ask(id)
      if (mark === null) return undefined
      if (kept.mark === mark && kept.day === dayOf(now) && kept.slices === current) return kept.body
    }
    const known = await readCompany(db, id, SIGNALS_READ)
    if (!known) return undefined
    const { company, signals, total, mark, now } = known
    const body = Buffer.from(serialise({ data: dossierOf(company, signals, total, current, now) }) as string)
    cache.set(id, { body, mark, day: dayOf(now), slices: current })
    return body
  }
}
