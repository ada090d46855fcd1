// The one statement that writes all progress.

import { columns, many, type Queryable } from '../../../db/index.ts'
import type { Pass } from '../log-pages/company-passes.ts'
import { packExcerpts } from './delivery-excerpts.ts'
import type { OpenEvent } from './open-events.ts'
import type { AttemptRecord, HourRecord, Progress, ReplayProgress } from './progress-buffer.ts'

export interface EndpointProgress {
  readonly webhookId: string
  readonly epoch: number
  readonly progress: Progress
}

interface RowOf<T> {
  readonly webhookId: string
  readonly row: T
}

const webhook_id = ['uuid', ({ webhookId }: { readonly webhookId: string }) => webhookId] as const

const CURSORS = columns<EndpointProgress>(2, {
  webhook_id,
  epoch: ['bigint', ({ epoch }) => epoch],
  frontier: ['bigint', ({ progress }) => progress.frontier],
  pending: ['text', ({ progress }) => arrayLiteral(progress.pending)],
  failures: ['int', ({ progress }) => progress.health.failuresInRow],
  failing_ms: ['bigint', ({ progress }) => progress.health.failingSince ?? null],
  held_ms: ['bigint', ({ progress }) => progress.health.heldSince ?? null],
  step: ['int', ({ progress }) => progress.health.holdStep],
  probe_ms: ['bigint', ({ progress }) => progress.health.probeAt || null],
  success_ms: ['bigint', ({ progress }) => progress.lastSuccessAt ?? null],
  pause: ['text', ({ progress }) => progress.pause ?? null],
})

interface PackedDeliveries extends EndpointProgress {
  readonly excerpts: ReturnType<typeof packExcerpts>
}

const DELIVERIES = columns<PackedDeliveries>(CURSORS.next, {
  webhook_id,
  first: ['bigint', ({ progress }) => Math.min(...progress.deliveries.map(({ position }) => position))],
  positions: ['text', ({ progress }) => arrayLiteral(progress.deliveries.map(({ position }) => position))],
  statuses: ['text', ({ progress }) => arrayLiteral(progress.deliveries.map(({ status }) => status))],
  latencies: ['text', ({ progress }) => arrayLiteral(progress.deliveries.map(({ latencyMs }) => latencyMs))],
  excerpts: ['text', ({ excerpts }) => (excerpts ? textArrayLiteral(excerpts.texts) : null)],
  excerpt_of: ['text', ({ excerpts }) => (excerpts ? arrayLiteral(excerpts.numbers) : null)],
})

const ATTEMPTS = columns<RowOf<AttemptRecord>>(DELIVERIES.next, {
  webhook_id,
  at_ms: ['bigint', ({ row }) => Math.round(row.at)],
  position: ['bigint', ({ row }) => row.position],
  lane: ['text', ({ row }) => row.lane],
  attempt: ['int', ({ row }) => row.attempt],
  status: ['int', ({ row }) => row.status],
  reason: ['text', ({ row }) => row.reason],
  latency: ['int', ({ row }) => row.latencyMs],
  excerpt: ['text', ({ row }) => row.excerpt],
  message: ['text', ({ row }) => row.message],
})

const RETRIES = columns<RowOf<{ readonly event: OpenEvent; readonly exhausted: boolean }>>(ATTEMPTS.next, {
  webhook_id,
  position: ['bigint', ({ row }) => row.event.position],
  signal_id: ['uuid', ({ row }) => row.event.signalId],
  type: ['text', ({ row }) => row.event.type],
  attempts: ['int', ({ row }) => row.event.attempts],
  due_ms: ['bigint', ({ row }) => Math.round(row.event.dueAt)],
  exhausted: ['boolean', ({ row }) => row.exhausted],
})

const REMOVED = columns<RowOf<number>>(RETRIES.next, {
  webhook_id,
  position: ['bigint', ({ row }) => row],
})

const HOURS = columns<RowOf<HourRecord>>(REMOVED.next, {
  webhook_id,
  hour_ms: ['bigint', ({ row }) => row.hour],
  succeeded: ['int', ({ row }) => row.succeeded],
  failed: ['int', ({ row }) => row.failed],
  latencies: ['text', ({ row }) => arrayLiteral(row.latencies)],
})

const REPLAYS = columns<RowOf<ReplayProgress>>(HOURS.next, {
  webhook_id,
  id: ['uuid', ({ row }) => row.id],
  position: ['bigint', ({ row }) => row.position],
  sent: ['bigint', ({ row }) => row.sent],
  failed: ['bigint', ({ row }) => row.failed],
  finished: ['boolean', ({ row }) => row.finished],
})

const PASSES = columns<RowOf<Pass>>(REPLAYS.next, {
  webhook_id,
  run: ['uuid', ({ row }) => row.run],
  company: ['int', ({ row }) => row.company],
  position: ['bigint', ({ row }) => row.position],
  unix: ['bigint', ({ row }) => row.unix],
})

const at = (ms: string) => `to_timestamp(${ms} / 1000.0)`

const WRITE_PROGRESS = `
with given as (
  select * from ${CURSORS.as('g')}
), moved as (
  update webhook_cursors c
     set frontier = g.frontier, pending = g.pending::bigint[], failures_in_row = g.failures, failing_since = ${at('g.failing_ms')},
         held_since = ${at('g.held_ms')}, hold_step = g.step, probe_at = ${at('g.probe_ms')},
         last_success_at = coalesce(${at('g.success_ms')}, c.last_success_at)
    from given g
   where c.webhook_id = g.webhook_id and c.holder = $1 and c.epoch = g.epoch and c.frontier <= g.frontier
  returning c.webhook_id
), delivered as (
  insert into webhook_deliveries (day, webhook_id, at, first_position, positions, statuses, latencies_ms, excerpts, excerpt_of)
  select (now() at time zone 'utc')::date, d.webhook_id, date_trunc('milliseconds', now()), d.first, d.positions::bigint[], d.statuses::smallint[], d.latencies::int[],
         d.excerpts::text[], d.excerpt_of::smallint[]
    from ${DELIVERIES.as('d')}
    join moved using (webhook_id)
), attempted as (
  insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms, excerpt, message)
  select (now() at time zone 'utc')::date, a.webhook_id, ${at('a.at_ms')}, a.position, a.lane, a.attempt, a.status, a.reason, a.latency, a.excerpt, a.message
    from ${ATTEMPTS.as('a')}
    join moved using (webhook_id)
), stored as (
  insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
  select r.webhook_id, r.position, r.signal_id, r.type, r.attempts, ${at('r.due_ms')}, case when r.exhausted then now() end
    from ${RETRIES.as('r')}
    join moved using (webhook_id)
  on conflict (webhook_id, position)
  do update set attempts = excluded.attempts, due_at = excluded.due_at, exhausted_at = excluded.exhausted_at
), removed as (
  delete from webhook_retries r using ${REMOVED.as('d')}, moved m
   where r.webhook_id = d.webhook_id and r.position = d.position and m.webhook_id = d.webhook_id
), counted as (
  insert into webhook_hours as w (webhook_id, hour, succeeded, failed, latency_counts)
  select h.webhook_id, ${at('h.hour_ms')}, h.succeeded, h.failed, h.latencies::int[]
    from ${HOURS.as('h')}
    join moved using (webhook_id)
  on conflict (webhook_id, hour)
  do update set succeeded = w.succeeded + excluded.succeeded, failed = w.failed + excluded.failed,
                latency_counts = add_counts(w.latency_counts, excluded.latency_counts)
), replayed as (
  update webhook_replays r
     set position = p.position, sent = p.sent, failed = p.failed, finished_at = case when p.finished then now() end
    from ${REPLAYS.as('p')}
    join moved using (webhook_id)
   where r.id = p.id and r.position <= p.position and r.finished_at is null
), passed as (
  insert into webhook_passes (webhook_id, run, company_ordinal, position, unix)
  select p.webhook_id, p.run, p.company, p.position, p.unix
    from ${PASSES.as('p')}
    join moved using (webhook_id)
  on conflict do nothing
), paused as (
  update webhooks w set state = 'paused', pause_reason = g.pause, paused_at = now(), version = version + 1
    from given g join moved using (webhook_id)
   where w.id = g.webhook_id and g.pause is not null and w.state = 'enabled'
  returning w.team_id, w.id, w.pause_reason
), notified as (
  insert into webhook_notices (team_id, webhook_id, kind, message)
  select team_id, id, pause_reason,
         case pause_reason when 'gone' then 'The endpoint answered 410 Gone, so the webhook was paused. Events are kept for 30 days. Resume the webhook when the endpoint is back.'
                           else 'The endpoint has been failing for five days, so the webhook was paused. Events are kept for 30 days. Resume the webhook when the endpoint is fixed.' end
    from paused
)
select webhook_id as "webhookId" from moved`

/**
 * Writes positions, retries, attempts, passes and counts of all endpoints in one statement, and so in one commit.
 * Everything in the statement depends on the update of the cursor, which rejects a process that is not the holder of this
 * epoch any more. Returns the webhooks whose progress was written.
 */
export async function writeProgress(
  db: Queryable,
  nodeId: string,
  all: readonly EndpointProgress[],
): Promise<ReadonlySet<string>> {
  const rowsOf = <T>(list: (progress: Progress) => readonly T[]): RowOf<T>[] =>
    all.flatMap(({ webhookId, progress }) => list(progress).map((row) => ({ webhookId, row })))
  const delivered = all
    .filter(({ progress }) => progress.deliveries.length > 0)
    .map((each) => ({ ...each, excerpts: packExcerpts(each.progress.deliveries) }))
  const retries = rowsOf(({ stored, exhausted }) => [
    ...stored.map((event) => ({ event, exhausted: false })),
    ...exhausted.map((event) => ({ event, exhausted: true })),
  ])
  const rows = await many<{ webhookId: string }>(db, WRITE_PROGRESS, [
    nodeId,
    ...CURSORS.values(all),
    ...DELIVERIES.values(delivered),
    ...ATTEMPTS.values(rowsOf(({ attempts }) => attempts)),
    ...RETRIES.values(retries),
    ...REMOVED.values(rowsOf(({ removed }) => removed)),
    ...HOURS.values(rowsOf(({ hours }) => hours)),
    ...REPLAYS.values(rowsOf(({ replay }) => (replay ? [replay] : []))),
    ...PASSES.values(rowsOf(({ passes }) => passes)),
  ])
  return new Set(rows.map(({ webhookId }) => webhookId))
}

/** An array in PostgreSQL's text form: `unnest` would flatten an array of arrays. */
function arrayLiteral(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`
}

function textArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
