// The slices as a node knows them, so that a request reads none from the database. What is given is never older than a
// second: after that one small question tells whether anything was applied meanwhile, and only then the rows are read.
// No listener is needed that could be cut off unnoticed, and an idle node asks nothing.

import type { Queryable } from '../../db/index.ts'
import type { Slice } from './definition.ts'
import { readSlicesStamp, selectAppliedSlices, stampOf } from './queries.ts'
import { type BrokenSlice, mergeSlices } from './store.ts'

const FRESH_MS = 1_000

export interface SliceBookOptions {
  readonly monotonicMs?: () => number
  /** Told once for every reading: stored slices that this version does not understand. */
  readonly onBroken?: (broken: readonly BrokenSlice[]) => void
}

export class SliceBook {
  readonly #db: Queryable
  readonly #monotonicMs: () => number
  readonly #onBroken: (broken: readonly BrokenSlice[]) => void
  #slices: readonly Slice[] = []
  #stamp: string | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #refresh: Promise<void> | undefined

  constructor(db: Queryable, options: SliceBookOptions = {}) {
    this.#db = db
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#onBroken = options.onBroken ?? (() => {})
  }

  /** By slug. The same list as before while nothing has changed, so that a caller can tell by identity. */
  async current(): Promise<readonly Slice[]> {
    if (this.#monotonicMs() - this.#askedAt < FRESH_MS) return this.#slices
    // Callers that come at once share the question.
    this.#refresh ??= this.#ask().finally(() => {
      this.#refresh = undefined
    })
    await this.#refresh
    return this.#slices
  }

  async find(slug: string): Promise<Slice | undefined> {
    return (await this.current()).find(({ definition }) => definition.slug === slug)
  }

  async #ask(): Promise<void> {
    const sentAt = this.#monotonicMs()
    if (this.#stamp === undefined || (await readSlicesStamp(this.#db)) !== this.#stamp) await this.#read()
    // The answer is as old as the question, and one that failed leaves the next caller to ask again.
    this.#askedAt = sentAt
  }

  async #read(): Promise<void> {
    const rows = await selectAppliedSlices(this.#db)
    const { slices, broken } = mergeSlices(rows)
    // Of these very rows: whatever is applied between the two questions is seen by the next one.
    this.#stamp = stampOf(rows)
    this.#slices = slices
    if (broken.length > 0) this.#onBroken(broken)
  }
}
