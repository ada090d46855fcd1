// An endpoint in virtual time: a log of any length, a receiver that is a function, and a clock that skips ahead.

import type { DeliveryAttempt } from '../../src/deliver/firehose/attempts/attempt.ts'
import { Endpoint } from '../../src/deliver/firehose/dispatch/endpoint.ts'
import type { EndpointState, Subscription } from '../../src/deliver/firehose/dispatch/subscription.ts'
import type { Next, OutboundEvent } from '../../src/deliver/firehose/log-pages/page-cache.ts'
import { DueQueue } from '../../src/deliver/firehose/progress/due-queue.ts'
import type { Progress } from '../../src/deliver/firehose/progress/progress-buffer.ts'
import { NEW_HEALTH } from '../../src/deliver/firehose/states/health.ts'
import type { SendResult } from '../../src/deliver/sending/index.ts'
import { UNKNOWN_FACTS } from '../../src/meaning/companies/index.ts'
import type { SignalType } from '../../src/meaning/types/index.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface Sent {
  readonly at: number
  readonly position: number
  readonly signalId: string
  readonly lane: string
  /** From 1. */
  readonly attempt: number
}

/** Returns the result of a request, with its latency. */
export type Receiver = (sent: Sent) => SendResult

export const ok = (latencyMs = 20): SendResult => ({ outcome: 'response', status: 200, latencyMs, excerpt: '' })
export const status = (code: number, extra: { latencyMs?: number; retryAfterSeconds?: number } = {}): SendResult => ({
  outcome: 'response',
  status: code,
  latencyMs: 20,
  excerpt: 'no',
  ...extra,
})
export const refused: SendResult = { outcome: 'failure', reason: 'refused', message: 'refused', latencyMs: 1 }
export const timeout: SendResult = { outcome: 'failure', reason: 'timeout', message: 'late', latencyMs: 15 * SECOND }

export interface VirtualOptions {
  readonly receiver: Receiver
  readonly subscription?: Partial<Subscription>
  readonly state?: Partial<EndpointState>
  /** Events in the log at the start. */
  readonly events?: number
  readonly signalOf?: (position: number) => string
  readonly typeOf?: (position: number) => string
  readonly maxInFlight?: number
  /** False: requests and commits are not recorded, to save memory. */
  readonly record?: boolean
}

const BODY = Buffer.from('{}')
const COMMIT_EVERY = 250

/** What filters look at. */
export function factsOf(type: string): OutboundEvent['facts'] {
  const time = 1_800_000_000
  const signal = {
    id: 's',
    type: type as SignalType,
    label: '',
    confidence: 1,
    status: 'active' as const,
    occurredAt: time,
    firstSeenAt: time,
    lastSeenAt: time,
    source: { name: 'test' },
    fields: {},
  }
  const company = { ordinal: 1, ...UNKNOWN_FACTS, scoreTenths: 0, looked: 0 }
  return { signal, company, lists: new Set(), unix: time }
}

export class VirtualEndpoint {
  now = 1_800_000_000_000
  head: number
  readonly startedAt = this.now
  readonly sent: Sent[] = []
  readonly endpoint: Endpoint
  /** All commits. */
  readonly committed: Progress[] = []
  maxInFlightSeen = 0
  maxOpenSeen = 0
  sends = 0
  #committedAt = 0
  readonly #options: VirtualOptions
  readonly #requests = new DueQueue<{ attempt: DeliveryAttempt; result: SendResult }>()

  constructor(options: VirtualOptions) {
    this.#options = options
    this.head = options.events ?? 0
    const types = new Map([['hiring', 0]])
    this.endpoint = new Endpoint(
      'webhook',
      { maxInFlight: 16, maxPerSecond: undefined, types, filters: [], ...options.subscription },
      { frontier: 0, health: NEW_HEALTH, open: [], ...options.state },
      {
        pages: { next: (after) => this.#next(after), upcoming: () => [] },
        wake: () => {},
        loadPasses: () => new Promise(() => {}),
        random: () => 0.5,
      },
    )
  }

  write(events = 1): void {
    this.head += events
  }

  #next(after: number): Next {
    if (after >= this.head) return undefined
    const position = after + 1
    const { signalOf = (p: number) => `s${p}`, typeOf = () => 'hiring' } = this.#options
    const [type, signalId] = [typeOf(position), signalOf(position)]
    const event: OutboundEvent = {
      position,
      eventId: `wh_${position}`,
      type,
      signalId,
      body: BODY,
      facts: factsOf(type),
    }
    return { event }
  }

  /** Runs until the given time, or until there is nothing left to do. */
  runUntil(end: number): void {
    for (;;) {
      const wakeAt = this.#takeAll()
      const endsAt = this.#requests.peek()?.due ?? Number.POSITIVE_INFINITY
      const next = Math.min(endsAt, wakeAt ?? Number.POSITIVE_INFINITY)
      if (next > end) break
      this.now = Math.max(this.now, next)
      while ((this.#requests.peek()?.due ?? Number.POSITIVE_INFINITY) <= this.now) this.#settleNext()
    }
    this.now = Math.max(this.now, Number.isFinite(end) ? end : this.now)
  }

  runFor(ms: number): void {
    this.runUntil(this.now + ms)
  }

  #takeAll(): number | undefined {
    for (;;) {
      if (this.now - this.#committedAt >= COMMIT_EVERY) this.#commit()
      const next = this.endpoint.take(this.now, this.#options.maxInFlight ?? 64)
      if (!next) return undefined
      if ('wakeAt' in next) return next.wakeAt
      this.#send(next.attempt)
    }
  }

  #send(attempt: DeliveryAttempt): void {
    const { event, lane } = attempt
    const sent = { at: this.now, position: event.position, signalId: event.signalId, lane, attempt: event.attempts + 1 }
    this.sends += 1
    if (this.#options.record ?? true) this.sent.push(sent)
    const result = this.#options.receiver(sent)
    this.#requests.push(this.now + result.latencyMs, { attempt, result })
    this.maxInFlightSeen = Math.max(this.maxInFlightSeen, this.endpoint.inFlight)
  }

  #settleNext(): void {
    const ended = this.#requests.pop()
    if (!ended) return
    this.endpoint.settle(ended.attempt, ended.result, this.now)
    this.maxOpenSeen = Math.max(this.maxOpenSeen, this.endpoint.openCount)
  }

  #commit(): void {
    this.#committedAt = this.now
    const progress = this.endpoint.collect()
    this.endpoint.confirm(progress)
    if (this.#options.record ?? true) this.committed.push(progress)
  }

  /** Commits, and returns what the next holder would load. */
  commit(): Progress {
    this.#commit()
    return this.committed.at(-1) as Progress
  }

  attemptsOf(position: number): Sent[] {
    return this.sent.filter((sent) => sent.position === position)
  }
}
