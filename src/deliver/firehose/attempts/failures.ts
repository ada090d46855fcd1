// Why events of a webhook fail, equal problems together: a thousand events that fail for one reason are one thing to fix.

import { many, type Queryable } from '../../../db/index.ts'
import { FAILED_DAYS, REPLAYED_SINCE } from '../states/failed-events.ts'
import { problemOf } from './attempt-pages.ts'
import type { AttemptView } from './attempt-views.ts'

/** How many failing events are read, newest first. */
const MAX_EVENTS = 300

interface FailureRow extends Pick<AttemptView, 'lane' | 'reason' | 'status' | 'message'> {
  readonly retrying: number
  readonly failed: number
  readonly lastAt: Date
}

interface Failures {
  readonly failures: { problem: string; retrying: number; failed: number; lastAt: string }[]
  readonly exact: boolean
}

/** The last problem of each event that is being retried, or that was given up in the last days and not replayed. */
export async function listFailures(db: Queryable, teamId: string, webhookId: string): Promise<Failures> {
  const rows = await many<FailureRow & { [key: string]: unknown }>(
    db,
    `with failing as (
       select r.webhook_id, r.position, r.exhausted_at
         from webhook_retries r join webhooks w on w.id = r.webhook_id
        where w.team_id = $1 and w.id = $2 and r.attempts > 0
          and (r.exhausted_at is null or (r.exhausted_at > now() - interval '${FAILED_DAYS} days' and not ${REPLAYED_SINCE}))
        order by r.position desc limit ${MAX_EVENTS + 1}
     )
     select 'late' as lane, a.reason, a.status::int, a.message, count(*) filter (where f.exhausted_at is null)::int as retrying,
            count(*) filter (where f.exhausted_at is not null)::int as failed, max(a.at) as "lastAt"
       from failing f, lateral (select * from (select a.reason, a.status, a.message, a.at from webhook_attempts a
                                                where a.webhook_id = f.webhook_id and a.position = f.position and a.reason is not null
                                                offset 0) own
                                 order by at desc limit 1) a
      group by a.reason, a.status, a.message`,
    [teamId, webhookId],
  )
  const byProblem = Map.groupBy(rows, problemOf)
  const failures = [...byProblem].map(([problem, group]) => ({
    problem,
    retrying: group.reduce((sum, { retrying }) => sum + retrying, 0),
    failed: group.reduce((sum, { failed }) => sum + failed, 0),
    lastAt: new Date(Math.max(...group.map(({ lastAt }) => lastAt.getTime()))).toISOString(),
  }))
  const count = failures.reduce((sum, { retrying, failed }) => sum + retrying + failed, 0)
  return {
    failures: failures.sort((a, b) => b.retrying + b.failed - (a.retrying + a.failed)),
    exact: count <= MAX_EVENTS,
  }
}
