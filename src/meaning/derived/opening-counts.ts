// How many openings a company has in each week, for each series of jobs: enough to find the weeks with a surge without
// the jobs themselves. Each title adds to the counts on its own, so a change needs only the jobs of its own title.

import { DAY_SECONDS } from './derived-signal.ts'
import { isoWeekOf, isoWeekStart } from './iso-week.ts'
import { BOARD_MOVE, type Opening } from './openings.ts'
import { jobsAgainstYear, jobsForSurge, SURGE } from './surge-threshold.ts'
import { PERIODS, seriesOf } from './velocity.ts'
import { shiftedWeeks, YEAR_SECONDS, yearWindowOf } from './year-before.ts'

const WINDOW_SECONDS = SURGE.windowDays * DAY_SECONDS
const JUDGED_SECONDS = PERIODS * WINDOW_SECONDS

export interface WeekCounts {
  /** Jobs that were opened in the week. */
  opened: number
  /** Titles in the 30 days up to its end. */
  window: number
  /** Titles in each of the three 30 days before, added up. */
  baseline: number
  /** Titles in the same 30 days of the year before, as far as sources knew the company then. */
  yearBefore: number
}

export const NO_COUNTS: Readonly<WeekCounts> = { opened: 0, window: 0, baseline: 0, yearBefore: 0 }

/** By series, then by ISO week. */
export type OpeningCounts = Map<string, Map<number, WeekCounts>>

/** Adds the openings of one title, or with -1 subtracts them. */
export function countTitle(counts: OpeningCounts, openings: readonly Opening[], sign: 1 | -1): void {
  for (const [series, ofSeries] of seriesOf(openings)) {
    const weeks = counts.get(series) ?? new Map<number, WeekCounts>()
    counts.set(series, weeks)
    for (const { at } of ofSeries) countsIn(weeks, isoWeekOf(at)).opened += sign
    for (const [week, periods] of periodsOf(ofSeries)) {
      const counted = countsIn(weeks, week)
      counted.window += sign * (periods & 1)
      counted.yearBefore += periods & YEAR_BEFORE ? sign : 0
      for (let rest = (periods & ~YEAR_BEFORE) >> 1; rest > 0; rest >>= 1) counted.baseline += sign * (rest & 1)
    }
  }
}

function countsIn(weeks: Map<number, WeekCounts>, week: number): WeekCounts {
  let counts = weeks.get(week)
  if (!counts) {
    counts = { ...NO_COUNTS }
    weeks.set(week, counts)
  }
  return counts
}

/** The bit of the same 30 days of the year before. */
const YEAR_BEFORE = 1 << PERIODS

/** By week, the periods in which the title was opened, as bits: the window is the first. */
function periodsOf(openings: readonly Opening[]): Map<number, number> {
  const periods = new Map<number, number>()
  for (const { at, knownSince } of openings) {
    const last = isoWeekOf(at + JUDGED_SECONDS) - 1
    for (let week = isoWeekOf(at); week <= last; week++) {
      const weekEnd = isoWeekStart(week + 1)
      if (knownSince >= weekEnd - JUDGED_SECONDS) continue
      const period = Math.floor((weekEnd - 1 - at) / WINDOW_SECONDS)
      periods.set(week, (periods.get(week) ?? 0) | (1 << period))
    }
    const lastYearly = isoWeekOf(at + WINDOW_SECONDS + YEAR_SECONDS) - 1
    for (let week = isoWeekOf(at + YEAR_SECONDS); week <= lastYearly; week++) {
      if (knownSince < yearWindowOf(week).from) periods.set(week, (periods.get(week) ?? 0) | YEAR_BEFORE)
    }
  }
  return periods
}

export function isSurge(weeks: ReadonlyMap<number, WeekCounts>, week: number): boolean {
  const { opened, window, baseline } = weeks.get(week) ?? NO_COUNTS
  if (opened <= 0 || window < SURGE.minJobs || window < jobsForSurge(baseline)) return false
  return shiftedWeeks(week).every((each) => window >= jobsAgainstYear(weeks.get(each)?.yearBefore ?? 0))
}

/** Whether an opening at this time counts in the surge of a week, or in what it is compared with. */
export function countsInWeek(at: number, week: number): boolean {
  const weekEnd = isoWeekStart(week + 1)
  if (at < weekEnd && at >= weekEnd - JUDGED_SECONDS) return true
  return shiftedWeeks(week).some((each) => at >= yearWindowOf(each).from && at < yearWindowOf(each).to)
}

/** Whether a surge in this week may be shown otherwise when the newest job belongs to another week. */
export function followsNewestWeek(week: number, newestJobs: readonly [before: number, after: number]): boolean {
  const [before, after] = newestJobs.map((at) => (Number.isFinite(at) ? isoWeekOf(at) : Number.NEGATIVE_INFINITY)) as [
    number,
    number,
  ]
  return before !== after && week + SURGE.updatedWeeks + SURGE.quietWeeks >= Math.min(before, after) - 1
}

/**
 * A job's effect on the counts depends on the jobs of its title opened up to this long before and after it: a title
 * counts once in each window, and earlier jobs of other sources decide whether a job is an opening.
 */
export const TITLE_REACH_SECONDS = {
  oneSource: WINDOW_SECONDS,
  severalSources: WINDOW_SECONDS + BOARD_MOVE.openedDays * DAY_SECONDS,
} as const

/** The openings that only one of the two has. */
export function differingOpenings(before: readonly Opening[], after: readonly Opening[]): Opening[] {
  const left = new Map<string, Opening[]>()
  const nameOf = ({ at, jobFunction, confidence, knownSince }: Opening) =>
    `${at} ${jobFunction} ${confidence} ${knownSince}`
  for (const opening of before) left.set(nameOf(opening), [...(left.get(nameOf(opening)) ?? []), opening])
  const added = after.filter((opening) => left.get(nameOf(opening))?.pop() === undefined)
  return [...added, ...[...left.values()].flat()]
}
