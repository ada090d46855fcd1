import { randomUUID } from 'node:crypto'
import type { Database } from '../../../db/index.ts'
import type { Logger } from '../../../platform/logger.ts'
import { type Hold, readHold, recordIdentity } from '../states/database-identity.ts'
import {
  applyPlanAccess,
  claimWebhooks,
  deleteExpiredNodes,
  deleteNode,
  insertNode,
  type LeasedCursor,
  readFairShare,
  readLeasedCursors,
  releaseWebhooks,
  renewNode,
} from './lease-queries.ts'

interface Renewal {
  readonly cursors: readonly LeasedCursor[]
  /** How many webhooks this node has above its share. */
  readonly surplus: number
}

/**
 * The lease of this process. One row covers all its webhooks.
 *
 * The expiry is measured on the monotonic clock of this process, from before the renewal was sent: a process that was
 * suspended finds its lease expired and sends nothing until it has renewed. A process whose row others have deleted
 * comes back as a new node without webhooks.
 */
export class Lease {
  readonly #db: Database
  readonly #log: Logger
  readonly #name: string
  readonly #leaseSeconds: number
  #nodeId: string | undefined
  #validUntil = 0
  #clockOffsetMs = 0
  #loggedHold: Hold

  constructor(db: Database, log: Logger, { name, leaseSeconds }: { name: string; leaseSeconds: number }) {
    this.#db = db
    this.#log = log
    this.#name = name
    this.#leaseSeconds = leaseSeconds
  }

  get nodeId(): string {
    return this.#nodeId ?? NO_NODE
  }

  get isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  /** The database's time in milliseconds, as of the last renewal. */
  now(): number {
    return Date.now() + this.#clockOffsetMs
  }

  async renew(): Promise<Renewal> {
    const pool = this.#db.pool('firehose')
    const startedAt = performance.now()
    let now = this.#nodeId === undefined ? undefined : await renewNode(pool, this.#nodeId, this.#leaseSeconds)
    if (now === undefined) {
      this.#validUntil = 0
      this.#nodeId = randomUUID()
      await insertNode(pool, this.#nodeId, this.#name, this.#leaseSeconds)
      now = (await renewNode(pool, this.#nodeId, this.#leaseSeconds)) ?? Date.now()
    }
    const renewal = await this.#claimShare()
    this.#validUntil = startedAt + this.#leaseSeconds * 1_000
    this.#clockOffsetMs = now - Date.now()
    return renewal
  }

  async release(cursors: readonly Pick<LeasedCursor, 'webhookId' | 'epoch'>[]): Promise<void> {
    await releaseWebhooks(this.#db.pool('firehose'), this.nodeId, cursors)
  }

  /** Releases all webhooks, so that other processes can claim them without waiting for the lease to expire. */
  async leave(): Promise<void> {
    this.#validUntil = 0
    if (this.#nodeId !== undefined) await deleteNode(this.#db.pool('firehose'), this.#nodeId)
    this.#nodeId = undefined
  }

  /** Frees the webhooks of expired nodes and claims as many as this node's fair share allows. */
  async #claimShare(): Promise<Renewal> {
    const pool = this.#db.pool('firehose')
    await deleteExpiredNodes(pool)
    await applyPlanAccess(pool)
    const cursors = await readLeasedCursors(pool, this.nodeId)
    const count = cursors.filter(({ enabled }) => enabled).length
    if (await this.#isDeliveryHeld()) return { cursors, surplus: cursors.length }
    const share = await readFairShare(pool)
    const claimed = count < share ? await claimWebhooks(pool, this.nodeId, share - count) : 0
    return {
      cursors: claimed > 0 ? await readLeasedCursors(pool, this.nodeId) : cursors,
      surplus: Math.max(0, count - share),
    }
  }

  async #isDeliveryHeld(): Promise<boolean> {
    await recordIdentity(this.#db.pool('firehose'))
    const hold = await readHold(this.#db.pool('firehose'))
    if (hold !== this.#loggedHold) {
      this.#loggedHold = hold
      if (hold === 'restored')
        this.#log.warn(
          'this database is a restored copy: its firehose is held until you run bin/pro-signal webhooks resume --restored',
        )
      else if (hold)
        this.#log.warn('the firehose is held by an operator until you run bin/pro-signal webhooks resume --all')
      else this.#log.info('the firehose is no longer held')
    }
    return hold !== undefined
  }
}

const NO_NODE = '00000000-0000-0000-0000-000000000000'
