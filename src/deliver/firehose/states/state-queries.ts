import type { AnnouncedWebhookState } from '../../../closed-sets/webhooks.ts'
import { columns, many, type Queryable } from '../../../db/index.ts'

export interface StateRow {
  readonly webhookId: string
  readonly epoch: number
  readonly state: AnnouncedWebhookState
  /** Unix milliseconds. */
  readonly throughAt: number | undefined
  /** For the owner, if the state is new. Null: the code that changed it has written one. */
  readonly notice: string | null
}

interface StateChange {
  readonly webhookId: string
  readonly from: AnnouncedWebhookState
  readonly to: AnnouncedWebhookState
}

const STATES = columns<StateRow>(2, {
  webhook_id: ['uuid', ({ webhookId }) => webhookId],
  epoch: ['bigint', ({ epoch }) => epoch],
  state: ['text', ({ state }) => state],
  through_ms: ['bigint', ({ throughAt }) => throughAt ?? null],
  notice: ['text', ({ notice }) => notice],
})

const WRITE_STATES = `
with given as (
  select * from ${STATES.as('g')}
), written as (
  update webhook_cursors c
     set state = g.state, state_since = case when o.state = g.state then c.state_since else now() end,
         through_at = to_timestamp(g.through_ms / 1000.0)
    from given g join webhook_cursors o using (webhook_id)
   where c.webhook_id = g.webhook_id and c.holder = $1 and c.epoch = g.epoch
  returning c.webhook_id, o.state as before, g.state, g.notice
), changed as (
  select * from written where state <> before
), notified as (
  -- A person resumed it, or API access is back: it is listed, but no alert is sent.
  insert into webhook_notices (team_id, webhook_id, kind, message, seen_at)
  select w.team_id, w.id, c.state, c.notice, case when c.before = 'paused' then now() end
    from changed c join webhooks w on w.id = c.webhook_id where c.notice is not null
)
select webhook_id as "webhookId", before as "from", state as "to" from changed`

/**
 * Writes states and, for each that is new, a notice. Returns the changes. Only the holder of the current epoch writes, so
 * each change is announced once, on any number of nodes.
 */
export async function writeStates(db: Queryable, nodeId: string, rows: readonly StateRow[]): Promise<StateChange[]> {
  return many<StateChange & { [key: string]: unknown }>(db, WRITE_STATES, [nodeId, ...STATES.values(rows)])
}

/** For each position, how many seconds ago the next event that is delivered was written. Absent: there is none. */
export async function readAges(db: Queryable, positions: readonly number[]): Promise<Map<number, number>> {
  const rows = await many<{ position: number; seconds: number }>(
    db,
    `select p.position, greatest(0, extract(epoch from clock_timestamp() - l.stamped_at))::float8 as seconds
       from unnest($1::bigint[]) p (position),
            lateral (select stamped_at from log where log.position > p.position and not quiet order by log.position limit 1) l`,
    [positions],
  )
  return new Map(rows.map(({ position, seconds }) => [position, seconds]))
}
