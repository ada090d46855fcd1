import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, companyNotFound } from '../../http/index.ts'
import { Batcher } from '../../platform/batcher.ts'
import { isUuid } from '../../platform/ids.ts'
import { ReplyCache } from '../../platform/reply-cache.ts'
import { COMPANY_PROPERTIES } from '../companies/index.ts'
import { startOfDay } from '../query/index.ts'
import type { Slice, SliceCache } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { companyExists, readCompany, readFingerprints } from './queries.ts'
import { Dossier } from './schema.ts'

/** A company with more signals is scored by its newest ones. The rest is years old and has little weight. */
const MAX_READ_SIGNALS = 20_000

/**
 * A dossier as it was sent. Before it is sent again, one small query compares its fingerprint with the database's, so it is
 * never older than the request. Decision 0026 has the measurements.
 */
interface CachedDossier {
  readonly body: Buffer
  readonly fingerprint: string
  /** Scores and windows count full UTC days: within one day, the same facts give the same dossier. */
  readonly day: number
  readonly slices: readonly Slice[]
}

export function dossierRoutes(app: Api, db: Queryable, slices: SliceCache): void {
  const cache = new ReplyCache<CachedDossier>()
  const fingerprints = new Batcher((ids: string[]) => readFingerprints(db, ids), {
    concurrency: 2,
    maxBatchSize: 64,
    failsTogether: () => true,
  })

  app.get(
    '/companies/:id',
    {
      config: {
        metered: 'dossier',
        cost: ({ params }) => {
          const { id } = params as { id: string }
          return isUuid(id) ? { records: 1, companyId: id } : { records: 1 }
        },
        knowsCompany: (id) => companyExists(db, id),
        errors: ['CompanyNotFound'],
        reply: 'Everything that is known about the company.',
      },
      schema: {
        operationId: 'getCompany',
        tags: ['Companies'],
        summary: 'Get the dossier of a company',
        description:
          "Identity, signals, AI adoption score with its breakdown, and slices. Costs a request and a record, and one of the companies per day. Opening the same company again on the same UTC day doesn't use another one.",
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
    const currentSlices = await slices.current()
    const cached = cache.get(id)
    if (cached) {
      const { fingerprint, now } = await fingerprints.add(id)
      if (fingerprint === null) return undefined
      if (cached.fingerprint === fingerprint && cached.day === startOfDay(now) && cached.slices === currentSlices) {
        return cached.body
      }
    }
    const read = await readCompany(db, id, MAX_READ_SIGNALS)
    if (!read) return undefined
    const { company, signals, total, fingerprint, now } = read
    const body = Buffer.from(serialise({ data: dossierOf(company, signals, total, currentSlices, now) }) as string)
    cache.set(id, { body, fingerprint, day: startOfDay(now), slices: currentSlices })
    return body
  }
}
