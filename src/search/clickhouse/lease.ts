// One worker feeds ClickHouse at a time. The lease is a row of PostgreSQL; its term counts on the monotonic clock of
// this process, from before the renewal is sent, so that this process notices the end first. Two concurrent feeders
// would do no harm: their writes have versions, and the newest counts.
//
// Not a NodeLease: there is one thing to hold, so its row is the lease, and a table of nodes would only add a step.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, maybeOne, one, type Queryable } from '../../db/index.ts'

const LEASE_SECONDS = 15

interface FeedRow {
  build: number
  rebuildWanted: boolean
  [column: string]: unknown
}

export class FeedLease {
  readonly #db: Database
  readonly #id = randomUUID()
  #validUntil = Number.NEGATIVE_INFINITY

  constructor(db: Database) {
    this.#db = db
  }

  get isValid(): boolean {
    return performance.now() < this.#validUntil
  }

  /** Takes or renews the lease. Undefined if another process has it. */
  async take(): Promise<FeedRow | undefined> {
    const sentAt = performance.now()
    const row = await maybeOne<FeedRow>(
      this.#db.pool('ingest'),
      `update search_feed set holder = $1, holder_name = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
        where holder = $1 or expires_at < clock_timestamp()
        returning build, rebuild_wanted as "rebuildWanted"`,
      [this.#id, `${hostname()}:${process.pid}`, LEASE_SECONDS],
    )
    this.#validUntil = row ? sentAt + LEASE_SECONDS * 1_000 : Number.NEGATIVE_INFINITY
    return row
  }

  /** The number of the next build, which fulfils all rebuild requests so far. */
  async nextBuild(): Promise<number> {
    const row = await maybeOne<{ build: number }>(
      this.#db.pool('ingest'),
      `update search_feed set build = build + 1, rebuild_wanted = false where holder = $1 returning build`,
      [this.#id],
    )
    if (!row) throw new Error('another process feeds ClickHouse')
    return row.build
  }

  /** What the feeder is doing, for people; null while it only follows the log. */
  async say(doing: string | null): Promise<void> {
    await this.#db
      .pool('ingest')
      .query(`update search_feed set doing = $2 where holder = $1 and doing is distinct from $2`, [this.#id, doing])
  }

  async leave(): Promise<void> {
    this.#validUntil = Number.NEGATIVE_INFINITY
    await this.#db.pool('ingest').query(`update search_feed set expires_at = '-infinity' where holder = $1`, [this.#id])
  }
}

interface FeedState {
  /** Undefined if no process feeds. */
  readonly feeder: string | undefined
  readonly doing: string | undefined
  readonly rebuildWanted: boolean
}

export async function readFeed(db: Queryable): Promise<FeedState> {
  const row = await one<{
    feeder: string | null
    doing: string | null
    rebuildWanted: boolean
    [column: string]: unknown
  }>(
    db,
    `select case when expires_at > clock_timestamp() then holder_name end as feeder, doing, rebuild_wanted as "rebuildWanted"
       from search_feed`,
  )
  const { feeder, doing, rebuildWanted } = row
  return { feeder: feeder ?? undefined, doing: (feeder && doing) ?? undefined, rebuildWanted }
}

/** The process that feeds begins a rebuild within seconds. Searches use the old tables until it is done. */
export async function requestRebuild(db: Queryable): Promise<void> {
  await db.query(`update search_feed set rebuild_wanted = true`)
}
