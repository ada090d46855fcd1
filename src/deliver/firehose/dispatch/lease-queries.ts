// Which node has leased which webhook. A node's row is its lease; see migrations/0007-webhooks.sql.

import { HAS_API_ACCESS } from '../../../account/plans/index.ts'
import { columns, many, one, type Queryable } from '../../../db/index.ts'

/** Frees the webhooks of expired nodes. The statement locks their rows, so none of them can renew in between. */
export async function deleteExpiredNodes(db: Queryable): Promise<void> {
  await db.query(`delete from firehose_nodes where expires_at < clock_timestamp()`)
}

/** The number of enabled webhooks divided by the number of nodes, rounded up. */
export async function readFairShare(db: Queryable): Promise<number> {
  const { share } = await one<{ share: number }>(
    db,
    `select ceil((select count(*) from webhooks where state = 'enabled')::numeric
                 / greatest(1, (select count(*) from firehose_nodes)))::int as share`,
  )
  return share
}

export interface LeasedCursor {
  readonly webhookId: string
  readonly epoch: number
  readonly version: number
  readonly enabled: boolean
  readonly replayId: string | null
}

export async function readLeasedCursors(db: Queryable, nodeId: string): Promise<LeasedCursor[]> {
  return many<LeasedCursor & { [key: string]: unknown }>(
    db,
    `select c.webhook_id as "webhookId", c.epoch, w.version, w.state = 'enabled' as enabled,
            (select id from webhook_replays r where r.webhook_id = w.id and finished_at is null order by created_at limit 1) as "replayId"
       from webhook_cursors c join webhooks w on w.id = c.webhook_id where c.holder = $1`,
    [nodeId],
  )
}

/** A person's request to retry an event now, made when it had this many attempts. */
export interface AskedRetry {
  readonly webhookId: string
  readonly position: number
  readonly attempts: number
}

/** The endpoint decides whether a request still applies: its count of attempts may be newer than the row's. */
export async function readAskedRetries(db: Queryable, nodeId: string): Promise<AskedRetry[]> {
  return many<AskedRetry & { [key: string]: unknown }>(
    db,
    `select r.webhook_id as "webhookId", r.position, r.retry_asked as attempts
       from webhook_retries r join webhook_cursors c on c.webhook_id = r.webhook_id
      where r.retry_asked is not null and r.retry_asked = r.attempts and r.exhausted_at is null and c.holder = $1`,
    [nodeId],
  )
}

/** Leases up to `limit` webhooks that no node has. Returns how many. */
export async function claimWebhooks(db: Queryable, nodeId: string, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `update webhook_cursors set holder = $1, epoch = epoch + 1
      where webhook_id in (
        select c.webhook_id from webhook_cursors c join webhooks w on w.id = c.webhook_id
         where c.holder is null and w.state = 'enabled' limit $2 for update of c skip locked)`,
    [nodeId, limit],
  )
  return rowCount ?? 0
}

const RELEASED = columns<Pick<LeasedCursor, 'webhookId' | 'epoch'>>(2, {
  webhook_id: ['uuid', ({ webhookId }) => webhookId],
  epoch: ['bigint', ({ epoch }) => epoch],
})
const RELEASE_WEBHOOKS = `
update webhook_cursors c set holder = null from ${RELEASED.as('r')}
 where c.webhook_id = r.webhook_id and c.epoch = r.epoch and c.holder = $1`

export async function releaseWebhooks(
  db: Queryable,
  nodeId: string,
  cursors: readonly Pick<LeasedCursor, 'webhookId' | 'epoch'>[],
): Promise<void> {
  await db.query(RELEASE_WEBHOOKS, [nodeId, ...RELEASED.values(cursors)])
}

/** Pauses the webhooks of teams whose plan has no API access, and resumes them when it has access again. */
export async function applyPlanAccess(db: Queryable): Promise<void> {
  await db.query(
    `with paused as (
       update webhooks w set state = 'paused', pause_reason = 'api_access', paused_at = now(), version = version + 1
         from teams t where t.id = w.team_id and w.state = 'enabled' and not ${HAS_API_ACCESS} returning w.team_id, w.id)
     insert into webhook_notices (team_id, webhook_id, kind, message)
     select team_id, id, 'api_access', 'The team no longer has API access, so the webhook was paused. Events are kept for 30 days. Delivery resumes automatically when access returns.'
       from paused`,
  )
  await db.query(
    `update webhooks w set state = 'enabled', pause_reason = null, paused_at = null, version = version + 1
       from teams t where t.id = w.team_id and w.pause_reason = 'api_access' and ${HAS_API_ACCESS}`,
  )
}
