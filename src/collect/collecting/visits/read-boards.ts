// Boards that discovery has read to know whose they are. The first visit of such a board takes what was read: a board system
// is asked once for a new company. Kept in memory only: a process that ends loses no more than a request.

import type { ReadBoard, Snapshot } from '../../collectors/index.ts'
import type { Look } from './look.ts'

interface Kept {
  readonly snapshot: Snapshot
  /** Unix seconds: when it was read. */
  readonly at: number
}

const MAX_AGE_SECONDS = 600
/** Of all boards together. What does not fit is asked for again. */
const MAX_SIGNALS = 20_000

export class ReadBoards {
  /** By collector and board, the oldest first. */
  readonly #kept = new Map<string, Kept>()
  #signals = 0

  keep(boards: readonly ReadBoard[], at: number): void {
    this.#forgetOld(at)
    for (const { collector, board, snapshot } of boards) {
      const key = `${collector} ${board}`
      if (this.#kept.has(key) || this.#signals + snapshot.signals.length > MAX_SIGNALS) continue
      this.#kept.set(key, { snapshot, at })
      this.#signals += snapshot.signals.length
    }
  }

  /** For the first visit. Undefined: it wasn't read recently. */
  take({ collector, target, visits }: Look, now: number): Kept | undefined {
    this.#forgetOld(now)
    const key = `${collector} ${target}`
    const kept = visits === 0 ? this.#kept.get(key) : undefined
    if (kept) this.#forget(key, kept)
    return kept
  }

  #forgetOld(now: number): void {
    for (const [key, kept] of this.#kept) {
      if (now - kept.at <= MAX_AGE_SECONDS) return
      this.#forget(key, kept)
    }
  }

  #forget(key: string, { snapshot }: Kept): void {
    this.#kept.delete(key)
    this.#signals -= snapshot.signals.length
  }
}
