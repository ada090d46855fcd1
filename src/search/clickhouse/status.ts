// What a node knows about the servers: which tables to ask, and whether they are fresh. It asks twice a second, and
// after every search that found a difference. Searches check the marks again, so a server that has lost its rows since
// is detected.

import { type Database, readDatabaseId } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/logger.ts'
import { FallbackLog } from '../fallback-log.ts'
import { askForHead, hasContact, type LogContact, monotonicMs, NO_CONTACT } from '../index-engine/index.ts'
import { ClickHouseUnavailable } from './connection.ts'
import { readFeed } from './lease.ts'
import type { Servers, Shard } from './shards.ts'
import { identityOf, listBuilds, readTable, type TableState } from './tables.ts'

const POLL_MS = 500

interface ShardState extends TableState {
  readonly identity: number
}

export interface ClickHouseStatus {
  /** One for each shard; empty while searches can't be answered. */
  readonly tables: readonly ShardState[]
  /** Why not. */
  readonly reason: string | undefined
  readonly contact: LogContact
}

export class StatusWatch {
  readonly servers: Servers
  readonly #db: Database
  readonly #log: Logger
  #status: ClickHouseStatus = { tables: [], reason: 'ClickHouse has not answered yet', contact: NO_CONTACT }
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined
  #isClosed = false
  #databaseId: string | undefined
  #hasBeenReady = false
  readonly #fallbacks: FallbackLog

  constructor(servers: Servers, db: Database, log: Logger) {
    this.servers = servers
    this.#db = db
    this.#log = log
    this.#fallbacks = new FallbackLog(log, 'ClickHouse')
    this.#next(0)
  }

  /** Computed now: without contact to the log, the freshness of answers is unknown. */
  get status(): ClickHouseStatus {
    const { tables, contact } = this.#status
    if (tables.length === 0 || hasContact(contact, monotonicMs())) return this.#status
    return { tables: [], reason: 'ClickHouse or PostgreSQL has not answered for 5 s', contact }
  }

  /** The smallest position of the shards, or undefined while they can't answer. */
  get position(): number | undefined {
    const { tables } = this.status
    return tables.length === 0 ? undefined : Math.min(...tables.map(({ checkpoint }) => checkpoint.position))
  }

  /** Asks now. Concurrent callers share the request. */
  async ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#asking
    await this.servers.close()
  }

  #next(ms: number): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.ask().finally(() => this.#next(POLL_MS)), ms).unref()
  }

  async #ask(): Promise<void> {
    try {
      this.#databaseId ??= await readDatabaseId(this.#db.pool('read'))
      const tables = await readTables(this.servers, this.#databaseId)
      if (tables.length === 0) {
        const { feeder, doing } = await readFeed(this.#db.pool('read'))
        const nobody = 'ClickHouse has no complete tables, and no process with the role worker feeds it'
        this.#set([], feeder === undefined ? nobody : `ClickHouse is being filled${doing ? `: ${doing}` : ''}`)
      } else {
        const position = Math.min(...tables.map(({ checkpoint }) => checkpoint.position))
        const contact = await askForHead(this.#db.pool('read'), position, this.#status.contact)
        if (contact.isBehind) this.#set([], 'ClickHouse is more than 30 s behind the log', contact)
        else this.#set(tables, undefined, contact)
      }
    } catch (error) {
      this.#set([], reasonOf(error))
    }
  }

  #set(tables: readonly ShardState[], reason: string | undefined, contact = this.#status.contact): void {
    const isReady = tables.length > 0
    if (isReady && !this.#hasBeenReady) this.#log.info('searches are answered by ClickHouse')
    this.#hasBeenReady ||= isReady
    this.#status = { tables, reason, contact }
    this.#fallbacks.note(isReady, () => reason)
  }
}

/** The tables of the newest build that is complete on every shard; empty if there is none. */
export async function readTables(servers: Servers, databaseId: string): Promise<ShardState[]> {
  const { list } = await servers.shards()
  const byShard = await Promise.all(
    list.map((shard) => readShard(shard, servers.database, identityOf(databaseId, list.length, shard.index))),
  )
  const builds = (byShard[0] ?? []).map(({ build }) => build).sort((a, b) => b - a)
  for (const build of builds) {
    const tables = byShard.flatMap((states) => {
      const ofBuild = states.filter((state) => state.build === build)
      const newest = ofBuild.reduce<ShardState | undefined>((a, b) => (a && a.version >= b.version ? a : b), undefined)
      return newest ? [newest] : []
    })
    if (tables.length === list.length) return tables
  }
  return []
}

/** The complete tables of a shard's servers. At least one server must answer. */
async function readShard({ index, servers }: Shard, database: string, identity: number): Promise<ShardState[]> {
  const answers = await Promise.allSettled(
    servers.map(async (server) => {
      const builds = (await listBuilds(server, database)).slice(0, 2)
      const states = await Promise.all(builds.map((build) => readTable(server, database, build, identity)))
      return states.flatMap((state) => (state ? [{ ...state, identity }] : []))
    }),
  )
  const answered = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (answered.length > 0) return answered.flat()
  const [failure] = answers
  const reason = failure?.status === 'rejected' ? reasonOf(failure.reason) : 'no server'
  throw new ClickHouseUnavailable(`shard ${index + 1} of ClickHouse is away: ${reason}`)
}
