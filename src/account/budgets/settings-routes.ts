import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { serviceUnavailable, settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { BUCKETS, type PeopleBucket } from '../plans/index.ts'
import { type BudgetState, readBudgets } from './charge.ts'
import { readMembersUsage, readPeopleUsageByDay } from './people-usage.ts'
import { bucketReplyOf, type PageLimits } from './stats-route.ts'
import { readUsageMonth } from './usage-month.ts'

const PEOPLE_DAYS_SHOWN = 30

export function usageSettings(app: FastifyInstance, db: Queryable, limits: PageLimits): void {
  settingsRoute(app, contract.getUsage, async ({ session: { teamId, plan } }) => {
    const state = await readBudgets(db, { teamId, plan })
    // The plan was changed after the session was read.
    if (!('buckets' in state)) throw serviceUnavailable()
    return {
      asOf: timeOf(state.nowUnix),
      month: { startsAt: state.monthStart.toISOString(), endsAt: timeOf(state.buckets.monthlyRequests.resetUnix) },
      buckets: BUCKETS.map((bucket) => {
        const { resetUnix, ...rest } = bucketReplyOf(bucket, state)
        return { bucket, ...rest, resetsAt: timeOf(resetUnix) }
      }),
      limits,
    }
  })
  settingsRoute(app, contract.getUsageMonth, ({ session: { teamId }, query: { day } }) =>
    readUsageMonth(db, teamId, day),
  )
  settingsRoute(app, contract.getPeopleUsage, async ({ session: { teamId, accountId, plan } }) => {
    const state = await readBudgets(db, { teamId, plan, memberId: accountId })
    if (!('buckets' in state)) throw serviceUnavailable()
    const asOf = timeOf(state.nowUnix)
    const today = asOf.slice(0, 10)
    const firstDay = timeOf(state.nowUnix - (PEOPLE_DAYS_SHOWN - 1) * 86_400).slice(0, 10)
    const [members, days] = await Promise.all([
      readMembersUsage(db, teamId, today),
      readPeopleUsageByDay(db, teamId, firstDay, today),
    ])
    const team = allowanceOf('dailyPeopleCompanies', state)
    const you = allowanceOf('dailyMemberCompanies', state)
    const leftOf = (used: number) => Math.max(0, Math.min(you.limit - used, team.remaining))
    return {
      asOf,
      resetsAt: timeOf(state.buckets.dailyPeopleCompanies.resetUnix),
      team,
      you: { ...you, remaining: leftOf(you.used) },
      members: members.map(({ companies, ...member }) => ({
        ...member,
        used: companies,
        remaining: member.isMember ? leftOf(companies) : 0,
      })),
      days,
    }
  })
}

function allowanceOf(bucket: PeopleBucket, state: BudgetState) {
  const { resetUnix: _, ...allowance } = bucketReplyOf(bucket, { ...state, provisional: false })
  return allowance
}

function timeOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1_000).toISOString()
}
