import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, companyNotFound } from '../../http/index.ts'
import { Grouping } from '../../platform/grouping.ts'
import { isUuid } from '../../platform/ids.ts'
import { KEPT_MS, KeptBodies } from '../../platform/kept-bodies.ts'
import { COMPANY_PROPERTIES } from '../companies/index.ts'
import { startOfDay } from '../query/index.ts'
import type { Slice, SliceBook } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { companyExists, readCompany, readMarks } from './queries.ts'
import { Dossier } from './schema.ts'

/** A company with more signals than this is scored by its newest ones: what is left out is years old and weighs little. */
const SIGNALS_READ = 20_000

/**
 * A dossier as it was sent. A node that follows the log knows that it holds while nothing has come since; when a signal was
 * last seen is not in the log, hence the few seconds. Else, whether the mark is still the database's is one small question
 * that takes the place of reading everything.
 */
interface Kept {
  readonly body: Buffer
  readonly mark: string
  /** Up to where this node had followed the log before the database was asked, and when that was. */
  seen: Seen
  /** Scores and windows count whole UTC days: within one day, the same facts give the same dossier. */
  readonly day: number
  readonly slices: readonly Slice[]
}

interface Seen {
  readonly position: number | undefined
  readonly at: number
}

/** `position`: up to where this node follows the log, if it does. */
export function dossierRoutes(
  app: Api,
  db: Queryable,
  slices: SliceBook,
  position: () => number | undefined = () => undefined,
): void {
  const dossiers = new KeptBodies<Kept>()
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
    const seen = { position: position(), at: performance.now() }
    const kept = dossiers.get(id)
    if (kept?.slices === current && kept.day === startOfDay(Date.now() / 1_000) && isUnmoved(kept.seen, seen)) {
      return kept.body
    }
    if (kept) {
      const { mark, now } = await marks.ask(id)
      if (mark === null) return undefined
      if (kept.mark === mark && kept.day === startOfDay(now) && kept.slices === current) {
        kept.seen = seen
        return kept.body
      }
    }
    const known = await readCompany(db, id, SIGNALS_READ)
    if (!known) return undefined
    const { company, signals, total, mark, now } = known
    const body = Buffer.from(serialise({ data: dossierOf(company, signals, total, current, now) }) as string)
    dossiers.set(id, { body, mark, seen, day: startOfDay(now), slices: current })
    return body
  }
}

const isUnmoved = (then: Seen, now: Seen) =>
  now.position !== undefined && now.position === then.position && now.at - then.at < KEPT_MS
