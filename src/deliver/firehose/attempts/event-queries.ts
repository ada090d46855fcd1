// The delivery log by event. Every query is bound to the team.
//
// Attempts are stored by time, and most of them packed (see docs/decisions/0030): there is no table of events to page
// through. So the log is read from its newest attempt back, and an event is listed at its newest attempt only. Each
// statement reads a bounded number of attempts, whatever the filter. Events that still fail have rows of their own, and
// are listed from there.

import type { EventState, LoggedLane } from '../../../closed-sets/webhooks.ts'
import { many, type Queryable } from '../../../db/index.ts'

/** An event at its newest attempt. The position of a test event is 0. */
export interface ListedEvent {
  readonly at: Date
  readonly position: number
  /** Of that attempt. Null: the event has none yet. */
  readonly newest: { readonly lane: LoggedLane; readonly succeeded: boolean; readonly status: number | null } | null
  /** Of a test event. Others have theirs in the log. */
  readonly testEventId: string | null
  readonly testType: string | null
  /** Whether it passes the filter. */
  readonly passes: boolean
}

export interface EventFilter {
  readonly state?: Extract<EventState, 'delivered'> | undefined
  readonly type?: string | undefined
  /** A part of the company's name or domain, in lower case. */
  readonly company?: string | undefined
  readonly since: Date
  /** Only older attempts. */
  readonly before: Cursor
}

export interface Cursor {
  readonly at: Date
  readonly position: number
}

interface WalkRow {
  at: Date
  position: number
  lane: LoggedLane
  succeeded: boolean
  status: number | null
  testEventId: string | null
  testType: string | null
  passes: boolean
  [key: string]: unknown
}

/** No later attempt of the event of the row `given` exists. */
const isNewest = (given: string) => `not exists (
  select from webhook_attempts later
   where later.webhook_id = ${given}.webhook_id and later.position = ${given}.position and later.day >= ${given}.day
     and (later.at, later.attempt) > (${given}.at, ${given}.attempt))`

/**
 * The events of up to `limit` attempts, the newest first. All of them, with those that don't pass the filter: the last one is where
 * the next page starts.
 */
export async function walkEvents(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { state, type, company, since, before }: EventFilter,
  limit: number,
): Promise<ListedEvent[]> {
  const rows = await many<WalkRow>(
    db,
    `with mine as (select id from webhooks where team_id = $1 and id = $2), recent as materialized (
       select * from (
         (select a.at, a.position, a.lane, a.reason is null as succeeded, a.status::int, a.event_id as "testEventId", a.type as "testType"
            from webhook_attempts a
           where a.webhook_id = $2 and exists (select from mine) and a.at >= $3 and a.at <= $4 and (a.at, a.position) < ($4, $5::bigint) and (a.lane = 'test' or ${isNewest('a')})
           order by a.at desc, a.position desc limit $6)
         union all
         (select d.at, d.position, 'first', true, d.status::int, null, null
            from (select w.webhook_id, w.day, w.at, p.position, p.status, 1 as attempt
                    from webhook_deliveries w, unnest(w.positions, w.statuses) p (position, status)
                   where w.webhook_id = $2 and exists (select from mine) and w.at >= $3 and w.at <= $4) d
           where (d.at, d.position) < ($4, $5::bigint) and ${isNewest('d')}
           order by d.at desc, d.position desc limit $6)
       ) attempts order by at desc, position desc limit $6
     )
     select r.*, coalesce(($7::text is null or r.succeeded) and ($8::text is null or coalesce(r."testType", e.type) = $8)
                           and ($9::text is null or strpos(e.domain, $9) > 0 or strpos(lower(e.name), $9) > 0), false) as passes
       from recent r left join lateral (${EVENT_AT}) e on $8::text is not null or $9::text is not null
      order by r.at desc, r.position desc`,
    [teamId, webhookId, since, before.at, before.position, limit, state ?? null, type ?? null, company ?? null],
  )
  return rows.map(({ lane, succeeded, status, ...row }) => ({ ...row, newest: { lane, succeeded, status } }))
}

/** The filtered fields of the event at the position of the row `r`. */
const EVENT_AT = `
select e.type, c.domain, c.name
  from (select * from log where log.position >= r.position and r.position > 0 order by log.position limit 1) l
  join events e on e.day = l.day and e.batch = l.batch and e.n = r.position - (l.position - l.events) - 1 and e.kind = 'signal'
  join companies n on n.ordinal = e.company_ordinal
  join companies c on c.ordinal = coalesce(n.merged_into, n.ordinal)`

interface FailingRow {
  at: Date
  position: number
  lane: LoggedLane | null
  succeeded: boolean
  status: number | null
  [key: string]: unknown
}

interface FailingFilter extends Pick<EventFilter, 'type' | 'company' | 'since'> {
  readonly state: 'waiting' | 'exhausted'
  /** Only events before this position. */
  readonly before: number
}

/** Events that are being retried or were given up, the newest event first. */
export async function listFailingEvents(
  db: Queryable,
  teamId: string,
  webhookId: string,
  { state, type, company, since, before }: FailingFilter,
  limit: number,
): Promise<ListedEvent[]> {
  const rows = await many<FailingRow>(
    db,
    `select coalesce(a.at, now()) as at, r.position, a.lane, a.reason is null as succeeded, a.status::int
       from webhook_retries r join webhooks w on w.id = r.webhook_id
       -- Offset 0: found by event and then sorted. Found by time, each day would be read up to the event.
       left join lateral (select * from (select at, lane, reason, status from webhook_attempts a
                                          where a.webhook_id = r.webhook_id and a.position = r.position offset 0) own
                           order by at desc limit 1) a on true
       left join lateral (${EVENT_AT}) e on $7::text is not null
      where w.team_id = $1 and w.id = $2 and (r.exhausted_at is not null) = ($3 = 'exhausted') and r.position < $4
        and not (r.exhausted_at is not null and a.reason is null and a.at is not null)
        and coalesce(a.at, now()) >= $5 and ($6::text is null or r.type = $6)
        and ($7::text is null or strpos(e.domain, $7) > 0 or strpos(lower(e.name), $7) > 0)
      order by r.position desc limit $8`,
    [teamId, webhookId, state, before, since, type ?? null, company ?? null, limit],
  )
  return rows.map(({ at, position, lane, succeeded, status }) => ({
    at,
    position,
    newest: lane === null ? null : { lane, succeeded, status },
    testEventId: null,
    testType: null,
    passes: true,
  }))
}

export interface AttemptMark {
  readonly position: number
  readonly at: Date
  readonly lane: LoggedLane
  readonly succeeded: boolean
  readonly status: number | null
}

/** The attempts of events that have rows of their own: all except a first one that succeeded. Oldest first. */
export async function readAttemptMarks(
  db: Queryable,
  webhookId: string,
  positions: readonly number[],
): Promise<AttemptMark[]> {
  return many<AttemptMark & { [key: string]: unknown }>(
    db,
    `select position, at, lane, reason is null as succeeded, status::int from webhook_attempts
      where webhook_id = $1 and position = any($2) and lane <> 'test' order by at, attempt`,
    [webhookId, positions],
  )
}

export interface RetryRow {
  readonly position: number
  readonly type: string
  readonly attempts: number
  readonly dueAt: Date
  readonly exhausted: boolean
  readonly isAsked: boolean
  readonly replayRequestedAt: Date | null
}

export async function readRetryRows(
  db: Queryable,
  webhookId: string,
  positions: readonly number[],
): Promise<RetryRow[]> {
  return many<RetryRow & { [key: string]: unknown }>(
    db,
    `select position, type, attempts::int, due_at as "dueAt", exhausted_at is not null as exhausted,
            coalesce(exhausted_at is null and retry_asked = attempts, false) as "isAsked",
            (select requested_at from webhook_replay_requests q where q.webhook_id = r.webhook_id and q.position = r.position) as "replayRequestedAt"
       from webhook_retries r where webhook_id = $1 and position = any($2)`,
    [webhookId, positions],
  )
}

/** The companies of events, by ordinal, with their current names. */
export async function readCompanyNames(
  db: Queryable,
  ordinals: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly domain: string }>> {
  const rows = await many<{ ordinal: number; name: string; domain: string }>(
    db,
    `select n.ordinal, c.name, c.domain from companies n join companies c on c.ordinal = coalesce(n.merged_into, n.ordinal)
      where n.ordinal = any($1)`,
    [ordinals],
  )
  return new Map(rows.map(({ ordinal, ...company }) => [ordinal, company]))
}

/** The maximum difference between the time of an event and that of its batch in the log. */
const MAX_STAMP_LAG = '1 hour'

/** Where an event is in the log. It has no index by signal; the second in its id narrows the batches to read. */
export async function findEventPosition(
  db: Queryable,
  { signalId, action, unix }: { signalId: string; action: string; unix: number },
): Promise<number | undefined> {
  const [found] = await many<{ position: number }>(
    db,
    `select l.position - l.events + 1 + e.n as position
       from log l join events e on e.day = l.day and e.batch = l.batch
      where l.day between (to_timestamp($3) at time zone 'utc')::date - 1 and (to_timestamp($3) at time zone 'utc')::date + 1
        and l.stamped_at between to_timestamp($3) - interval '${MAX_STAMP_LAG}' and to_timestamp($3) + interval '${MAX_STAMP_LAG}'
        and e.signal_id = $1 and e.action = $2 and e.unix = $3 and e.kind = 'signal' limit 1`,
    [signalId, action, unix],
  )
  return found?.position
}
