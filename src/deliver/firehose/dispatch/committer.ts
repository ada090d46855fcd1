// Writes the progress of all endpoints of this process, in one statement per commit.
//
// Invariants:
// - Only the holder of the current epoch writes progress. The statement rejects a stale holder, and the webhook is then
//   dropped here.
// - Commits are serialised, in order. If two could overtake each other, the later one would be rejected as stale.
// - Progress that could not be written is restored and written with the next commit.

import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { type EndpointProgress, writeProgress } from '../progress/progress-queries.ts'
import { makeAttemptPartitions } from '../progress/retention.ts'
import type { LeasedWebhook, LeasedWebhooks } from './leased-webhooks.ts'
import type { FirehoseMetrics } from './metrics.ts'
import type { WebhookLease } from './webhook-lease.ts'

interface CommitterOptions {
  readonly db: Database
  readonly log: Logger
  readonly lease: WebhookLease
  readonly webhooks: LeasedWebhooks
  readonly wake: (webhook: LeasedWebhook) => void
  readonly metrics: FirehoseMetrics | undefined
}

/** How often an endpoint that only skipped events is written. */
const ADVANCE_EVERY_MS = 5_000

export class Committer {
  readonly #options: CommitterOptions
  #running: Promise<void> | undefined
  #lastWrite = Promise.resolve()
  /** On the monotonic clock: if the machine's was set back, nothing would be written until then. */
  #advancedAt = Number.NEGATIVE_INFINITY

  constructor(options: CommitterOptions) {
    this.#options = options
  }

  /** Resolves when no commit is running. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Writes the progress that must not wait; with `all`, all progress. A call during a commit joins it. */
  commit(all = false): Promise<void> {
    this.#running ??= this.#commitDue(all).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Rejects if the progress could not be written: then the webhooks must not be released. */
  commitLast(webhooks: readonly LeasedWebhook[]): Promise<void> {
    return this.#enqueue(webhooks, true)
  }

  async #commitDue(all: boolean): Promise<void> {
    const advance = all || performance.now() - this.#advancedAt >= ADVANCE_EVERY_MS
    if (advance) this.#advancedAt = performance.now()
    const due = [...this.#options.webhooks.all()].filter(
      ({ endpoint }) => endpoint.mustCommit || (advance && endpoint.hasAdvanced),
    )
    if (due.length > 0) await this.#enqueue(due, false)
  }

  #enqueue(webhooks: readonly LeasedWebhook[], mustSucceed: boolean): Promise<void> {
    const write = this.#lastWrite.then(() => this.#write(webhooks, mustSucceed))
    this.#lastWrite = write.catch(() => {})
    return write
  }

  async #write(webhooks: readonly LeasedWebhook[], mustSucceed: boolean): Promise<void> {
    const { db, log, lease, metrics } = this.#options
    const batch: EndpointProgress[] = webhooks.map(({ id, epoch, endpoint }) => ({
      webhookId: id,
      epoch,
      progress: endpoint.collect(),
    }))
    const started = performance.now()
    try {
      const written = await writeProgress(db.pool('firehose'), lease.nodeId, batch)
      metrics?.committed((performance.now() - started) / 1_000)
      for (const each of batch) this.#confirm(each, written.has(each.webhookId))
    } catch (error) {
      for (const [i, { progress }] of batch.entries()) webhooks[i]?.endpoint.restore(progress)
      if (/no partition/.test(reasonOf(error))) await makeAttemptPartitions(db.pool('firehose')).catch(() => {})
      log.warn(`the firehose could not write its progress, and tries again: ${reasonOf(error)}`)
      if (mustSucceed) throw error
    }
  }

  #confirm({ webhookId, epoch, progress }: EndpointProgress, written: boolean): void {
    const { log, webhooks, wake } = this.#options
    const webhook = webhooks.get(webhookId)
    if (!webhook || webhook.epoch !== epoch) return
    if (written) webhook.endpoint.confirm(progress)
    else {
      log.info({ webhook: webhookId }, 'another process has taken over a webhook')
      webhooks.forget(webhook)
    }
    if (webhook.endpoint.isWaitingForCommit) wake(webhook)
  }
}
