import type { Queryable } from '../../db/index.ts'
import { findReadStart, type LogEvent, readEvents } from './queries.ts'

export interface LogPage {
  readonly events: readonly LogEvent[]
  /** Where to go on. */
  readonly position: number
  /** Events that retention dropped before this reader came to them; it jumps over them. */
  readonly gap: { readonly from: number; readonly to: number } | undefined
}

/** The next events after a position, in their order, none missing but those that a gap names. */
export async function readLog(db: Queryable, after: number, most: number): Promise<LogPage> {
  const start = await findReadStart(db, after)
  if (start === undefined) return { events: [], position: after, gap: undefined }
  const events = untilGap(await readEvents(db, start, most))
  const first = events[0]?.position ?? start + 1
  const gap = first > after + 1 ? { from: after + 1, to: first - 1 } : undefined
  return { events, position: events.at(-1)?.position ?? start, gap }
}

/** A day that is dropped while we read leaves a hole. The page ends before it, and the next one begins with the gap. */
function untilGap(events: readonly LogEvent[]): readonly LogEvent[] {
  const hole = events.findIndex((event, i) => i > 0 && event.position !== (events[i - 1]?.position ?? 0) + 1)
  return hole === -1 ? events : events.slice(0, hole)
}
