// The servers, by shard. Without a cluster, there is one. With one, ClickHouse itself says which servers belong to it and which
// of them are copies of each other (system.clusters); each node and the worker read that, and nothing else is configured.
//
// Every statement goes to one server of each shard, and the answers are merged here. So an answer has the position of
// each shard, tables need no coordinator, and the servers need not reach each other.

import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { ClickHouseUnavailable, Connection, serverOf } from './connection.ts'
import { textLiteral } from './literals.ts'

export interface Shard {
  /** From 0 on. It has the companies whose ordinal leaves this remainder. */
  readonly index: number
  /** Copies of each other. */
  readonly servers: readonly Connection[]
}

export interface Shards {
  readonly list: readonly Shard[]
  readonly isReplicated: boolean
}

type ClickHouseConfig = Pick<Config, 'CLICKHOUSE_URL' | 'CLICKHOUSE_DATABASE' | 'CLICKHOUSE_CLUSTER'>

type ClusterRow = readonly [shard: number, host: string, isLocal: number]

export class Servers {
  readonly database: string
  readonly #cluster: string | undefined
  readonly #connections = new Map<string, Connection>()
  readonly #addresses: readonly string[]
  /** The time that a search may take; a default if undefined. */
  readonly #searchSeconds: number | undefined
  #shards: Shards | undefined

  constructor({ CLICKHOUSE_URL, CLICKHOUSE_DATABASE, CLICKHOUSE_CLUSTER }: ClickHouseConfig, searchSeconds?: number) {
    this.#searchSeconds = searchSeconds
    if (CLICKHOUSE_URL === undefined) {
      throw new AppError(
        'invalid',
        'SEARCH_ENGINE is clickhouse, and CLICKHOUSE_URL is not set: set it to http://user:password@host:8123.',
      )
    }
    this.#addresses = CLICKHOUSE_URL.split(',')
    this.#cluster = CLICKHOUSE_CLUSTER
    this.database = CLICKHOUSE_DATABASE
  }

  /** Read once, when a server of each shard has answered. Throws ClickHouseUnavailable until then. */
  async shards(): Promise<Shards> {
    this.#shards ??= await this.#read()
    return this.#shards
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((each) => each.close()))
  }

  #connect(address: string): Connection {
    const existing = this.#connections.get(address)
    if (existing) return existing
    const connection = new Connection(serverOf(address), this.#searchSeconds)
    this.#connections.set(address, connection)
    return connection
  }

  async #read(): Promise<Shards> {
    const [first = '', ...others] = this.#addresses
    if (this.#cluster === undefined) {
      if (others.length > 0)
        throw new ClickHouseUnavailable('CLICKHOUSE_URL has several servers: set CLICKHOUSE_CLUSTER')
      return { list: [{ index: 0, servers: [this.#connect(first)] }], isReplicated: false }
    }
    const found = others.length === 0 ? await this.#expand(first) : await this.#ask()
    const { members } = found
    const numbers = [...new Set(members.map(([shard]) => shard))].sort((a, b) => a - b)
    const list = numbers.map((number, index) => ({
      index,
      servers: found.servers.flatMap(([shard, connection]) => (shard === number ? [connection] : [])),
    }))
    const missing = list.find(({ servers }) => servers.length === 0)
    if (missing) throw new ClickHouseUnavailable(`no server of shard ${missing.index + 1} of the cluster answers`)
    return { list, isReplicated: members.length > numbers.length }
  }

  /** One address: the others are the cluster's hosts, with the same port and user. */
  async #expand(address: string): Promise<Found> {
    const members = await this.#members(this.#connect(address))
    const servers = members.map(([shard, host, isLocal]): [number, Connection] => {
      const url = new URL(address)
      if (!isLocal) url.hostname = host.includes(':') ? `[${host}]` : host
      return [shard, this.#connect(url.href)]
    })
    return { members, servers }
  }

  /** All addresses are given: each server reports which member of the cluster it is. */
  async #ask(): Promise<Found> {
    const answers = await Promise.allSettled(
      this.#addresses.map(async (address) => {
        const connection = this.#connect(address)
        const members = await this.#members(connection)
        const own = members.find(([, , isLocal]) => isLocal)
        if (!own) throw new ClickHouseUnavailable(`${connection.server.url} is no server of the cluster`)
        return { members, server: [own[0], connection] as [number, Connection] }
      }),
    )
    const found = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [first] = found
    if (!first) throw (answers[0] as PromiseRejectedResult).reason
    return { members: first.members, servers: found.map(({ server }) => server) }
  }

  async #members(connection: Connection): Promise<readonly ClusterRow[]> {
    const members = await connection.rows<ClusterRow>(
      `select shard_num, host_name, is_local from system.clusters where cluster = ${textLiteral(this.#cluster ?? '')} order by 1`,
    )
    if (members.length === 0)
      throw new ClickHouseUnavailable(`${connection.server.url} has no cluster ${this.#cluster}`)
    return members
  }
}

interface Found {
  readonly members: readonly ClusterRow[]
  readonly servers: readonly (readonly [shard: number, server: Connection])[]
}
