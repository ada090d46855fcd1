// Whether the process lives (/livez), whether it should get traffic (/readyz), and the customers' own view of the same
// (/api/v1/health, behind the key).

import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../db/index.ts'

const DATABASE_WITHIN_MS = 2_000

export interface Readiness {
  /** Off from the first moment of a shutdown, so that a balancer sends no more. */
  ready: boolean
  /** Which engine answers searches; undefined where none does. */
  search?: () => string
}

export function probeRoutes(app: FastifyInstance, db: Database, readiness: Readiness): void {
  app.get('/livez', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const database = await databaseAnswers(db)
    const ready = readiness.ready && database
    reply.code(ready ? 200 : 503)
    return {
      status: ready ? 'ok' : 'unavailable',
      checks: { accepting: readiness.ready, database },
      search: readiness.search?.(),
    }
  })
}

const HealthOk = Type.Object({
  status: Type.Literal('ok'),
  apiVersion: Type.Literal('v1'),
  timestamp: Type.String({ format: 'date-time' }),
})
const HealthUnavailable = Type.Object({ status: Type.Literal('unavailable'), apiVersion: Type.Literal('v1') })

export function healthRoute(app: FastifyInstance, db: Database): void {
  app.get(
    '/health',
    { config: { answersWithoutDatabase: true }, schema: { response: { 200: HealthOk, 503: HealthUnavailable } } },
    async (_request, reply) => {
      if (await databaseAnswers(db)) return { status: 'ok', apiVersion: 'v1', timestamp: new Date().toISOString() }
      return reply.code(503).send({ status: 'unavailable', apiVersion: 'v1' })
    },
  )
}

async function databaseAnswers(db: Database): Promise<boolean> {
  try {
    await db.ping(DATABASE_WITHIN_MS)
    return true
  } catch {
    return false
  }
}
