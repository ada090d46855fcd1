import type { SendResult } from '../../sending/index.ts'
import { type DeliveryOutcome, isSuccess, retryAfterOf } from '../attempts/attempt.ts'
import type { OutboundEvent, PageCache } from '../log-pages/page-cache.ts'
import type { OpenEvent } from '../progress/open-events.ts'
import type { ReplayProgress } from '../progress/progress-buffer.ts'
import { nextRetryAt, type Random, retryAfterMs } from '../states/retry-schedule.ts'

export const MAX_REPLAYS_IN_FLIGHT = 2

export interface Replay {
  readonly id: string
  readonly position: number
  readonly toPosition: number
  readonly sent: number
  readonly failed: number
}

interface ReplayedEvent {
  readonly event: OpenEvent
  readonly outbound: OutboundEvent
}

/** After this many attempts, a replayed event counts as failed. */
const MAX_REPLAY_ATTEMPTS = 3

/**
 * Sends a past range of the log again, in its order, next to live delivery. The lane retries failed events itself and
 * starts no new ones in the meantime. So a failure creates no row and delays only the replay. After a crash the replay
 * continues at its lowest unfinished event.
 */
export class ReplayLane {
  readonly id: string
  readonly #to: number
  /** Events in flight, or waiting for a retry. Never more than may be in flight. */
  readonly #open = new Map<number, ReplayedEvent>()
  #frontier: number
  #sent: number
  #failed: number
  #waitUntil = 0

  constructor({ id, position, toPosition, sent, failed }: Replay) {
    this.id = id
    this.#to = toPosition
    this.#frontier = position
    this.#sent = sent
    this.#failed = failed
  }

  /** When `take` may return a waiting event. */
  get wakeAt(): number {
    const due = [...this.#open.values()].filter(({ event }) => !event.inFlight).map(({ event }) => event.dueAt)
    return Math.max(this.#waitUntil, due.length > 0 ? Math.min(...due) : 0)
  }

  /**
   * A retry that is due, or else the next event that `wants` accepts, unless its signal has a request in flight. None
   * while `wants` is undecided.
   */
  take(
    now: number,
    pages: Pick<PageCache, 'next'>,
    wake: () => void,
    wants: (event: OutboundEvent) => boolean | undefined,
    isInFlight: (signalId: string) => boolean,
  ): ReplayedEvent | undefined {
    if (now < this.#waitUntil) return undefined
    const waiting = [...this.#open.values()].filter(({ event }) => !event.inFlight)
    if (waiting.length > 0) return waiting.find(({ event }) => event.dueAt <= now && !isInFlight(event.signalId))
    while (this.#frontier < this.#to) {
      const next = pages.next(this.#frontier, wake)
      if (!next) return undefined
      if ('upTo' in next) {
        this.#frontier = Math.min(next.upTo, this.#to)
        continue
      }
      const { event: outbound } = next
      const { position, signalId, type } = outbound
      if (position > this.#to) {
        this.#frontier = this.#to
        return undefined
      }
      const isWanted = wants(outbound)
      if (isWanted === undefined) return undefined
      if (!isWanted) {
        this.#frontier = position
        continue
      }
      if (isInFlight(signalId) || [...this.#open.values()].some(({ event }) => event.signalId === signalId))
        return undefined
      this.#frontier = position
      const event = { position, signalId, type, attempts: 0, dueAt: 0, inFlight: true, stored: false }
      const replayed = { event, outbound }
      this.#open.set(position, replayed)
      return replayed
    }
    return undefined
  }

  settle(event: OpenEvent, result: SendResult, now: number, random: Random): DeliveryOutcome {
    if (isSuccess(result)) {
      this.#open.delete(event.position)
      this.#sent += 1
      return 'delivered'
    }
    const retryAfter = retryAfterOf(result)
    this.#waitUntil = Math.max(this.#waitUntil, now + retryAfterMs(retryAfter))
    const dueAt =
      event.attempts < MAX_REPLAY_ATTEMPTS ? nextRetryAt(event.attempts, now, random, retryAfter) : undefined
    if (dueAt === undefined) {
      this.#open.delete(event.position)
      this.#failed += 1
      return 'exhausted'
    }
    this.reschedule(event, dueAt)
    return 'failed'
  }

  reschedule(event: OpenEvent, dueAt: number): void {
    event.dueAt = dueAt
    event.inFlight = false
  }

  /** Events that wait become due now. */
  makeDue(now: number): void {
    this.#waitUntil = 0
    for (const { event } of this.#open.values()) if (!event.inFlight) event.dueAt = now
  }

  /** The event is not wanted any more. It counts neither as sent nor as failed. */
  drop({ position }: OpenEvent): void {
    this.#open.delete(position)
  }

  get progress(): ReplayProgress {
    const low = Math.min(this.#frontier, ...[...this.#open.keys()].map((position) => position - 1))
    return { id: this.id, position: low, sent: this.#sent, failed: this.#failed, finished: low >= this.#to }
  }
}
