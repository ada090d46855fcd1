// One leased webhook: what it may send now, and what follows from an outcome. It has no clock, network or database:
// time, randomness and pages are passed in, so tests run every path in virtual time.

import type { Lane, PauseReason } from '../../../closed-sets/webhooks.ts'
import type { SendResult } from '../../sending/index.ts'
import {
  type DeliveryAttempt,
  type DeliveryOutcome,
  isGone,
  isSuccess,
  type NextStep,
  retryAfterOf,
  storedResult,
} from '../attempts/attempt.ts'
import { CompanyPasses, type LoadPasses } from '../log-pages/company-passes.ts'
import type { PageCache } from '../log-pages/page-cache.ts'
import { type OpenEvent, OpenEvents } from '../progress/open-events.ts'
import { type Progress, ProgressBuffer } from '../progress/progress-buffer.ts'
import { afterFailure, afterSuccess, type Health, hasFailedTooLong, isProbing, NEW_HEALTH } from '../states/health.ts'
import { dueOnceRecovered, MAX_ATTEMPTS, nextRetryAt, type Random, retryAfterMs } from '../states/retry-schedule.ts'
import { FilterGate } from './filter-gate.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { MAX_REPLAYS_IN_FLIGHT, type Replay, ReplayLane } from './replay-lane.ts'
import { type EndpointState, rateLimiterOf, type Subscription } from './subscription.ts'

type Pages = Pick<PageCache, 'next' | 'upcoming'>

interface EndpointOptions {
  readonly pages: Pages
  readonly wake: () => void
  readonly loadPasses: LoadPasses
  readonly random?: Random
}

type NextAttempt = Omit<DeliveryAttempt, 'urlChanges'>

/** How long an event waits after an error on our side. */
const LOCAL_ERROR_DELAY_MS = 1_000
/** Events that wait behind one in flight, in addition to those in flight. The cursor has space for them. */
const MAX_WAITING = 64
/** With this many open retries, the endpoint reads no further until some of them are done. */
export const MAX_OPEN = 5_000
/** Outcomes between two commits. */
const MAX_UNCOMMITTED = 4_096

export class Endpoint {
  readonly #open = new OpenEvents()
  readonly #buffer = new ProgressBuffer()
  readonly #pages: Pages
  readonly #wake: () => void
  readonly #loadPasses: LoadPasses
  readonly #passes: CompanyPasses
  readonly #gate: FilterGate
  readonly #random: Random
  readonly #inFlight: Record<Lane, number> = { first: 0, late: 0, replay: 0 }
  #subscription: Subscription
  #rateLimiter: RateLimiter | undefined
  #frontier: number
  #committedFrontier: number
  #health: Health
  #lastSuccessAt: number | undefined
  /** Set by a Retry-After. */
  #waitUntil = 0
  #pause: PauseReason | undefined
  #replay: ReplayLane | undefined
  #replayPasses: CompanyPasses | undefined
  #finishedReplayId: string | undefined
  #lastLane: Lane = 'late'
  #isFull = false
  #urlChanges = 0

  constructor(
    webhookId: string,
    subscription: Subscription,
    state: EndpointState,
    { pages, wake, loadPasses, random = Math.random }: EndpointOptions,
  ) {
    this.#subscription = subscription
    this.#rateLimiter = rateLimiterOf(subscription)
    this.#frontier = state.frontier
    this.#committedFrontier = state.frontier
    this.#health = state.health
    this.#pages = pages
    this.#gate = new FilterGate(pages)
    this.#wake = wake
    this.#loadPasses = loadPasses
    this.#passes = new CompanyPasses(webhookId, loadPasses, wake)
    this.#random = random
    for (const event of state.open) this.#open.add({ ...event, inFlight: false })
  }

  get frontier(): number {
    return this.#frontier
  }

  /** Every event up to here is delivered, not wanted, or has a row. */
  get doneUpTo(): number {
    return Math.min(this.#frontier + 1, ...this.#open.pending) - 1
  }

  get health(): Health {
    return this.#health
  }

  get inFlight(): number {
    return this.#inFlight.first + this.#inFlight.late + this.#inFlight.replay
  }

  get openCount(): number {
    return this.#open.storedCount
  }

  /** How many outcomes are unknown to the next holder if this process dies now. */
  get uncommitted(): number {
    return this.#buffer.uncommitted + this.#open.pending.size
  }

  /** Progress that must be written with the next commit. Skipping unwanted events can wait. */
  get mustCommit(): boolean {
    return !this.#buffer.isEmpty || this.#pause !== undefined || (this.#replay?.progress.finished ?? false)
  }

  get replayId(): string | undefined {
    return this.#replay?.id
  }

  get hasAdvanced(): boolean {
    return this.#frontier !== this.#committedFrontier || this.#replay !== undefined
  }

  /** Paused by a response: the process releases the webhook. */
  get isPaused(): boolean {
    return this.#pause !== undefined
  }

  /** It stopped because too many outcomes are not committed. */
  get isWaitingForCommit(): boolean {
    return this.#isFull
  }

  setSubscription(subscription: Subscription): void {
    if (subscription.maxPerSecond !== this.#subscription.maxPerSecond) this.#rateLimiter = rateLimiterOf(subscription)
    this.#subscription = subscription
  }

  /** The URL has changed: answers of the old one, past or pending, say nothing about the new one. */
  changeUrl(now: number): void {
    this.#urlChanges += 1
    this.#health = NEW_HEALTH
    this.#waitUntil = 0
    this.#makeDue(now)
    this.#replay?.makeDue(now)
  }

  /** A person asked to retry the event now, when it had this many attempts. Idempotent. */
  ask(position: number, attempts: number): void {
    this.#open.ask(position, attempts)
  }

  startReplay(replay: Replay | undefined): void {
    // The replay was read before its end was committed.
    if (replay?.id === this.#replay?.id || (replay && replay.id === this.#finishedReplayId)) return
    if (this.#inFlight.replay > 0) return
    this.#replay = replay && new ReplayLane(replay)
    this.#replayPasses = replay && new CompanyPasses(replay.id, this.#loadPasses, this.#wake)
  }

  /** `maxInFlight` is how many requests the process allows this endpoint. */
  take(now: number, maxInFlight: number): NextStep {
    this.#isFull = this.#buffer.uncommitted >= MAX_UNCOMMITTED
    this.#gate.startTurn()
    if (this.#pause || this.#isFull) return undefined
    const asked = this.#takeAsked(now, maxInFlight)
    if (asked) return asked
    if (now < this.#waitUntil) return { wakeAt: this.#waitUntil }
    if (isProbing(this.#health)) return this.#takeProbe(now)
    const room = this.#roomOf(maxInFlight)
    if (this.inFlight >= room) return undefined
    const readyAt = this.#rateLimiter?.readyAt(now) ?? now
    if (readyAt > now) return { wakeAt: readyAt }
    // First attempts have slots that retries and replays cannot take. If there are any, they have slots too.
    const lateRoom = Math.max(1, Math.floor(room / 4))
    const firstRoom = this.openCount === 0 && !this.#replay ? room : Math.max(1, room - lateRoom)
    const takeLate = () => (this.#inFlight.late + this.#inFlight.replay < lateRoom ? this.#takeLate(now) : undefined)
    const takeFirst = () => (this.#inFlight.first < firstRoom ? this.#takeFirst() : undefined)
    const attempt =
      (this.#lastLane === 'first' ? (takeLate() ?? takeFirst()) : (takeFirst() ?? takeLate())) ??
      (this.#inFlight.late + this.#inFlight.replay < lateRoom ? this.#takeReplay(now) : undefined)
    if (attempt) return this.#start(attempt, now)
    if (this.#gate.isTurnOver) return { wakeAt: now }
    const ahead = [this.#open.nextDue()?.dueAt ?? 0, this.#replay?.wakeAt ?? 0].filter((at) => at > now)
    return ahead.length > 0 ? { wakeAt: Math.min(...ahead) } : undefined
  }

  /** Records the result of an attempt. */
  settle({ event, lane, urlChanges }: DeliveryAttempt, result: SendResult, now: number): DeliveryOutcome {
    this.#inFlight[lane] -= 1
    const succeeded = isSuccess(result)
    const reason = result.outcome === 'failure' ? result.reason : undefined
    if (reason === 'aborted' || reason === 'failed' || (!succeeded && urlChanges !== this.#urlChanges)) {
      // It does not count as an attempt. After an error on our side, such as no free ports, it is not retried immediately.
      const dueAt = reason === 'failed' ? now + LOCAL_ERROR_DELAY_MS : now
      if (lane === 'replay') this.#replay?.reschedule(event, dueAt)
      else this.#open.reschedule(event, dueAt)
      return 'aborted'
    }
    event.attempts += 1
    const { position, attempts: attempt } = event
    if (succeeded && lane === 'first') {
      const { status, latencyMs, excerpt } = result
      this.#buffer.delivered({ position, status, latencyMs, excerpt }, now)
    } else this.#buffer.attempted({ at: now, position, lane, attempt, ...storedResult(result) })
    if (succeeded) this.#lastSuccessAt = now
    if (lane === 'replay') return this.#settleReplay(event, result, now)
    if (succeeded) {
      if (this.#health.heldSince !== undefined) this.#makeDue(now)
      this.#health = afterSuccess(this.#health, this.#subscription.maxInFlight)
      this.#finish(event, now)
      return 'delivered'
    }
    return this.#fail(event, result, now)
  }

  /** The event cannot be sent any more: its type was unsubscribed, or retention has dropped it. */
  drop({ event, lane }: DeliveryAttempt, now: number): void {
    this.#inFlight[lane] -= 1
    if (lane === 'replay') this.#replay?.drop(event)
    else this.#finish(event, now)
  }

  /** The lists that its filters need. */
  get listIds(): readonly string[] {
    return this.#subscription.filters.flatMap(({ filter }) => filter.list ?? [])
  }

  wants(type: string): boolean {
    return this.#subscription.types.has(type)
  }

  /** Takes the progress since the last commit. */
  collect(): Progress {
    this.#committedFrontier = this.#frontier
    return {
      frontier: this.#frontier,
      pending: [...this.#open.pending],
      health: this.#health,
      lastSuccessAt: this.#lastSuccessAt,
      ...this.#buffer.take((position) => this.#open.at(position)),
      pause: this.#pause,
      replay: this.#replay?.progress,
      passes: [...this.#passes.uncommitted, ...(this.#replayPasses?.uncommitted ?? [])],
    }
  }

  confirm({ replay, passes }: Progress): void {
    this.#passes.confirm(passes)
    this.#replayPasses?.confirm(passes)
    if (!replay?.finished || replay.id !== this.#replay?.id) return
    this.#replay = undefined
    this.#finishedReplayId = replay.id
  }

  /** The progress could not be written. */
  restore(progress: Progress): void {
    this.#committedFrontier = -1
    this.#buffer.restore(progress)
  }

  #roomOf(maxInFlight: number): number {
    if (isProbing(this.#health)) return 1
    return Math.min(this.#subscription.maxInFlight, this.#health.window, maxInFlight)
  }

  /** A retry that a person asked for waits neither for Retry-After nor for the next probe, only for the endpoint's limits. */
  #takeAsked(now: number, maxInFlight: number): NextStep {
    const event = this.#open.nextAsked()
    if (!event || this.inFlight >= this.#roomOf(maxInFlight) || (this.#rateLimiter?.readyAt(now) ?? now) > now) return
    return this.#start({ event, lane: 'late', outbound: undefined }, now)
  }

  #takeProbe(now: number): NextStep {
    if (this.inFlight > 0) return undefined
    if (now < this.#health.probeAt) return { wakeAt: this.#health.probeAt }
    // An event's last attempt is not spent on a probe while another event can be the probe: a long outage exhausts no
    // event.
    const held = this.#health.heldSince !== undefined
    const oldest = held ? this.#open.oldest(({ attempts }) => attempts < MAX_ATTEMPTS - 1) : undefined
    const attempt: NextAttempt | undefined = oldest
      ? { event: oldest, lane: 'late', outbound: undefined }
      : held
        ? (this.#takeFirst() ?? this.#takeLate(now))
        : (this.#takeLate(now) ?? this.#takeFirst())
    if (attempt) return this.#start(attempt, now)
    if (this.#gate.isTurnOver) return { wakeAt: now }
    const due = this.#open.nextDue()?.dueAt
    return due !== undefined && due > now ? { wakeAt: due } : undefined
  }

  #start(attempt: NextAttempt, now: number): NextStep {
    this.#open.start(attempt.event)
    this.#inFlight[attempt.lane] += 1
    this.#lastLane = attempt.lane
    this.#rateLimiter?.take(now)
    return { attempt: { ...attempt, urlChanges: this.#urlChanges } }
  }

  /** The next wanted event of the log that does not have to wait for another event of its signal. */
  #takeFirst(): NextAttempt | undefined {
    while (this.#open.pending.size < this.#subscription.maxInFlight + MAX_WAITING && this.openCount < MAX_OPEN) {
      const next = this.#pages.next(this.#frontier, this.#wake)
      if (!next) return undefined
      if ('upTo' in next) {
        this.#frontier = next.upTo
        continue
      }
      const { event: outbound } = next
      const { position, signalId, type } = outbound
      const from = this.#subscription.types.get(type)
      const isWanted =
        from !== undefined && position > from
          ? this.#gate.passes(outbound, this.#subscription.filters, this.#passes)
          : false
      if (isWanted === undefined) return undefined
      this.#frontier = position
      if (!isWanted) continue
      const head = this.#open.headOf(signalId)
      const event = { position, signalId, type, attempts: 0, dueAt: 0, inFlight: false, stored: head?.stored ?? false }
      this.#open.add(event)
      // Behind a failed event the wait may be long, so this one gets a row. Behind one in flight it stays pending.
      if (event.stored) this.#buffer.changed(event)
      if (!head) return { event, lane: 'first', outbound }
    }
    return undefined
  }

  #takeLate(now: number): NextAttempt | undefined {
    const event = this.#open.nextDue()
    return event && event.dueAt <= now ? { event, lane: 'late', outbound: undefined } : undefined
  }

  #takeReplay(now: number): NextAttempt | undefined {
    if (!this.#replay || this.#inFlight.replay >= MAX_REPLAYS_IN_FLIGHT) return undefined
    const replayed = this.#replay.take(
      now,
      this.#pages,
      this.#wake,
      (event) =>
        this.wants(event.type) &&
        !this.#open.at(event.position) &&
        this.#gate.passes(event, this.#subscription.filters, this.#replayPasses),
      (signalId) => this.#open.headOf(signalId)?.inFlight ?? false,
    )
    return replayed && { ...replayed, lane: 'replay' }
  }

  /** A replay does not affect live delivery, with one exception: 410 applies to everything that we send. */
  #settleReplay(event: OpenEvent, result: SendResult, now: number): DeliveryOutcome {
    if (isGone(result)) this.#pause = 'gone'
    const outcome = this.#replay?.settle(event, result, now, this.#random) ?? 'aborted'
    return outcome === 'failed' && this.#pause ? 'paused' : outcome
  }

  #fail(event: OpenEvent, result: SendResult, now: number): DeliveryOutcome {
    this.#health = afterFailure(this.#health, now, this.#random)
    const retryAfter = retryAfterOf(result)
    this.#waitUntil = Math.max(this.#waitUntil, now + retryAfterMs(retryAfter))
    if (isGone(result)) this.#pause = 'gone'
    else if (hasFailedTooLong(this.#health, now)) this.#pause = 'failing'
    const dueAt = nextRetryAt(event.attempts, now, this.#random, retryAfter)
    if (dueAt === undefined) {
      this.#buffer.exhausted({ ...event })
      this.#open.remove(event, now)
      return 'exhausted'
    }
    this.#open.store(event)
    this.#open.reschedule(event, dueAt)
    this.#buffer.changed(event)
    for (const waiting of this.#open.waitingBehind(event)) {
      if (waiting.stored || waiting.inFlight) continue
      this.#open.store(waiting)
      this.#buffer.changed(waiting)
    }
    return this.#pause ? 'paused' : 'failed'
  }

  /** The endpoint has recovered, or has a new URL: events that wait become due. */
  #makeDue(now: number): void {
    for (const event of this.#open.heads()) {
      if (event.inFlight) continue
      const dueAt = dueOnceRecovered(event.attempts, now)
      if (event.dueAt > dueAt) this.#open.reschedule(event, dueAt)
    }
  }

  #finish(event: OpenEvent, now: number): void {
    if (event.stored) this.#buffer.changed(event)
    this.#open.remove(event, now)
  }
}
