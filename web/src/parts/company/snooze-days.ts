import { MAX_SNOOZE_DAYS } from '../../contract.ts'
import { localDayOf, utcDayOf } from '../words/format.ts'

const DAY_MS = 86_400_000

/** The reader's own day in a week, YYYY-MM-DD. */
export function inAWeek(now: Date): string {
  return localDayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7))
}

/** The same day of the next month, or its last day: 31 January becomes 28 February. */
export function inAMonth(now: Date): string {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1]
  const lastDay = new Date(year, month + 1, 0).getDate()
  return localDayOf(new Date(year, month, Math.min(now.getDate(), lastDay)))
}

/**
 * The day after the last one in the window. Undefined if the window has closed, or closes too late for a snooze: some
 * windows stay open as long as nothing changes.
 */
export function whenWindowCloses(windowEndsAt: string, now: number): string | undefined {
  const end = Date.parse(windowEndsAt)
  if (!(end >= now - DAY_MS) || end > now + (MAX_SNOOZE_DAYS - 2) * DAY_MS) return undefined
  return utcDayOf(end + DAY_MS)
}
