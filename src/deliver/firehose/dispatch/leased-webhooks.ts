// The webhooks that this process has leased, with their settings and state in memory.
//
// Invariants:
// - Only the holder of a webhook's current epoch acts on it. A webhook whose epoch changed is dropped here.
// - Nothing is started between the notification of a change and the load of that change (`isCurrent`). Notifications
//   arrive in commit order, so an event written after a change is never sent with the settings from before it.
// - A refresh never runs during a commit: the state read here must not be older than the state in memory.

import type { AnnouncedWebhookState } from '../../../closed-sets/webhooks.ts'
import type { Database, Queryable } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import type { Logger } from '../../../platform/logger.ts'
import { readHead } from '../../../write/log/index.ts'
import { decryptTarget, type Target } from '../attempts/deliver.ts'
import { compileFilter } from '../filters/filter.ts'
import type { LoadPasses } from '../log-pages/company-passes.ts'
import { loadOutboundEvents } from '../log-pages/outbound-events.ts'
import type { PageCache } from '../log-pages/page-cache.ts'
import { addSecrets } from '../webhooks/signing-secrets.ts'
import { Endpoint } from './endpoint.ts'
import { type LeasedCursor, readAskedRetries } from './lease-queries.ts'
import { loadOpenEvents, loadWebhooks, type StoredWebhook } from './stored-webhooks.ts'
import type { EndpointState, Subscription } from './subscription.ts'
import type { WebhookLease } from './webhook-lease.ts'

export interface LeasedWebhook {
  readonly id: string
  readonly teamId: string
  readonly epoch: number
  readonly endpoint: Endpoint
  /** The state that the last holder announced. */
  readonly storedState: AnnouncedWebhookState
  version: number
  target: Target
  /** The host of its URL, for the log. */
  host: string
  /** False: its new key can't be decrypted here, and the old one must not be sent any more. */
  keyReadable: boolean
  /** By a response, by a person, or because its team lost API access. */
  paused: boolean
  /** Starts no more requests, and is released when those in flight have ended. */
  leaving: boolean
}

/** A webhook whose key can't be decrypted: nothing is loaded. */
export type UnreadableWebhook = Pick<LeasedWebhook, 'id' | 'teamId' | 'epoch' | 'storedState' | 'host'> & {
  readonly version: number
  readonly retryAt: number
}

interface LeasedWebhooksOptions {
  readonly db: Database
  readonly log: Logger
  readonly lease: WebhookLease
  readonly pages: PageCache
  readonly loadPasses: LoadPasses
  readonly box: () => SecretBox
  /** The webhook may have something to send. */
  readonly wake: (webhook: LeasedWebhook) => void
  readonly onForget: (webhook: LeasedWebhook) => void
  /** A paused webhook is about to be released. */
  readonly onPause: (webhook: LeasedWebhook) => Promise<void>
  /** Resolves when no commit is running. */
  readonly commitsSettled: () => Promise<void>
  /** Writes the last progress of webhooks before they are released, or rejects. */
  readonly commitLast: (webhooks: readonly LeasedWebhook[]) => Promise<void>
}

const RETRY_KEY_MS = 60_000

export class LeasedWebhooks {
  readonly #options: LeasedWebhooksOptions
  readonly #byId = new Map<string, LeasedWebhook>()
  /** Webhooks whose key this process cannot decrypt. */
  readonly #unreadable = new Map<string, UnreadableWebhook>()
  #refreshing: Promise<void> | undefined
  #refreshAgain = false
  /** Counts the changes of webhooks that were announced, and those of them that are loaded. */
  #announcedChanges = 0
  #loadedChanges = 0
  #stopped = false
  /** The lists that filters need. */
  #listIds: readonly string[] = []

  constructor(options: LeasedWebhooksOptions) {
    this.#options = options
  }

  all(): MapIterator<LeasedWebhook> {
    return this.#byId.values()
  }

  /** Without those that still have the endpoint of an earlier key. */
  *unreadable(): Iterable<UnreadableWebhook> {
    for (const webhook of this.#unreadable.values()) if (!this.#byId.has(webhook.id)) yield webhook
  }

  get listIds(): readonly string[] {
    return this.#listIds
  }

  get(webhookId: string): LeasedWebhook | undefined {
    return this.#byId.get(webhookId)
  }

  /** Whether every announced change is loaded. */
  get isCurrent(): boolean {
    return this.#loadedChanges >= this.#announcedChanges
  }

  /** A webhook has changed. */
  announceChange(): void {
    this.#announcedChanges += 1
    void this.refresh()
  }

  /**
   * Renews the lease, then loads settings and the head of the log. A call during a refresh causes one more afterwards.
   */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true
      return this.#refreshing
    }
    this.#refreshing = this.#refreshOnce()
      .catch((error: unknown) => this.#options.log.warn(`the firehose waits for the database: ${reasonOf(error)}`))
      .finally(() => {
        this.#refreshing = undefined
        if (this.#refreshAgain && !this.#stopped) {
          this.#refreshAgain = false
          void this.refresh()
        }
      })
    return this.#refreshing
  }

  /** Ends refreshing. The lease stays. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#refreshing
  }

  /** Another process has leased the webhook, or none has. Outcomes of its requests in flight are not written. */
  forget(webhook: LeasedWebhook): void {
    this.#byId.delete(webhook.id)
    this.#options.onForget(webhook)
  }

  async #refreshOnce(): Promise<void> {
    const { db, lease, pages, wake, commitsSettled } = this.#options
    if (this.#stopped) return
    await commitsSettled()
    const changes = this.#announcedChanges
    const { cursors, surplus } = await lease.renewAndClaim()
    const epochs = new Map(cursors.map(({ webhookId, epoch }) => [webhookId, epoch]))
    for (const webhook of this.#byId.values()) {
      if (epochs.get(webhook.id) !== webhook.epoch) this.forget(webhook)
    }
    for (const { id, epoch } of this.#unreadable.values()) {
      if (epochs.get(id) !== epoch) this.#unreadable.delete(id)
    }
    const stale = await this.#compare(cursors)
    for (const webhook of [...this.#byId.values()].slice(0, surplus)) webhook.leaving = true
    await this.#load(stale, epochs)
    for (const { webhookId, position, attempts } of await readAskedRetries(db.pool('firehose'), lease.nodeId)) {
      this.#byId.get(webhookId)?.endpoint.ask(position, attempts)
    }
    pages.advance(await readHead(db.pool('firehose')))
    await this.#releaseLeaving()
    this.#loadedChanges = changes
    for (const webhook of this.#byId.values()) wake(webhook)
  }

  /** Returns the ids of webhooks to load, and releases those that were paused before they were loaded. */
  async #compare(cursors: readonly LeasedCursor[]): Promise<string[]> {
    const stale: string[] = []
    for (const { webhookId, epoch, version, enabled, replayId } of cursors) {
      const webhook = this.#byId.get(webhookId)
      if (webhook) {
        webhook.paused = !enabled || webhook.endpoint.isPaused
        webhook.leaving = webhook.paused
      }
      const unreadable = this.#unreadable.get(webhookId)
      if (!enabled) this.#unreadable.delete(webhookId)
      // A changed webhook may have a new key, which is tried immediately.
      else if (unreadable && unreadable.version === version && unreadable.retryAt > performance.now()) continue
      if (enabled && (webhook?.version !== version || webhook.endpoint.replayId !== (replayId ?? undefined)))
        stale.push(webhookId)
      if (!webhook && !enabled) await this.#options.lease.release([{ webhookId, epoch }])
    }
    return stale
  }

  async #load(ids: readonly string[], epochs: ReadonlyMap<string, number>): Promise<void> {
    if (ids.length === 0) return
    const { db, lease, box, log } = this.#options
    const pool = db.pool('firehose')
    const webhooks = await withSecrets(pool, await loadWebhooks(pool, lease.nodeId, ids), box)
    const added = webhooks.filter(({ id }) => !this.#byId.has(id))
    const addedIds = added.map(({ id }) => id)
    const open = addedIds.length > 0 ? await loadOpenEvents(pool, addedIds) : []
    const openById = Map.groupBy(open, ({ webhookId }) => webhookId)
    const pendingPositions = added.flatMap(({ pending }) => pending)
    const pendingEvents = await loadOutboundEvents(pool, pendingPositions)
    const pendingAt = new Map(pendingEvents.map((event) => [event.position, event]))
    this.#noteLists(webhooks)
    for (const stored of webhooks) {
      const opened = openWebhook(stored, box, log)
      const existing = this.#byId.get(stored.id)
      if (!opened) {
        const { id, teamId, version, state: storedState } = stored
        const retryAt = performance.now() + RETRY_KEY_MS
        const epoch = epochs.get(id) ?? 0
        this.#unreadable.set(id, { id, teamId, epoch, version, retryAt, storedState, host: hostOf(stored.url) })
        if (existing) existing.keyReadable = false
        continue
      }
      const { target, subscription } = opened
      this.#unreadable.delete(stored.id)
      if (existing) {
        existing.keyReadable = true
        if (existing.target.url !== target.url) existing.endpoint.changeUrl(lease.now())
        existing.target = target
        existing.host = hostOf(target.url)
        existing.version = stored.version
        existing.endpoint.setSubscription(subscription)
        existing.endpoint.startReplay(stored.replay)
        continue
      }
      // The previous holder started these and their outcome is unknown: they are sent again. An event that retention
      // has dropped since is counted in a gap.
      const pending = stored.pending.flatMap((position) => {
        const event = pendingAt.get(position)
        if (!event) return []
        return [{ position, signalId: event.signalId, type: event.type, attempts: 0, dueAt: 0, stored: false }]
      })
      this.#add(stored, opened, epochs.get(stored.id) ?? 0, [...pending, ...(openById.get(stored.id) ?? [])])
    }
  }

  /** Before an endpoint needs a list, every page has that list's companies. */
  #noteLists(webhooks: readonly StoredWebhook[]): void {
    const asked = webhooks.flatMap(({ filters }) => filters.flatMap(({ filter }) => filter.list ?? []))
    const known = new Set(this.#listIds)
    if (asked.every((id) => known.has(id))) return
    const current = [...this.#byId.values()].flatMap(({ endpoint }) => endpoint.listIds)
    this.#listIds = [...new Set([...current, ...asked])]
    this.#options.pages.clear()
  }

  #add(stored: StoredWebhook, opened: OpenedWebhook, epoch: number, open: EndpointState['open']): void {
    const { pages, loadPasses, wake } = this.#options
    const { target, subscription } = opened
    const { id, teamId, version, frontier, health, replay, state: storedState } = stored
    const endpoint = new Endpoint(
      id,
      subscription,
      { frontier, health, open },
      { pages, loadPasses, wake: () => wake(webhook) },
    )
    endpoint.startReplay(replay)
    const webhook: LeasedWebhook = {
      id,
      teamId,
      epoch,
      version,
      storedState,
      target,
      endpoint,
      host: hostOf(target.url),
      keyReadable: true,
      paused: false,
      leaving: false,
    }
    this.#byId.set(id, webhook)
  }

  async #releaseLeaving(): Promise<void> {
    const { lease, commitLast, onPause } = this.#options
    const finished = [...this.#byId.values()].filter(({ leaving, endpoint }) => leaving && endpoint.inFlight === 0)
    if (finished.length === 0) return
    await commitLast(finished)
    for (const webhook of finished) if (webhook.paused) await onPause(webhook)
    for (const webhook of finished) this.forget(webhook)
    await lease.release(finished.map(({ id, epoch }) => ({ webhookId: id, epoch })))
  }
}

/**
 * Webhooks of the previous version get a signing secret. Without a key to encrypt it, they stay without one and
 * unreadable.
 */
async function withSecrets(
  db: Queryable,
  webhooks: readonly StoredWebhook[],
  box: LeasedWebhooksOptions['box'],
): Promise<readonly StoredWebhook[]> {
  const missing = webhooks.filter(({ signingSecret }) => signingSecret === null).map(({ id }) => id)
  if (missing.length === 0) return webhooks
  let opened: SecretBox
  try {
    opened = box()
  } catch {
    return webhooks
  }
  const secrets = await addSecrets(db, opened, missing)
  return webhooks.map((webhook) => ({ ...webhook, signingSecret: secrets.get(webhook.id) ?? webhook.signingSecret }))
}

interface OpenedWebhook {
  readonly target: Target
  readonly subscription: Subscription
}

/** Undefined if a secret is missing or cannot be decrypted, or a filter is of a newer version. */
function openWebhook(stored: StoredWebhook, box: LeasedWebhooksOptions['box'], log: Logger): OpenedWebhook | undefined {
  try {
    return { target: decryptTarget(stored, box()), subscription: subscriptionOf(stored) }
  } catch (error) {
    log.error({ webhook: stored.id }, `cannot open a webhook: ${reasonOf(error)}`)
    return undefined
  }
}

function subscriptionOf({ maxInFlight, maxPerSecond, types, filters }: StoredWebhook): Subscription {
  return {
    maxInFlight,
    maxPerSecond: maxPerSecond ?? undefined,
    types: new Map(Object.entries(types)),
    filters: filters.map(({ from, filter }) => ({ from, filter: compileFilter(filter) })),
  }
}

const hostOf = (url: string) => URL.parse(url)?.host ?? ''
