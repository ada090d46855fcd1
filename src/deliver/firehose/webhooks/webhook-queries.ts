// The settings of webhooks. Every statement is bound to the team, except findTeamOfWebhook.

import { lockTeam } from '../../../account/accounts/index.ts'
import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import type { PauseReason } from '../../../closed-sets/webhooks.ts'
import { columns, many, maybeOne, one, type Queryable, type Transaction } from '../../../db/index.ts'
import { MAX_WEBHOOKS } from '../../../settings-contract/index.ts'
import { FAILURES_TO_HOLD } from '../states/health.ts'
import { LAST_ATTEMPT_DELAY_MS, MAX_ATTEMPTS } from '../states/retry-schedule.ts'
import { PAUSED } from '../states/state-texts.ts'

interface NewWebhook {
  readonly id: string
  readonly name: string | null
  readonly url: string
  readonly authKey: string
  readonly signingSecret: string
  readonly types: readonly string[]
  readonly mostInFlight: number
  readonly mostPerSecond: number | null
  readonly createdBy: string | null
}

/** Its position is not final until `startTypes`. Returns false if the team already has ten webhooks. */
export async function insertWebhook(tx: Transaction, teamId: string, webhook: NewWebhook): Promise<boolean> {
  // Concurrent creations must not find the same place. A separate statement, so that the next one sees the first one's
  // write.
  await lockTeam(tx, teamId)
  const { rowCount } = await tx.query(
    `insert into webhooks (id, team_id, place, url, auth_key, signing_secret, name, most_in_flight, most_per_second, created_by, state, pause_reason, paused_at)
     select $2, t.id, p.place, $3, $4, $8, $9, $5, $6, $7, case when a.has then 'enabled' else 'paused' end,
            case when not a.has then 'api_access' end, case when not a.has then now() end
       from teams t, lateral (select ${HAS_API_ACCESS} as has) a,
            lateral (select min(n)::smallint as place from generate_series(1, ${MAX_WEBHOOKS}) n
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
      webhook.signingSecret,
      webhook.name,
    ],
  )
  if (rowCount !== 1) return false
  await tx.query(`insert into webhook_cursors (webhook_id, frontier) select $1, position from log_head`, [webhook.id])
  await insertTypes(tx, webhook.id, webhook.types)
  return true
}

const TYPES = columns<string>(2, { type: ['text', (type) => type] })
const INSERT_TYPES = `
insert into webhook_types (webhook_id, type, from_position, place)
select $1, type, position, place from log_head, ${TYPES.as('t', 'place')}
on conflict (webhook_id, type) do update set place = excluded.place
returning case when xmax = 0 then type end as added`

/** Returns the types that the webhook did not have. */
async function insertTypes(tx: Transaction, webhookId: string, types: readonly string[]): Promise<string[]> {
  const rows = await many<{ added: string | null }>(tx, INSERT_TYPES, [webhookId, ...TYPES.values(types)])
  return rows.flatMap(({ added }) => added ?? [])
}

/** An existing type keeps its start position. Returns the new ones, which `startTypes` starts; undefined: no webhook. */
export async function replaceTypes(
  tx: Transaction,
  teamId: string,
  webhookId: string,
  types: readonly string[],
): Promise<string[] | undefined> {
  if (!(await incrementVersion(tx, teamId, webhookId))) return undefined
  await tx.query(`delete from webhook_types where webhook_id = $1 and type <> all($2)`, [webhookId, types])
  return insertTypes(tx, webhookId, types)
}

/**
 * Starts types at the head of the log, and a new webhook with them. Takes the log's stamp lock until the end of the
 * transaction. So every event committed before has a position up to the stored one and is not delivered, and every
 * event committed after has a higher one and is. It must be the last statement: no signals reach the log until the
 * transaction ends.
 */
export async function startTypes(
  tx: Transaction,
  webhookId: string,
  types: readonly string[],
  { isNew }: { isNew: boolean },
): Promise<void> {
  await tx.query(
    `with head as materialized (select stamp_log() as position), started as (
       update webhook_types t set from_position = h.position from head h where t.webhook_id = $1 and t.type = any($2))
     update webhook_cursors c set frontier = h.position from head h where c.webhook_id = $1 and $3`,
    [webhookId, types, isNew],
  )
}

async function incrementVersion(tx: Transaction, teamId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await tx.query(`update webhooks set version = version + 1 where team_id = $1 and id = $2`, [
    teamId,
    webhookId,
  ])
  return rowCount === 1
}

interface WebhookChange {
  /** Null removes the name. */
  readonly name?: string | null | undefined
  readonly url?: string | undefined
  readonly mostInFlight?: number | undefined
  /** Null removes the limit. */
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
            most_per_second = case when $5 then $6 else most_per_second end, name = case when $7 then $8 else name end, version = version + 1
      where team_id = $1 and id = $2`,
    [
      teamId,
      webhookId,
      change.url ?? null,
      change.mostInFlight ?? null,
      change.mostPerSecond !== undefined,
      change.mostPerSecond ?? null,
      change.name !== undefined,
      change.name ?? null,
    ],
  )
  if (rowCount !== 1) return false
  if (change.url !== undefined) await resetHealth(tx, webhookId)
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

/** Encrypted, as they are stored. */
interface StoredKeys {
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: Date | null
  /** Null: written by the previous version, and not needed so far. */
  readonly signingSecret: string | null
  readonly previousSecret: string | null
  readonly previousSecretUntil: Date | null
}

export async function readKeys(db: Queryable, teamId: string, webhookId: string): Promise<StoredKeys | undefined> {
  return maybeOne<StoredKeys & { [key: string]: unknown }>(
    db,
    `select auth_key as "authKey", previous_key as "previousKey", previous_key_until as "previousKeyUntil",
            signing_secret as "signingSecret", previous_secret as "previousSecret", previous_secret_until as "previousSecretUntil"
       from webhooks where team_id = $1 and id = $2`,
    [teamId, webhookId],
  )
}

/** The team gets a notice, but no alert: its own owner did this. */
export async function setPaused(
  db: Queryable,
  teamId: string,
  webhookId: string,
  reason: PauseReason,
): Promise<boolean> {
  const rows = await many(
    db,
    `with before as (select id, state from webhooks where team_id = $1 and id = $2 for update), paused as (
       update webhooks w set state = 'paused', pause_reason = $3, paused_at = coalesce(paused_at, now()), version = version + 1
         from before b where w.id = b.id
       returning w.team_id, w.id, b.state as before
     ), notified as (
       insert into webhook_notices (team_id, webhook_id, kind, message, seen_at)
       select team_id, id, 'paused', $4, case when $3 = 'owner' then now() end from paused where before = 'enabled'
     )
     select id from paused`,
    [teamId, webhookId, reason, PAUSED[reason]],
  )
  return rows.length === 1
}

export async function hasApiAccess(db: Queryable, teamId: string): Promise<boolean> {
  return (await maybeOne(db, `select from teams t where t.id = $1 and ${HAS_API_ACCESS}`, [teamId])) !== undefined
}

export async function setEnabled(tx: Transaction, teamId: string, webhookId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update webhooks set state = 'enabled', pause_reason = null, paused_at = null, version = version + 1
      where team_id = $1 and id = $2`,
    [teamId, webhookId],
  )
  if (rowCount !== 1) return false
  await resetHealth(tx, webhookId)
  return true
}

/**
 * Clears earlier failures. A held webhook has at most one request in flight: its lease is revoked, so that its process
 * drops the failures too. A webhook that is delivering keeps its lease, and its process drops them when it loads the
 * new URL.
 */
async function resetHealth(tx: Transaction, webhookId: string): Promise<void> {
  // A user who resumes a webhook or changes its URL has fixed the endpoint, so retries are due now, and last attempts when
  // the endpoint has proved itself.
  await tx.query(
    `update webhook_retries
        set due_at = least(due_at, now() + make_interval(secs => case when attempts < ${MAX_ATTEMPTS - 1} then 0 else ${LAST_ATTEMPT_DELAY_MS / 1_000} end))
      where webhook_id = $1 and exhausted_at is null`,
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

/** For operators, who know only the webhook. */
export async function findTeamOfWebhook(db: Queryable, webhookId: string): Promise<string | undefined> {
  return (await maybeOne<{ teamId: string }>(db, `select team_id as "teamId" from webhooks where id = $1`, [webhookId]))
    ?.teamId
}

export async function countWebhooks(db: Queryable, teamId: string): Promise<{ team: boolean; webhooks: number }> {
  return one(
    db,
    `select exists (select from teams where id = $1) as team, (select count(*)::int from webhooks where team_id = $1) as webhooks`,
    [teamId],
  )
}

export interface WebhookSetup {
  readonly hasWebhook: boolean
  /** Whether one accepted a test event, as long as the delivery log has it. */
  readonly hasTestedWebhook: boolean
}

export async function readWebhookSetup(db: Queryable, teamId: string): Promise<WebhookSetup> {
  return one<WebhookSetup & { [column: string]: unknown }>(
    db,
    `select count(*) > 0 as "hasWebhook", coalesce(bool_or(exists (
              select from webhook_attempts a
               where a.webhook_id = w.id and a.lane = 'test' and a.status between 200 and 299)), false) as "hasTestedWebhook"
       from webhooks w where w.team_id = $1`,
    [teamId],
  )
}
