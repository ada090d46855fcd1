import type { OpenEvent } from './open-events.ts'
import type { Dispatch, Pages } from './pages.ts'
import type { ReplayProgress } from './progress.ts'

export interface Replay {
  readonly id: string
  readonly position: number
  readonly toPosition: number
  readonly sent: number
  readonly failed: number
}

export interface Replayed {
  readonly event: OpenEvent
  readonly dispatch: Dispatch
}

/** What a replayed event has; after them it counts as failed. */
export const MOST_REPLAY_ATTEMPTS = 3

/**
 * A past range once more, beside live delivery and in its order. What fails is tried again by the lane itself, which
 * begins nothing new meanwhile: it makes no row, and holds back nobody but the replay. After a crash it begins again
 * where its lowest unfinished delivery was.
 */
export class ReplayLane {
  readonly id: string
  readonly #to: number
  /** Begun and not done: in flight, or failed and due again. As many as may be in flight at most. */
  readonly #open = new Map<number, Replayed>()
  #frontier: number
  #sent: number
  #failed: number
  #quietUntil = 0

  constructor({ id, position, toPosition, sent, failed }: Replay) {
    this.id = id
    this.#to = toPosition
    this.#frontier = position
    this.#sent = sent
    this.#failed = failed
  }

  /** When it is worth asking again for what it must wait with. */
  get wakeAt(): number {
    const due = [...this.#open.values()].filter(({ event }) => !event.flying).map(({ event }) => event.dueAt)
    return Math.max(this.#quietUntil, due.length > 0 ? Math.min(...due) : 0)
  }

  /** What is due again, or else the next event that `wants` accepts, unless its signal has a request under way. */
  take(
    now: number,
    pages: Pick<Pages, 'next'>,
    wake: () => void,
    wants: (event: Dispatch) => boolean,
    isFlying: (signalId: string) => boolean,
  ): Replayed | undefined {
    if (now < this.#quietUntil) return undefined
    const again = [...this.#open.values()].filter(({ event }) => !event.flying)
    if (again.length > 0) return again.find(({ event }) => event.dueAt <= now && !isFlying(event.signalId))
    while (this.#frontier < this.#to) {
      const next = pages.next(this.#frontier, wake)
      if (!next) return undefined
      if ('upTo' in next) {
        this.#frontier = Math.min(next.upTo, this.#to)
        continue
      }
      const { event: dispatch } = next
      const { position, signalId, type } = dispatch
      if (position > this.#to) {
        this.#frontier = this.#to
        return undefined
      }
      if (!wants(dispatch)) {
        this.#frontier = position
        continue
      }
      if (isFlying(signalId) || [...this.#open.values()].some(({ event }) => event.signalId === signalId))
        return undefined
      this.#frontier = position
      const event = { position, signalId, type, attempts: 0, dueAt: 0, flying: true, stored: false }
      const begun = { event, dispatch }
      this.#open.set(position, begun)
      return begun
    }
    return undefined
  }

  /** The endpoint asked us to wait. */
  rest(until: number): void {
    this.#quietUntil = Math.max(this.#quietUntil, until)
  }

  again(event: OpenEvent, dueAt: number): void {
    event.dueAt = dueAt
    event.flying = false
  }

  finish({ position }: OpenEvent, succeeded: boolean): void {
    this.#open.delete(position)
    if (succeeded) this.#sent += 1
    else this.#failed += 1
  }

  /** It is not wanted any more: neither sent nor failed. */
  drop({ position }: OpenEvent): void {
    this.#open.delete(position)
  }

  get progress(): ReplayProgress {
    const low = Math.min(this.#frontier, ...[...this.#open.keys()].map((position) => position - 1))
    return { id: this.id, position: low, sent: this.#sent, failed: this.#failed, finished: low >= this.#to }
  }
}
