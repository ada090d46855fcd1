// Feeds ClickHouse, from one process with the role worker at a time. Each shard is fed independently: an unavailable
// one doesn't block the others. Missing data is refilled: all shards in new tables if an operator requests it,
// otherwise the table of a shard that has lost it.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, readDatabaseId } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { WakeSignal } from '../../platform/async/wake-signal.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import { readHead } from '../../write/log/index.ts'
import { readCheckpoint } from '../index-engine/index.ts'
import type { Connection } from './connection.ts'
import { FeedLease } from './lease.ts'
import { loadShard } from './load-shard.ts'
import { type FedTable, ShardFeed, ShardLost } from './shard-feed.ts'
import type { Servers, Shard, Shards } from './shards.ts'
import { tableName } from './statements.ts'
import { buildTable, createTable, dropTable, identityOf, listBuilds, readTable, versionOf } from './tables.ts'

/** Each batch becomes a part that ClickHouse merges, so changes are collected for this long. */
const GATHER_MS = 500
const RENEW_MS = 4_000
const RETRY_MS = 1_000
/** While nothing is written, how often to check that the server still has the last write. */
const CHECK_MS = 2_000
/** Nodes ask twice a second which tables exist. */
const KEEP_OLD_MS = 10_000

/** Ends a session: the lease has expired, or the process stops. */
class FeedEnded extends Error {}

/** Starts feeding as soon as no other process does. Returns a function that stops it. */
export function startFeeding(servers: Servers, db: Database, log: Logger): () => Promise<void> {
  const feeder = new Feeder(servers, db, log)
  const running = feeder.run()
  return async () => {
    feeder.stop()
    await running
    await servers.close()
  }
}

class Feeder {
  readonly #servers: Servers
  readonly #db: Database
  readonly #log: Logger
  readonly #lease: FeedLease
  readonly #waiting: RepeatedWarning
  readonly #wakes = new Set<WakeSignal>()
  readonly #stopping = new AbortController()
  /** The tables to drop, and when they are no longer in use. */
  readonly #old: { readonly build: number; readonly from: number }[] = []

  constructor(servers: Servers, db: Database, log: Logger) {
    this.#servers = servers
    this.#db = db
    this.#log = log
    this.#lease = new FeedLease(db)
    this.#waiting = new RepeatedWarning((text) => log.warn(text))
  }

  stop(): void {
    this.#stopping.abort()
    for (const wake of this.#wakes) wake.set()
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const row = await this.#lease.take()
        if (row) await this.#feed(row.build, row.rebuildWanted)
      } catch (error) {
        if (!(error instanceof FeedEnded)) this.#waiting.warn(`ClickHouse isn't fed: ${reasonOf(error)}`)
      }
      await this.#pause(RETRY_MS)
    }
    await this.#lease.leave().catch(() => {})
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #mustGoOn(): void {
    if (this.#isStopped || !this.#lease.isValid) throw new FeedEnded()
  }

  /** Feeds until the lease expires. */
  async #feed(build: number, rebuildWanted: boolean): Promise<void> {
    const shards = await this.#servers.shards()
    const identity = await readDatabaseId(this.#db.pool('ingest'))
    let current = build > 0 && !rebuildWanted ? build : await this.#lease.nextBuild()
    let [ended, isWanted]: [unknown, boolean] = [undefined, false]
    const fail = (error: unknown) => {
      ended ??= error
    }
    const follow = (number: number) =>
      Promise.all(
        shards.list.map((shard) => this.#followShard(shards, shard, number, identity, () => current === number)),
      ).catch(fail)
    const renew = async () => {
      while (ended === undefined) {
        await this.#pause(RENEW_MS)
        this.#mustGoOn()
        const row = await this.#lease.take()
        if (!row) throw new FeedEnded()
        isWanted ||= row.rebuildWanted
      }
    }
    const renewing = renew().catch(fail)
    let following = follow(current)
    try {
      while (ended === undefined) {
        await this.#pause(RETRY_MS)
        this.#mustGoOn()
        await this.#dropOld(shards)
        if (!isWanted) continue
        const next = await this.#lease.nextBuild()
        isWanted = false
        this.#log.info('ClickHouse is refilled next to the tables in use')
        // The tables in use are fed meanwhile.
        await Promise.all(shards.list.map((shard) => this.#fill(shards, shard, next, identity)))
        current = next
        await following
        following = follow(next)
      }
      throw ended
    } finally {
      ended ??= new FeedEnded()
      current = -1
      for (const wake of this.#wakes) wake.set()
      await following
      await renewing
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  /** Follows the log for one shard, and fills its table when it must. Ends when another build is current. */
  async #followShard(
    shards: Shards,
    shard: Shard,
    build: number,
    identity: string,
    isCurrent: () => boolean,
  ): Promise<void> {
    const waiting = new RepeatedWarning((text) => this.#log.warn(text))
    const notFilled = new RepeatedWarning((text) => this.#log.warn(text))
    while (isCurrent()) {
      this.#mustGoOn()
      try {
        const feed = await this.#openShard(shards, shard, build, identity)
        await this.#withClient((client, wake) => this.#follow(client, wake, feed, isCurrent))
      } catch (error) {
        if (error instanceof FeedEnded) throw error
        waiting.warn(`shard ${shard.index + 1} of ClickHouse isn't fed: ${reasonOf(error)}`)
        if (error instanceof ShardLost)
          await this.#fill(shards, shard, build, identity).catch((failure: unknown) => {
            if (failure instanceof FeedEnded) throw failure
            notFilled.warn(`shard ${shard.index + 1} of ClickHouse can't be filled: ${reasonOf(failure)}`)
          })
        await this.#pause(RETRY_MS)
      }
    }
  }

  async #follow(client: pg.Client, wake: WakeSignal, feed: ShardFeed, isCurrent: () => boolean): Promise<void> {
    await feed.check(client)
    let checkedAt = performance.now()
    while (isCurrent()) {
      this.#mustGoOn()
      const startedAt = performance.now()
      if (await feed.step(client)) continue
      if (startedAt - checkedAt > CHECK_MS) {
        checkedAt = startedAt
        await feed.checkMark()
      }
      await wake.wait(RETRY_MS)
      const rest = GATHER_MS - (performance.now() - startedAt)
      if (rest > 0) await this.#pause(rest)
    }
  }

  /** The table of the build on a server of the shard that has one. Throws ShardLost if none has. */
  async #openShard(shards: Shards, shard: Shard, build: number, identity: string): Promise<ShardFeed> {
    const { database } = this.#servers
    const own = identityOf(identity, shards.list.length, shard.index)
    let failure: unknown
    for (const server of shard.servers) {
      try {
        const builds = await listBuilds(server, database)
        const state = builds.includes(build) ? await readTable(server, database, build, own) : undefined
        if (!state) throw new ShardLost(`${server.server.url} has no complete table`)
        this.#forget(builds.filter((each) => each < build))
        const { version, checkpoint } = state
        return new ShardFeed(this.#fedTable(shards, shard, server, build, own), { version, checkpoint, isMarked: true })
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  /** Fills the table of a build on a shard, and writes its mark when it has caught up with the log. */
  async #fill(shards: Shards, shard: Shard, build: number, identity: string): Promise<void> {
    const { database } = this.#servers
    const own = identityOf(identity, shards.list.length, shard.index)
    const at = buildTable(database, build)
    const path = `/pro_signal/${database}/${identity}`
    for (const server of shard.servers) {
      await dropTable(server, database, build)
      await createTable(server, database, build, shards.isReplicated ? { shard: shard.index, path } : undefined)
    }
    const server = shard.servers[0] as Connection
    await this.#withClient(async (client) => {
      const startedAt = performance.now()
      const checkpoint = await readCheckpoint(client, await readHead(client))
      const version = versionOf(checkpoint.position)
      let saidAt = Number.NEGATIVE_INFINITY
      await loadShard(client, {
        ...{ server, at, version, shards: shards.list.length, shard: shard.index },
        onProgress: async (ordinal) => {
          this.#mustGoOn()
          if (performance.now() - saidAt < RENEW_MS) return
          saidAt = performance.now()
          await this.#lease.say(`shard ${shard.index + 1} up to company ${ordinal}`)
        },
      })
      // One part, so that searches needn't look for newer rows among the loaded ones. Without it they are right, and slower.
      await server.run(`optimize table ${tableName(at)} final`, 3_600_000).catch(() => {})
      const feed = new ShardFeed(this.#fedTable(shards, shard, server, build, own), {
        version,
        checkpoint,
        isMarked: false,
      })
      await feed.finish(client)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      this.#log.info(`shard ${shard.index + 1} of ClickHouse is filled: ${seconds} s, log position ${feed.position}`)
    })
    await this.#lease.say(null)
  }

  #fedTable(shards: Shards, shard: Shard, server: Connection, build: number, identity: number): FedTable {
    const at = buildTable(this.#servers.database, build)
    return { ...at, server, shards: shards.list.length, shard: shard.index, identity }
  }

  #forget(builds: readonly number[]): void {
    for (const build of builds) {
      if (!this.#old.some((each) => each.build === build))
        this.#old.push({ build, from: performance.now() + KEEP_OLD_MS })
    }
  }

  async #dropOld({ list }: Shards): Promise<void> {
    const [first] = this.#old
    if (!first || performance.now() < first.from) return
    this.#old.shift()
    const servers = list.flatMap((shard) => shard.servers)
    await Promise.allSettled(servers.map((server) => dropTable(server, this.#servers.database, first.build)))
  }

  /** On its own connection, which wakes up on new events in the log. */
  async #withClient(work: (client: pg.Client, wake: WakeSignal) => Promise<void>): Promise<void> {
    const wake = new WakeSignal()
    const client = new pg.Client({
      ...this.#db.direct,
      application_name: 'pro-signal ClickHouse feeder',
      connectionTimeoutMillis: 5_000,
      query_timeout: 120_000,
      keepAlive: true,
    })
    client.on('error', () => wake.set())
    client.on('notification', () => wake.set())
    await client.connect()
    this.#wakes.add(wake)
    try {
      await client.query('listen log')
      await work(client, wake)
    } finally {
      this.#wakes.delete(wake)
      await client.end().catch(() => {})
    }
  }
}
