// Probes: whether the process is alive (/livez), whether it should get traffic (/readyz), and the customers' health
// check (/api/v1/health, with a key).

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../db/index.ts'
import type { Api } from './api-scope.ts'

/** For the complete check. Probes often time out after a second. */
export const HEALTH_TIMEOUT_MS = 900

const HOLD_TIMEOUT_MS = 200

export interface Readiness {
  /** False from the start of a shutdown, so that a load balancer sends no more requests. */
  ready: boolean
  /** The engine that answers searches; undefined in a process without the API. */
  search?: () => string
  /** Why the search index doesn't answer although it should. */
  searchReason?: () => string | undefined
  /** Whether the replica at DATABASE_READ_URL is used, and why not. Undefined without one. */
  replica?: () => { readonly state: string; readonly reason?: string | undefined } | undefined
  /** Why nothing is delivered, if so. */
  hold?: () => Promise<'restored' | 'operator' | undefined>
  /** Free space for the embedded database. Undefined if the database is on another server. */
  freeBytes?: () => number
}

/** With less, PostgreSQL may stop at any moment. `doctor` calls it a problem too. */
const MIN_FREE_BYTES = 100 * 2 ** 20

export function probeRoutes(app: FastifyInstance, db: Database, readiness: Readiness): void {
  app.get('/livez', { exposeHeadRoute: true }, async () => ({ status: 'ok' }))
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const database = await databaseAnswers(db, HEALTH_TIMEOUT_MS)
    const ready = readiness.ready && database
    reply.code(ready ? 200 : 503)
    return {
      status: ready ? 'ok' : 'unavailable',
      checks: { accepting: readiness.ready, database, disk: hasSpace(readiness) },
      search: readiness.search?.(),
      searchReason: readiness.searchReason?.(),
      replica: readiness.replica?.()?.state,
      replicaReason: readiness.replica?.()?.reason,
      hold: database ? await holdOf(readiness) : undefined,
    }
  })
}

/** Omitted if the database is too busy to answer: the probe must not wait for it. */
async function holdOf({ hold }: Readiness): Promise<string | undefined> {
  return Promise.race([hold?.().catch(() => undefined), sleep(HOLD_TIMEOUT_MS, undefined, { ref: false })])
}

/** Only shown: a node that is taken out of service for it would free no space. */
function hasSpace({ freeBytes }: Readiness): boolean | undefined {
  return freeBytes && freeBytes() >= MIN_FREE_BYTES
}

const apiVersion = Type.Literal('v1', { description: 'The version in the path.' })
const HealthOk = Type.Object(
  {
    status: Type.Literal('ok'),
    apiVersion,
    timestamp: Type.String({ format: 'date-time', description: 'The time of the check.' }),
  },
  {
    title: 'Health',
    additionalProperties: false,
    examples: [{ status: 'ok', apiVersion: 'v1', timestamp: '2026-11-15T09:30:00.000Z' }],
  },
)
const HealthUnavailable = Type.Object(
  { status: Type.Literal('unavailable'), apiVersion },
  {
    title: 'HealthUnavailable',
    description: 'The database does not answer. The service recovers automatically.',
    additionalProperties: false,
    examples: [{ status: 'unavailable', apiVersion: 'v1' }],
  },
)

export function healthRoute(app: Api, db: Database): void {
  app.get(
    '/health',
    {
      exposeHeadRoute: true,
      config: {
        answersWithoutDatabase: true,
        ignoresParameters: true,
        reply: 'The service and its database are up.',
      },
      schema: {
        operationId: 'getHealth',
        tags: ['Usage'],
        summary: 'Is the service up?',
        description:
          'For monitoring, with GET or HEAD. Needs a valid key like every other route, and is free. Queries the database, and answers within a second even if the database does not.',
        response: { 200: HealthOk, 503: HealthUnavailable },
      },
    },
    async (_request, reply) => {
      const timestamp = new Date().toISOString()
      // Authentication has used some of the time.
      if (await databaseAnswers(db, HEALTH_TIMEOUT_MS - reply.elapsedTime))
        return { status: 'ok', apiVersion: 'v1', timestamp } as const
      return reply.code(503).send({ status: 'unavailable', apiVersion: 'v1' })
    },
  )
}

async function databaseAnswers(db: Database, timeoutMs: number): Promise<boolean> {
  try {
    await db.ping(Math.max(1, Math.round(timeoutMs)))
    return true
  } catch {
    return false
  }
}
