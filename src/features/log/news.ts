// Reading the log as the firehose does: signal events that are news. Batches of history are passed over without a look
// inside, and what else is in the log (companies, ranks) is not fetched.

import type { EventAction } from '../../closed-sets/events.ts'
import { many, type Queryable } from '../../db/index.ts'
import type { SignalType } from '../signals/index.ts'

export interface NewsEvent {
  readonly position: number
  readonly companyOrdinal: number
  readonly signalId: string
  readonly type: SignalType
  readonly action: EventAction
  readonly unix: number
  /** The signal after the change, parsed. */
  readonly image: unknown
}

export interface NewsPage {
  readonly events: readonly NewsEvent[]
  /** All news after the asked position and up to here is in `events`. */
  readonly position: number
  /** Where reading really began: later than asked, if retention has dropped what came next. */
  readonly start: number
}

interface Batch {
  position: number
  events: number
  quiet: boolean
  [key: string]: unknown
}

const MOST_BATCHES = 500

/** The next news after a position, about `most` of them, and none past `until`. */
export async function readNews(
  db: Queryable,
  after: number,
  most: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<NewsPage> {
  const batches = await many<Batch>(
    db,
    `select position, events, quiet from log where position > $1 and position - events < $2 order by position limit $3`,
    [after, until, MOST_BATCHES],
  )
  const [first] = batches
  if (!first) return { events: [], position: after, start: after }
  const start = Math.max(after, first.position - first.events)
  const { end, found } = extent(batches, start, most, until)
  if (!found) return { events: [], position: end, start }
  const rows = await readRange(db, start, end)
  return { events: rows, position: end, start }
}

/** How far a page reaches: to its size, to `until`, or to a hole that retention has left. */
function extent(
  batches: readonly Batch[],
  start: number,
  most: number,
  until: number,
): { end: number; found: boolean } {
  let end = start
  let found = 0
  for (const batch of batches) {
    const begins = batch.position - batch.events
    if (begins > end || end >= until || found >= most) break
    const to = Math.min(batch.position, until, batch.quiet ? batch.position : end + most - found)
    if (!batch.quiet) found += to - end
    end = to
  }
  return { end, found: found > 0 }
}

const EVENT = `l.position - l.events + 1 + e.n as position, e.company_ordinal as "companyOrdinal",
               e.signal_id as "signalId", e.type, e.action, e.unix, e.image`

type Row = Omit<NewsEvent, 'image'> & { image: string; [key: string]: unknown }

async function readRange(db: Queryable, after: number, upTo: number): Promise<NewsEvent[]> {
  const rows = await many<Row>(
    db,
    `select ${EVENT} from log l join events e on e.day = l.day and e.batch = l.batch
      where l.position > $1 and l.position <= (select min(position) from log where position >= $2) and not l.quiet
        and e.kind = 'signal' and e.n >= $1::bigint + l.events - l.position and e.n < $2::bigint + l.events - l.position
      order by 1`,
    [after, upTo],
  )
  return rows.map(parsed)
}

/** The signal events at these positions, but for those that retention has dropped. */
export async function readNewsAt(db: Queryable, positions: readonly number[]): Promise<NewsEvent[]> {
  const rows = await many<Row>(
    db,
    `select ${EVENT} from unnest($1::bigint[]) wanted (position),
            lateral (select * from log where log.position >= wanted.position order by log.position limit 1) l
       join events e on e.day = l.day and e.batch = l.batch
      where e.n = wanted.position - (l.position - l.events) - 1 and e.kind = 'signal'`,
    [positions],
  )
  return rows.map(parsed)
}

function parsed({ image, ...row }: Row): NewsEvent {
  return { ...row, image: JSON.parse(image) as unknown }
}
