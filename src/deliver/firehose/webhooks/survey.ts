// All webhooks of all teams at a glance, for the operator. The team's own view is in webhook-views.ts.

import { many, one, type Queryable } from '../../../db/index.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { type Hold, readHold } from '../states/database-identity.ts'
import { failedEventsSql } from '../states/failed-events.ts'
import { FAILURES_TO_HOLD } from '../states/health.ts'
import { openSecret } from './signing-secrets.ts'

export interface WebhookSurvey {
  readonly total: number
  readonly enabled: number
  /** Enabled webhooks whose endpoint fails, so that one event at a time is retried. */
  readonly held: number
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

export async function surveyWebhooks(db: Queryable, minSeconds: number): Promise<WebhookSurvey> {
  const counts = await one<Record<'total' | 'enabled' | 'held' | 'pausedForFailing' | 'withFailedEvents', number>>(
    db,
    `select count(*)::int as total, count(*) filter (where w.state = 'enabled')::int as enabled,
            count(*) filter (where w.state = 'enabled' and (c.held_since is not null or c.failures_in_row >= ${FAILURES_TO_HOLD}))::int as held,
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
  return { ...counts, hold: await readHold(db), behind }
}

/** Bounds the time of the check. */
const MAX_KEYS = 20_000

/** Webhooks whose key can't be decrypted with the given keys, each with the reason. Without a box, none can. */
export async function findUnreadableKeys(
  db: Queryable,
  box: SecretBox | undefined,
): Promise<{ readonly id: string; readonly reason: string }[]> {
  const rows = await many<
    Record<'id' | 'authKey', string> & Record<'previousKey' | 'secret' | 'previousSecret', string | null>
  >(
    db,
    `select id, auth_key as "authKey", case when previous_key_until > now() then previous_key end as "previousKey",
            signing_secret as secret, case when previous_secret_until > now() then previous_secret end as "previousSecret"
       from webhooks order by created_at desc limit ${MAX_KEYS}`,
  )
  return rows.flatMap(({ id, authKey, previousKey, secret, previousSecret }) => {
    if (box === undefined) return [{ id, reason: 'there is no key to decrypt it' }]
    try {
      box.open(authKey, id)
      if (previousKey !== null) box.open(previousKey, id)
      if (secret !== null) openSecret(box, secret, id)
      if (previousSecret !== null) openSecret(box, previousSecret, id)
      return []
    } catch (error) {
      return [{ id, reason: (error as Error).message }]
    }
  })
}
