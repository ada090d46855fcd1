// Webhooks, for the settings screen and the command line. Every query is bound to the team.

import type { PauseReason } from '../../../closed-sets/webhooks.ts'
import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import type { WebhookFilter } from '../filters/filter.ts'
import { type Hold, readHold } from '../states/database-identity.ts'
import { failedEventsSql } from '../states/failed-events.ts'
import { latencyQuantile } from '../states/latency.ts'
import { type Condition, type ConditionRow, conditionOf } from '../states/webhook-state.ts'

export interface WebhookView extends Condition {
  readonly id: string
  readonly teamId: string
  /** Null: none was given. */
  readonly name: string | null
  readonly url: string
  readonly types: readonly string[]
  readonly mostInFlight: number
  readonly mostPerSecond: number | null
  /** What it accepts of its types, with the name of the list; null: everything. */
  readonly filter: WebhookFilter | null
  readonly pauseReason: PauseReason | null
  readonly createdAt: Date
  readonly lastSuccessAt: Date | null
  /** The previous key is accepted as a fallback until then. */
  readonly keyOverlapUntil: Date | null
  /** Requests are also signed with the previous secret until then. */
  readonly secretOverlapUntil: Date | null
  readonly lag: {
    /**
     * Events of its types that are not delivered: after its position, in flight, or waiting for a retry. With a filter,
     * an upper bound: those after its position are not tested against the filter yet.
     */
    readonly events: number
    /** False: there are at least this many. */
    readonly exact: boolean
    /** The age of the oldest of them. */
    readonly seconds: number
    /**
     * When a webhook that is falling behind will have caught up at its present rate. Null: never, or it isn't behind.
     */
    readonly throughAt: Date | null
  }
  readonly openRetries: number
  readonly exhausted: number
  /** Events that retention dropped before they were delivered. */
  readonly gapEvents: number
  /** The newest test event of the last 30 days. */
  readonly lastTest: { readonly at: Date; readonly succeeded: boolean } | null
}

interface WebhookRow extends ConditionRow {
  id: string
  teamId: string
  name: string | null
  url: string
  types: string[]
  filter: WebhookFilter | null
  mostInFlight: number
  mostPerSecond: number | null
  createdAt: Date
  lastSuccessAt: Date | null
  keyOverlapUntil: Date | null
  secretOverlapUntil: Date | null
  behind: number
  exact: boolean
  exhausted: number
  gapEvents: number
  testedAt: Date | null
  testSucceeded: boolean | null
  [key: string]: unknown
}

/** With more batches than this the lag is a lower bound, so that the query stays bounded. */
const MAX_BATCHES = 5_000

const SELECT_WEBHOOKS = `
select w.id, w.team_id as "teamId", w.name, w.url, (select array_agg(type order by place) from webhook_types where webhook_id = w.id) as types,
       (select nullif(f.filter, '{}') || case when f.filter ? 'list' then
                 jsonb_build_object('list', coalesce((select name from lists where id::text = f.filter ->> 'list'), '(deleted)')) else '{}' end
          from webhook_filters f where f.webhook_id = w.id order by from_position desc limit 1) as filter,
       w.most_in_flight as "mostInFlight", w.most_per_second as "mostPerSecond", w.state, w.pause_reason as "pauseReason",
       w.paused_at as "pausedAt", w.created_at as "createdAt", c.last_success_at as "lastSuccessAt",
       case when w.previous_key_until > now() then w.previous_key_until end as "keyOverlapUntil",
       case when w.previous_secret_until > now() then w.previous_secret_until end as "secretOverlapUntil",
       c.failures_in_row as "failuresInRow", c.failing_since as "failingSince", c.held_since as "heldSince", c.probe_at as "probeAt",
       c.state as announced, c.through_at as "throughAt", c.holder is not null as leased,
       r.open as "openRetries", r.exhausted, r.next_due as "nextDue", f.failed as "failedEvents", f.failed_at as "lastFailedAt",
       tested.at as "testedAt", tested.succeeded as "testSucceeded",
       (select coalesce(sum(value::bigint), 0)::int from webhook_gaps g, jsonb_each_text(g.counts) where g.webhook_id = w.id) as "gapEvents",
       (b.events + cardinality(c.pending) + r.open)::int as behind, b.batches <= ${MAX_BATCHES} as exact,
       coalesce(greatest(0, floor(extract(epoch from now() - least(b.oldest,
         (select stamped_at from log where position >= least(r.first, (select min(p) from unnest(c.pending) p)) order by position limit 1)
       )))), 0)::int as "lagSeconds"
  from webhooks w join webhook_cursors c on c.webhook_id = w.id
       left join lateral (select a.at, a.reason is null as succeeded from webhook_attempts a
                           where a.webhook_id = w.id and a.lane = 'test' order by a.at desc limit 1) tested on true,
       lateral (select count(*) filter (where exhausted_at is null)::int as open, count(*) filter (where exhausted_at is not null)::int as exhausted,
                       min(position) filter (where exhausted_at is null) as first, min(due_at) filter (where exhausted_at is null) as next_due
                  from webhook_retries where webhook_id = w.id) r,
       lateral (${failedEventsSql('w.id')}) f,
       lateral (select coalesce(sum(n.events), 0)::int as events, count(*) as batches, min(n.stamped_at) filter (where n.events > 0) as oldest
                  from (select l.stamped_at,
                               case when l.quiet then 0
                                 -- The frontier is inside this batch: the events up to it are done, or counted as pending or
                                 -- open retries. Only those after it count here.
                                 when l.position - l.events < c.frontier then
                                   (select count(*) from events e join webhook_types t on t.webhook_id = w.id and t.type = e.type and t.from_position < l.position
                                     where e.day = l.day and e.batch = l.batch and e.kind = 'signal' and not e.silent and e.n >= c.frontier - (l.position - l.events))
                                 else (select coalesce(sum((l.signal_counts ->> t.type)::int), 0) from webhook_types t
                                        where t.webhook_id = w.id and t.from_position < l.position) end as events
                          from log l where l.position > c.frontier order by l.position limit ${MAX_BATCHES + 1}) n) b`

export async function listWebhooks(db: Queryable, teamId: string): Promise<WebhookView[]> {
  const rows = await many<WebhookRow>(db, `${SELECT_WEBHOOKS} where w.team_id = $1 order by w.place`, [teamId])
  const hold = await readHold(db)
  return rows.map((row) => viewOf(row, hold))
}

export async function readWebhook(db: Queryable, teamId: string, webhookId: string): Promise<WebhookView | undefined> {
  const row = await maybeOne<WebhookRow>(db, `${SELECT_WEBHOOKS} where w.team_id = $1 and w.id = $2`, [
    teamId,
    webhookId,
  ])
  return row && viewOf(row, await readHold(db))
}

function viewOf(row: WebhookRow, hold: Hold): WebhookView {
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
    failedEvents,
    lastFailedAt,
    pausedAt,
    announced,
    leased,
    throughAt,
    testedAt,
    testSucceeded,
    ...rest
  } = row
  const condition = conditionOf(row, hold)
  const through = condition.condition === 'falling_behind' ? throughAt : null
  return {
    ...rest,
    ...condition,
    lag: { events: behind, exact, seconds: lagSeconds, throughAt: through },
    lastTest: testedAt && { at: testedAt, succeeded: testSucceeded ?? false },
  }
}

interface HourView {
  readonly hour: Date
  readonly succeeded: number
  readonly failed: number
  /** The upper bounds of the buckets that contain the median and the 95th percentile, in milliseconds. */
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
