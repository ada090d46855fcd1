// The processes that serve, for `bin/pro-signal status`: each reports every few seconds that it is alive. For display
// only.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, many, type Queryable } from '../db/index.ts'
import { reasonOf } from '../platform/app-error.ts'
import { VERSION } from '../platform/config/version.ts'
import type { Logger } from '../platform/logger.ts'
import type { openSearchEngine } from '../search/index.ts'
import type { ProcessRole } from './roles.ts'

const EVERY_MS = 5_000
/** A node that was not seen for longer was killed, or hangs. */
export const GONE_SECONDS = 20
/** Killed ones are listed for a while. */
const LISTED_SECONDS = 300
const FORGET_MINUTES = 60

interface Announced {
  readonly url: string
  readonly roles: readonly ProcessRole[]
  /** Undefined without the API. */
  readonly engine: ReturnType<typeof openSearchEngine> | undefined
}

/** Returns a function that ends it and removes the node. */
export async function announceNode(db: Database, log: Logger, node: Announced): Promise<() => Promise<void>> {
  const id = randomUUID()
  const pool = db.pool('settings')
  const about = [id, `${hostname()}:${process.pid}`, node.url, VERSION, node.roles]
  const announce = async () => {
    try {
      await pool.query(
        `insert into nodes (id, name, url, version, roles, search, index_position, started_at, seen_at)
         values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())
         on conflict (id) do update set seen_at = excluded.seen_at, search = excluded.search, index_position = excluded.index_position`,
        [...about, node.engine?.name ?? null, node.engine?.index?.position ?? node.engine?.position ?? null],
      )
    } catch (error) {
      log.debug(`could not report that this node is alive: ${reasonOf(error)}`)
    }
  }
  await announce()
  await pool.query(`delete from nodes where seen_at < clock_timestamp() - make_interval(mins => $1)`, [FORGET_MINUTES])
  let announcing: Promise<void> | undefined
  const timer = setInterval(() => {
    announcing ??= announce().finally(() => {
      announcing = undefined
    })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await announcing
    await pool.query('delete from nodes where id = $1', [id]).catch(() => {})
  }
}

export interface ServingNode {
  readonly name: string
  readonly url: string
  readonly version: string
  readonly roles: readonly string[]
  readonly startedAt: Date
  /** How long ago it was seen. */
  readonly seenSeconds: number
  readonly search: string | null
  readonly indexPosition: number | null
  readonly [column: string]: unknown
}

export function readNodes(db: Queryable): Promise<ServingNode[]> {
  return many<ServingNode>(
    db,
    `select name, url, version, roles, started_at as "startedAt", search, index_position as "indexPosition",
            greatest(0, extract(epoch from clock_timestamp() - seen_at))::float8 as "seenSeconds"
       from nodes where seen_at > clock_timestamp() - make_interval(secs => $1) order by started_at, name`,
    [LISTED_SECONDS],
  )
}

/** After a restore, the nodes are those of the original. */
export async function forgetNodes(tx: Queryable): Promise<void> {
  await tx.query('delete from nodes')
}
