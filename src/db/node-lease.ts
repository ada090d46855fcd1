// The lease of this process: one row covers everything that it holds, such as webhooks or turns at hosts.
//
// Invariant: while a lease is valid, no other process can take what the node holds. Its term counts on the monotonic
// clock of this process, from before the renewal is sent; in the database it begins later, on the database's clock. So
// this process notices the end first, whatever its own clock shows, and a frozen process finds its lease expired when
// it continues. Its later writes name a node that holds nothing, so they change nothing.
//
// A process whose node has ended becomes another node, with another id. The new lease is valid only after the process
// has dropped what it held before.

import type { Database, PoolRole } from './database.ts'
import { maybeOne, one } from './sql.ts'

/** A table with the columns id, name and expires_at. */
export interface NodeTable {
  readonly table: string
  /** SQL: the id of a new node. No id is ever used again. */
  readonly newId: 'default' | 'gen_random_uuid()'
  /**
   * - deleted: others delete an expired row, which frees what it held. Until then it can be renewed, so a node loses
   *   nothing in a database outage if no other node deleted its row. Deleting locks the row: either it is renewed or
   *   deleted.
   * - expired: others take what an expired node holds, row by row. So it can't be renewed, and its row has to stay.
   */
  readonly endsWhen: 'deleted' | 'expired'
  readonly pool: PoolRole
}

interface NodeLeaseOptions {
  /** Of the process, for people. */
  readonly name: string
  readonly leaseSeconds: number
}

/** The lease is over, or the node stops: don't finish work in progress. */
export class NodeStopped extends Error {}

export class NodeLease<Id extends string | number> {
  protected readonly db: Database
  readonly #node: NodeTable
  readonly #name: string
  readonly #leaseSeconds: number
  #id: Id | undefined
  /** Whether the process has yet to drop what an earlier node held. */
  #isNew = true
  #validUntil = Number.NEGATIVE_INFINITY
  /** How far the database's clock is ahead of the monotonic one of this process. */
  #aheadMs = 0

  constructor(db: Database, node: NodeTable, { name, leaseSeconds }: NodeLeaseOptions) {
    this.db = db
    this.#node = node
    this.#name = name
    this.#leaseSeconds = leaseSeconds
  }

  /** Throws if the lease is over. */
  get id(): Id {
    if (this.#id === undefined || !this.isValid) throw new NodeStopped('The lease of this node is over.')
    return this.#id
  }

  /** For writes fenced by the id: they change nothing once another node has taken over. */
  get lastId(): Id | undefined {
    return this.#id
  }

  get isValid(): boolean {
    return this.#leftMs > 0
  }

  /** A request that starts now is unlikely to outlast the lease. */
  get isFresh(): boolean {
    return this.#leftMs > this.#leaseSeconds * 333
  }

  /** Requests in flight must end, because another node may send theirs soon. */
  get isEnding(): boolean {
    return this.#leftMs < this.#leaseSeconds * 100
  }

  get #leftMs(): number {
    return this.#validUntil - performance.now()
  }

  /** The database's time in milliseconds, counted from the last renewal. This machine's clock may be set meanwhile. */
  databaseMs(): number {
    return Math.floor(performance.now() + this.#aheadMs)
  }

  /**
   * Renews the lease, or makes another node if it has ended. `take` runs before the renewed lease counts. With `isNew`,
   * the process must drop what it held.
   */
  async renew<Taken>(take: (isNew: boolean) => Taken | Promise<Taken>): Promise<Taken> {
    const sentAt = performance.now()
    const { now } = (await this.#renewRow()) ?? (await this.#insertRow())
    this.#aheadMs = now - performance.now()
    const taken = await take(this.#isNew)
    this.#isNew = false
    this.#validUntil = sentAt + this.#leaseSeconds * 1_000
    return taken
  }

  /** What the node holds is free when its row expires: the next renewal makes another node. */
  giveUp(): void {
    this.#validUntil = Number.NEGATIVE_INFINITY
    this.#id = undefined
    this.#isNew = true
  }

  /** Others may take what the node holds immediately. */
  async leave(): Promise<void> {
    const { table, endsWhen, pool } = this.#node
    const id = this.#id
    this.giveUp()
    if (id === undefined) return
    const end = endsWhen === 'deleted' ? `delete from ${table}` : `update ${table} set expires_at = '-infinity'`
    await this.db.pool(pool).query(`${end} where id = $1`, [id])
  }

  async #renewRow(): Promise<{ now: number } | undefined> {
    if (this.#id === undefined) return undefined
    const { table, endsWhen, pool } = this.#node
    const canRenew = endsWhen === 'deleted' ? 'true' : 'expires_at > clock_timestamp()'
    const renewed = await maybeOne<{ now: number }>(
      this.db.pool(pool),
      `update ${table} set expires_at = clock_timestamp() + make_interval(secs => $2)
        where id = $1 and ${canRenew} returning ${NOW_MS}`,
      [this.#id, this.#leaseSeconds],
    )
    if (!renewed) this.giveUp()
    return renewed
  }

  async #insertRow(): Promise<{ now: number }> {
    const { table, newId, pool } = this.#node
    const row = await one<{ id: Id; now: number }>(
      this.db.pool(pool),
      `insert into ${table} (id, name, expires_at)
       values (${newId}, $1, clock_timestamp() + make_interval(secs => $2)) returning id, ${NOW_MS}`,
      [this.#name, this.#leaseSeconds],
    )
    this.#id = row.id
    return row
  }
}

const NOW_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now'
