// Replays: past ranges of the log that a webhook receives again. Every query is bound to the team.

import { many, maybeOne, type Queryable } from '../../../db/index.ts'

export interface ReplayRecord {
  readonly id: string
  readonly webhookId: string
  readonly fromPosition: number
  readonly toPosition: number
  readonly position: number
  readonly sent: number
  readonly failed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const REPLAY_COLUMNS = `r.id, r.webhook_id as "webhookId", r.from_position as "fromPosition", r.to_position as "toPosition", r.position, r.sent,
                r.failed, r.created_at as "createdAt", r.finished_at as "finishedAt"`

/**
 * Covers events stamped from `since` up to `until`, up to the position of live delivery. Undefined if there are none.
 */
export async function insertReplay(
  db: Queryable,
  teamId: string,
  webhookId: string,
  since: Date,
  until: Date | undefined,
): Promise<ReplayRecord | undefined> {
  return maybeOne<ReplayRecord & { [key: string]: unknown }>(
    db,
    `with span as (
       select min(l.position - l.events) as after, least(max(l.position), max(c.frontier)) as upto
         from webhooks w join webhook_cursors c on c.webhook_id = w.id, log l
        where w.team_id = $1 and w.id = $2 and l.day >= (($3::timestamptz at time zone 'utc')::date - 1)
          and l.stamped_at >= $3 and l.stamped_at < coalesce($4, 'infinity'::timestamptz))
     insert into webhook_replays as r (webhook_id, from_position, to_position, position)
     select $2, after, upto, after from span where after < upto
     returning ${REPLAY_COLUMNS}`,
    [teamId, webhookId, since, until ?? null],
  )
}

export async function readReplay(db: Queryable, teamId: string, replayId: string): Promise<ReplayRecord | undefined> {
  return maybeOne<ReplayRecord & { [key: string]: unknown }>(
    db,
    `select ${REPLAY_COLUMNS} from webhook_replays r join webhooks w on w.id = r.webhook_id where w.team_id = $1 and r.id = $2`,
    [teamId, replayId],
  )
}

export async function listReplays(db: Queryable, teamId: string, webhookId: string): Promise<ReplayRecord[]> {
  return many<ReplayRecord & { [key: string]: unknown }>(
    db,
    `select ${REPLAY_COLUMNS} from webhook_replays r join webhooks w on w.id = r.webhook_id
      where w.team_id = $1 and w.id = $2 order by r.created_at desc limit 20`,
    [teamId, webhookId],
  )
}
