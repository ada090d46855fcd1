import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, companyNotFound } from '../../http/index.ts'
import { Batcher } from '../../platform/batcher.ts'
import { isUuid } from '../../platform/ids.ts'
import { REPLY_MAX_AGE_MS, ReplyCache } from '../../platform/reply-cache.ts'
import { COMPANY_PROPERTIES } from '../companies/index.ts'
import { startOfDay } from '../query/index.ts'
import type { Slice, SliceCache } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { companyExists, readCompany, readFingerprints } from './queries.ts'
import { Dossier } from './schema.ts'

/** A company with more signals is scored by its newest ones. The rest is years old and has little weight. */
const MAX_READ_SIGNALS = 20_000

/**
 * A dossier as it was sent. On a node that follows the log, it is valid while the log position doesn't move. The log doesn't
 * record when a signal was last seen, so that holds for a few seconds only. After that, one small query for the
 * fingerprint decides whether the dossier has to be read again. Decision 0026 has the measurements.
 */
interface CachedDossier {
  readonly body: Buffer
  readonly fingerprint: string
  /** The log position of this node before it queried the database, and the time of that query. */
  checked: Check
  /** Scores and windows count full UTC days: within one day, the same facts give the same dossier. */
  readonly day: number
  readonly slices: readonly Slice[]
}

interface Check {
  readonly position: number | undefined
  readonly at: number
}

/** `position` returns the log position of this node, if it follows the log. */
export function dossierRoutes(
  app: Api,
  db: Queryable,
  slices: SliceCache,
  position: () => number | undefined = () => undefined,
): void {
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
    const check = { position: position(), at: performance.now() }
    const cached = cache.get(id)
    if (
      cached?.slices === currentSlices &&
      cached.day === startOfDay(Date.now() / 1_000) &&
      isUnmoved(cached.checked, check)
    ) {
      return cached.body
    }
    if (cached) {
      const { fingerprint, now } = await fingerprints.add(id)
      if (fingerprint === null) return undefined
      if (cached.fingerprint === fingerprint && cached.day === startOfDay(now) && cached.slices === currentSlices) {
        cached.checked = check
        return cached.body
      }
    }
    const read = await readCompany(db, id, MAX_READ_SIGNALS)
    if (!read) return undefined
    const { company, signals, total, fingerprint, now } = read
    const body = Buffer.from(serialise({ data: dossierOf(company, signals, total, currentSlices, now) }) as string)
    cache.set(id, { body, fingerprint, checked: check, day: startOfDay(now), slices: currentSlices })
    return body
  }
}

const isUnmoved = (then: Check, now: Check) =>
  now.position !== undefined && now.position === then.position && now.at - then.at < REPLY_MAX_AGE_MS
