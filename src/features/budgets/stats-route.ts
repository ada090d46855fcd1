import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { apiAccessRequired, invalidApiKey } from '../../http/index.ts'
import { BUCKETS } from './plans.ts'
import { type Account, type BucketState, readBudgets } from './use-budgets.ts'

export const PAGE_SIZE_MAX = 50
export const QUERY_SET_RECORDS_MAX = 500

const RateLimitBucket = Type.Object({
  limit: Type.Integer(),
  used: Type.Integer(),
  remaining: Type.Integer(),
  resetUnix: Type.Integer(),
  note: Type.Optional(Type.String()),
})

const UsageSnapshot = Type.Object({
  period: Type.Object({ monthStart: Type.String({ format: 'date-time' }), dayStart: Type.String({ format: 'date' }) }),
  rateLimits: Type.Object(Object.fromEntries(BUCKETS.map((bucket) => [bucket, RateLimitBucket]))),
  staticLimits: Type.Object({ pageSizeMax: Type.Integer(), querySetRecordsMax: Type.Integer() }),
})

export function statsRoute(app: FastifyInstance, db: Queryable, accountOf: (request: FastifyRequest) => Account): void {
  app.get('/stats', { schema: { response: { 200: UsageSnapshot } } }, async (request) => {
    const state = await readBudgets(db, accountOf(request))
    if (!('buckets' in state)) throw state.outcome === 'key_refused' ? invalidApiKey() : apiAccessRequired()
    return {
      period: {
        monthStart: state.monthStart.toISOString(),
        dayStart: new Date(state.nowUnix * 1_000).toISOString().slice(0, 10),
      },
      rateLimits: Object.fromEntries(BUCKETS.map((bucket) => [bucket, shown(state.buckets[bucket])])),
      staticLimits: { pageSizeMax: PAGE_SIZE_MAX, querySetRecordsMax: QUERY_SET_RECORDS_MAX },
    }
  })
}

function shown({ overridden, ...bucket }: BucketState) {
  return overridden ? { ...bucket, note: 'This limit was set for your team by the operator.' } : bucket
}
