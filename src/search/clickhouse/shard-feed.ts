// Keeps the table of one shard up to date: reads the log from the position of its mark on, and writes the companies
// that changed, complete, with the next mark. Rows and mark are one insert, so a search sees the shard at one position.
// Batches are idempotent: the rows are the same, and the newest count.

import type pg from 'pg'
import { readHead, readLog } from '../../write/log/index.ts'
import { type Checkpoint, changedCompanies, checkpointOf, isCheckpointValid, isReset } from '../index-engine/index.ts'
import type { Connection } from './connection.ts'
import { COLUMNS, MARK } from './layout.ts'
import { COLUMN_NAMES } from './load-shard.ts'
import { type Rank, readCompanies, readRanks } from './read-companies.ts'
import { RowWriter } from './row-binary.ts'
import { tableName } from './statements.ts'
import { markOf, versionOf } from './tables.ts'

const PAGE_EVENTS = 2_000
/** A batch with more is split. Until its last part with the mark, companies are newer than the mark says. */
const INSERT_BYTES = 64 * 2 ** 20
const PAGE_RANKS = 5_000

/** The table doesn't match what was written: it must be refilled. */
export class ShardLost extends Error {}

export interface FedTable {
  readonly server: Connection
  readonly database: string
  readonly table: string
  readonly shards: number
  readonly shard: number
  readonly identity: number
}

export class ShardFeed {
  readonly at: FedTable
  /** Of the newest rows. */
  #version: number
  /** 0 before the first mark. */
  #markVersion: number
  #checkpoint: Checkpoint
  /** Searches don't use the table before its first mark. */
  #isMarked: boolean
  /** Where the comparison of ranks continues; undefined if none is running. */
  #ranksAfter: number | undefined

  constructor(at: FedTable, from: { version: number; checkpoint: Checkpoint; isMarked: boolean }) {
    this.at = at
    this.#version = from.version
    this.#markVersion = from.isMarked ? from.version : 0
    this.#checkpoint = from.checkpoint
    this.#isMarked = from.isMarked
    // A process that fed before may have been killed between the pages of the log and the ranks.
    this.#ranksAfter = from.isMarked ? -1 : undefined
  }

  get position(): number {
    return this.#checkpoint.position
  }

  /** Throws ShardLost unless the table has the last write, and PostgreSQL the log it came from. */
  async check(client: pg.ClientBase): Promise<void> {
    await this.checkMark()
    const { event, position } = this.#checkpoint
    // An empty log had no event to compare.
    if (event === '' && (position === 0 || (await readHead(client)) === position)) return
    if (await isCheckpointValid(client, this.#checkpoint)) return
    throw new ShardLost('the log of the database is not the one that ClickHouse has followed')
  }

  /** Writes what the next page of the log changed. Returns whether there may be more. */
  async step(client: pg.ClientBase): Promise<boolean> {
    const { events, gap } = await readLog(client, this.#checkpoint.position, PAGE_EVENTS)
    if (gap) throw new ShardLost('the log no longer contains the events after the position of ClickHouse')
    if (events.some(isReset)) throw new ShardLost('companies were removed')
    const last = events.at(-1)
    if (last) {
      if (events.some(({ kind }) => kind === 'ranks')) this.#ranksAfter = -1
      await this.#write(client, this.#own(changedCompanies(events)), checkpointOf(last))
    }
    return (await this.#compareRanks(client)) || events.length === PAGE_EVENTS
  }

  /** After a load: follows the log up to its head, and then writes the first mark. */
  async finish(client: pg.ClientBase): Promise<void> {
    const head = await readHead(client)
    while (await this.step(client));
    while (this.position < head) await this.step(client)
    this.#isMarked = true
    await this.#write(client, [], this.#checkpoint)
  }

  /** Scores change from day to day, without an event for each company: those that differ are written. */
  async #compareRanks(client: pg.ClientBase): Promise<boolean> {
    const after = this.#ranksAfter
    if (after === undefined) return false
    const ranks = await readRanks(client, after, PAGE_RANKS)
    const upTo = ranks.at(-1)?.ordinal
    if (upTo === undefined) {
      this.#ranksAfter = undefined
      return false
    }
    const { server } = this.at
    const stored = await server.rows<[number, number, number, number, number]>(
      `select ordinal, argMax(looked, version), argMax(heat, version), argMax(score, version), argMax(alive, version)
         from ${tableName(this.at)} where ordinal > ${after} and ordinal <= ${upTo} group by ordinal`,
      30_000,
    )
    const known = new Map(stored.map((row) => [row[0], row]))
    const differs = ({ ordinal, looked, heat, score }: Rank) => {
      const row = known.get(ordinal)
      return !row || row[1] !== looked || row[2] !== heat || row[3] !== score || row[4] !== 1
    }
    const changed = this.#own(ranks.filter(differs).map(({ ordinal }) => ordinal))
    if (changed.length > 0) await this.#write(client, changed, this.#checkpoint)
    this.#ranksAfter = upTo
    return true
  }

  #own(ordinals: Iterable<number>): number[] {
    const { shards, shard } = this.at
    return [...ordinals].filter((ordinal) => ordinal % shards === shard).sort((a, b) => a - b)
  }

  async #write(client: pg.ClientBase, ordinals: readonly number[], checkpoint: Checkpoint): Promise<void> {
    const version = versionOf(checkpoint.position, this.#version)
    const writer = new RowWriter(COLUMNS)
    for (const row of await inSnapshot(client, () => readCompanies(client, ordinals, version))) {
      writer.add(row)
      if (writer.bytes > INSERT_BYTES) await this.#insert(writer)
    }
    if (this.#isMarked) {
      await this.checkMark()
      writer.add(markOf(version, this.at.identity, checkpoint))
    }
    if (writer.bytes > 0) await this.#insert(writer)
    this.#version = version
    if (this.#isMarked) this.#markVersion = version
    this.#checkpoint = checkpoint
  }

  async #insert(writer: RowWriter): Promise<void> {
    await this.at.server.insert(tableName(this.at), COLUMN_NAMES, writer.take())
  }

  /** Throws ShardLost for a server that restarted empty, and if another process has fed the table since. */
  async checkMark(): Promise<void> {
    const [[version = 0] = []] = await this.at.server.rows<[number]>(
      `select max(version) from ${tableName(this.at)} where ordinal = ${MARK}`,
    )
    if (version !== this.#markVersion) throw new ShardLost(`${this.at.server.server.url} lacks the last write`)
  }
}

/** So that a company's facts and signals are from one moment. */
async function inSnapshot<T>(client: pg.ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await read()
  } finally {
    await client.query('rollback').catch(() => {})
  }
}
