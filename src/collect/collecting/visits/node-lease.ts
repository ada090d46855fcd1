// The lease of this process. One row covers everything that it holds: looks and turns at hosts. Its end is measured on the
// monotonic clock from before a renewal was sent, so a process that was suspended finds its lease over and asks nobody. A
// node whose row has expired never comes back under its number.

import { type Database, maybeOne, one } from '../../../db/index.ts'

export class NodeStopped extends Error {}

export class NodeLease {
  readonly #db: Database
  readonly #leaseSeconds: number
  readonly #name: string
  #id: number | undefined
  #validUntil = Number.NEGATIVE_INFINITY
  #offsetMs = 0

  constructor(db: Database, { name, leaseSeconds }: { readonly name: string; readonly leaseSeconds: number }) {
    this.#db = db
    this.#name = name
    this.#leaseSeconds = leaseSeconds
  }

  get id(): number {
    if (this.#id === undefined || !this.isValid) throw new NodeStopped('The lease of this node is over.')
    return this.#id
  }

  get isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  /** A request that begins now will hardly outlast the lease. */
  get isFresh(): boolean {
    return this.#leftMs > this.#leaseSeconds * 333
  }

  /** Requests under way must end, because another node may ask soon. */
  get isEnding(): boolean {
    return this.#leftMs < this.#leaseSeconds * 100
  }

  get #leftMs(): number {
    return this.#validUntil - performance.now()
  }

  /** The database's time in Unix seconds, as of the last renewal. */
  now(): number {
    return Math.floor(this.databaseTime(Date.now()))
  }

  /** In Unix seconds, from milliseconds of this machine's clock. */
  databaseTime(ms: number): number {
    return (ms + this.#offsetMs) / 1_000
  }

  /** Returns whether the node is a new one that holds nothing. */
  async renew(): Promise<boolean> {
    const sentAt = performance.now()
    const pool = this.#db.pool('ingest')
    const renewed =
      this.#id === undefined
        ? undefined
        : await maybeOne<{ now: number }>(
            pool,
            `update collect_nodes set expires_at = clock_timestamp() + make_interval(secs => $2)
              where id = $1 and expires_at > clock_timestamp() returning ${NOW_MS}`,
            [this.#id, this.#leaseSeconds],
          )
    const isNew = renewed === undefined
    const { now } = renewed ?? (await this.#insert())
    this.#validUntil = sentAt + this.#leaseSeconds * 1_000
    this.#offsetMs = now - Date.now()
    return isNew
  }

  /** The looks that this node is visiting now. If it ends before the visits do, each of them counts as lost. */
  async noteVisiting(lookIds: Iterable<number>): Promise<void> {
    const ids = [...lookIds]
    await this.#db.pool('ingest').query(`update collect_nodes set visiting = $2::int[] where id = $1`, [this.id, ids])
  }

  /** What it holds is free when the row expires: the next renewal makes another node. */
  giveUp(): void {
    this.#validUntil = Number.NEGATIVE_INFINITY
    this.#id = undefined
  }

  /** Others may take what it holds at once. */
  async leave(): Promise<void> {
    const id = this.#id
    this.giveUp()
    if (id !== undefined)
      await this.#db.pool('ingest').query(`update collect_nodes set expires_at = '-infinity' where id = $1`, [id])
  }

  async #insert(): Promise<{ now: number }> {
    const pool = this.#db.pool('ingest')
    const row = await one<{ id: number; now: number }>(
      pool,
      `insert into collect_nodes (name, expires_at) values ($1, clock_timestamp() + make_interval(secs => $2))
       returning id, ${NOW_MS}`,
      [this.#name, this.#leaseSeconds],
    )
    this.#id = row.id
    return row
  }
}

const NOW_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now'

/**
 * SQL: whether nobody holds a row: null, or 0 where a row keeps its size and so its updates are smaller. For statements of
 * their own, where now() is not later than the statement's snapshot: a lease that is over then stays over. A node that the
 * snapshot doesn't contain is a new one, and holds what it took. `pause`: for so long after its end a lease still counts.
 */
export const isFree = (holder: string, pause = `interval '0'`) =>
  `(coalesce(${holder}, 0) = 0 or exists (select from collect_nodes n where n.id = ${holder} and n.expires_at <= now() - (${pause})))`

/** Nodes that ended a day ago, and that no row names any more. */
export async function deleteOldNodes(db: Database): Promise<void> {
  await db.pool('ingest').query(
    `delete from collect_nodes n where n.expires_at < now() - interval '1 day'
        and not exists (select from look_times where holder = n.id) and not exists (select from host_turns where holder = n.id)`,
  )
}
