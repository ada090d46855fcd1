// Retention: drops old attempts, and records the events that the log dropped before a webhook received them.

import {
  type Database,
  dropPastPartitions,
  isBackupRunning,
  type Queryable,
  type Transaction,
} from '../../../db/index.ts'
import { deleteOldPasses } from '../filters/filter-queries.ts'

export async function makeAttemptPartitions(db: Queryable): Promise<void> {
  await db.query('select make_attempt_partitions()')
}

/** Drops attempts, counts and notices that are too old, and creates the partitions of the coming days. */
export async function maintainAttempts(db: Database, days: number): Promise<void> {
  const pool = db.pool('ingest')
  await makeAttemptPartitions(pool)
  if (await isBackupRunning(pool)) return
  await dropPastPartitions(db, ['webhook_deliveries', 'webhook_attempts'], 'day', days)
  await deleteOldPasses(pool)
  await pool.query(`delete from webhook_hours where hour < now() - interval '30 days'`)
  await pool.query(`delete from webhook_notices where at < now() - interval '90 days'`)
  await pool.query(`delete from webhook_gaps where at < now() - interval '90 days'`)
  // The log no longer has their events.
  await pool.query(`delete from webhook_replay_requests where requested_at < now() - interval '31 days'`)
  await pool.query(`delete from webhook_replays where finished_at < now() - interval '90 days'`)
}

/**
 * Runs in the transaction that drops a day of the log, before the drop. For every webhook it counts by type the events
 * of that day that were wanted and not delivered, and records them as a gap. For a webhook with a filter, the filter is
 * ignored. Retries of that day are deleted. Readers skip the gap.
 */
export async function recordGaps(tx: Transaction, day: string): Promise<void> {
  await tx.query(
    `with span as (
       select min(position - events) as after, max(position) as upto from log where day = $1
     ), behind as (
       select c.webhook_id, c.frontier, c.pending from webhook_cursors c, span s
        where c.frontier < s.upto or exists (select from unnest(c.pending) p where p <= s.upto)
          for update of c
     ), lost_retries as (
       delete from webhook_retries r using span s where r.position <= s.upto returning r.webhook_id, r.position, r.type, r.exhausted_at
     ), missed as (
       select b.webhook_id, l.position - l.events + 1 + e.n as position, e.type
         from log l join events e on e.day = l.day and e.batch = l.batch and e.kind = 'signal' and not e.silent
         join webhook_types t on t.type = e.type and l.position - l.events + 1 + e.n > t.from_position
         join behind b on b.webhook_id = t.webhook_id
        where l.day = $1 and not l.quiet
          and (l.position - l.events + 1 + e.n > b.frontier or l.position - l.events + 1 + e.n = any(b.pending))
       union all
       select webhook_id, position, type from lost_retries where exhausted_at is null
     ), counted as (
       select webhook_id, type, count(*) as events, min(position) as first, max(position) as last from missed group by webhook_id, type
     ), gaps as (
       insert into webhook_gaps (webhook_id, from_position, to_position, counts)
       select webhook_id, min(first), max(last), jsonb_object_agg(type, events) from counted group by webhook_id
       returning webhook_id, (select sum(value::bigint) from jsonb_each_text(counts)) as events
     )
     insert into webhook_notices (team_id, webhook_id, kind, message)
     select w.team_id, w.id, 'gap', case when exists (select from webhook_filters f where f.webhook_id = w.id) then 'Up to ' else '' end || g.events || case when g.events = 1 then ' event was' else ' events were' end || ' not delivered within 30 days and can no longer be delivered.'
       from gaps g join webhooks w on w.id = g.webhook_id`,
    [day],
  )
}
