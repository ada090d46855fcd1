// A node's cache of the slices, so that a request doesn't read them from the database. The result is never older than a
// second: after that, one small query checks whether anything was applied, and only then are the rows read. There is no
// listener whose connection could be lost unnoticed, and an idle node sends no queries.

import type { Queryable } from '../../db/index.ts'
import type { Slice } from './definition/definition.ts'
import { readSlicesStamp, selectAppliedSlices, stampOf } from './queries.ts'
import { type BrokenSlice, mergeSlices } from './store.ts'

const FRESH_MS = 1_000

interface SliceCacheOptions {
  readonly monotonicMs?: () => number
  /** Called once for each read that finds stored slices that this version can't read. */
  readonly onBroken?: (broken: readonly BrokenSlice[]) => void
}

export class SliceCache {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  readonly #onBroken: (broken: readonly BrokenSlice[]) => void
  #slices: readonly Slice[] = []
  #stamp: string | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  #refresh: Promise<void> | undefined

  constructor(db: Queryable, options: SliceCacheOptions = {}) {
    this.#db = db
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#onBroken = options.onBroken ?? (() => {})
  }

  /** Sorted by slug. While nothing changes, it returns the same array, so callers can compare by identity. */
  async current(): Promise<readonly Slice[]> {
    if (this.#monotonicMs() - this.#checkedAt < FRESH_MS) return this.#slices
    // Concurrent callers share one query.
    this.#refresh ??= this.#refreshNow().finally(() => {
      this.#refresh = undefined
    })
    await this.#refresh
    return this.#slices
  }

  async find(slug: string): Promise<Slice | undefined> {
    return (await this.current()).find(({ definition }) => definition.slug === slug)
  }

  async #refreshNow(): Promise<void> {
    const sentAt = this.#monotonicMs()
    if (this.#stamp === undefined || (await readSlicesStamp(this.#db)) !== this.#stamp) await this.#read()
    // The result is as old as the query. After a failure, the next caller queries again.
    this.#checkedAt = sentAt
  }

  async #read(): Promise<void> {
    const rows = await selectAppliedSlices(this.#db)
    const { slices, broken } = mergeSlices(rows)
    // The stamp of exactly these rows. The next refresh sees a change between the two queries.
    this.#stamp = stampOf(rows)
    this.#slices = slices
    if (broken.length > 0) this.#onBroken(broken)
  }
}
