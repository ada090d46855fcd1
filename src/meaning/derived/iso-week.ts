// ISO 8601 weeks in UTC: Monday to Sunday, in the year of their Thursday. A week is represented by the number of Mondays
// since the epoch, so the previous week is one less.

import { DAY_SECONDS } from './derived-signal.ts'

const WEEK_SECONDS = 7 * DAY_SECONDS
/** The epoch was a Thursday, three days after a Monday. */
const MONDAY_TO_EPOCH_SECONDS = 3 * DAY_SECONDS

export function isoWeekOf(seconds: number): number {
  return Math.floor((seconds + MONDAY_TO_EPOCH_SECONDS) / WEEK_SECONDS)
}

/** The week's first second. It ends where the next one starts. */
export function isoWeekStart(week: number): number {
  return week * WEEK_SECONDS - MONDAY_TO_EPOCH_SECONDS
}

/** Such as 2026-W07. */
export function isoWeekName(week: number): string {
  const thursday = new Date((isoWeekStart(week) + 3 * DAY_SECONDS) * 1000)
  const year = thursday.getUTCFullYear()
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / (DAY_SECONDS * 1000)
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`
}
