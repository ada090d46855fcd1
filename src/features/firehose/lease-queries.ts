// Who holds which webhook. A node's row is its lease; see migrations/0007-webhooks.sql.

import { many, maybeOne, one, type Queryable } from '../../db/index.ts'

export async function insertNode(db: Queryable, nodeId: string, name: string, leaseSeconds: number): Promise<void> {
  await db.query(
    `insert into firehose_nodes (id, name, expires_at) values ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
    [nodeId, name, leaseSeconds],
  )
}

/** The database's time in milliseconds; nothing: others have taken this node for dead, and what it held is theirs. */
export async function renewNode(db: Queryable, nodeId: string, leaseSeconds: number): Promise<number | undefined> {
  const row = await maybeOne<{ now: number }>(
    db,
    `update firehose_nodes set expires_at = clock_timestamp() + make_interval(secs => $2) where id = $1
     returning floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    [nodeId, leaseSeconds],
  )
  return row?.now
}

/** Frees what expired nodes held. Their rows are locked by it, so that none of them can renew in between. */
export async function deleteExpiredNodes(db: Queryable): Promise<void> {
  await db.query(`delete from firehose_nodes where expires_at < clock_timestamp()`)
}

export async function deleteNode(db: Queryable, nodeId: string): Promise<void> {
  await db.query(`delete from firehose_nodes where id = $1`, [nodeId])
}

/** This node's even part of the webhooks that are enabled. */
export async function readFairShare(db: Queryable): Promise<number> {
  const { share } = await one<{ share: number }>(
    db,
    `select ceil((select count(*) from webhooks where state = 'enabled')::numeric
                 / greatest(1, (select count(*) from firehose_nodes)))::int as share`,
  )
  return share
}

export interface Holding {
  readonly webhookId: string
  readonly epoch: number
  readonly version: number
  readonly enabled: boolean
  readonly replayId: string | null
}

export async function readHoldings(db: Queryable, nodeId: string): Promise<Holding[]> {
  return many<Holding & { [key: string]: unknown }>(
    db,
    `select c.webhook_id as "webhookId", c.epoch, w.version, w.state = 'enabled' as enabled,
            (select id from webhook_replays r where r.webhook_id = w.id and finished_at is null order by created_at limit 1) as "replayId"
       from webhook_cursors c join webhooks w on w.id = c.webhook_id where c.holder = $1`,
    [nodeId],
  )
}

/** Takes up to `most` webhooks that nobody holds. */
export async function claimWebhooks(db: Queryable, nodeId: string, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `update webhook_cursors set holder = $1, epoch = epoch + 1
      where webhook_id in (
        select c.webhook_id from webhook_cursors c join webhooks w on w.id = c.webhook_id
         where c.holder is null and w.state = 'enabled' limit $2 for update of c skip locked)`,
    [nodeId, most],
  )
  return rowCount ?? 0
}

export async function releaseWebhooks(
  db: Queryable,
  nodeId: string,
  held: readonly { readonly webhookId: string; readonly epoch: number }[],
): Promise<void> {
  await db.query(
    `update webhook_cursors c set holder = null from unnest($2::uuid[], $3::bigint[]) given (webhook_id, epoch)
      where c.webhook_id = given.webhook_id and c.epoch = given.epoch and c.holder = $1`,
    [nodeId, held.map(({ webhookId }) => webhookId), held.map(({ epoch }) => epoch)],
  )
}

/** A team's plan decides: without API access its webhooks pause by themselves, and with it they go on. */
export async function followPlans(db: Queryable, plansWithAccess: readonly string[]): Promise<void> {
  await db.query(
    `with paused as (
       update webhooks w set state = 'paused', pause_reason = 'api_access', paused_at = now(), version = version + 1
         from teams t where t.id = w.team_id and w.state = 'enabled' and t.plan <> all($1) returning w.team_id, w.id)
     insert into webhook_notices (team_id, webhook_id, kind, message)
     select team_id, id, 'api_access', 'The team has lost API access, and its webhook is paused. It keeps its place for 30 days and goes on by itself when access returns.'
       from paused`,
    [plansWithAccess],
  )
  await db.query(
    `update webhooks w set state = 'enabled', pause_reason = null, paused_at = null, version = version + 1
       from teams t where t.id = w.team_id and w.pause_reason = 'api_access' and t.plan = any($1)`,
    [plansWithAccess],
  )
}
