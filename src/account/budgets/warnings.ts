// Mails owners when 80 and 100 % of a budget are used: once for each period, threshold and limit.
//
// Invariant: a warning and its mails are one transaction, and the primary key of budget_warnings lets only one of
// several nodes write it.

import type { Bucket } from '../../closed-sets/plans.ts'
import { type Database, many } from '../../db/index.ts'
import { type MailContent, type Mailer, mailOwners } from '../../mail/index.ts'
import { PLANS } from '../plans/index.ts'

/** Not per minute: that limit resets before anyone reads a mail. */
const WARNED = ['dailyRequests', 'monthlyRequests', 'monthlyRecords', 'monthlyPageTurns', 'dailyCompanyDetail'] as const
const THRESHOLDS = [80, 100] as const

const NAMES: Readonly<Record<(typeof WARNED)[number], string>> = {
  dailyRequests: 'requests of the day',
  monthlyRequests: 'requests of the month',
  monthlyRecords: 'records of the month',
  monthlyPageTurns: 'page turns of the month',
  dailyCompanyDetail: 'companies that can be opened in a day',
}

/** $1: the limits of each plan by bucket. $2: one team, or null for all. */
const REACHED = `
  select u.team_id, t.name as team, b.bucket, b.used, l."limit", b.period_start, b.period_end, h.threshold
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
    cross join (values (80::smallint), (100::smallint)) h (threshold)
   where ($2::uuid is null or t.id = $2) and l."limit" > 0 and b.used * 100::bigint >= h.threshold * l."limit"
     and not exists (select from budget_warnings w
                      where w.team_id = t.id and w.bucket = b.bucket and w.period_start = b.period_start
                        and w.threshold = h.threshold and w."limit" = l."limit")`

const PLAN_LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, { limits }]) => [name, limits])),
)

interface Reached {
  readonly team: string
  readonly bucket: Exclude<Bucket, 'perMinute'>
  readonly used: number
  readonly limit: number
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly threshold: (typeof THRESHOLDS)[number]
  readonly [column: string]: unknown
}

/** Returns the number of warnings written. */
export async function warnAboutBudgets(db: Database, mailer: Mailer): Promise<number> {
  const teams = await many<{ id: string }>(db.pool('settings'), `select distinct r.team_id as id from (${REACHED}) r`, [
    PLAN_LIMITS,
    null,
  ])
  let warned = 0
  for (const { id } of teams) {
    await db.transaction('settings', async (tx) => {
      const reached = await many<Reached>(
        tx,
        `with reached as materialized (${REACHED}), written as (
           insert into budget_warnings (team_id, bucket, period_start, threshold, "limit")
           select team_id, bucket, period_start, threshold, "limit" from reached on conflict do nothing
           returning bucket, threshold)
         select distinct on (r.bucket) r.team, r.bucket, r.used, r."limit", r.period_start as "periodStart",
                r.period_end as "periodEnd", r.threshold
           from reached r join written w on w.bucket = r.bucket and w.threshold = r.threshold
          order by r.bucket, r.threshold desc`,
        [PLAN_LIMITS, id],
      )
      for (const each of reached) {
        warned++
        await mailOwners(tx, mailer, id, {
          kind: 'budget',
          about: aboutOf(id, each),
          content: warningMail(each, `${mailer.publicUrl()}/usage`),
        })
      }
    })
  }
  return warned
}

function aboutOf(teamId: string, { bucket, periodStart, threshold, limit }: Reached): string {
  return `budget:${teamId}:${bucket}:${periodStart.getTime()}:${threshold}:${limit}`
}

type Warning = Pick<Reached, 'team' | 'bucket' | 'used' | 'limit' | 'periodEnd' | 'threshold'>

export function warningMail({ team, bucket, used, limit, periodEnd, threshold }: Warning, url: string): MailContent {
  const number = (value: number) => value.toLocaleString('en')
  const isOver = threshold === 100
  const until = `${periodEnd.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const heading = isOver ? `All ${NAMES[bucket]} are used` : `80 % of the ${NAMES[bucket]} are used`
  return {
    subject: `${heading}: ${team}`,
    heading,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Team', value: team },
          { label: 'Used', value: `${number(used)} of ${number(limit)}` },
          { label: 'Resets', value: until },
        ],
      },
      {
        kind: 'text',
        text: isOver
          ? `Requests that need more are rejected until ${until}.`
          : `When all are used, requests that need more are rejected until ${until}.`,
      },
      { kind: 'button', label: 'See usage', url },
    ],
    footer: `You get this because you are an owner of the team “${team}”. You get it once for each period.`,
  }
}

const RETENTION_DAYS = 62

export async function deleteOldWarnings(db: Pick<Database, 'pool'>): Promise<void> {
  await db
    .pool('settings')
    .query(`delete from budget_warnings where warned_at < now() - interval '${RETENTION_DAYS} days'`)
}
