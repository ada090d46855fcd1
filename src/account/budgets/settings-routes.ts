import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { serviceUnavailable, settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { BUCKETS } from '../plans/index.ts'
import { readBudgets } from './charge.ts'
import { bucketReplyOf, type PageLimits } from './stats-route.ts'
import { readTopEndpoints, readUsageByDay } from './usage-by-day.ts'

const MAX_ENDPOINTS_SHOWN = 10

export function usageSettings(app: FastifyInstance, db: Queryable, limits: PageLimits): void {
  settingsRoute(app, contract.getUsage, async ({ session: { teamId, plan } }) => {
    const state = await readBudgets(db, { teamId, plan })
    // The plan was changed after the session was read.
    if (!('buckets' in state)) throw serviceUnavailable()
    const startsAt = state.monthStart.toISOString()
    const asOf = timeOf(state.nowUnix)
    const [firstDay, today] = [startsAt.slice(0, 10), asOf.slice(0, 10)]
    const [days, endpoints] = await Promise.all([
      readUsageByDay(db, teamId, firstDay, today),
      readTopEndpoints(db, teamId, firstDay, MAX_ENDPOINTS_SHOWN),
    ])
    return {
      asOf,
      month: { startsAt, endsAt: timeOf(state.buckets.monthlyRequests.resetUnix) },
      buckets: BUCKETS.map((bucket) => {
        const { resetUnix, ...rest } = bucketReplyOf(bucket, state)
        return { bucket, ...rest, resetsAt: timeOf(resetUnix) }
      }),
      days,
      endpoints,
      limits,
    }
  })
}

function timeOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString()
}
