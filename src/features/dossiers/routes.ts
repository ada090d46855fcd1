import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { companyNotFound } from '../../http/index.ts'
import { isUuid } from '../../platform/ids.ts'
import type { SliceBook } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { findCompany, readNewestSignals } from './queries.ts'

/** A company with more signals than this is scored by its newest ones: what is left out is years old and weighs little. */
const SIGNALS_READ = 20_000

const score = Type.Number()
const open = { additionalProperties: true }

const Dossier = Type.Object({
  data: Type.Object({
    identity: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      domain: Type.String(),
      logo: Type.Union([Type.String(), Type.Null()]),
      hqCountry: Type.String(),
      employeeCount: Type.Integer(),
      fundingStage: Type.String(),
      industry: Type.String(),
      website: Type.Union([Type.String(), Type.Null()]),
    }),
    signals: Type.Array(Type.Object({ id: Type.String(), type: Type.String() }, open)),
    signalsTotal: Type.Integer(),
    aiAdoptionScore: Type.Object({
      score,
      intent: score,
      implementation: score,
      momentum: score,
      readiness: score,
      asOf: Type.String({ format: 'date-time' }),
      modelVersion: Type.String(),
      contributions: Type.Array(Type.Object({ signalId: Type.String(), component: Type.String(), points: score })),
    }),
    slices: Type.Array(Type.Object({ slug: Type.String(), label: Type.String(), score }, open)),
  }),
})

export function dossierRoutes(app: FastifyInstance, db: Queryable, slices: SliceBook): void {
  app.get<{ Params: { id: string } }>(
    '/companies/:id',
    { config: { metered: 'dossier' }, schema: { response: { 200: Dossier } } },
    async ({ params: { id } }, reply) => {
      const company = isUuid(id) ? await findCompany(db, id) : undefined
      if (!company) throw companyNotFound(id)
      const { now, ...facts } = company
      const { signals, total } = await readNewestSignals(db, facts.ordinal, SIGNALS_READ)
      reply.draw = { records: 1, companyId: facts.id }
      return { data: dossierOf(facts, signals, total, await slices.current(), now) }
    },
  )
}
