// Mails owners when 80 and 100 % of a budget are used: once for each period, threshold and limit.
//
// Invariant: a warning and its mails are one transaction, and the primary key of budget_warnings lets only one of
// several nodes write it.

import { type Database, many } from '../../db/index.ts'
import { type MailContent, type Mailer, mailOwners } from '../../mail/index.ts'
import { BUDGET_NAMES, PLAN_LIMITS, USED_BUDGETS, type WarnedBucket } from './used-budgets.ts'

const THRESHOLDS = [80, 100] as const

/** $1: the limits of each plan by bucket. $2: one team, or null for all. */
const REACHED = `
  select b.*, h.threshold from (${USED_BUDGETS}) b cross join (values (80::smallint), (100::smallint)) h (threshold)
   where b.used * 100::bigint >= h.threshold * b."limit"
     and not exists (select from budget_warnings w
                      where w.team_id = b.team_id and w.bucket = b.bucket and w.period_start = b.period_start
                        and w.threshold = h.threshold and w."limit" = b."limit")`

interface Reached {
  readonly team: string
  readonly bucket: WarnedBucket
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
  const heading = isOver ? `All ${BUDGET_NAMES[bucket]} are used` : `80 % of the ${BUDGET_NAMES[bucket]} are used`
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
