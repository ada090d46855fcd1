import type { Queryable } from './sql.ts'
import { one } from './sql.ts'

const REFRESH_MS = 10_000

/**
 * The database's clock without a round trip: our own clock plus the offset measured last. Good enough for days and for
 * display. Rules that must be exact use the clock inside their SQL statement.
 */
export class DatabaseClock {
  readonly #db: Queryable
  #offsetMs = 0
  #measuring: Promise<void> | undefined
  #measuredAt = Number.NEGATIVE_INFINITY

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Whole Unix seconds. Waits for the database on the first call only. */
  async now(): Promise<number> {
    const first = this.#measuredAt === Number.NEGATIVE_INFINITY
    if (performance.now() - this.#measuredAt > REFRESH_MS) {
      this.#measuring ??= this.#measure().finally(() => {
        this.#measuring = undefined
      })
      if (first) await this.#measuring
      else this.#measuring.catch(() => {})
    }
    return Math.floor((Date.now() + this.#offsetMs) / 1_000)
  }

  async #measure(): Promise<void> {
    const sentAt = Date.now()
    const { ms } = await one<{ ms: number }>(
      this.#db,
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    this.#offsetMs = ms - (sentAt + Date.now()) / 2
    this.#measuredAt = performance.now()
  }
}
