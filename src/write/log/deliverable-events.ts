// Reads the events that the firehose delivers: signal events that are not silent, of batches that are not quiet. Quiet
// batches are skipped without reading their events. Silent events and other kinds (companies, ranks) are not fetched.

import type { EventAction } from '../../closed-sets/events.ts'
import { many, type Queryable } from '../../db/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { EVENT_IMAGE } from './signal-image.ts'

export interface DeliverableEvent {
  readonly position: number
  readonly companyOrdinal: number
  readonly signalId: string
  readonly type: SignalType
  readonly action: EventAction
  readonly unix: number
  /** The signal after the change, as parsed JSON. */
  readonly image: unknown
}

interface DeliverablePage {
  readonly events: readonly DeliverableEvent[]
  /** `events` has all deliverable events after the requested position up to here. */
  readonly position: number
  /** Where the page starts: later than requested if retention has dropped the next events. */
  readonly start: number
}

interface Batch {
  position: number
  events: number
  quiet: boolean
  [key: string]: unknown
}

const MAX_BATCHES = 500

/** The next deliverable events after a position and up to `until`, `limit` at most. */
export async function readDeliverableEvents(
  db: Queryable,
  after: number,
  limit: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<DeliverablePage> {
  const batches = await many<Batch>(
    db,
    `select position, events, quiet from log where position > $1 and position - events < $2 order by position limit $3`,
    [after, until, MAX_BATCHES],
  )
  const [first] = batches
  if (!first) return { events: [], position: after, start: after }
  const start = Math.max(after, first.position - first.events)
  const { end, count } = pageExtent(batches, start, limit, until)
  const events = count > 0 ? await readRange(db, start, end) : []
  return { events, position: end, start }
}

/** A page ends when it is full, at `until`, or before a gap left by retention. `count` includes other kinds of events. */
function pageExtent(
  batches: readonly Batch[],
  start: number,
  limit: number,
  until: number,
): { end: number; count: number } {
  let end = start
  let count = 0
  for (const batch of batches) {
    const batchStart = batch.position - batch.events
    if (batchStart > end || end >= until || count >= limit) break
    const batchEnd = Math.min(batch.position, until, batch.quiet ? batch.position : end + limit - count)
    if (!batch.quiet) count += batchEnd - end
    end = batchEnd
  }
  return { end, count }
}

const EVENT = `l.position - l.events + 1 + e.n as position, e.company_ordinal as "companyOrdinal",
               e.signal_id as "signalId", e.type, e.action, e.unix, ${EVENT_IMAGE} as image`

type Row = Omit<DeliverableEvent, 'image'> & { image: string | null; [key: string]: unknown }

async function readRange(db: Queryable, after: number, upTo: number): Promise<DeliverableEvent[]> {
  const rows = await many<Row>(
    db,
    `select ${EVENT} from log l join events e on e.day = l.day and e.batch = l.batch
      where l.position > $1 and l.position <= (select min(position) from log where position >= $2) and not l.quiet
        and e.kind = 'signal' and not e.silent and e.n >= $1::bigint + l.events - l.position and e.n < $2::bigint + l.events - l.position
      order by 1`,
    [after, upTo],
  )
  return rows.flatMap(parsed)
}

/** The signal events at these positions, without silent ones, those that retention has dropped and those of deleted signals. */
export async function readDeliverableEventsAt(
  db: Queryable,
  positions: readonly number[],
): Promise<DeliverableEvent[]> {
  const rows = await many<Row>(
    db,
    `select ${EVENT} from unnest($1::bigint[]) wanted (position),
            lateral (select * from log where log.position >= wanted.position order by log.position limit 1) l
       join events e on e.day = l.day and e.batch = l.batch
      where e.n = wanted.position - (l.position - l.events) - 1 and e.kind = 'signal' and not e.silent`,
    [positions],
  )
  return rows.flatMap(parsed)
}

function parsed({ image, ...row }: Row): DeliverableEvent[] {
  return image === null ? [] : [{ ...row, image: JSON.parse(image) as unknown }]
}
