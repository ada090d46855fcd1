// Determines the state of every webhook that this process has leased, every few seconds, and announces changes: one log
// line, one notice to the owner, one count in the metrics.
//
// Invariants:
// - A change is written before it is logged and counted, and only by the holder of the current epoch.
// - A webhook costs nothing while its state stays the same, except while it falls behind: then its estimate is renewed.

import type { AnnouncedWebhookState, DeliveryState } from '../../../closed-sets/webhooks.ts'
import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { AnnouncedState, deliveryStateOf, SETTLE_MS } from '../states/delivery-state.ts'
import { LAG_LIMITS, type LagLimits, LagTracker } from '../states/lag-tracker.ts'
import { readAges, type StateRow, writeStates } from '../states/state-queries.ts'
import { noticeOf } from '../states/state-texts.ts'
import type { Endpoint } from './endpoint.ts'
import type { LeasedWebhook, LeasedWebhooks } from './leased-webhooks.ts'
import type { FirehoseMetrics, WatchedWebhook } from './metrics.ts'
import type { WebhookLease } from './webhook-lease.ts'

export interface StateOptions {
  readonly lagLimits?: LagLimits
  readonly settleMs?: number
}

interface StateWatchOptions extends StateOptions {
  readonly db: Database
  readonly log: Logger
  readonly lease: WebhookLease
  readonly webhooks: LeasedWebhooks
  readonly head: () => number
  readonly metrics: FirehoseMetrics | undefined
}

interface Tracked {
  readonly epoch: number
  readonly lag: LagTracker
  readonly announced: AnnouncedState
}

type Leased = Pick<LeasedWebhook, 'id' | 'teamId' | 'epoch' | 'host' | 'storedState'> & {
  readonly endpoint: Endpoint | undefined
  readonly keyReadable: boolean
}

export class StateWatch {
  readonly #options: StateWatchOptions
  readonly #tracked = new Map<string, Tracked>()
  #running: Promise<void> | undefined

  constructor(options: StateWatchOptions) {
    this.#options = options
  }

  /** A call during a check joins it. */
  check(): Promise<void> {
    this.#running ??= this.#check()
      .catch((error: unknown) => this.#options.log.debug(`could not check the states of webhooks: ${reasonOf(error)}`))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  async settled(): Promise<void> {
    await this.#running
  }

  *current(): Iterable<WatchedWebhook> {
    for (const leased of this.#leased()) {
      const lag = this.#tracked.get(leased.id)?.lag
      yield { state: stateOf(leased, lag), lagSeconds: lag?.seconds ?? 0, endpoint: leased.endpoint }
    }
  }

  /** A webhook that this process has is no longer enabled. The code that paused it has written the notice. */
  async paused(webhook: LeasedWebhook): Promise<void> {
    const { id, epoch } = webhook
    await this.#write(
      [{ webhookId: id, epoch, state: 'paused', throughAt: undefined, notice: null }],
      [toLeased(webhook)],
    )
  }

  async #check(): Promise<void> {
    const { db, lease, head } = this.#options
    const all = [...this.#leased()]
    this.#track(all)
    const now = lease.now()
    // Taken once: otherwise a webhook that advances while the ages are read would seem to have nothing waiting.
    const [end, frontiers] = [head(), new Map(all.map(({ id, endpoint }) => [id, endpoint?.doneUpTo]))]
    const behind = [...frontiers.values()].flatMap((frontier) =>
      frontier !== undefined && frontier < end ? frontier : [],
    )
    const ages =
      behind.length > 0 ? await readAges(db.pool('firehose'), [...new Set(behind)]) : new Map<number, number>()
    const rows = all.flatMap((leased): StateRow[] => {
      const tracked = this.#tracked.get(leased.id)
      if (!tracked || tracked.epoch !== leased.epoch) return []
      const { lag, announced } = tracked
      const frontier = frontiers.get(leased.id)
      if (frontier !== undefined) lag.add({ at: now, frontier, head: end }, ages.get(frontier) ?? 0)
      const state = stateOf(leased, lag)
      const isNew = announced.observe(state, now)
      if (!isNew && !(state === 'falling_behind' && announced.announced === state)) return []
      const toGo = state === 'falling_behind' ? lag.secondsToGo : undefined
      return [
        {
          webhookId: leased.id,
          epoch: leased.epoch,
          state,
          throughAt: toGo === undefined ? undefined : now + toGo * 1_000,
          notice: noticeOf(state, lag.seconds),
        },
      ]
    })
    await this.#write(rows, all)
  }

  async #write(rows: readonly StateRow[], all: readonly Leased[]): Promise<void> {
    if (rows.length === 0) return
    const { db, lease, log, metrics } = this.#options
    const changes = await writeStates(db.pool('firehose'), lease.nodeId, rows)
    for (const { webhookId, state } of rows) this.#tracked.get(webhookId)?.announced.announce(state)
    for (const { webhookId, from, to } of changes) {
      const leased = all.find(({ id }) => id === webhookId)
      const lag = this.#tracked.get(webhookId)?.lag
      metrics?.stateChanged(from, to)
      log[to === 'healthy' ? 'info' : 'warn'](
        {
          webhook: webhookId,
          team: leased?.teamId,
          host: leased?.host,
          from,
          to,
          lagSeconds: Math.round(lag?.seconds ?? 0),
          secondsToGo: to === 'falling_behind' ? (lag?.secondsToGo ?? null) : undefined,
        },
        `a webhook went from ${inWords(from)} to ${inWords(to)}`,
      )
    }
  }

  /** Starts tracking new webhooks, and drops those that this process no longer has. */
  #track(all: readonly Leased[]): void {
    const { lagLimits = LAG_LIMITS, settleMs = SETTLE_MS, lease } = this.#options
    const ids = new Set(all.map(({ id }) => id))
    for (const id of this.#tracked.keys()) if (!ids.has(id)) this.#tracked.delete(id)
    for (const { id, epoch, storedState } of all) {
      if (this.#tracked.get(id)?.epoch === epoch) continue
      this.#tracked.set(id, {
        epoch,
        lag: new LagTracker(storedState === 'falling_behind', lagLimits),
        announced: new AnnouncedState(storedState, lease.now(), settleMs),
      })
    }
  }

  *#leased(): Iterable<Leased> {
    const { webhooks } = this.#options
    for (const webhook of webhooks.all()) if (!webhook.leaving) yield toLeased(webhook)
    for (const webhook of webhooks.unreadable()) yield { ...webhook, endpoint: undefined, keyReadable: false }
  }
}

function toLeased(webhook: LeasedWebhook): Leased {
  const { id, teamId, epoch, host, storedState, endpoint, keyReadable } = webhook
  return { id, teamId, epoch, host, storedState, endpoint, keyReadable }
}

function stateOf({ endpoint, keyReadable }: Leased, lag: LagTracker | undefined): DeliveryState {
  if (!endpoint) return 'key_unreadable'
  const { health, openCount: openRetries } = endpoint
  return deliveryStateOf({ keyReadable, health, isBehind: lag?.isBehind ?? false, openRetries })
}

function inWords(state: AnnouncedWebhookState): string {
  return state.replaceAll('_', ' ')
}
