// One webhook as its holder knows it: what it may send now, and what follows from an outcome. No clock, no network and
// no database: the time, the chance and the pages are given, so every path runs in virtual time.

import type { Lane, PauseReason } from '../../closed-sets/webhooks.ts'
import type { SendResult } from '../sending/index.ts'
import { afterFailure, afterSuccess, type Health, hasFailedTooLong, isProbing } from './health.ts'
import { type OpenEvent, OpenEvents } from './open-events.ts'
import { Pace } from './pace.ts'
import type { Dispatch, Pages } from './pages.ts'
import { Ledger, type Progress } from './progress.ts'
import { MOST_REPLAY_ATTEMPTS, type Replay, ReplayLane } from './replay-lane.ts'
import { honouredWait, MOST_ATTEMPTS, nextDue, type Random } from './schedule.ts'

export interface Subscription {
  readonly mostInFlight: number
  readonly mostPerSecond: number | undefined
  /** Each type with the position after which it is wanted. */
  readonly types: ReadonlyMap<string, number>
}

export interface Standing {
  readonly frontier: number
  readonly health: Health
  /** Rows of webhook_retries, and what was pending when the last holder left. */
  readonly open: readonly Omit<OpenEvent, 'flying'>[]
}

export interface Attempt {
  readonly event: OpenEvent
  readonly lane: Lane
  /** Where the event is at hand; a late one is fetched. */
  readonly dispatch: Dispatch | undefined
}

/** What to do now: send, or come back at a time; nothing: whatever changes that will wake it. */
export type Turn = { readonly attempt: Attempt } | { readonly wakeAt: number } | undefined

/** How long what failed by our own fault waits. */
const OWN_FAULT_MS = 1_000

/** Failed: it is tried again at its time. Paused: not before somebody resumes the webhook. */
export type Settled = 'delivered' | 'failed' | 'paused' | 'exhausted' | 'aborted'

/** Events that wait behind one in flight, beside those in flight. The cursor has room for them. */
const MOST_WAITING = 64
/** An endpoint that fails this many events is read on when some of them are done. */
export const MOST_OPEN = 5_000
/** Outcomes between two commits. */
const MOST_UNCOMMITTED = 4_096
const MOST_REPLAYS_IN_FLIGHT = 2
const PROVEN_AFTER_MS = 5 * 60_000

export class Endpoint {
  readonly #open = new OpenEvents()
  readonly #ledger = new Ledger()
  readonly #pages: Pick<Pages, 'next'>
  readonly #wake: () => void
  readonly #random: Random
  readonly #flying: Record<Lane, number> = { first: 0, late: 0, replay: 0 }
  #subscription: Subscription
  #pace: Pace | undefined
  #frontier: number
  #committedFrontier: number
  #health: Health
  #lastSuccessAt: number | undefined
  /** It asked us to wait. */
  #quietUntil = 0
  #pause: PauseReason | undefined
  #replay: ReplayLane | undefined
  #replayed: string | undefined
  #lastLane: Lane = 'late'
  #full = false

  constructor(
    subscription: Subscription,
    standing: Standing,
    { pages, wake, random = Math.random }: { pages: Pick<Pages, 'next'>; wake: () => void; random?: Random },
  ) {
    this.#subscription = subscription
    this.#pace = paceOf(subscription)
    this.#frontier = standing.frontier
    this.#committedFrontier = standing.frontier
    this.#health = standing.health
    this.#pages = pages
    this.#wake = wake
    this.#random = random
    for (const event of standing.open) this.#open.add({ ...event, flying: false })
  }

  get frontier(): number {
    return this.#frontier
  }

  get health(): Health {
    return this.#health
  }

  get inFlight(): number {
    return this.#flying.first + this.#flying.late + this.#flying.replay
  }

  get openCount(): number {
    return this.#open.storedCount
  }

  /** What a holder that dies now leaves in doubt. */
  get uncommitted(): number {
    return this.#ledger.uncommitted + this.#open.pending.size
  }

  /** Progress that must not wait. Passing over what is not wanted may. */
  get hasNews(): boolean {
    return !this.#ledger.isEmpty || this.#pause !== undefined || (this.#replay?.progress.finished ?? false)
  }

  get replayId(): string | undefined {
    return this.#replay?.id
  }

  get hasMoved(): boolean {
    return this.#frontier !== this.#committedFrontier || this.#replay !== undefined
  }

  /** By what it was answered: its holder gives it back. */
  get isPaused(): boolean {
    return this.#pause !== undefined
  }

  /** It stopped because too much was not committed. */
  get wasFull(): boolean {
    return this.#full
  }

  change(subscription: Subscription): void {
    if (subscription.mostPerSecond !== this.#subscription.mostPerSecond) this.#pace = paceOf(subscription)
    this.#subscription = subscription
  }

  startReplay(replay: Replay | undefined): void {
    // What was read before its end was written is of no use.
    if (replay?.id === this.#replay?.id || (replay && replay.id === this.#replayed)) return
    if (this.#flying.replay === 0) this.#replay = replay && new ReplayLane(replay)
  }

  /** `mostInFlight`: the room that the process has for it. */
  take(now: number, mostInFlight: number): Turn {
    this.#full = this.#ledger.uncommitted >= MOST_UNCOMMITTED
    if (this.#pause || this.#full) return undefined
    if (now < this.#quietUntil) return { wakeAt: this.#quietUntil }
    if (isProbing(this.#health)) return this.#takeProbe(now)
    const room = Math.min(this.#subscription.mostInFlight, this.#health.window, mostInFlight)
    if (this.inFlight >= room) return undefined
    const paceAt = this.#pace?.readyAt(now) ?? now
    if (paceAt > now) return { wakeAt: paceAt }
    // First attempts have room that late ones cannot take, and, as soon as there are any, the other way round.
    const lateRoom = Math.max(1, Math.floor(room / 4))
    const firstRoom = this.openCount === 0 && !this.#replay ? room : Math.max(1, room - lateRoom)
    const takeLate = () => (this.#flying.late + this.#flying.replay < lateRoom ? this.#takeLate(now) : undefined)
    const takeFirst = () => (this.#flying.first < firstRoom ? this.#takeFirst() : undefined)
    const attempt =
      (this.#lastLane === 'first' ? (takeLate() ?? takeFirst()) : (takeFirst() ?? takeLate())) ??
      (this.#flying.late + this.#flying.replay < lateRoom ? this.#takeReplay(now) : undefined)
    if (attempt) return this.#begin(attempt, now)
    const ahead = [this.#open.nextDue()?.dueAt ?? 0, this.#replay?.wakeAt ?? 0].filter((at) => at > now)
    return ahead.length > 0 ? { wakeAt: Math.min(...ahead) } : undefined
  }

  /** What an attempt came to. */
  settle({ event, lane }: Attempt, result: SendResult, now: number): Settled {
    this.#flying[lane] -= 1
    if (result.outcome === 'failure' && (result.reason === 'aborted' || result.reason === 'failed')) {
      // Our own fault, such as no more ports: it costs the event no attempt, and is not tried again at once.
      const dueAt = result.reason === 'failed' ? now + OWN_FAULT_MS : now
      if (lane === 'replay') this.#replay?.again(event, dueAt)
      else this.#open.reschedule(event, dueAt)
      return 'aborted'
    }
    const succeeded = result.outcome === 'response' && result.status >= 200 && result.status < 300
    event.attempts += 1
    if (succeeded && lane === 'first') {
      this.#ledger.delivered({ position: event.position, status: result.status, latencyMs: result.latencyMs }, now)
    } else this.#record(event, lane, result, succeeded, now)
    if (succeeded) this.#lastSuccessAt = now
    if (lane === 'replay') return this.#settleReplayed(event, result, succeeded, now)
    if (succeeded) {
      if (this.#health.heldSince !== undefined) this.#release(event, now)
      this.#health = afterSuccess(this.#health, this.#subscription.mostInFlight)
      this.#finish(event, now)
      return 'delivered'
    }
    return this.#fail(event, result, now)
  }

  /** An event that cannot be sent any more: its type was unsubscribed, or retention has taken it. */
  drop({ event, lane }: Attempt, now: number): void {
    this.#flying[lane] -= 1
    if (lane === 'replay') this.#replay?.drop(event)
    else this.#finish(event, now)
  }

  wants(type: string): boolean {
    return this.#subscription.types.has(type)
  }

  /** For the next commit. */
  collect(): Progress {
    this.#committedFrontier = this.#frontier
    return {
      frontier: this.#frontier,
      pending: [...this.#open.pending],
      health: this.#health,
      lastSuccessAt: this.#lastSuccessAt,
      ...this.#ledger.take((position) => this.#open.at(position)),
      pause: this.#pause,
      replay: this.#replay?.progress,
    }
  }

  confirm({ replay }: Progress): void {
    if (!replay?.finished || replay.id !== this.#replay?.id) return
    this.#replay = undefined
    this.#replayed = replay.id
  }

  putBack(progress: Progress): void {
    this.#committedFrontier = -1
    this.#ledger.putBack(progress)
  }

  #takeProbe(now: number): Turn {
    if (this.inFlight > 0) return undefined
    if (now < this.#health.probeAt) return { wakeAt: this.#health.probeAt }
    // The last attempt of an event is not spent on a probe while another event can be one: a long outage exhausts none.
    const held = this.#health.heldSince !== undefined
    const oldest = held ? this.#open.oldest(({ attempts }) => attempts < MOST_ATTEMPTS - 1) : undefined
    const attempt: Attempt | undefined = oldest
      ? { event: oldest, lane: 'late', dispatch: undefined }
      : held
        ? (this.#takeFirst() ?? this.#takeLate(now))
        : (this.#takeLate(now) ?? this.#takeFirst())
    if (attempt) return this.#begin(attempt, now)
    const due = this.#open.nextDue()?.dueAt
    return due !== undefined && due > now ? { wakeAt: due } : undefined
  }

  #begin(attempt: Attempt, now: number): Turn {
    attempt.event.flying = true
    this.#flying[attempt.lane] += 1
    this.#lastLane = attempt.lane
    this.#pace?.take(now)
    return { attempt }
  }

  /** The next wanted event of the log that need not wait for another one of its signal. */
  #takeFirst(): Attempt | undefined {
    while (this.#open.pending.size < this.#subscription.mostInFlight + MOST_WAITING && this.openCount < MOST_OPEN) {
      const next = this.#pages.next(this.#frontier, this.#wake)
      if (!next) return undefined
      if ('upTo' in next) {
        this.#frontier = next.upTo
        continue
      }
      const { event: dispatch } = next
      const { position, signalId, type } = dispatch
      this.#frontier = position
      const from = this.#subscription.types.get(type)
      if (from === undefined || position <= from) continue
      const before = this.#open.headOf(signalId)
      const event = { position, signalId, type, attempts: 0, dueAt: 0, flying: false, stored: before?.stored ?? false }
      this.#open.add(event)
      // Behind one that failed the wait may be long: it gets a row. Behind one in flight it is short: it stays pending.
      if (event.stored) this.#ledger.changed(event)
      if (!before) return { event, lane: 'first', dispatch }
    }
    return undefined
  }

  #takeLate(now: number): Attempt | undefined {
    const event = this.#open.nextDue()
    return event && event.dueAt <= now ? { event, lane: 'late', dispatch: undefined } : undefined
  }

  #takeReplay(now: number): Attempt | undefined {
    if (!this.#replay || this.#flying.replay >= MOST_REPLAYS_IN_FLIGHT) return undefined
    const replayed = this.#replay.take(
      now,
      this.#pages,
      this.#wake,
      ({ position, type }) => this.wants(type) && !this.#open.at(position),
      (signalId) => this.#open.headOf(signalId)?.flying ?? false,
    )
    return replayed && { ...replayed, lane: 'replay' }
  }

  /** Live delivery learns nothing from a replay, but for 410: that is the endpoint's word on all that we send. */
  #settleReplayed(event: OpenEvent, result: SendResult, succeeded: boolean, now: number): Settled {
    if (succeeded) {
      this.#replay?.finish(event, true)
      return 'delivered'
    }
    if (isGone(result)) this.#pause = 'gone'
    const askedFor = waitAskedFor(result)
    this.#replay?.rest(now + honouredWait(askedFor))
    const dueAt =
      event.attempts < MOST_REPLAY_ATTEMPTS ? nextDue(event.attempts, now, this.#random, askedFor) : undefined
    if (dueAt === undefined) {
      this.#replay?.finish(event, false)
      return 'exhausted'
    }
    this.#replay?.again(event, dueAt)
    return this.#pause ? 'paused' : 'failed'
  }

  #fail(event: OpenEvent, result: SendResult, now: number): Settled {
    this.#health = afterFailure(this.#health, now, this.#random)
    const askedFor = waitAskedFor(result)
    this.#quietUntil = Math.max(this.#quietUntil, now + honouredWait(askedFor))
    if (isGone(result)) this.#pause = 'gone'
    else if (hasFailedTooLong(this.#health, now)) this.#pause = 'failing'
    const dueAt = nextDue(event.attempts, now, this.#random, askedFor)
    if (dueAt === undefined) {
      this.#ledger.exhausted({ ...event })
      this.#open.remove(event, now)
      return 'exhausted'
    }
    this.#open.store(event)
    this.#open.reschedule(event, dueAt)
    this.#ledger.changed(event)
    for (const waiting of this.#open.behind(event)) {
      if (waiting.stored || waiting.flying) continue
      this.#open.store(waiting)
      this.#ledger.changed(waiting)
    }
    return this.#pause ? 'paused' : 'failed'
  }

  /**
   * It is back: what waited while it was held need not wait for its own time. An event with one attempt left waits until
   * the endpoint has proved itself.
   */
  #release(probe: OpenEvent, now: number): void {
    for (const event of this.#open.heads()) {
      if (event === probe || event.flying) continue
      const dueAt = event.attempts >= MOST_ATTEMPTS - 1 ? now + PROVEN_AFTER_MS : now
      if (event.dueAt > dueAt) this.#open.reschedule(event, dueAt)
    }
  }

  #finish(event: OpenEvent, now: number): void {
    if (event.stored) this.#ledger.changed(event)
    this.#open.remove(event, now)
  }

  #record(event: OpenEvent, lane: Lane, result: SendResult, succeeded: boolean, now: number): void {
    const response = result.outcome === 'response'
    this.#ledger.attempted({
      at: now,
      position: event.position,
      lane,
      attempt: event.attempts,
      status: result.status ?? null,
      reason: succeeded ? null : response ? 'status' : result.reason,
      latencyMs: result.latencyMs,
      excerpt: response ? result.excerpt || null : null,
      message: response ? null : result.message,
    })
  }
}

function isGone(result: SendResult): boolean {
  return result.outcome === 'response' && result.status === 410
}

function waitAskedFor(result: SendResult): number | undefined {
  const asked = result.outcome === 'response' && (result.status === 429 || result.status === 503)
  return asked ? result.retryAfterSeconds : undefined
}

function paceOf({ mostPerSecond }: Subscription): Pace | undefined {
  return mostPerSecond === undefined ? undefined : new Pace(mostPerSecond)
}
