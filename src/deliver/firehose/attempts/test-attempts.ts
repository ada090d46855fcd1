import type { Queryable } from '../../../db/index.ts'
import type { storedResult } from './attempt.ts'

type TestAttempt = ReturnType<typeof storedResult> & { readonly eventId: string; readonly type: string }

/** A test event has no position in the log. Nothing is written if the webhook was deleted meanwhile. */
export async function insertTestAttempt(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { eventId, type, status, reason, latencyMs, excerpt, message }: TestAttempt,
): Promise<void> {
  await db.query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms, excerpt, message, event_id, type)
     select (now() at time zone 'utc')::date, id, date_trunc('milliseconds', now()), 0, 'test', 1, $3, $4, $5, $6, $7, $8, $9
       from webhooks where team_id = $1 and id = $2`,
    [teamId, webhookId, status, reason, latencyMs, excerpt, message, eventId, type],
  )
}
