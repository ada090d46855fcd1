import { DAY_SECONDS } from './derived-signal.ts'
import { isoWeekStart } from './iso-week.ts'
import { SURGE } from './surge-threshold.ts'

/** 52 weeks, so that the same days of the week are compared. */
export const YEAR_SECONDS = 364 * DAY_SECONDS

/** The same 30 days of the year before: a business with a season hires in these weeks every year. */
export function yearWindowOf(week: number): { readonly from: number; readonly to: number } {
  const to = isoWeekStart(week + 1) - YEAR_SECONDS
  return { from: to - SURGE.windowDays * DAY_SECONDS, to }
}

/** The weeks whose previous year a week is compared with: a yearly rush rarely begins on the same day. */
export function shiftedWeeks(week: number): readonly number[] {
  return [week - 1, week, week + 1]
}
