// What the settings screen and the command line show. Every question is bound to the team.

import type { AttemptOutcome, EventState, Lane, NoticeKind, PauseReason } from '../../closed-sets/webhooks.ts'
import { many, maybeOne, type Queryable } from '../../db/index.ts'
import { readNewsAt } from '../log/index.ts'
import { eventIdOf } from '../sending/index.ts'
import { loadAt } from './bodies.ts'
import { type Condition, type ConditionRow, conditionOf } from './condition.ts'
import { type Hold, readHold } from './identity.ts'
import { latencyQuantile } from './latency.ts'

export interface WebhookView extends Condition {
  readonly id: string
  readonly teamId: string
  readonly url: string
  readonly types: readonly string[]
  readonly mostInFlight: number
  readonly mostPerSecond: number | null
  readonly pauseReason: PauseReason | null
  readonly createdAt: Date
  readonly lastSuccessAt: Date | null
  /** The old key is still tried until then. */
  readonly keyOverlapUntil: Date | null
  readonly lag: {
    /** Events of its types that it has not had: behind its position, in flight, or due again. */
    readonly events: number
    /** False: there are at least so many. */
    readonly exact: boolean
    /** The age of the oldest of them. */
    readonly seconds: number
  }
  readonly openRetries: number
  readonly exhausted: number
  /** Events that retention took before they were delivered. */
  readonly gapEvents: number
}

interface Row extends ConditionRow {
  id: string
  teamId: string
  url: string
  types: string[]
  mostInFlight: number
  mostPerSecond: number | null
  createdAt: Date
  lastSuccessAt: Date | null
  keyOverlapUntil: Date | null
  behind: number
  exact: boolean
  lagSeconds: number
  exhausted: number
  gapEvents: number
  [key: string]: unknown
}

/** Beyond so many batches the lag is told as "at least": the question stays bounded. */
const MOST_BATCHES = 5_000

const WEBHOOK = `
select w.id, w.team_id as "teamId", w.url, (select array_agg(type order by place) from webhook_types where webhook_id = w.id) as types,
       w.most_in_flight as "mostInFlight", w.most_per_second as "mostPerSecond", w.state, w.pause_reason as "pauseReason",
       w.paused_at as "pausedAt", w.created_at as "createdAt", c.last_success_at as "lastSuccessAt",
       case when w.previous_key_until > now() then w.previous_key_until end as "keyOverlapUntil",
       c.failures_in_row as "failuresInRow", c.failing_since as "failingSince", c.held_since as "heldSince", c.probe_at as "probeAt",
       r.open as "openRetries", r.exhausted, r.next_due as "nextDue",
       (select coalesce(sum(value::bigint), 0)::int from webhook_gaps g, jsonb_each_text(g.counts) where g.webhook_id = w.id) as "gapEvents",
       (b.events + cardinality(c.pending) + r.open)::int as behind, b.batches <= ${MOST_BATCHES} as exact,
       coalesce(greatest(0, floor(extract(epoch from now() - least(b.oldest,
         (select stamped_at from log where position >= least(r.first, (select min(p) from unnest(c.pending) p)) order by position limit 1)
       )))), 0)::int as "lagSeconds"
  from webhooks w join webhook_cursors c on c.webhook_id = w.id,
       lateral (select count(*) filter (where exhausted_at is null)::int as open, count(*) filter (where exhausted_at is not null)::int as exhausted,
                       min(position) filter (where exhausted_at is null) as first, min(due_at) filter (where exhausted_at is null) as next_due
                  from webhook_retries where webhook_id = w.id) r,
       lateral (select coalesce(sum(n.events), 0)::int as events, count(*) as batches, min(n.stamped_at) filter (where n.events > 0) as oldest
                  from (select l.stamped_at,
                               case when l.quiet then 0 else (select coalesce(sum((l.signal_counts ->> t.type)::int), 0) from webhook_types t
                                 where t.webhook_id = w.id and t.from_position < l.position) end as events
                          from log l where l.position > c.frontier order by l.position limit ${MOST_BATCHES + 1}) n) b`

export async function listWebhooks(db: Queryable, teamId: string): Promise<WebhookView[]> {
  const rows = await many<Row>(db, `${WEBHOOK} where w.team_id = $1 order by w.place`, [teamId])
  const hold = await readHold(db)
  return rows.map((row) => viewOf(row, hold))
}

export async function readWebhook(db: Queryable, teamId: string, webhookId: string): Promise<WebhookView | undefined> {
  const row = await maybeOne<Row>(db, `${WEBHOOK} where w.team_id = $1 and w.id = $2`, [teamId, webhookId])
  return row && viewOf(row, await readHold(db))
}

function viewOf(row: Row, hold: Hold): WebhookView {
  const {
    behind,
    exact,
    lagSeconds,
    state,
    failuresInRow,
    failingSince,
    heldSince,
    probeAt,
    nextDue,
    pausedAt,
    ...rest
  } = row
  return { ...rest, ...conditionOf(row, hold), lag: { events: behind, exact, seconds: lagSeconds } }
}

export interface HourView {
  readonly hour: Date
  readonly succeeded: number
  readonly failed: number
  /** Upper ends of the classes in which the median and the 95th of a hundred lie, in milliseconds. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
}

/** Hours without an attempt have no row. Oldest first. */
export async function readHours(db: Queryable, teamId: string, webhookId: string, hours: number): Promise<HourView[]> {
  const rows = await many<{ hour: Date; succeeded: number; failed: number; counts: number[] }>(
    db,
    `select h.hour, h.succeeded, h.failed, h.latency_counts as counts
       from webhook_hours h join webhooks w on w.id = h.webhook_id
      where w.team_id = $1 and w.id = $2 and h.hour > now() - make_interval(hours => $3) order by h.hour`,
    [teamId, webhookId, Math.min(hours, 24 * 30)],
  )
  return rows.map(({ counts, ...row }) => ({
    ...row,
    p50Ms: latencyQuantile(counts, 0.5) ?? null,
    p95Ms: latencyQuantile(counts, 0.95) ?? null,
  }))
}

export interface AttemptView {
  readonly at: Date
  readonly position: number
  readonly lane: Lane
  readonly attempt: number
  readonly status: number | null
  /** Null: it succeeded. */
  readonly reason: string | null
  readonly latencyMs: number
  /** The first part of the reply; kept for what is not a success at the first attempt. */
  readonly excerpt: string | null
  /** What happened where there was no reply, in words. */
  readonly message: string | null
  /** Of the event; null once it is gone from the log. */
  readonly eventId: string | null
  readonly type: string | null
}

export interface AttemptFilter {
  readonly outcome?: AttemptOutcome | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** One event. */
  readonly position?: number | undefined
  /** Where the page before ended. */
  readonly before?: { readonly at: Date; readonly position: number } | undefined
  readonly most?: number | undefined
}

const MOST_ATTEMPTS_SHOWN = 200
/** Commits of a quarter of a second while one request takes its fifteen, three times over. */
const NEAR_ROWS = 200

/** Newest first. The time of a first attempt that succeeded is that of its commit, at most a quarter of a second later. */
export async function listAttempts(
  db: Queryable,
  teamId: string,
  webhookId: string,
  filter: AttemptFilter = {},
): Promise<AttemptView[]> {
  const most = Math.min(filter.most ?? 50, MOST_ATTEMPTS_SHOWN)
  const rows = await many<Omit<AttemptView, 'eventId' | 'type'> & { [key: string]: unknown }>(
    db,
    `with mine as (select id from webhooks where team_id = $1 and id = $2)
     select * from (
       (select a.at, a.position, a.lane, a.attempt::int, a.status::int, a.reason, a.latency_ms as "latencyMs", a.excerpt, a.message
          from webhook_attempts a join mine on mine.id = a.webhook_id
         where ($3::text is null or (a.reason is null) = ($3 = 'succeeded')) and a.at >= $4 and a.at < $5
           and ($6::bigint is null or a.position = $6) and (a.at, a.position) < ($7, $8::bigint)
         order by a.at desc, a.position desc limit $9)
       union all
       (select d.at, p.position, 'first', 1, p.status::int, null, p.latency, null, null
          from (
            (select w.at, w.positions, w.statuses, w.latencies_ms from webhook_deliveries w join mine on mine.id = w.webhook_id
              where $6::bigint is null and w.at >= $4 and w.at < $5 and w.at <= $7
              order by w.at desc limit $9)
            union all
            -- Deliveries end nearly in their order: the row that has a position is among the last that begin before it.
            (select w.at, w.positions, w.statuses, w.latencies_ms from webhook_deliveries w join mine on mine.id = w.webhook_id
              where $6 is not null and w.first_position <= $6
              order by w.first_position desc limit ${NEAR_ROWS})
               ) d,
               unnest(d.positions, d.statuses, d.latencies_ms) p (position, status, latency)
         where $3::text is distinct from 'failed' and d.at >= $4 and d.at < $5 and (d.at, p.position) < ($7, $8::bigint)
           and ($6 is null or p.position = $6))
     ) attempts order by at desc, position desc limit $9`,
    [
      teamId,
      webhookId,
      filter.outcome ?? null,
      filter.since ?? new Date(0),
      filter.until ?? FAR_AHEAD,
      filter.position ?? null,
      filter.before?.at ?? FAR_AHEAD,
      filter.before?.position ?? Number.MAX_SAFE_INTEGER,
      most,
    ],
  )
  const events = new Map(
    (await readNewsAt(db, [...new Set(rows.map(({ position }) => position))])).map((event) => [event.position, event]),
  )
  return rows.map((row) => {
    const event = events.get(row.position)
    return {
      ...row,
      eventId: event ? eventIdOf(event.signalId, event.action, event.unix) : null,
      type: event?.type ?? null,
    }
  })
}

const FAR_AHEAD = new Date('2999-01-01T00:00:00Z')

export interface EventView {
  readonly position: number
  /** As it would be sent now; nothing once it is gone from the log. */
  readonly payload: unknown
  readonly state: EventState
  readonly nextAttemptAt: Date | null
  readonly attempts: readonly AttemptView[]
}

/** One event of a webhook's own types: what was sent, and every attempt. */
export async function readEvent(
  db: Queryable,
  teamId: string,
  webhookId: string,
  position: number,
): Promise<EventView | undefined> {
  const webhook = await maybeOne<{
    types: Record<string, number>
    frontier: number
    pending: string[]
    quiet: boolean
  }>(
    db,
    `select coalesce((select jsonb_object_agg(type, from_position) from webhook_types where webhook_id = w.id), '{}') as types,
            c.frontier, c.pending::text[] as pending,
            coalesce((select quiet from log where position >= $3 order by position limit 1), false) as quiet
       from webhooks w join webhook_cursors c on c.webhook_id = w.id where w.team_id = $1 and w.id = $2`,
    [teamId, webhookId, position],
  )
  if (!webhook) return undefined
  const [dispatch] = await loadAt(db, [position])
  const attempts = await listAttempts(db, teamId, webhookId, { position })
  if (attempts.length === 0 && !(dispatch && dispatch.type in webhook.types)) return undefined
  const retry = await maybeOne<{ dueAt: Date; exhausted: boolean }>(
    db,
    `select due_at as "dueAt", exhausted_at is not null as exhausted from webhook_retries where webhook_id = $1 and position = $2`,
    [webhookId, position],
  )
  const delivered = attempts.some(({ reason }) => reason === null)
  // History is passed over, and so is what lies before its type was added.
  const from = dispatch && !webhook.quiet ? webhook.types[dispatch.type] : undefined
  const ahead = position > webhook.frontier && from !== undefined && position > from
  const waiting = retry ? !retry.exhausted : ahead || webhook.pending.includes(String(position))
  return {
    position,
    payload: dispatch ? (JSON.parse(Buffer.from(dispatch.body).toString('utf8')) as unknown) : undefined,
    state: retry?.exhausted ? 'exhausted' : waiting ? 'waiting' : delivered ? 'delivered' : 'unknown',
    nextAttemptAt: retry && !retry.exhausted ? retry.dueAt : null,
    attempts,
  }
}

export interface GapView {
  readonly fromPosition: number
  readonly toPosition: number
  readonly counts: Readonly<Record<string, number>>
  readonly at: Date
}

export async function listGaps(db: Queryable, teamId: string, webhookId: string): Promise<GapView[]> {
  return many<GapView & { [key: string]: unknown }>(
    db,
    `select g.from_position as "fromPosition", g.to_position as "toPosition", g.counts, g.at
       from webhook_gaps g join webhooks w on w.id = g.webhook_id where w.team_id = $1 and w.id = $2 order by g.id desc limit 100`,
    [teamId, webhookId],
  )
}

export interface NoticeView {
  readonly id: number
  readonly webhookId: string
  readonly kind: NoticeKind
  readonly message: string
  readonly at: Date
  readonly seenAt: Date | null
}

export async function listNotices(db: Queryable, teamId: string): Promise<NoticeView[]> {
  return many<NoticeView & { [key: string]: unknown }>(
    db,
    `select id, webhook_id as "webhookId", kind, message, at, seen_at as "seenAt" from webhook_notices
      where team_id = $1 order by id desc limit 100`,
    [teamId],
  )
}

export async function markNoticesSeen(db: Queryable, teamId: string, upToId: number): Promise<void> {
  await db.query(`update webhook_notices set seen_at = now() where team_id = $1 and id <= $2 and seen_at is null`, [
    teamId,
    upToId,
  ])
}
