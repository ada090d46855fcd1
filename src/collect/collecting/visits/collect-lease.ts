import { type Database, NodeLease, type NodeTable } from '../../../db/index.ts'

/** Looks and turns at hosts name their holder. Taking one over checks that the holder has expired: see `isFree`. */
const NODES: NodeTable = { table: 'collect_nodes', newId: 'default', endsWhen: 'expired', pool: 'ingest' }

/** The lease of this process on looks and turns at hosts. */
export class CollectLease extends NodeLease<number> {
  constructor(db: Database, options: { readonly name: string; readonly leaseSeconds: number }) {
    super(db, NODES, options)
  }

  /** The database's time in Unix seconds. */
  nowSeconds(): number {
    return Math.floor(this.databaseMs() / 1_000)
  }

  /** In Unix seconds, from milliseconds of this machine's clock. */
  databaseSeconds(ms: number): number {
    return (this.databaseMs() + ms - Date.now()) / 1_000
  }

  /** The looks that this node is visiting now. If it ends before the visits do, each of them counts as lost. */
  async noteVisiting(lookIds: Iterable<number>): Promise<void> {
    const ids = [...lookIds]
    await this.db.pool('ingest').query(`update collect_nodes set visiting = $2::int[] where id = $1`, [this.id, ids])
  }
}

/**
 * SQL: whether a row is free: its holder is null, or 0 where that keeps the row's size and so makes updates smaller.
 * For single statements, where now() is not later than the snapshot: a lease that has expired by then stays expired. A
 * node missing from the snapshot is a new one, and holds what it took. `pause`: how long a lease still counts after its
 * end.
 */
export const isFree = (holder: string, pause = `interval '0'`) =>
  `(coalesce(${holder}, 0) = 0 or exists (select from collect_nodes n where n.id = ${holder} and n.expires_at <= now() - (${pause})))`

/** Nodes that ended a day ago, and that no row references any more. */
export async function deleteOldNodes(db: Database): Promise<void> {
  await db.pool('ingest').query(
    `delete from collect_nodes n where n.expires_at < now() - interval '1 day'
        and not exists (select from look_times where holder = n.id) and not exists (select from host_turns where holder = n.id)`,
  )
}
