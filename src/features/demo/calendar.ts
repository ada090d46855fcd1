// Days as the world counts them: back from the day that it ends on. Draws never depend on the time of that last day, so
// that whoever makes the world twice on one day gets the same whole days before it.

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

  /** Somewhere in the two years; more of it recent, as sources grow with the years. */
  drawDaysAgo(random: Random): number {
    return Math.floor(HISTORY_DAYS * random.next() ** 1.35)
  }

  /** A second of that day, most of them in working hours. What happens today is spread over what has passed of it. */
  secondsAt(daysAgo: number, random: Random): number {
    const workday = this.#today - daysAgo - this.#weekendDays(daysAgo, random)
    const hour = (random.next() + random.next()) / 2
    const seconds = Math.floor(hour * DAY_SECONDS)
    const passed = workday === this.#today ? Math.floor(hour * this.#secondsOfToday) : seconds
    return workday * DAY_SECONDS + passed
  }

  /** How far back to the Friday, for most of what falls on a weekend. */
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
