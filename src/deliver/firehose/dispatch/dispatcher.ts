// Starts requests: fair rounds over the webhooks that may have something to send, within the limit of the process.
//
// Invariants:
// - A request starts only while the lease is valid and every announced change of a webhook is loaded.
// - Rounds are fair. Webhooks that may have something to send wait in a queue. Each step takes the first one, starts at
//   most one request for it and puts it back at the end, however many events it has waiting. A webhook with nothing to
//   send is in no queue and costs nothing until the log, a timer, an outcome or a commit wakes it.
// - An endpoint has at most its own limit in flight, and at most a sixteenth of what is still free in the process. The
//   less is free, the less one endpoint gets, so many endpoints that hang leave room for those that do not.

import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { DeliveryAttempt } from '../attempts/attempt.ts'
import { deliver, type Send } from '../attempts/deliver.ts'
import { FailureLog } from '../attempts/failure-log.ts'
import type { EventLoader } from '../log-pages/outbound-events.ts'
import type { PageCache } from '../log-pages/page-cache.ts'
import type { LeasedWebhook, LeasedWebhooks } from './leased-webhooks.ts'
import type { FirehoseMetrics } from './metrics.ts'
import type { WebhookLease } from './webhook-lease.ts'

interface DispatcherOptions {
  readonly log: Logger
  readonly lease: WebhookLease
  readonly webhooks: LeasedWebhooks
  readonly pages: PageCache
  readonly events: EventLoader
  readonly send: Send
  readonly maxInFlight: number
  readonly metrics: FirehoseMetrics | undefined
}

const DRAIN_MS = 5_000
const MAX_TIMER_MS = 60_000
/** How long an event that could not be loaded waits. */
const LOAD_RETRY_MS = 1_000
/** The part of the free slots that one endpoint may use. */
const SHARE = 1 / 16

export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #failures: FailureLog
  /** In round-robin order. */
  readonly #ready = new Set<LeasedWebhook>()
  readonly #timers = new Map<LeasedWebhook, { readonly wakeAt: number; readonly timer: NodeJS.Timeout }>()
  readonly #requests = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #inFlight = 0
  #isRoundScheduled = false
  #stopped = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#failures = new FailureLog(options.log)
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** The webhook may have something to send. */
  wake(webhook: LeasedWebhook): void {
    if (this.#options.webhooks.get(webhook.id) !== webhook) return
    this.#ready.add(webhook)
    this.#scheduleRound()
  }

  forget(webhook: LeasedWebhook): void {
    this.#clearTimer(webhook)
    this.#ready.delete(webhook)
    this.#failures.forget(webhook.id)
  }

  /** Starts nothing more. */
  stop(): void {
    this.#stopped = true
  }

  /** Waits for the requests in flight, and aborts those that take longer than 5 s. */
  async drain(): Promise<void> {
    const abort = setTimeout(() => this.#abort.abort(), DRAIN_MS)
    await Promise.all(this.#requests)
    clearTimeout(abort)
    for (const webhook of [...this.#timers.keys()]) this.#clearTimer(webhook)
  }

  #scheduleRound(): void {
    if (this.#isRoundScheduled) return
    this.#isRoundScheduled = true
    queueMicrotask(() => {
      this.#isRoundScheduled = false
      this.#runRounds()
    })
  }

  #runRounds(): void {
    const { maxInFlight, lease, webhooks } = this.#options
    const now = lease.now()
    for (const webhook of this.#ready) {
      if (this.#inFlight >= maxInFlight) return
      this.#ready.delete(webhook)
      if (this.#stopped || webhook.leaving || !webhook.keyReadable || !lease.isValid || !webhooks.isCurrent) continue
      const room = Math.max(1, Math.floor((maxInFlight - this.#inFlight) * SHARE))
      const next = webhook.endpoint.take(now, room)
      if (next && 'attempt' in next) {
        // A Set is iterated in insertion order: added again, the webhook comes after all others.
        this.#ready.add(webhook)
        this.#start(webhook, next.attempt)
      } else if (next) this.#wakeAt(webhook, next.wakeAt)
    }
  }

  #wakeAt(webhook: LeasedWebhook, wakeAt: number): void {
    const now = this.#options.lease.now()
    const current = this.#timers.get(webhook)
    if (current && current.wakeAt <= wakeAt && current.wakeAt > now) return
    clearTimeout(current?.timer)
    const timer = setTimeout(
      () => {
        this.#timers.delete(webhook)
        this.wake(webhook)
      },
      Math.min(MAX_TIMER_MS, Math.max(1, wakeAt - now)),
    )
    this.#timers.set(webhook, { wakeAt, timer })
  }

  #clearTimer(webhook: LeasedWebhook): void {
    clearTimeout(this.#timers.get(webhook)?.timer)
    this.#timers.delete(webhook)
  }

  #start(webhook: LeasedWebhook, attempt: DeliveryAttempt): void {
    this.#inFlight += 1
    const request = this.#send(webhook, attempt).finally(() => {
      this.#inFlight -= 1
      this.#requests.delete(request)
      this.wake(webhook)
      // The webhook may have been dropped, but the others can use its slot.
      if (this.#ready.size > 0) this.#scheduleRound()
    })
    this.#requests.add(request)
  }

  async #send(webhook: LeasedWebhook, attempt: DeliveryAttempt): Promise<void> {
    const { endpoint } = webhook
    const { send, metrics, lease, pages, events } = this.#options
    const { position, type } = attempt.event
    try {
      const outbound = attempt.outbound ?? pages.peek(position) ?? (await events.get(position))
      if (!outbound || !endpoint.wants(type)) return endpoint.drop(attempt, lease.now())
      const result = await deliver(send, webhook.target, outbound, lease.now(), this.#abort.signal)
      const now = lease.now()
      const outcome = endpoint.settle(attempt, result, now)
      metrics?.attempted(result, attempt.lane)
      if (outcome !== 'delivered' && outcome !== 'aborted') {
        this.#failures.failed(webhook, attempt, result, outcome, now)
      }
    } catch (error) {
      // The event could not be loaded. Nothing was sent.
      endpoint.settle(
        attempt,
        { outcome: 'failure', reason: 'aborted', message: reasonOf(error), latencyMs: 0 },
        lease.now() + LOAD_RETRY_MS,
      )
    }
  }
}
