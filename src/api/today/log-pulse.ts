// Which companies changed since when, read from the log once for all teams. It is read when somebody asks, at most every
// 250 ms, so a node without open pages sends no queries.

import type { Queryable } from '../../db/index.ts'
import { readHead, readTouchedCompanies } from '../../write/log/index.ts'

const FRESH_MS = 250
/** More events at once, and more companies in all: then everything counts as changed. */
const MAX_EVENTS = 20_000
const MAX_COMPANIES = 100_000

export class LogPulse {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  /** The position at which a company was touched last. */
  readonly #touchedAt = new Map<number, number>()
  /** Of changes up to here nothing is known. */
  #floor = 0
  #head = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Queryable, monotonicMs: () => number = () => performance.now()) {
    this.#db = db
    this.#monotonicMs = monotonicMs
  }

  /** The head of the log, up to 250 ms ago. */
  async head(): Promise<number> {
    if (this.#monotonicMs() - this.#readAt >= FRESH_MS) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
    return this.#head
  }

  /** Whether it knows all that was touched after the position. */
  knows(position: number): boolean {
    return position >= this.#floor
  }

  /** Those of the companies that were touched after the position, as far as it is known. */
  touchedSince(companies: ReadonlySet<number>, position: number): readonly number[] {
    if (companies.size <= this.#touchedAt.size) {
      return [...companies].filter((company) => (this.#touchedAt.get(company) ?? 0) > position)
    }
    return [...this.#touchedAt].flatMap(([company, at]) => (at > position && companies.has(company) ? [company] : []))
  }

  async #read(): Promise<void> {
    const readAt = this.#monotonicMs()
    const head = await readHead(this.#db)
    if (head !== this.#head) await this.#follow(head)
    this.#head = head
    this.#readAt = readAt
  }

  async #follow(head: number): Promise<void> {
    if (
      this.#head === 0 ||
      head < this.#head ||
      head - this.#head > MAX_EVENTS ||
      this.#touchedAt.size > MAX_COMPANIES
    ) {
      this.#touchedAt.clear()
      this.#floor = head
      return
    }
    // Of all events of one reading the last position: it is never too early.
    for (const company of await readTouchedCompanies(this.#db, this.#head, head)) this.#touchedAt.set(company, head)
  }
}
