// All webhooks of all teams at a glance, for the operator. The team's own view is in webhook-views.ts.

import { many, one, type Queryable } from '../../../db/index.ts'
import { type Hold, readHold } from '../states/database-identity.ts'
import { failedEventsSql } from '../states/failed-events.ts'
import { FAILURES_TO_HOLD } from '../states/health.ts'

export interface WebhookSurvey {
  readonly total: number
  readonly enabled: number
  /** Enabled webhooks whose endpoint fails, so that one event at a time is retried. */
  readonly held: number
  /** The first of them. */
  readonly heldWebhooks: readonly { readonly id: string; readonly team: string; readonly seconds: number | null }[]
  /** Paused by the service, because the endpoint is gone or has failed for five days. */
  readonly pausedForFailing: number
  /** Enabled webhooks with events of the last days that were given up, and not replayed. */
  readonly withFailedEvents: number
  readonly hold: Hold
  /** Enabled webhooks with an event that has been waiting for at least `minSeconds`, the longest first. */
  readonly behind: readonly { readonly id: string; readonly teamId: string; readonly seconds: number }[]
}

/** How many webhooks are examined for lag, those furthest behind first, and how many batches of the log for each. */
const MAX_EXAMINED = 200
const MAX_BATCHES = 2_000
const MAX_HELD_LISTED = 20

const IS_HELD = `w.state = 'enabled' and (c.held_since is not null or c.failures_in_row >= ${FAILURES_TO_HOLD})`

export async function surveyWebhooks(db: Queryable, minSeconds: number): Promise<WebhookSurvey> {
  const counts = await one<Record<'total' | 'enabled' | 'held' | 'pausedForFailing' | 'withFailedEvents', number>>(
    db,
    `select count(*)::int as total, count(*) filter (where w.state = 'enabled')::int as enabled,
            count(*) filter (where ${IS_HELD})::int as held,
            count(*) filter (where w.pause_reason in ('gone', 'failing'))::int as "pausedForFailing",
            count(*) filter (where w.state = 'enabled' and f.failed > 0)::int as "withFailedEvents"
       from webhooks w join webhook_cursors c on c.webhook_id = w.id, lateral (${failedEventsSql('w.id')}) f`,
  )
  const behind = await many<{ id: string; teamId: string; seconds: number }>(
    db,
    `select w.id, w.team_id as "teamId", floor(extract(epoch from now() - b.oldest))::int as seconds
       from (select w.id, w.team_id, c.frontier from webhooks w join webhook_cursors c on c.webhook_id = w.id
              where w.state = 'enabled' and c.frontier < (select position from log_head)
              order by c.frontier limit ${MAX_EXAMINED}) w,
            lateral (select min(l.stamped_at) as oldest
                       from (select position, stamped_at, quiet, signal_counts from log
                              where position > w.frontier order by position limit ${MAX_BATCHES}) l
                      where not l.quiet and exists (select from webhook_types t where t.webhook_id = w.id
                                                       and t.from_position < l.position and l.signal_counts ? t.type)) b
      where b.oldest < now() - make_interval(secs => $1) order by b.oldest`,
    [minSeconds],
  )
  const heldWebhooks = await many<{ id: string; team: string; seconds: number | null }>(
    db,
    `select w.id, t.name as team, floor(extract(epoch from now() - c.held_since))::int as seconds
       from webhooks w join webhook_cursors c on c.webhook_id = w.id join teams t on t.id = w.team_id
      where ${IS_HELD} order by c.held_since nulls last, w.id limit ${MAX_HELD_LISTED}`,
  )
  return { ...counts, hold: await readHold(db), behind, heldWebhooks }
}
