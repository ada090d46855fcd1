// Tracks how fresh an index is. It answers only while its freshness is known: an index that hasn't read the head of the
// log within five seconds may be missing anything, and one whose oldest unread event is thirty seconds old has fallen
// behind. After either, it must come within five seconds of the head again, so that an import slightly faster than the
// index doesn't switch engines back and forth.

import type { Queryable } from '../../../db/index.ts'
import { type LogEvent, readLag } from '../../../write/log/index.ts'

/** Milliseconds by a clock that all threads of a process share and that never goes back. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

const MAX_SILENCE_MS = 5_000
const MAX_LAG_SECONDS = 30
const CAUGHT_UP_LAG_SECONDS = 5
const ASK_INTERVAL_MS = 250

export interface LogContact {
  /** When it last read the head of the log, by `monotonicMs`. */
  readonly askedAt: number
  /** The newest position of the log. */
  readonly head: number
  /** The age of the oldest event that was unread then; 0 for none. */
  readonly lagSeconds: number
  readonly isBehind: boolean
}

export const NO_CONTACT: LogContact = { askedAt: Number.NEGATIVE_INFINITY, head: 0, lagSeconds: 0, isBehind: false }

export function hasContact({ askedAt }: LogContact, now: number): boolean {
  return now - askedAt <= MAX_SILENCE_MS
}

/** Reads the head of the log, unless it did very recently: then it returns `last` itself. */
export async function askForHead(db: Queryable, position: number, last: LogContact): Promise<LogContact> {
  const askedAt = monotonicMs()
  if (askedAt - last.askedAt < ASK_INTERVAL_MS) return last
  const { head, lagSeconds } = await readLag(db, position)
  const wasBehind = last.isBehind || !hasContact(last, askedAt)
  return { askedAt, head, lagSeconds, isBehind: isBehind(lagSeconds, wasBehind) }
}

export function isBehind(lagSeconds: number, wasBehind: boolean): boolean {
  return lagSeconds >= (wasBehind ? CAUGHT_UP_LAG_SECONDS : MAX_LAG_SECONDS)
}

/** Whether the event invalidates everything indexed. */
export function isReset({ kind, image }: LogEvent): boolean {
  return kind === 'ranks' && (image as { reset?: boolean } | null)?.reset === true
}
