// Retries and replays that people ask for. Every query is bound to the team.

import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import { REPLAYED_SINCE } from '../states/failed-events.ts'

/**
 * Asks the holder of the webhook to retry an event now. Returns undefined if it isn't being retried: it was delivered, its
 * attempts are used up, it waits for an earlier event of its signal, or the webhook is paused.
 *
 * Invariant: one request causes at most one attempt, however many people, tabs and nodes are involved. The request is the number
 * of attempts that the event has in this very statement. The holder sends the event only if that is still its own count, and
 * every attempt raises the count: a request that comes while the event is in flight, is repeated, or outlives its holder can't
 * cause another one. The holder owns the row's other columns, and its commits don't touch this one.
 */
export async function askRetry(
  db: Queryable,
  teamId: string,
  webhookId: string,
  position: number,
): Promise<{ attempts: number; isNew: boolean } | undefined> {
  return maybeOne<{ attempts: number; isNew: boolean }>(
    db,
    `with before as (
       select r.webhook_id, r.position, r.retry_asked from webhook_retries r join webhooks w on w.id = r.webhook_id
        where w.team_id = $1 and w.id = $2 and w.state = 'enabled' and r.position = $3 and r.exhausted_at is null and r.attempts > 0
          for update of r
     ), asked as (
       update webhook_retries r set retry_asked = r.attempts from before b
        where r.webhook_id = b.webhook_id and r.position = b.position
       returning r.attempts::int as attempts, b.retry_asked is distinct from r.attempts as is_new
     )
     select attempts, is_new as "isNew", pg_notify('webhooks', '') from asked`,
    [teamId, webhookId, position],
  )
}

/**
 * Returns whether it is new. Undefined: the event has attempts left, was delivered by a replay, or isn't the webhook's.
 */
export async function insertReplayRequest(
  db: Queryable,
  teamId: string,
  webhookId: string,
  position: number,
  requestedBy: string | null,
): Promise<boolean | undefined> {
  const row = await maybeOne<{ isNew: boolean }>(
    db,
    `with failed as (
       select r.webhook_id, r.position from webhook_retries r join webhooks w on w.id = r.webhook_id
        where w.team_id = $1 and r.webhook_id = $2 and r.position = $3 and r.exhausted_at is not null
          and not ${REPLAYED_SINCE}
     ), added as (
       insert into webhook_replay_requests (webhook_id, position, requested_by)
       select webhook_id, position, $4 from failed on conflict do nothing returning position
     )
     select exists (select from added) as "isNew" from failed`,
    [teamId, webhookId, position, requestedBy],
  )
  return row?.isNew
}

export interface ReplayRequest {
  readonly teamId: string
  readonly team: string
  readonly webhookId: string
  readonly name: string | null
  readonly url: string
  readonly position: number
  readonly type: string
  readonly requestedAt: Date
  /** The person's address. Null: an operator. */
  readonly requestedBy: string | null
  /** When the events of its batch were written to the log: a replay since then sends it. */
  readonly loggedAt: Date | null
}

const MAX_REQUESTS = 1_000

/** The open requests of all teams, or of one webhook, oldest first. A request is done when a replay has delivered its event. */
export async function listReplayRequests(db: Queryable, webhookId?: string): Promise<ReplayRequest[]> {
  return many<ReplayRequest & { [key: string]: unknown }>(
    db,
    `select w.team_id as "teamId", t.name as team, w.id as "webhookId", w.name, w.url, q.position, r.type,
            q.requested_at as "requestedAt", q.requested_by as "requestedBy",
            (select stamped_at from log l where l.position >= q.position order by l.position limit 1) as "loggedAt"
       from webhook_replay_requests q
       join webhook_retries r on r.webhook_id = q.webhook_id and r.position = q.position
       join webhooks w on w.id = q.webhook_id join teams t on t.id = w.team_id
      where ($1::uuid is null or q.webhook_id = $1) and not ${REPLAYED_SINCE}
      order by q.requested_at, q.position limit ${MAX_REQUESTS}`,
    [webhookId ?? null],
  )
}
