import type { Dispatch, Pages } from './pages.ts'
import type { ReplayProgress } from './progress.ts'

export interface Replay {
  readonly id: string
  readonly position: number
  readonly toPosition: number
  readonly sent: number
  readonly failed: number
}

/**
 * A past range once more, beside live delivery and in its order. What fails becomes an ordinary retry, so the lane goes
 * on. After a crash it begins again where its lowest unfinished delivery was.
 */
export class ReplayLane {
  readonly id: string
  readonly #to: number
  readonly #flying = new Map<number, string>()
  #frontier: number
  #sent: number
  #failed: number

  constructor({ id, position, toPosition, sent, failed }: Replay) {
    this.id = id
    this.#to = toPosition
    this.#frontier = position
    this.#sent = sent
    this.#failed = failed
  }

  get flying(): number {
    return this.#flying.size
  }

  /** The next event that `wants` accepts, unless its signal has a request under way. */
  take(
    pages: Pick<Pages, 'next'>,
    wake: () => void,
    wants: (event: Dispatch) => boolean,
    isFlying: (signalId: string) => boolean,
  ): Dispatch | undefined {
    while (this.#frontier < this.#to) {
      const next = pages.next(this.#frontier, wake)
      if (!next) return undefined
      if ('upTo' in next) {
        this.#frontier = Math.min(next.upTo, this.#to)
        continue
      }
      const { event } = next
      if (event.position > this.#to) {
        this.#frontier = this.#to
        return undefined
      }
      if (!wants(event)) {
        this.#frontier = event.position
        continue
      }
      if (isFlying(event.signalId) || [...this.#flying.values()].includes(event.signalId)) return undefined
      this.#frontier = event.position
      this.#flying.set(event.position, event.signalId)
      return event
    }
    return undefined
  }

  settle(position: number, succeeded: boolean): void {
    this.#flying.delete(position)
    if (succeeded) this.#sent += 1
    else this.#failed += 1
  }

  get progress(): ReplayProgress {
    const low = Math.min(this.#frontier, ...[...this.#flying.keys()].map((position) => position - 1))
    return { id: this.id, position: low, sent: this.#sent, failed: this.#failed, finished: low >= this.#to }
  }
}
