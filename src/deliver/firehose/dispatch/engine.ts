// The firehose of one process: leases webhooks (leased-webhooks.ts), sends to them (dispatcher.ts) and writes their
// progress (committer.ts). This file connects the three, starts their timers and stops them in order.

import { hostname } from 'node:os'
import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Send } from '../attempts/deliver.ts'
import { PassLoader } from '../log-pages/company-passes.ts'
import { listenFor } from '../log-pages/listen.ts'
import { EventLoader, loadOutboundEvents, loadPage } from '../log-pages/outbound-events.ts'
import { PageCache } from '../log-pages/page-cache.ts'
import { makeAttemptPartitions } from '../progress/retention.ts'
import { Committer } from './committer.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Endpoint } from './endpoint.ts'
import { LeasedWebhooks } from './leased-webhooks.ts'
import type { FirehoseMetrics, WatchedWebhook } from './metrics.ts'
import { type StateOptions, StateWatch } from './state-watch.ts'
import { WebhookLease } from './webhook-lease.ts'

export interface EngineOptions {
  readonly db: Database
  readonly log: Logger
  readonly send: Send
  /** Called only when it is needed: a service without webhooks needs no SECRET_KEYS. */
  readonly box: () => SecretBox
  readonly maxInFlight: number
  readonly metrics?: FirehoseMetrics | undefined
  readonly leaseSeconds?: number
  /** How often the states of webhooks are checked, and when they change. */
  readonly states?: StateOptions & { readonly everyMs?: number }
}

const COMMIT_EVERY_MS = 250
const REFRESH_EVERY_MS = 1_000
const CHECK_STATES_EVERY_MS = 5_000
const LEASE_SECONDS = 8

export class Engine {
  readonly #db: Database
  readonly #log: Logger
  readonly #pages: PageCache
  readonly #lease: WebhookLease
  readonly #webhooks: LeasedWebhooks
  readonly #dispatcher: Dispatcher
  readonly #committer: Committer
  readonly #states: StateWatch
  readonly #checkStatesEveryMs: number
  #timers: NodeJS.Timeout[] = []
  #stopListening = async () => {}

  constructor({ db, log, send, box, maxInFlight, metrics, leaseSeconds = LEASE_SECONDS, states }: EngineOptions) {
    this.#db = db
    this.#log = log
    const pool = db.pool('firehose')
    const pages = new PageCache({
      load: (after, limit, until) => loadPage(pool, after, limit, until, this.#webhooks.listIds),
      onError: (error) => log.warn(`the firehose cannot read the log: ${reasonOf(error)}`),
    })
    const lease = new WebhookLease(db, log, { name: `${hostname()} ${process.pid}`, leaseSeconds })
    const webhooks = new LeasedWebhooks({
      db,
      log,
      lease,
      pages,
      loadPasses: new PassLoader(pool).load,
      box,
      wake: (webhook) => this.#dispatcher.wake(webhook),
      onForget: (webhook) => this.#dispatcher.forget(webhook),
      onPause: (webhook) => this.#states.paused(webhook),
      commitsSettled: () => this.#committer.settled(),
      commitLast: (leaving) => this.#committer.commitLast(leaving),
    })
    const events = new EventLoader((positions) => loadOutboundEvents(pool, positions))
    this.#pages = pages
    this.#lease = lease
    this.#webhooks = webhooks
    this.#dispatcher = new Dispatcher({ log, lease, webhooks, pages, events, send, maxInFlight, metrics })
    this.#committer = new Committer({
      db,
      log,
      lease,
      webhooks,
      metrics,
      wake: (webhook) => this.#dispatcher.wake(webhook),
    })
    this.#states = new StateWatch({ db, log, lease, webhooks, head: () => pages.head, metrics, ...states })
    this.#checkStatesEveryMs = states?.everyMs ?? CHECK_STATES_EVERY_MS
  }

  get inFlight(): number {
    return this.#dispatcher.inFlight
  }

  get head(): number {
    return this.#pages.head
  }

  /** What this process has leased, with the states of the last check. */
  get watched(): Iterable<WatchedWebhook> {
    return this.#states.current()
  }

  get endpoints(): Iterable<Endpoint> {
    return this.#webhooks.all().map(({ endpoint }) => endpoint)
  }

  /** The size of the page cache, for a test of its bound. */
  get memory(): { events: number; bytes: number } {
    return this.#pages.size
  }

  async start(): Promise<void> {
    await makeAttemptPartitions(this.#db.pool('firehose'))
    this.#stopListening = await listenFor(this.#db, this.#log, 'the firehose', {
      log: (payload) => this.#pages.advance(Number(payload)),
      webhooks: () => this.#webhooks.announceChange(),
    })
    await this.#webhooks.refresh()
    this.#timers = [
      setInterval(() => this.#committer.commit(), COMMIT_EVERY_MS),
      setInterval(() => this.#webhooks.refresh(), REFRESH_EVERY_MS),
      setInterval(() => this.#states.check(), this.#checkStatesEveryMs),
    ]
  }

  /** Waits for the requests in flight, writes all progress and releases every webhook. */
  async stop(): Promise<void> {
    this.#dispatcher.stop()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.#webhooks.stop(), this.#stopListening()])
    await this.#dispatcher.drain()
    await this.#states.settled()
    try {
      // The first call may join a commit that began before the last outcome.
      await this.#committer.commit(true)
      await this.#committer.commit(true)
      await this.#lease.leave()
    } catch (error) {
      this.#log.warn(`the firehose could not release its webhooks: ${reasonOf(error)}`)
    }
  }
}
