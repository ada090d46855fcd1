// The events of one signal. They have no index by signal, because every write would pay for it. But a signal counts its
// events, and the second of its newest one is known: its days are read from there back, until all are found.

import { many, type Queryable } from '../../db/index.ts'

export interface SignalEvent {
  readonly at: Date
  readonly action: string
  /** Only search indexes read it; the firehose doesn't send it. */
  readonly silent: boolean
  /** History: the firehose skipped it. */
  readonly quiet: boolean
}

interface EventfulSignal {
  readonly id: string
  /** How many events it has had. */
  readonly version: number
  /** The second of the newest one. */
  readonly lastEventUnix: number
}

const DAY_MS = 86_400_000
/** The log has the events of this many days, and of today. */
const KEPT_DAYS = 31
/** Bounds the read of a signal that changes every day. */
const MAX_MS = 5_000

const EVENTS_OF_DAY = `select to_timestamp(e.unix) as at, e.action, e.silent, coalesce(l.quiet, false) as quiet
  from events e left join log l on l.day = e.day and l.batch = e.batch
 where e.day = $2 and e.signal_id = $1 order by e.unix desc`

/** Oldest first. `isComplete`: the log has no older ones. */
export async function readSignalEvents(
  db: Queryable,
  { id, version, lastEventUnix }: EventfulSignal,
  maxMs = MAX_MS,
): Promise<{ events: SignalEvent[]; isComplete: boolean }> {
  const events: SignalEvent[] = []
  const startMs = performance.now()
  // The second of an event may be a little later than its day: no two events of a signal have the same.
  const newest = Math.min(lastEventUnix * 1_000, Date.now() + DAY_MS)
  const oldest = Date.now() - (KEPT_DAYS + 1) * DAY_MS
  for (let day = newest; day >= oldest && events.length < version; day -= DAY_MS) {
    if (performance.now() - startMs > maxMs) return { events: events.reverse(), isComplete: false }
    events.push(...(await many<SignalEvent & { [column: string]: unknown }>(db, EVENTS_OF_DAY, [id, dayOf(day)])))
  }
  return { events: events.reverse(), isComplete: true }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
