import type { Queryable } from '../../db/index.ts'
import { findReadStart, type LogEvent, readEvents } from './queries.ts'

interface LogPage {
  readonly events: readonly LogEvent[]
  /** Where the next page starts. */
  readonly position: number
  /** Events that retention dropped before this reader read them. The page starts after them. */
  readonly gap: { readonly from: number; readonly to: number } | undefined
}

/** The next events after a position, in order. Only events in `gap` are missing. */
export async function readLog(db: Queryable, after: number, limit: number): Promise<LogPage> {
  const start = await findReadStart(db, after)
  if (start === undefined) return { events: [], position: after, gap: undefined }
  const events = untilGap(await readEvents(db, start, limit))
  const first = events[0]?.position ?? start + 1
  const gap = first > after + 1 ? { from: after + 1, to: first - 1 } : undefined
  return { events, position: events.at(-1)?.position ?? start, gap }
}

/** A dropped day can leave a gap within the events. The page ends before it, and the next page reports it. */
function untilGap(events: readonly LogEvent[]): readonly LogEvent[] {
  const gap = events.findIndex((event, i) => i > 0 && event.position !== (events[i - 1]?.position ?? 0) + 1)
  return gap === -1 ? events : events.slice(0, gap)
}
