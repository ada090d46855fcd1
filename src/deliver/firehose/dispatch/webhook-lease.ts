import { type Database, NodeLease, type NodeTable } from '../../../db/index.ts'
import type { Logger } from '../../../platform/logger.ts'
import { type Hold, readHold, recordIdentity } from '../states/database-identity.ts'
import {
  applyPlanAccess,
  claimWebhooks,
  deleteExpiredNodes,
  type LeasedCursor,
  readFairShare,
  readLeasedCursors,
  releaseWebhooks,
} from './lease-queries.ts'

/** `webhook_cursors.holder` is the node that holds a webhook, or null once the node's row is deleted. */
export const FIREHOSE_NODES: NodeTable = {
  table: 'firehose_nodes',
  newId: 'gen_random_uuid()',
  endsWhen: 'deleted',
  pool: 'firehose',
}

interface Renewal {
  readonly cursors: readonly LeasedCursor[]
  /** How many webhooks this node has above its share. */
  readonly surplus: number
}

/** The lease of this process on its webhooks. Each webhook has an epoch too, which rises when another node claims it. */
export class WebhookLease extends NodeLease<string> {
  readonly #log: Logger
  #loggedHold: Hold

  constructor(db: Database, log: Logger, options: { readonly name: string; readonly leaseSeconds: number }) {
    super(db, FIREHOSE_NODES, options)
    this.#log = log
  }

  /** No node has this id after the lease was lost. */
  get nodeId(): string {
    return this.lastId ?? NO_NODE
  }

  /** The database's time in milliseconds. */
  now(): number {
    return this.databaseMs()
  }

  /** Renews the lease, frees the webhooks of expired nodes and claims as many as this node's fair share allows. */
  renewAndClaim(): Promise<Renewal> {
    return this.renew(() => this.#claimShare())
  }

  async release(cursors: readonly Pick<LeasedCursor, 'webhookId' | 'epoch'>[]): Promise<void> {
    await releaseWebhooks(this.db.pool('firehose'), this.nodeId, cursors)
  }

  async #claimShare(): Promise<Renewal> {
    const pool = this.db.pool('firehose')
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
    const pool = this.db.pool('firehose')
    await recordIdentity(pool)
    const hold = await readHold(pool)
    if (hold !== this.#loggedHold) {
      this.#loggedHold = hold
      if (hold === 'restored')
        this.#log.warn('this database is a restored copy: its firehose is held until you run bin/pro-signal resume')
      else if (hold)
        this.#log.warn('the firehose is held by an operator until you run bin/pro-signal webhooks resume --all')
      else this.#log.info('the firehose is no longer held')
    }
    return hold !== undefined
  }
}

const NO_NODE = '00000000-0000-0000-0000-000000000000'
