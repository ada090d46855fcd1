// Boards that discovery has read to determine their owner. The first visit of such a board reuses that answer: a board
// system gets one request for a new company. In memory only: if the process ends, that request is repeated.

import { LruMap } from '../../../platform/lru-map.ts'
import { collectorNamed, type Snapshot } from '../../collectors/index.ts'
import type { VisitAnswers } from '../receipts/visit-answers.ts'
import type { Look } from './look.ts'

interface CachedBoard {
  readonly snapshot: Snapshot
  readonly answers: VisitAnswers
  /** Unix seconds: when it was read. */
  readonly at: number
}

const MAX_AGE_MS = 600_000
/** Total of all boards; each board counts as one more. Boards that don't fit are requested again. */
const MAX_SIGNALS = 20_000

export class ReadBoards {
  /** By collector and board. */
  readonly #boards = new LruMap<string, CachedBoard>(MAX_SIGNALS, {
    weightOf: ({ snapshot }) => snapshot.signals.length + 1,
    maxAgeMs: MAX_AGE_MS,
  })

  /**
   * The boards that a discovery has read, with all its requests. Returns the answers of those that will be visited.
   */
  add({ read = [], boards = [] }: Snapshot, answers: VisitAnswers, at: number): VisitAnswers[] {
    return read.flatMap(({ collector, board, snapshot }) => {
      const key = `${collector} ${board}`
      if (this.#boards.get(key) !== undefined) return []
      const own = answers.ofSystem(collectorNamed(collector)?.system)
      this.#boards.set(key, { snapshot, answers: own, at })
      return boards.some((each) => each.collector === collector && each.board === board && each.proven) ? [own] : []
    })
  }

  /** For the first visit. Undefined: it wasn't read recently. */
  take({ collector, target, visits }: Look): CachedBoard | undefined {
    if (visits > 0) return undefined
    const key = `${collector} ${target}`
    const board = this.#boards.get(key)
    this.#boards.delete(key)
    return board
  }
}
