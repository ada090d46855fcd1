// The log at a glance, for the operator.

import { many, maybeOne, one, type Queryable } from '../../db/index.ts'

export interface LogSurvey {
  readonly head: number
  /** Committed events without a position: no reader sees them yet. */
  readonly unstamped: { readonly events: number; readonly seconds: number }
  /** When a signal was last created or updated; null if not within the retention of the log. */
  readonly lastSignalAt: Date | null
}

/** The newest batches without a signal are skipped, up to this many: a day of refreshed scores and companies. */
const MAX_BATCHES = 5_000

export async function surveyLog(db: Queryable): Promise<LogSurvey> {
  const { events, seconds, head } = await one<{ events: number; seconds: number; head: number }>(
    db,
    `select (select position from log_head) as head, coalesce(sum(o.events), 0)::int as events,
            coalesce(greatest(0, floor(extract(epoch from now())) - min(e.unix)), 0)::int as seconds
       from outbox o left join events e on e.day = o.day and e.batch = o.batch and e.n = 0`,
  )
  const last = await maybeOne<{ at: Date }>(
    db,
    `select stamped_at as at from (select stamped_at, position, signal_counts from log order by position desc limit ${MAX_BATCHES}) l
      where signal_counts <> '{}' order by position desc limit 1`,
  )
  return { head, unstamped: { events, seconds }, lastSignalAt: last?.at ?? null }
}

/** How long the oldest event after a position has been in the log, in seconds; 0 if there is none. */
export async function ageOfNextEvent(db: Queryable, after: number): Promise<number> {
  const row = await maybeOne<{ seconds: number }>(
    db,
    `select floor(extract(epoch from now() - stamped_at))::int as seconds from log where position > $1 order by position limit 1`,
    [after],
  )
  return Math.max(0, row?.seconds ?? 0)
}

export interface Growth {
  /** Complete days with events, at most seven. */
  readonly days: number
  /** Averages of those days. */
  readonly signalsPerDay: number
  readonly eventBytesPerDay: number
}

/** Measured by the events of the last seven complete days, which are stored by day. */
export async function readGrowth(db: Queryable): Promise<Growth> {
  const days = await many<{ signals: number; bytes: number }>(
    db,
    `select l.signals::bigint as signals, pg_total_relation_size(c.oid)::bigint as bytes
       from (select day, sum((select coalesce(sum(value::int), 0) from jsonb_each_text(signal_counts))) as signals
               from log where day >= (now() at time zone 'utc')::date - 7 and day < (now() at time zone 'utc')::date group by day) l
       join pg_class c on c.oid = to_regclass('events_' || to_char(l.day, 'YYYYMMDD'))`,
  )
  const average = (values: readonly number[]) =>
    values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    days: days.length,
    signalsPerDay: average(days.map(({ signals }) => signals)),
    eventBytesPerDay: average(days.map(({ bytes }) => bytes)),
  }
}
