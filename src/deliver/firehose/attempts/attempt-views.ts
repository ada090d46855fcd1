// Delivery attempts and single events, for the settings screen and the command line. Every query is bound to
// the team.

import type { AttemptOutcome, EventState, LoggedLane } from '../../../closed-sets/webhooks.ts'
import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import { readDeliverableEventsAt } from '../../../write/log/index.ts'
import { eventIdOf } from '../../sending/index.ts'
import { loadOutboundEvents } from '../log-pages/outbound-events.ts'
import type { AttemptRecord } from '../progress/progress-buffer.ts'
import { MAX_ATTEMPTS } from '../states/retry-schedule.ts'
import { readRetryRows } from './event-queries.ts'

/** A stored attempt. `reason` is null if it succeeded. The position of a test event is 0. */
export interface AttemptView extends Omit<AttemptRecord, 'at' | 'lane'> {
  readonly at: Date
  readonly lane: LoggedLane
  /** Null once the event is no longer in the log, as is `type`. */
  readonly eventId: string | null
  readonly type: string | null
}

interface AttemptFilter {
  readonly outcome?: AttemptOutcome | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Attempts of one event. */
  readonly position?: number | undefined
  /** The last attempt of the previous page. */
  readonly before?: { readonly at: Date; readonly position: number } | undefined
  readonly limit?: number | undefined
}

const MAX_ATTEMPTS_PER_PAGE = 200
const FAR_FUTURE = new Date('2999-01-01T00:00:00Z')
/** Three times the number of commits, one per quarter of a second, during a request of 15 seconds. */
const NEARBY_ROWS = 200

/** Newest first. A first attempt that succeeded has the time of its commit, at most a quarter of a second later. */
export async function listAttempts(
  db: Queryable,
  teamId: string,
  webhookId: string,
  filter: AttemptFilter = {},
): Promise<AttemptView[]> {
  const limit = Math.min(filter.limit ?? 50, MAX_ATTEMPTS_PER_PAGE)
  const rows = await many<AttemptView & { [key: string]: unknown }>(
    db,
    `with mine as (select id from webhooks where team_id = $1 and id = $2)
     select * from (
       (select a.at, a.position, a.lane, a.attempt::int, a.status::int, a.reason, a.latency_ms as "latencyMs", a.excerpt, a.message,
               a.event_id as "eventId", a.type
          from webhook_attempts a join mine on mine.id = a.webhook_id
         where ($3::text is null or (a.reason is null) = ($3 = 'succeeded')) and a.at >= $4 and a.at < $5
           and ($6::bigint is null or (a.position = $6 and a.lane <> 'test')) and (a.at, a.position) < ($7, $8::bigint)
         order by a.at desc, a.position desc limit $9)
       union all
       (select d.at, p.position, 'first', 1, p.status::int, null, p.latency, d.excerpts[p.excerpt], null, null, null
          from (
            (select w.at, w.positions, w.statuses, w.latencies_ms, w.excerpts, w.excerpt_of from webhook_deliveries w join mine on mine.id = w.webhook_id
              where $6::bigint is null and w.at >= $4 and w.at < $5 and w.at <= $7
              order by w.at desc limit $9)
            union all
            -- Deliveries end almost in log order: the row with a position is among the last rows that start before it.
            (select w.at, w.positions, w.statuses, w.latencies_ms, w.excerpts, w.excerpt_of from webhook_deliveries w join mine on mine.id = w.webhook_id
              where $6 is not null and w.first_position <= $6
              order by w.first_position desc limit ${NEARBY_ROWS})
               ) d,
               unnest(d.positions, d.statuses, d.latencies_ms, d.excerpt_of) p (position, status, latency, excerpt)
         where $3::text is distinct from 'failed' and d.at >= $4 and d.at < $5 and (d.at, p.position) < ($7, $8::bigint)
           and ($6 is null or p.position = $6))
     ) attempts order by at desc, position desc limit $9`,
    [
      teamId,
      webhookId,
      filter.outcome ?? null,
      filter.since ?? new Date(0),
      filter.until ?? FAR_FUTURE,
      filter.position ?? null,
      filter.before?.at ?? FAR_FUTURE,
      filter.before?.position ?? Number.MAX_SAFE_INTEGER,
      limit,
    ],
  )
  const events = new Map(
    (await readDeliverableEventsAt(db, [...new Set(rows.map(({ position }) => position))])).map((event) => [
      event.position,
      event,
    ]),
  )
  return rows.map((row) => {
    if (row.lane === 'test') return row
    const event = events.get(row.position)
    return {
      ...row,
      eventId: event ? eventIdOf(event.signalId, event.action, event.unix) : null,
      type: event?.type ?? null,
    }
  })
}

interface EventView {
  readonly position: number
  /** As it would be sent now. Undefined once the event is no longer in the log. */
  readonly payload: unknown
  readonly state: EventState
  readonly nextAttemptAt: Date | null
  /** It has failed and will be retried, and no immediate retry was requested. */
  readonly canRetry: boolean
  readonly isRetryAsked: boolean
  readonly attemptsLeft: number
  /** When a replay was requested from the operator. */
  readonly replayRequestedAt: Date | null
  readonly attempts: readonly AttemptView[]
}

/** One event of the webhook's types: its payload and every attempt. */
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
    enabled: boolean
  }>(
    db,
    `select coalesce((select jsonb_object_agg(type, from_position) from webhook_types where webhook_id = w.id), '{}') as types,
            c.frontier, c.pending::text[] as pending, w.state = 'enabled' as enabled,
            coalesce((select quiet from log where position >= $3 order by position limit 1), false) as quiet
       from webhooks w join webhook_cursors c on c.webhook_id = w.id where w.team_id = $1 and w.id = $2`,
    [teamId, webhookId, position],
  )
  if (!webhook) return undefined
  const [outbound] = await loadOutboundEvents(db, [position])
  const attempts = await listAttempts(db, teamId, webhookId, { position })
  if (attempts.length === 0 && !(outbound && outbound.type in webhook.types)) return undefined
  const [retry] = await readRetryRows(db, webhookId, [position])
  const delivered = attempts.some(({ reason }) => reason === null)
  // Events of a quiet batch are skipped, and so are events from before the type was added.
  const from = outbound && !webhook.quiet ? webhook.types[outbound.type] : undefined
  const ahead = position > webhook.frontier && from !== undefined && position > from
  const waiting = retry ? !retry.exhausted : ahead || webhook.pending.includes(String(position))
  return {
    position,
    payload: outbound ? (JSON.parse(Buffer.from(outbound.body).toString('utf8')) as unknown) : undefined,
    // An exhausted event that was delivered later was replayed.
    state: retry?.exhausted && !delivered ? 'exhausted' : waiting ? 'waiting' : delivered ? 'delivered' : 'unknown',
    nextAttemptAt: retry && !retry.exhausted ? retry.dueAt : null,
    canRetry: retry !== undefined && !retry.exhausted && retry.attempts > 0 && !retry.isAsked && webhook.enabled,
    isRetryAsked: retry?.isAsked ?? false,
    attemptsLeft: retry && !retry.exhausted ? MAX_ATTEMPTS - retry.attempts : 0,
    replayRequestedAt: retry?.replayRequestedAt ?? null,
    attempts,
  }
}
