import type { Queryable } from './sql.ts'
import { one } from './sql.ts'

const REFRESH_MS = 10_000

/**
 * The database's clock without a round trip: our own, corrected by how far the two were apart when we last asked.
 * Good for what counts in days or is shown; whatever must be exact asks inside its statement.
 */
export class DatabaseClock {
  readonly #db: Queryable
  #offsetMs = 0
  #asking: Promise<void> | undefined
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Unix seconds, whole. Waits for the database the first time only. */
  async now(): Promise<number> {
    const first = this.#askedAt === Number.NEGATIVE_INFINITY
    if (performance.now() - this.#askedAt > REFRESH_MS) {
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined
      })
      if (first) await this.#asking
      else this.#asking.catch(() => {})
    }
    return Math.floor((Date.now() + this.#offsetMs) / 1_000)
  }

  async #ask(): Promise<void> {
    const sent = Date.now()
    const { ms } = await one<{ ms: number }>(
      this.#db,
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    this.#offsetMs = ms - (sent + Date.now()) / 2
    this.#askedAt = performance.now()
  }
}
