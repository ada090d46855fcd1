import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/index.ts'
import type { Logger } from '../../platform/log.ts'
import { PLANS } from '../plans/index.ts'
import { readHold, recordIdentity } from './identity.ts'
import {
  claimWebhooks,
  deleteExpiredNodes,
  deleteNode,
  followPlans,
  type Holding,
  insertNode,
  readFairShare,
  readHoldings,
  releaseWebhooks,
  renewNode,
} from './lease-queries.ts'

export interface Renewal {
  readonly holdings: readonly Holding[]
  /** The database's time. */
  readonly now: number
  /** How many webhooks this node has above its share. */
  readonly surplus: number
}

export const PLANS_WITH_ACCESS = Object.entries(PLANS)
  .filter(([, plan]) => plan.apiAccess)
  .map(([name]) => name)

/**
 * What this process holds, and until when it may act on it. The end is counted on this process's own monotonic clock
 * from before the question was sent: a process that was stopped for a while finds it past, and sends nothing until it
 * has asked again. A process that was taken for dead comes back as another one, with nothing.
 */
export class Lease {
  readonly #db: Database
  readonly #log: Logger
  readonly #name: string
  readonly #leaseSeconds: number
  #nodeId: string | undefined
  #validUntil = 0
  #toldHold: string | undefined

  constructor(db: Database, log: Logger, { name, leaseSeconds }: { name: string; leaseSeconds: number }) {
    this.#db = db
    this.#log = log
    this.#name = name
    this.#leaseSeconds = leaseSeconds
  }

  get nodeId(): string {
    return this.#nodeId ?? NOBODY
  }

  get isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  async renew(): Promise<Renewal> {
    const pool = this.#db.pool('firehose')
    const asked = performance.now()
    let now = this.#nodeId === undefined ? undefined : await renewNode(pool, this.#nodeId, this.#leaseSeconds)
    if (now === undefined) {
      this.#validUntil = 0
      this.#nodeId = randomUUID()
      await insertNode(pool, this.#nodeId, this.#name, this.#leaseSeconds)
      now = (await renewNode(pool, this.#nodeId, this.#leaseSeconds)) ?? Date.now()
    }
    await deleteExpiredNodes(pool)
    await followPlans(pool, PLANS_WITH_ACCESS)
    const before = await readHoldings(pool, this.nodeId)
    const mine = before.filter(({ enabled }) => enabled).length
    if (await this.#isHeld()) return this.#renewed(asked, { holdings: before, now, surplus: before.length })
    const share = await readFairShare(pool)
    const claimed = mine < share ? await claimWebhooks(pool, this.nodeId, share - mine) : 0
    const holdings = claimed > 0 ? await readHoldings(pool, this.nodeId) : before
    return this.#renewed(asked, { holdings, now, surplus: Math.max(0, mine - share) })
  }

  async release(held: readonly { readonly webhookId: string; readonly epoch: number }[]): Promise<void> {
    await releaseWebhooks(this.#db.pool('firehose'), this.nodeId, held)
  }

  /** Everything at once: others may take it without waiting. */
  async leave(): Promise<void> {
    this.#validUntil = 0
    if (this.#nodeId !== undefined) await deleteNode(this.#db.pool('firehose'), this.#nodeId)
    this.#nodeId = undefined
  }

  #renewed(asked: number, renewal: Renewal): Renewal {
    this.#validUntil = asked + this.#leaseSeconds * 1_000
    return renewal
  }

  async #isHeld(): Promise<boolean> {
    await recordIdentity(this.#db.pool('firehose'))
    const hold = await readHold(this.#db.pool('firehose'))
    if (hold !== this.#toldHold) {
      this.#toldHold = hold
      if (hold === 'restored')
        this.#log.warn(
          'this database is a restored copy: its firehose is held until pro-signal webhooks resume --restored',
        )
      else if (hold) this.#log.warn('the firehose is held by an operator until pro-signal webhooks resume --all')
      else this.#log.info('the firehose is no longer held')
    }
    return hold !== undefined
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
