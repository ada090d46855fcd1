// What a holder reads when it takes a webhook, and the one statement by which all its progress is written.

import { many, type Queryable } from '../../db/index.ts'
import type { Health } from './health.ts'
import { NEW_HEALTH } from './health.ts'
import type { OpenEvent } from './open-events.ts'
import type { Progress } from './progress.ts'
import type { Replay } from './replay-lane.ts'

export interface StoredWebhook {
  readonly id: string
  readonly teamId: string
  readonly url: string
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: number | null
  readonly mostInFlight: number
  readonly mostPerSecond: number | null
  readonly version: number
  readonly types: Readonly<Record<string, number>>
  readonly frontier: number
  readonly pending: readonly number[]
  readonly health: Health
  readonly replay: Replay | undefined
}

const MS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint`

interface WebhookRow extends Omit<StoredWebhook, 'health' | 'replay' | 'pending'> {
  pending: string[] | number[]
  failuresInRow: number
  failingSince: number | null
  heldSince: number | null
  holdStep: number
  probeAt: number | null
  replay: Replay | null
  [key: string]: unknown
}

export async function loadWebhooks(db: Queryable, nodeId: string, ids: readonly string[]): Promise<StoredWebhook[]> {
  const rows = await many<WebhookRow>(
    db,
    `select w.id, w.team_id as "teamId", w.url, w.auth_key as "authKey", w.previous_key as "previousKey",
            ${MS('w.previous_key_until')} as "previousKeyUntil", w.most_in_flight as "mostInFlight",
            w.most_per_second as "mostPerSecond", w.version,
            coalesce((select jsonb_object_agg(type, from_position) from webhook_types t where t.webhook_id = w.id), '{}') as types,
            c.frontier, c.pending, c.failures_in_row as "failuresInRow", ${MS('c.failing_since')} as "failingSince",
            ${MS('c.held_since')} as "heldSince", c.hold_step as "holdStep", ${MS('c.probe_at')} as "probeAt",
            (select jsonb_build_object('id', id, 'position', position, 'toPosition', to_position, 'sent', sent, 'failed', failed)
               from webhook_replays r where r.webhook_id = w.id and finished_at is null order by created_at limit 1) as replay
       from webhooks w join webhook_cursors c on c.webhook_id = w.id
      where c.holder = $1 and w.id = any($2)`,
    [nodeId, ids],
  )
  return rows.map(({ failuresInRow, failingSince, heldSince, holdStep, probeAt, pending, replay, ...row }) => ({
    ...row,
    pending: pending.map(Number),
    replay: replay ?? undefined,
    health: {
      ...NEW_HEALTH,
      failuresInRow,
      failingSince: failingSince ?? undefined,
      heldSince: heldSince ?? undefined,
      holdStep,
      probeAt: probeAt ?? 0,
      // It failed when it was last seen: it is met with care.
      window: failuresInRow > 0 || holdStep > 0 ? 1 : NEW_HEALTH.window,
    },
  }))
}

export type OpenRow = Omit<OpenEvent, 'flying'> & { readonly webhookId: string }

export async function loadOpenEvents(db: Queryable, ids: readonly string[]): Promise<OpenRow[]> {
  return many<OpenRow & { [key: string]: unknown }>(
    db,
    `select webhook_id as "webhookId", position, signal_id as "signalId", type, attempts, ${MS('due_at')} as "dueAt", true as stored
       from webhook_retries where webhook_id = any($1) and exhausted_at is null order by position`,
    [ids],
  )
}

export interface EndpointProgress {
  readonly webhookId: string
  readonly epoch: number
  readonly progress: Progress
}

/**
 * One statement, and so one commit: positions, retries, attempts and counts of all endpoints. Everything hangs on the
 * update of the cursor, which is refused to whoever is not the holder of this epoch any more. Returns the webhooks whose
 * progress was written.
 */
export async function writeProgress(
  db: Queryable,
  nodeId: string,
  all: readonly EndpointProgress[],
): Promise<ReadonlySet<string>> {
  const rows = await many<{ webhookId: string }>(db, WRITE_PROGRESS, [nodeId, ...progressColumns(all)])
  return new Set(rows.map(({ webhookId }) => webhookId))
}

const at = (ms: string) => `to_timestamp(${ms} / 1000.0)`

const WRITE_PROGRESS = `
with given as (
  select * from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::int[], $7::bigint[], $8::bigint[], $9::int[],
                       $10::bigint[], $11::bigint[], $12::text[])
    as g (webhook_id, epoch, frontier, pending, failures, failing_ms, held_ms, step, probe_ms, success_ms, pause)
), moved as (
  update webhook_cursors c
     set frontier = g.frontier, pending = g.pending::bigint[], failures_in_row = g.failures, failing_since = ${at('g.failing_ms')},
         held_since = ${at('g.held_ms')}, hold_step = g.step, probe_at = ${at('g.probe_ms')},
         last_success_at = coalesce(${at('g.success_ms')}, c.last_success_at)
    from given g
   where c.webhook_id = g.webhook_id and c.holder = $1 and c.epoch = g.epoch and c.frontier <= g.frontier
  returning c.webhook_id
), delivered as (
  insert into webhook_deliveries (day, webhook_id, at, first_position, positions, statuses, latencies_ms)
  select (now() at time zone 'utc')::date, d.webhook_id, date_trunc('milliseconds', now()), d.first, d.positions::bigint[], d.statuses::smallint[], d.latencies::int[]
    from unnest($13::uuid[], $14::bigint[], $15::text[], $16::text[], $17::text[]) d (webhook_id, first, positions, statuses, latencies)
    join moved using (webhook_id)
), attempted as (
  insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms, excerpt, message)
  select (now() at time zone 'utc')::date, a.webhook_id, ${at('a.at_ms')}, a.position, a.lane, a.attempt, a.status, a.reason, a.latency, a.excerpt, a.message
    from unnest($18::uuid[], $19::bigint[], $20::bigint[], $21::text[], $22::int[], $23::int[], $24::text[], $25::int[], $26::text[], $47::text[])
      a (webhook_id, at_ms, position, lane, attempt, status, reason, latency, excerpt, message)
    join moved using (webhook_id)
), stored as (
  insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
  select r.webhook_id, r.position, r.signal_id, r.type, r.attempts, ${at('r.due_ms')}, case when r.exhausted then now() end
    from unnest($27::uuid[], $28::bigint[], $29::uuid[], $30::text[], $31::int[], $32::bigint[], $33::boolean[])
      r (webhook_id, position, signal_id, type, attempts, due_ms, exhausted)
    join moved using (webhook_id)
  on conflict (webhook_id, position)
  do update set attempts = excluded.attempts, due_at = excluded.due_at, exhausted_at = excluded.exhausted_at
), removed as (
  delete from webhook_retries r using unnest($34::uuid[], $35::bigint[]) d (webhook_id, position), moved m
   where r.webhook_id = d.webhook_id and r.position = d.position and m.webhook_id = d.webhook_id
), counted as (
  insert into webhook_hours as w (webhook_id, hour, succeeded, failed, latency_counts)
  select h.webhook_id, ${at('h.hour_ms')}, h.succeeded, h.failed, h.latencies::int[]
    from unnest($36::uuid[], $37::bigint[], $38::int[], $39::int[], $40::text[]) h (webhook_id, hour_ms, succeeded, failed, latencies)
    join moved using (webhook_id)
  on conflict (webhook_id, hour)
  do update set succeeded = w.succeeded + excluded.succeeded, failed = w.failed + excluded.failed,
                latency_counts = add_counts(w.latency_counts, excluded.latency_counts)
), replayed as (
  update webhook_replays r
     set position = p.position, sent = p.sent, failed = p.failed, finished_at = case when p.finished then now() end
    from unnest($41::uuid[], $42::uuid[], $43::bigint[], $44::bigint[], $45::bigint[], $46::boolean[])
           p (webhook_id, id, position, sent, failed, finished)
    join moved using (webhook_id)
   where r.id = p.id and r.position <= p.position and r.finished_at is null
), paused as (
  update webhooks w set state = 'paused', pause_reason = g.pause, paused_at = now(), version = version + 1
    from given g join moved using (webhook_id)
   where w.id = g.webhook_id and g.pause is not null and w.state = 'enabled'
  returning w.team_id, w.id, w.pause_reason
), told as (
  insert into webhook_notices (team_id, webhook_id, kind, message)
  select team_id, id, pause_reason,
         case pause_reason when 'gone' then 'The endpoint answered 410 Gone, and its webhook is paused. Nothing is lost for 30 days: resume it when the endpoint is back.'
                           else 'The endpoint has failed for five days, and its webhook is paused. Nothing is lost for 30 days: resume it when the endpoint is mended.' end
    from paused
)
select webhook_id as "webhookId" from moved`

const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`

/** Column by column, as unnest takes them. */
function progressColumns(all: readonly EndpointProgress[]): unknown[] {
  const flat = <T>(pick: (progress: Progress) => readonly T[]) =>
    all.flatMap(({ webhookId, progress }) => pick(progress).map((item) => ({ webhookId, item })))
  const delivered = all.filter(({ progress }) => progress.deliveries.length > 0)
  const attempts = flat(({ attempts }) => attempts)
  const rows = flat(({ stored, exhausted }) => [
    ...stored.map((event) => ({ event, exhausted: false })),
    ...exhausted.map((event) => ({ event, exhausted: true })),
  ])
  const removed = flat(({ removed }) => removed)
  const hours = flat(({ hours }) => hours)
  const replays = flat(({ replay }) => (replay ? [replay] : []))
  return [
    all.map(({ webhookId }) => webhookId),
    all.map(({ epoch }) => epoch),
    all.map(({ progress }) => progress.frontier),
    all.map(({ progress }) => list(progress.pending)),
    all.map(({ progress }) => progress.health.failuresInRow),
    all.map(({ progress }) => progress.health.failingSince ?? null),
    all.map(({ progress }) => progress.health.heldSince ?? null),
    all.map(({ progress }) => progress.health.holdStep),
    all.map(({ progress }) => progress.health.probeAt || null),
    all.map(({ progress }) => progress.lastSuccessAt ?? null),
    all.map(({ progress }) => progress.pause ?? null),
    delivered.map(({ webhookId }) => webhookId),
    delivered.map(({ progress }) => Math.min(...progress.deliveries.map(({ position }) => position))),
    delivered.map(({ progress }) => list(progress.deliveries.map(({ position }) => position))),
    delivered.map(({ progress }) => list(progress.deliveries.map(({ status }) => status))),
    delivered.map(({ progress }) => list(progress.deliveries.map(({ latencyMs }) => latencyMs))),
    attempts.map(({ webhookId }) => webhookId),
    attempts.map(({ item }) => Math.round(item.at)),
    attempts.map(({ item }) => item.position),
    attempts.map(({ item }) => item.lane),
    attempts.map(({ item }) => item.attempt),
    attempts.map(({ item }) => item.status),
    attempts.map(({ item }) => item.reason),
    attempts.map(({ item }) => item.latencyMs),
    attempts.map(({ item }) => item.excerpt),
    rows.map(({ webhookId }) => webhookId),
    rows.map(({ item }) => item.event.position),
    rows.map(({ item }) => item.event.signalId),
    rows.map(({ item }) => item.event.type),
    rows.map(({ item }) => item.event.attempts),
    rows.map(({ item }) => Math.round(item.event.dueAt)),
    rows.map(({ item }) => item.exhausted),
    removed.map(({ webhookId }) => webhookId),
    removed.map(({ item }) => item),
    hours.map(({ webhookId }) => webhookId),
    hours.map(({ item }) => item.hour),
    hours.map(({ item }) => item.succeeded),
    hours.map(({ item }) => item.failed),
    hours.map(({ item }) => list(item.latencies)),
    replays.map(({ webhookId }) => webhookId),
    replays.map(({ item }) => item.id),
    replays.map(({ item }) => item.position),
    replays.map(({ item }) => item.sent),
    replays.map(({ item }) => item.failed),
    replays.map(({ item }) => item.finished),
    attempts.map(({ item }) => item.message),
  ]
}
