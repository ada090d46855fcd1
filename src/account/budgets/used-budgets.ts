// How much of its budgets each team has used, without the one per minute, which resets before anyone reads about it.

import type { Bucket } from '../../closed-sets/plans.ts'
import { many, type Queryable } from '../../db/index.ts'
import { PLANS } from '../plans/index.ts'

export type WarnedBucket = Exclude<Bucket, 'perMinute'>

export const BUDGET_NAMES: Readonly<Record<WarnedBucket, string>> = {
  dailyRequests: 'requests of the day',
  monthlyRequests: 'requests of the month',
  monthlyRecords: 'records of the month',
  monthlyPageTurns: 'page turns of the month',
  dailyCompanyDetail: 'companies that can be opened in a day',
}

/** $1: the limits of each plan by bucket. $2: one team, or null for all. */
export const USED_BUDGETS = `
  select u.team_id, t.name as team, b.bucket, b.used, l."limit", b.period_start, b.period_end
    from team_usage u join teams t on t.id = u.team_id
    left join team_billing g on g.team_id = t.id
    cross join lateral team_month(t.billing_anchor, g, now()) m
    cross join lateral (select (now() at time zone 'utc')::date as today) d
    cross join lateral (values
      ('dailyRequests', case when u.day = d.today then u.day_requests else 0 end, true),
      ('monthlyRequests', case when u.month_start >= m.month_start then u.month_requests else 0 end, false),
      ('monthlyRecords', case when u.month_start >= m.month_start then u.month_records else 0 end, false),
      ('monthlyPageTurns', case when u.month_start >= m.month_start then u.month_page_turns else 0 end, false),
      ('dailyCompanyDetail', case when u.day = d.today then u.day_companies else 0 end, true)) c (bucket, used, daily)
    cross join lateral (select c.bucket, c.used,
      case when c.daily then d.today::timestamp at time zone 'utc' else m.month_start end as period_start,
      case when c.daily then (d.today + 1)::timestamp at time zone 'utc' else m.month_end end as period_end) b
    left join team_limits o on o.team_id = t.id and o.bucket = b.bucket
    cross join lateral (select coalesce(o."limit", ($1::jsonb -> t.plan ->> b.bucket)::bigint) as "limit") l
   where ($2::uuid is null or t.id = $2) and l."limit" > 0`

export const PLAN_LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, { limits }]) => [name, limits])),
)

export interface UsedBudget {
  readonly teamId: string
  readonly team: string
  readonly bucket: WarnedBucket
  readonly used: number
  readonly limit: number
  readonly periodEnd: Date
  readonly [column: string]: unknown
}

const MAX_LISTED = 50

/** The budgets of which at least this share is used, fullest first. */
export function readFullBudgets(db: Queryable, percent: number): Promise<UsedBudget[]> {
  return many<UsedBudget>(
    db,
    `select b.team_id as "teamId", b.team, b.bucket, b.used::bigint as used, b."limit", b.period_end as "periodEnd"
       from (${USED_BUDGETS}) b where b.used * 100::bigint >= $3 * b."limit"
      order by b.used::float8 / b."limit" desc, b.team, b.bucket limit ${MAX_LISTED}`,
    [PLAN_LIMITS, null, percent],
  )
}
