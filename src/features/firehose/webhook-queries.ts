// Webhooks as their team keeps them. Every statement is bound to the team.

import type { PauseReason } from '../../closed-sets/webhooks.ts'
import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import { stampLog } from '../log/index.ts'
import { FAILURES_TO_HOLD } from './health.ts'

export interface NewWebhook {
  readonly id: string
  readonly url: string
  readonly authKey: string
  readonly types: readonly string[]
  readonly mostInFlight: number
  readonly mostPerSecond: number | null
  readonly createdBy: string | null
}

/**
 * Under the log's stamp lock, which lasts to the end of the transaction: all that was committed before has a position up
 * to the stored one, and is not delivered; all that comes after has a greater one, and is. False: ten are there already.
 */
export async function insertWebhook(
  tx: Transaction,
  teamId: string,
  webhook: NewWebhook,
  plansWithAccess: readonly string[],
): Promise<boolean> {
  const head = await stampLog(tx)
  const { rowCount } = await tx.query(
    `insert into webhooks (id, team_id, place, url, auth_key, most_in_flight, most_per_second, created_by, state, pause_reason, paused_at)
     select $2, t.id, p.place, $3, $4, $5, $6, $7, case when a.has then 'enabled' else 'paused' end,
            case when not a.has then 'api_access' end, case when not a.has then now() end
       from teams t, lateral (select t.plan = any($8) as has) a,
            lateral (select min(n)::smallint as place from generate_series(1, 10) n
                      where not exists (select from webhooks w where w.team_id = t.id and w.place = n)) p
      where t.id = $1 and p.place is not null`,
    [
      teamId,
      webhook.id,
      webhook.url,
      webhook.authKey,
      webhook.mostInFlight,
      webhook.mostPerSecond,
      webhook.createdBy,
      plansWithAccess,
    ],
  )
  if (rowCount !== 1) return false
  await tx.query(`insert into webhook_cursors (webhook_id, frontier) values ($1, $2)`, [webhook.id, head])
  await insertTypes(tx, webhook.id, webhook.types, head)
  return true
}

async function insertTypes(tx: Transaction, webhookId: string, types: readonly string[], head: number): Promise<void> {
  await tx.query(
    `insert into webhook_types (webhook_id, type, from_position, place)
     select $1, type, $3, place from unnest($2::text[]) with ordinality given (type, place)
     on conflict (webhook_id, type) do update set place = excluded.place`,
    [webhookId, types, head],
  )
}

/** A type that was there keeps its start; one that is added starts now, under the same lock as a new webhook. */
export async function replaceTypes(
  tx: Transaction,
  teamId: string,
  webhookId: string,
  types: readonly string[],
): Promise<boolean> {
  const head = await stampLog(tx)
  if (!(await touch(tx, teamId, webhookId))) return false
  await tx.query(`delete from webhook_types where webhook_id = $1 and type <> all($2)`, [webhookId, types])
  await insertTypes(tx, webhookId, types, head)
  return true
}

async function touch(tx: Transaction, teamId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`update webhooks set version = version + 1 where team_id = $1 and id = $2`, [
    teamId,
    webhookId,
  ])
  return rowCount === 1
}

export interface WebhookChange {
  readonly url?: string | undefined
  readonly mostInFlight?: number | undefined
  /** Null: no limit. */
  readonly mostPerSecond?: number | null | undefined
}

export async function updateWebhook(
  tx: Transaction,
  teamId: string,
  webhookId: string,
  change: WebhookChange,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhooks set url = coalesce($3, url), most_in_flight = coalesce($4, most_in_flight),
            most_per_second = case when $5 then $6 else most_per_second end, version = version + 1
      where team_id = $1 and id = $2`,
    [
      teamId,
      webhookId,
      change.url ?? null,
      change.mostInFlight ?? null,
      change.mostPerSecond !== undefined,
      change.mostPerSecond ?? null,
    ],
  )
  if (rowCount !== 1) return false
  if (change.url !== undefined) await trustAgain(tx, webhookId)
  return true
}

export async function replaceKey(
  db: Queryable,
  teamId: string,
  webhookId: string,
  authKey: string,
  overlapSeconds: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhooks set auth_key = $3, version = version + 1, previous_key = case when $4 > 0 then auth_key end,
            previous_key_until = case when $4 > 0 then now() + make_interval(secs => $4) end
      where team_id = $1 and id = $2`,
    [teamId, webhookId, authKey, overlapSeconds],
  )
  return rowCount === 1
}

/** Sealed, as they are stored. */
export interface StoredKeys {
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: Date | null
}

export async function readKeys(db: Queryable, teamId: string, webhookId: string): Promise<StoredKeys | undefined> {
  return maybeOne<StoredKeys & { [key: string]: unknown }>(
    db,
    `select auth_key as "authKey", previous_key as "previousKey", previous_key_until as "previousKeyUntil"
       from webhooks where team_id = $1 and id = $2`,
    [teamId, webhookId],
  )
}

export async function setPaused(
  db: Queryable,
  teamId: string,
  webhookId: string,
  reason: PauseReason,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhooks set state = 'paused', pause_reason = $3, paused_at = coalesce(paused_at, now()), version = version + 1
      where team_id = $1 and id = $2`,
    [teamId, webhookId, reason],
  )
  return rowCount === 1
}

export async function hasApiAccess(
  db: Queryable,
  teamId: string,
  plansWithAccess: readonly string[],
): Promise<boolean> {
  const sql = `select from teams where id = $1 and plan = any($2)`
  return (await maybeOne(db, sql, [teamId, plansWithAccess])) !== undefined
}

export async function setEnabled(tx: Transaction, teamId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhooks set state = 'enabled', pause_reason = null, paused_at = null, version = version + 1
      where team_id = $1 and id = $2`,
    [teamId, webhookId],
  )
  if (rowCount !== 1) return false
  await trustAgain(tx, webhookId)
  return true
}

/**
 * What it failed before is forgotten. One that is held has one request in flight at most: it changes hands, so that its
 * holder forgets it, too. One that delivers is left to whoever holds it.
 */
async function trustAgain(tx: Transaction, webhookId: string): Promise<void> {
  // Whoever resumes it has mended it. An attempt that is the last one waits for its own time.
  await tx.query(
    `update webhook_retries set due_at = least(due_at, now()) where webhook_id = $1 and exhausted_at is null and attempts < 8`,
    [webhookId],
  )
  await tx.query(
    `update webhook_cursors set failures_in_row = 0, failing_since = null, held_since = null, hold_step = 0, probe_at = null,
            epoch = case when failures_in_row >= $2 then epoch + 1 else epoch end,
            holder = case when failures_in_row >= $2 then null else holder end
      where webhook_id = $1`,
    [webhookId, FAILURES_TO_HOLD],
  )
}

export async function deleteWebhook(db: Queryable, teamId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from webhooks where team_id = $1 and id = $2`, [teamId, webhookId])
  return rowCount === 1
}

/** The operator's way to a webhook: whose is it? */
export async function findTeamOfWebhook(db: Queryable, webhookId: string): Promise<string | undefined> {
  return (await maybeOne<{ teamId: string }>(db, `select team_id as "teamId" from webhooks where id = $1`, [webhookId]))
    ?.teamId
}

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

const REPLAY = `r.id, r.webhook_id as "webhookId", r.from_position as "fromPosition", r.to_position as "toPosition", r.position, r.sent,
                r.failed, r.created_at as "createdAt", r.finished_at as "finishedAt"`

/** Events stamped from `since` up to `until`, and no further than where live delivery stands. Nothing: there are none. */
export async function insertReplay(
  db: Queryable,
  teamId: string,
  webhookId: string,
  since: Date,
  until: Date | undefined,
): Promise<ReplayRecord | undefined> {
  return maybeOne<ReplayRecord & { [key: string]: unknown }>(
    db,
    `with stretch as (
       select min(l.position - l.events) as after, least(max(l.position), max(c.frontier)) as upto
         from webhooks w join webhook_cursors c on c.webhook_id = w.id, log l
        where w.team_id = $1 and w.id = $2 and l.day >= (($3::timestamptz at time zone 'utc')::date - 1)
          and l.stamped_at >= $3 and l.stamped_at < coalesce($4, 'infinity'::timestamptz))
     insert into webhook_replays as r (webhook_id, from_position, to_position, position)
     select $2, after, upto, after from stretch where after < upto
     returning ${REPLAY}`,
    [teamId, webhookId, since, until ?? null],
  )
}

export async function readReplay(db: Queryable, teamId: string, replayId: string): Promise<ReplayRecord | undefined> {
  return maybeOne<ReplayRecord & { [key: string]: unknown }>(
    db,
    `select ${REPLAY} from webhook_replays r join webhooks w on w.id = r.webhook_id where w.team_id = $1 and r.id = $2`,
    [teamId, replayId],
  )
}

export async function listReplays(db: Queryable, teamId: string, webhookId: string): Promise<ReplayRecord[]> {
  return many<ReplayRecord & { [key: string]: unknown }>(
    db,
    `select ${REPLAY} from webhook_replays r join webhooks w on w.id = r.webhook_id
      where w.team_id = $1 and w.id = $2 order by r.created_at desc limit 20`,
    [teamId, webhookId],
  )
}

export async function countWebhooks(db: Queryable, teamId: string): Promise<{ team: boolean; webhooks: number }> {
  return one(
    db,
    `select exists (select from teams where id = $1) as team, (select count(*)::int from webhooks where team_id = $1) as webhooks`,
    [teamId],
  )
}
