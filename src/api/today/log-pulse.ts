// Which companies changed, and since when, read from the log once for all teams. It is read on demand, at most every
// 100 ms, so a node without open pages sends no queries.

import type { Queryable } from '../../db/index.ts'
import { readHead, readTouchedCompanies, type TouchedCompany } from '../../write/log/index.ts'

const FRESH_MS = 100
/** With more events, everything counts as changed. */
const MAX_EVENTS = 20_000
/** Total of all reads. The oldest are dropped. */
const MAX_COMPANIES = 100_000

interface Reading {
  /** The head of the log after it. All its events existed by then. */
  readonly position: number
  readonly companies: readonly TouchedCompany[]
  readonly readAt: number
}

export class LogPulse {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  /** Oldest first. */
  #readings: Reading[] = []
  #companies = 0
  /** Changes up to here are unknown. */
  #floor = 0
  #head = 0
  #movedAt: number
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(db: Queryable, monotonicMs: () => number = () => performance.now()) {
    this.#db = db
    this.#monotonicMs = monotonicMs
    this.#movedAt = monotonicMs()
  }

  /** The head of the log, up to 100 ms ago. */
  async head(): Promise<number> {
    if (this.#monotonicMs() - this.#readAt >= FRESH_MS) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
    return this.#head
  }

  /** When the current head was first seen. */
  get movedAt(): number {
    return this.#movedAt
  }

  /** Whether all companies touched after the position are known. */
  knows(position: number): boolean {
    return position >= this.#floor
  }

  /** The companies touched after the position, as far as known. */
  touchedSince(position: number): ReadonlySet<number> {
    return this.#touchedFrom(this.#readings.findLastIndex((reading) => reading.position <= position) + 1)
  }

  /** The companies seen to be touched in the last `ms`, as far as known. */
  touchedWithin(ms: number): ReadonlySet<number> {
    const since = this.#monotonicMs() - ms
    return this.#touchedFrom(this.#readings.findLastIndex(({ readAt }) => readAt < since) + 1)
  }

  /** Of those touched after the position, the companies that changed themselves, such as new ones. */
  changedSince(position: number): ReadonlySet<number> {
    return this.#touchedFrom(this.#readings.findLastIndex((reading) => reading.position <= position) + 1, true)
  }

  #touchedFrom(first: number, onlyChanged = false): ReadonlySet<number> {
    const ordinals = new Set<number>()
    for (const { companies } of this.#readings.slice(first))
      for (const { ordinal, isChanged } of companies) if (isChanged || !onlyChanged) ordinals.add(ordinal)
    return ordinals
  }

  async #read(): Promise<void> {
    const readAt = this.#monotonicMs()
    const head = await readHead(this.#db)
    if (head !== this.#head) {
      await this.#follow(head, readAt)
      this.#movedAt = readAt
    }
    this.#head = head
    this.#readAt = readAt
  }

  async #follow(head: number, readAt: number): Promise<void> {
    if (this.#head === 0 || head < this.#head || head - this.#head > MAX_EVENTS) {
      this.#readings = []
      this.#companies = 0
      this.#floor = head
      return
    }
    const companies = await readTouchedCompanies(this.#db, this.#head, head)
    this.#readings.push({ position: head, companies, readAt })
    this.#companies += companies.length
    while (this.#companies > MAX_COMPANIES) {
      const oldest = this.#readings.shift()
      if (!oldest) return
      this.#companies -= oldest.companies.length
      this.#floor = oldest.position
    }
  }
}
