// The SQL of the log. migrations/functions/stamp_log.sql explains why positions don't come from a sequence.

import type { EventAction, EventKind } from '../../closed-sets/events.ts'
import { copyInto, many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { EVENT_IMAGE } from './signal-image.ts'

export interface NewEvent {
  readonly kind: EventKind
  readonly companyOrdinal: number | null
  readonly signalId: string | null
  readonly type: SignalType | null
  readonly action: EventAction | null
  /** The second that is part of the event's id. */
  readonly unix: number
  /** The signal after the change, as JSON. Null for history: readers get the signal as it is when they read it. */
  readonly image: string | null
  /** Irrelevant to customers: search indexes read it, the firehose neither sends nor counts it. */
  readonly silent?: boolean
}

interface EventRow {
  readonly day: string
  readonly batch: number
  /** Its place in the batch. */
  readonly n: number
  readonly event: NewEvent
}

const copyEvents = copyInto<EventRow>('events', {
  day: ['date', ({ day }) => day],
  batch: ['bigint', ({ batch }) => batch],
  n: ['int', ({ n }) => n],
  kind: ['text', ({ event }) => event.kind],
  company_ordinal: ['int', ({ event }) => event.companyOrdinal],
  signal_id: ['uuid', ({ event }) => event.signalId],
  type: ['text', ({ event }) => event.type],
  action: ['text', ({ event }) => event.action],
  unix: ['bigint', ({ event }) => event.unix],
  image: ['text', ({ event }) => event.image],
  silent: ['boolean', ({ event }) => event.silent ?? false],
})

interface NewBatch {
  readonly batch: number
  readonly day: string
  /** History: the firehose does not deliver it. */
  readonly quiet: boolean
  /** Built one at a time as they are written: all images together would take much memory. */
  readonly events: Iterable<NewEvent>
}

/** Runs inside the writer's transaction: the events exist if and only if it commits. */
export async function insertEvents(tx: Transaction, { batch, day, quiet, events }: NewBatch): Promise<void> {
  const counts: Record<string, number> = {}
  let n = 0
  function* rows(): Generator<EventRow> {
    for (const event of events) {
      const { kind, type, silent } = event
      if (kind === 'signal' && type && !silent) counts[type] = (counts[type] ?? 0) + 1
      yield { day, batch, n: n++, event }
    }
  }
  await copyEvents(tx, rows())
  if (n === 0) return
  await tx.query(`insert into outbox (batch, day, events, quiet, signal_counts) values ($1, $2, $3, $4, $5)`, [
    batch,
    day,
    n,
    quiet,
    counts,
  ])
}

/** Assigns positions to all committed batches and moves them into the log. Returns the position of the newest event. */
export async function stampLog(db: Queryable): Promise<number> {
  return (await one<{ head: number }>(db, 'select stamp_log() as head')).head
}

export async function readHead(db: Queryable): Promise<number> {
  return (await one<{ position: number }>(db, 'select position from log_head')).position
}

export interface TouchedCompany {
  readonly ordinal: number
  /** Whether the company itself changed: it appeared, was merged or split, or has other facts or domains. */
  readonly isChanged: boolean
  readonly [column: string]: unknown
}

/** The companies with an event after one position and up to another. */
export async function readTouchedCompanies(db: Queryable, after: number, upTo: number): Promise<TouchedCompany[]> {
  return many<TouchedCompany>(
    db,
    {
      name: 'log_touched_companies',
      text: `select e.company_ordinal as ordinal, bool_or(e.kind = 'company') as "isChanged"
               from log l join events e on e.day = l.day and e.batch = l.batch
              where l.position > $1 and l.position <= $2 and e.company_ordinal is not null group by 1`,
    },
    [after, upTo],
  )
}

/** Invalidates every copy of the data made so far. Follow it with an event that notifies the readers. */
export async function resetCopies(tx: Transaction): Promise<void> {
  await tx.query(`update log_head set reset_position = position + 1`)
}

export async function readResetPosition(db: Queryable): Promise<number> {
  return (await one<{ position: number }>(db, 'select reset_position as position from log_head')).position
}

/** The head of the log, and how long ago the oldest event after a position was stamped; 0 if there is none. */
export async function readLag(db: Queryable, position: number): Promise<{ head: number; lagSeconds: number }> {
  return one<{ head: number; lagSeconds: number }>(
    db,
    `select position as head,
            coalesce((select extract(epoch from clock_timestamp() - stamped_at)
                        from log where position > $1 order by position limit 1), 0)::float8 as "lagSeconds"
       from log_head`,
    [position],
  )
}

export async function hasOutbox(db: Queryable): Promise<boolean> {
  return (await maybeOne(db, 'select from outbox limit 1')) !== undefined
}

export interface LogEvent extends Omit<NewEvent, 'image'> {
  readonly position: number
  readonly quiet: boolean
  /** As parsed JSON. Null for other kinds of events, and for history whose signal no longer exists. */
  readonly image: unknown
}

/** Where reading continues after a position: there, or later if retention has dropped the next events. */
export async function findReadStart(db: Queryable, after: number): Promise<number | undefined> {
  const row = await maybeOne<{ start: number }>(
    db,
    `select greatest($1::bigint, position - events) as start from log where position > $1 order by position limit 1`,
    [after],
  )
  return row?.start
}

/** The end of the batch that holds the event `limit` after a position, or of the newest one. Undefined if there is none. */
export async function readPageEnd(db: Queryable, after: number, limit: number): Promise<number | undefined> {
  const row = await maybeOne<{ end: number | null }>(
    db,
    `select coalesce((select position from log where position >= $1::bigint + $2 order by position limit 1),
                     (select max(position) from log where position > $1)) as "end"`,
    [after, limit],
  )
  return row?.end ?? undefined
}

/** Positions are dense, so `limit` events are in the batches up to the first that ends at or after `after + limit`. */
export async function readEvents(db: Queryable, after: number, limit: number): Promise<LogEvent[]> {
  const rows = await many<Omit<LogEvent, 'image'> & { image: string | null; [key: string]: unknown }>(
    db,
    `select l.position - l.events + 1 + e.n as position, l.quiet, e.kind, e.company_ordinal as "companyOrdinal",
            e.signal_id as "signalId", e.type, e.action, e.unix, e.silent, ${EVENT_IMAGE} as image
       from log l join events e on e.day = l.day and e.batch = l.batch
      where l.position > $1
        and l.position <= coalesce((select position from log where position >= $1::bigint + $2 order by position limit 1), 9223372036854775807)
        and e.n >= $1::bigint + l.events - l.position and e.n < $1::bigint + $2 + l.events - l.position
      order by 1`,
    [after, limit],
  )
  return rows.map((row) => ({ ...row, image: row.image === null ? null : (JSON.parse(row.image) as unknown) }))
}

/** Events that are committed and have no position yet, in no particular order. */
export async function readUnstamped(
  db: Queryable,
  limit: number,
): Promise<Pick<LogEvent, 'companyOrdinal' | 'type' | 'image'>[]> {
  const rows = await many<{ companyOrdinal: number | null; type: SignalType | null; image: string | null }>(
    db,
    `select e.company_ordinal as "companyOrdinal", e.type, ${EVENT_IMAGE} as image
       from outbox o join events e on e.day = o.day and e.batch = o.batch limit $1`,
    [limit],
  )
  return rows.map((row) => ({ ...row, image: row.image === null ? null : (JSON.parse(row.image) as unknown) }))
}

export async function makePartitions(db: Queryable): Promise<void> {
  await db.query('select make_event_partitions()')
}

/** Days with a partition that are more than `retentionDays` ago by the database's clock, oldest first. */
export async function listExpiredDays(db: Queryable, retentionDays: number): Promise<string[]> {
  const rows = await many<{ day: string }>(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day
       from pg_inherits i join pg_class c on c.oid = i.inhrelid,
            lateral (select to_date(right(c.relname, 8), 'YYYYMMDD') as day) d
      where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{8}$'
        and day < (now() at time zone 'utc')::date - $1::int order by 1`,
    [retentionDays],
  )
  return rows.map(({ day }) => day)
}

/**
 * Drops a day's events and stores how many there were of each type. Stamps first, so that every dropped event had a
 * position.
 */
export async function dropDay(
  tx: Transaction,
  day: string,
  beforeDrop: (tx: Transaction, day: string) => Promise<void>,
): Promise<void> {
  // Takes the lock that may have to wait first, so that no other lock is held meanwhile.
  await tx.query('lock table events in access exclusive mode')
  // Usually nothing is left of that day, and then the drop doesn't hold the stamp lock. With the table locked,
  // nothing can be added.
  if ((await maybeOne(tx, 'select from outbox where day = $1 limit 1', [day])) !== undefined) await stampLog(tx)
  await beforeDrop(tx, day)
  await tx.query(
    `insert into log_dropped (day, from_position, to_position, signal_counts)
     select $1, min(position - events + 1), max(position),
            coalesce((select jsonb_object_agg(type, total) from (
              select c.key as type, sum(c.value::bigint) as total
                from log d, jsonb_each_text(d.signal_counts) c where d.day = $1 and not d.quiet group by c.key) t), '{}')
       from log where day = $1 having count(*) > 0
     on conflict (day) do nothing`,
    [day],
  )
  await tx.query(`delete from log where day = $1`, [day])
  await tx.query(`drop table if exists events_${day.replaceAll('-', '')}`)
}
