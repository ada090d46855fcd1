// The firehose of one process: holds leases, reads the log, sends, and writes progress.
//
// Endpoints that may have something to do stand in a queue; each turn takes the first one, starts at most one request
// for it and puts it back at the end, so that rounds are fair whatever anyone has waiting. An endpoint that has nothing
// to do stands nowhere and costs nothing until the log, a timer, an outcome or a commit wakes it.
//
// Room: an endpoint has at most its own limit in flight, and at most a sixteenth of what is still free in the process.
// The fewer is free, the less a single endpoint gets: many that hang leave room for those that do not.

import { hostname } from 'node:os'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/log.ts'
import { readHead } from '../log/index.ts'
import { BodyLoader, loadAt, loadPage } from './bodies.ts'
import { deliver, type Send, type Target } from './deliver.ts'
import { type Attempt, Endpoint, type Subscription } from './endpoint.ts'
import { FailureLog } from './failure-log.ts'
import { Lease } from './lease.ts'
import { listenFor } from './listen.ts'
import type { FirehoseMetrics } from './metrics.ts'
import { Pages } from './pages.ts'
import {
  type EndpointProgress,
  loadOpenEvents,
  loadWebhooks,
  type StoredWebhook,
  writeProgress,
} from './progress-queries.ts'
import { makeAttemptPartitions } from './retention.ts'

export interface EngineOptions {
  readonly db: Database
  readonly log: Logger
  readonly send: Send
  /** Opens a sealed auth key. */
  readonly openKey: (sealed: string, webhookId: string) => string
  readonly mostInFlight: number
  readonly metrics?: FirehoseMetrics | undefined
  readonly leaseSeconds?: number
}

interface Held {
  readonly id: string
  readonly teamId: string
  readonly epoch: number
  version: number
  endpoint: Endpoint
  target: Target
  timer: NodeJS.Timeout | undefined
  wakeAt: number
  /** It takes no more, and is given back when what is in flight has ended. */
  leaving: boolean
}

const COMMIT_EVERY_MS = 250
/** Having passed over what is not wanted is written at this pace. */
const MOVED_EVERY_MS = 5_000
const LOOK_EVERY_MS = 1_000
const DRAIN_MS = 5_000
const UNOPENED_AGAIN_MS = 60_000
const LEASE_SECONDS = 8
/** The part of the free room that one endpoint may have. */
const SHARE = 1 / 16

export class Engine {
  readonly #options: EngineOptions
  readonly #held = new Map<string, Held>()
  readonly #ready = new Set<Held>()
  readonly #pages: Pages
  readonly #bodies: BodyLoader
  readonly #failures: FailureLog
  readonly #lease: Lease
  readonly #stopping = new AbortController()
  readonly #flights = new Set<Promise<void>>()
  #timers: NodeJS.Timeout[] = []
  #stopListening = async () => {}
  #inFlight = 0
  #clockOffset = 0
  #committing: Promise<void> | undefined
  #lastCommit = Promise.resolve()
  /** Webhooks whose key does not open here, and when to try again. */
  readonly #unopened = new Map<string, number>()
  #looking: Promise<void> | undefined
  #lookAgain = false
  #movedAt = 0
  #pumping = false
  /**
   * Changes of webhooks that were heard of, and those of them that are known. In between nothing is begun: notifications
   * come in the order of the commits, so what is written after a change is never sent by what held before it.
   */
  #changes = 0
  #knownChanges = 0
  #stopped = false

  constructor(options: EngineOptions) {
    const { db, log } = options
    this.#options = options
    const pool = db.pool('firehose')
    this.#pages = new Pages({
      load: (after, most, until) => loadPage(pool, after, most, until),
      onError: (error) => log.warn(`the firehose cannot read the log: ${reasonOf(error)}`),
    })
    this.#bodies = new BodyLoader((positions) => loadAt(pool, positions))
    this.#failures = new FailureLog(log)
    this.#lease = new Lease(db, log, {
      name: `${hostname()} ${process.pid}`,
      leaseSeconds: options.leaseSeconds ?? LEASE_SECONDS,
    })
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get head(): number {
    return this.#pages.head
  }

  get endpoints(): Iterable<Endpoint> {
    return this.#held.values().map(({ endpoint }) => endpoint)
  }

  /** What stands in memory for events, for a test of its bound. */
  get memory(): { events: number; bytes: number } {
    return this.#pages.size
  }

  async start(): Promise<void> {
    const { db, log } = this.#options
    await makeAttemptPartitions(db.pool('firehose'))
    this.#stopListening = await listenFor(db, log, {
      log: (payload) => this.#pages.advance(Number(payload)),
      webhooks: () => {
        this.#changes += 1
        void this.#look()
      },
    })
    await this.#look()
    this.#timers = [setInterval(() => this.#commit(), COMMIT_EVERY_MS), setInterval(() => this.#look(), LOOK_EVERY_MS)]
  }

  /** Lets what is in flight end, writes all progress, and gives everything back. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#stopListening()
    await this.#looking
    const cut = setTimeout(() => this.#stopping.abort(), DRAIN_MS)
    await Promise.all(this.#flights)
    clearTimeout(cut)
    for (const held of this.#held.values()) clearTimeout(held.timer)
    try {
      await this.#commit()
      await this.#commit(true)
      await this.#lease.leave()
    } catch (error) {
      this.#options.log.warn(`the firehose could not give back what it held: ${reasonOf(error)}`)
    }
  }

  /** The database's time. */
  #now(): number {
    return Date.now() + this.#clockOffset
  }

  // Leases and settings

  /** Looks at leases, settings and the head of the log; what asks while it looks is looked at afterwards. */
  #look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true
      return this.#looking
    }
    this.#looking = this.#lookOnce()
      .catch((error: unknown) => this.#options.log.warn(`the firehose waits for the database: ${reasonOf(error)}`))
      .finally(() => {
        this.#looking = undefined
        if (this.#lookAgain && !this.#stopped) {
          this.#lookAgain = false
          void this.#look()
        }
      })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    if (this.#stopped) return
    // Not beside a commit: what is read here must not be older than what memory knows.
    await this.#committing
    const changes = this.#changes
    const { holdings, now, surplus } = await this.#lease.renew()
    this.#clockOffset = now - Date.now()
    const byId = new Map(holdings.map((holding) => [holding.webhookId, holding]))
    for (const held of this.#held.values()) {
      if (byId.get(held.id)?.epoch !== held.epoch) this.#forget(held)
    }
    const stale: string[] = []
    for (const { webhookId, version, enabled, replayId } of holdings) {
      const held = this.#held.get(webhookId)
      if (held) held.leaving = !enabled || held.endpoint.isPaused
      if ((this.#unopened.get(webhookId) ?? 0) > Date.now()) continue
      if (enabled && (held?.version !== version || held.endpoint.replayId !== (replayId ?? undefined)))
        stale.push(webhookId)
      if (!held && !enabled) await this.#lease.release([{ webhookId, epoch: byId.get(webhookId)?.epoch ?? 0 }])
    }
    for (const held of [...this.#held.values()].slice(0, surplus)) held.leaving = true
    await this.#load(stale, new Map(holdings.map(({ webhookId, epoch }) => [webhookId, epoch])))
    this.#pages.advance(await readHead(this.#options.db.pool('firehose')))
    await this.#releaseLeaving()
    this.#knownChanges = changes
    for (const held of this.#held.values()) this.#wake(held)
  }

  async #load(ids: readonly string[], epochs: ReadonlyMap<string, number>): Promise<void> {
    if (ids.length === 0) return
    const pool = this.#options.db.pool('firehose')
    const nodeId = this.#lease.nodeId
    const webhooks = await loadWebhooks(pool, nodeId, ids)
    const fresh = webhooks.filter(({ id }) => !this.#held.has(id))
    const open =
      fresh.length > 0
        ? await loadOpenEvents(
            pool,
            fresh.map(({ id }) => id),
          )
        : []
    const openById = Map.groupBy(open, ({ webhookId }) => webhookId)
    const pendingAt = new Map(
      (
        await loadAt(
          pool,
          fresh.flatMap(({ pending }) => pending),
        )
      ).map((each) => [each.position, each]),
    )
    for (const webhook of webhooks) {
      const target = this.#targetOf(webhook)
      if (!target) {
        this.#unopened.set(webhook.id, Date.now() + UNOPENED_AGAIN_MS)
        continue
      }
      this.#unopened.delete(webhook.id)
      const known = this.#held.get(webhook.id)
      if (known) {
        known.target = target
        known.version = webhook.version
        known.endpoint.change(subscriptionOf(webhook))
        known.endpoint.startReplay(webhook.replay)
        continue
      }
      // Begun by the holder before, of an unknown end: sent again. What retention took meanwhile is in a gap.
      const pending = webhook.pending.flatMap((position) => {
        const event = pendingAt.get(position)
        return event
          ? [{ position, signalId: event.signalId, type: event.type, attempts: 0, dueAt: 0, stored: false }]
          : []
      })
      const held: Held = {
        id: webhook.id,
        teamId: webhook.teamId,
        epoch: epochs.get(webhook.id) ?? 0,
        version: webhook.version,
        target,
        timer: undefined,
        wakeAt: Number.POSITIVE_INFINITY,
        leaving: false,
        endpoint: new Endpoint(
          subscriptionOf(webhook),
          {
            frontier: webhook.frontier,
            health: webhook.health,
            open: [...pending, ...(openById.get(webhook.id) ?? [])],
          },
          { pages: this.#pages, wake: () => this.#wake(held) },
        ),
      }
      held.endpoint.startReplay(webhook.replay)
      this.#held.set(webhook.id, held)
    }
  }

  #targetOf(webhook: StoredWebhook): Target | undefined {
    const { openKey, log } = this.#options
    try {
      const { id, url, authKey, previousKey, previousKeyUntil } = webhook
      const previous =
        previousKey === null || previousKeyUntil === null
          ? undefined
          : { authKey: openKey(previousKey, id), until: previousKeyUntil }
      return { url, authKey: openKey(authKey, id), previous }
    } catch (error) {
      log.error({ webhook: webhook.id }, `the key of a webhook cannot be opened: ${reasonOf(error)}`)
      return undefined
    }
  }

  async #releaseLeaving(): Promise<void> {
    const done = [...this.#held.values()].filter(({ leaving, endpoint }) => leaving && endpoint.inFlight === 0)
    if (done.length === 0) return
    await this.#commitNow(done, true)
    for (const held of done) this.#forget(held)
    await this.#lease.release(done.map(({ id, epoch }) => ({ webhookId: id, epoch })))
  }

  /** It is another's now, or nobody's. What comes back from the network for it is not written by us. */
  #forget(held: Held): void {
    clearTimeout(held.timer)
    this.#held.delete(held.id)
    this.#ready.delete(held)
    this.#failures.forget(held.id)
  }

  // Sending

  #wake(held: Held): void {
    if (this.#held.get(held.id) !== held) return
    this.#ready.add(held)
    if (this.#pumping) return
    this.#pumping = true
    queueMicrotask(() => {
      this.#pumping = false
      this.#pump()
    })
  }

  #pump(): void {
    const { mostInFlight } = this.#options
    const now = this.#now()
    for (const held of this.#ready) {
      if (this.#inFlight >= mostInFlight) return
      this.#ready.delete(held)
      if (this.#stopped || held.leaving || !this.#lease.isValid || this.#knownChanges < this.#changes) continue
      const room = Math.max(1, Math.floor((mostInFlight - this.#inFlight) * SHARE))
      const turn = held.endpoint.take(now, room)
      if (turn && 'attempt' in turn) {
        // A Set is walked in the order of insertion: put at its end, it comes again after all others.
        this.#ready.add(held)
        this.#fly(held, turn.attempt)
      } else if (turn) this.#wakeAt(held, turn.wakeAt)
    }
  }

  #wakeAt(held: Held, at: number): void {
    if (held.timer && held.wakeAt <= at && held.wakeAt > this.#now()) return
    clearTimeout(held.timer)
    held.wakeAt = at
    held.timer = setTimeout(
      () => {
        held.timer = undefined
        this.#wake(held)
      },
      Math.min(60_000, Math.max(1, at - this.#now())),
    )
  }

  #fly(held: Held, attempt: Attempt): void {
    this.#inFlight += 1
    const flight = this.#send(held, attempt).finally(() => {
      this.#inFlight -= 1
      this.#flights.delete(flight)
      this.#wake(held)
      if (this.#ready.size > 0 && !this.#pumping) for (const other of this.#ready) return this.#wake(other)
    })
    this.#flights.add(flight)
  }

  async #send(held: Held, attempt: Attempt): Promise<void> {
    const { endpoint } = held
    const { send, metrics } = this.#options
    try {
      const dispatch =
        attempt.dispatch ?? this.#pages.peek(attempt.event.position) ?? (await this.#bodies.get(attempt.event.position))
      if (!dispatch || !endpoint.wants(attempt.event.type)) return endpoint.drop(attempt, this.#now())
      const result = await deliver(send, held.target, dispatch.body, this.#now(), this.#stopping.signal)
      const now = this.#now()
      const settled = endpoint.settle(attempt, result, now)
      metrics?.attempted(result, attempt.lane)
      if (settled !== 'delivered' && settled !== 'aborted') {
        this.#failures.failed(
          { id: held.id, teamId: held.teamId, host: URL.parse(held.target.url)?.host ?? '' },
          attempt,
          result,
          settled,
          now,
        )
      }
    } catch (error) {
      // The event could not be fetched: nothing was sent.
      endpoint.settle(
        attempt,
        { outcome: 'failure', reason: 'aborted', message: reasonOf(error), latencyMs: 0 },
        this.#now() + 1_000,
      )
    }
  }

  // Progress

  #commit(all = this.#stopped): Promise<void> {
    this.#committing ??= this.#commitDue(all).finally(() => {
      this.#committing = undefined
    })
    return this.#committing
  }

  async #commitDue(all: boolean): Promise<void> {
    const moved = all || Date.now() - this.#movedAt >= MOVED_EVERY_MS
    if (moved) this.#movedAt = Date.now()
    const due = [...this.#held.values()].filter(({ endpoint }) => endpoint.hasNews || (moved && endpoint.hasMoved))
    if (due.length > 0) await this.#commitNow(due, false)
  }

  /** One at a time, in their order: of two that overtook each other, the later one would be refused as stale. */
  #commitNow(due: readonly Held[], mustSucceed: boolean): Promise<void> {
    const turn = this.#lastCommit.then(() => this.#write(due, mustSucceed))
    this.#lastCommit = turn.catch(() => {})
    return turn
  }

  async #write(due: readonly Held[], mustSucceed: boolean): Promise<void> {
    const { db, log, metrics } = this.#options
    const batch: EndpointProgress[] = due.map(({ id, epoch, endpoint }) => ({
      webhookId: id,
      epoch,
      progress: endpoint.collect(),
    }))
    const started = performance.now()
    try {
      const written = await writeProgress(db.pool('firehose'), this.#lease.nodeId, batch)
      metrics?.committed((performance.now() - started) / 1_000)
      for (const { webhookId, epoch, progress } of batch) {
        const held = this.#held.get(webhookId)
        if (!held || held.epoch !== epoch) continue
        if (written.has(webhookId)) held.endpoint.confirm(progress)
        else {
          log.info({ webhook: webhookId }, 'a webhook has another holder now')
          this.#forget(held)
        }
        if (held.endpoint.wasFull) this.#wake(held)
      }
    } catch (error) {
      for (const [i, { progress }] of batch.entries()) due[i]?.endpoint.putBack(progress)
      if (/no partition/.test(reasonOf(error))) await makeAttemptPartitions(db.pool('firehose')).catch(() => {})
      log.warn(`the firehose could not write its progress, and tries again: ${reasonOf(error)}`)
      if (mustSucceed) throw error
    }
  }
}

function subscriptionOf({ mostInFlight, mostPerSecond, types }: StoredWebhook): Subscription {
  return { mostInFlight, mostPerSecond: mostPerSecond ?? undefined, types: new Map(Object.entries(types)) }
}
