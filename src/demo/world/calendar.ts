// Draws days and times, counted back from the last day of the demo world. Draws never depend on the time of that day, so
// two worlds generated on one day are the same up to that day.

import type { Random } from './random.ts'

const DAY_SECONDS = 86_400
const SATURDAY = 6
const SUNDAY = 0

export const HISTORY_DAYS = 730

export class Calendar {
  /** Days since the epoch. */
  readonly #today: number
  readonly #secondsOfToday: number

  constructor(untilSeconds: number) {
    this.#today = Math.floor(untilSeconds / DAY_SECONDS)
    this.#secondsOfToday = untilSeconds - this.#today * DAY_SECONDS
  }

  /** A day in the last two years. Recent days are more likely, because sources grow over time. */
  drawDaysAgo(random: Random): number {
    return Math.floor(HISTORY_DAYS * random.next() ** 1.35)
  }

  /** A time on that day, most likely around noon. On the last day, times are spread over its elapsed part. */
  secondsAt(daysAgo: number, random: Random): number {
    const workday = this.#today - daysAgo - this.#weekendDays(daysAgo, random)
    const hour = (random.next() + random.next()) / 2
    const seconds = Math.floor(hour * DAY_SECONDS)
    const passed = workday === this.#today ? Math.floor(hour * this.#secondsOfToday) : seconds
    return workday * DAY_SECONDS + passed
  }

  /** Days back to Friday, for 80 % of the days that fall on a weekend. */
  #weekendDays(daysAgo: number, random: Random): number {
    const moves = random.chance(0.8)
    // The epoch was a Thursday.
    const weekday = (((this.#today - daysAgo + 4) % 7) + 7) % 7
    if (!moves) return 0
    return weekday === SATURDAY ? 1 : weekday === SUNDAY ? 2 : 0
  }
}

/** YYYY-MM-DD. */
export function dateOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}
