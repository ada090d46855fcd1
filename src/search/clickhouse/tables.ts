// The tables of a server, and their marks. A table is named after the build that filled it. A rebuild fills the table
// of the next build; its marks are written when it has caught up, and only then do searches use it. Nothing is renamed,
// so a search that started with the old table ends with it.

import { createHash } from 'node:crypto'
import type { Checkpoint } from '../index-engine/index.ts'
import type { Connection } from './connection.ts'
import { COLUMNS, LAYOUT, MARK } from './layout.ts'
import { quotedName, textLiteral } from './literals.ts'
import { markRow } from './read-companies.ts'
import type { Row } from './row-binary.ts'
import { type ShardTable, tableName } from './statements.ts'

/**
 * A version is a log position and a count of the writes at that position, so that no two rows of a company have the same one.
 * It stays a safe integer up to position 2^33: 2,000 events a second for 136 years.
 */
const WRITES = 2 ** 20

export function versionOf(position: number, after = 0): number {
  return Math.max(position * WRITES, after + 1)
}

export function positionOf(version: number): number {
  return Math.floor(version / WRITES)
}

/** Which database's companies a shard has, and which of them. A mark with another identity is ignored. */
export function identityOf(database: string, shards: number, shard: number): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([LAYOUT, database, shards, shard]))
    .digest('hex')
  return Number.parseInt(digest.slice(0, 12), 16)
}

export interface TableState extends ShardTable {
  readonly build: number
  readonly server: Connection
  /** The version of the newest mark. */
  readonly version: number
  readonly checkpoint: Checkpoint
}

const PREFIX = 'companies_'

export function buildTable(database: string, build: number): { database: string; table: string } {
  return { database, table: `${PREFIX}${build}` }
}

export async function createTable(
  server: Connection,
  database: string,
  build: number,
  replicated: { readonly shard: number; readonly path: string } | undefined,
): Promise<void> {
  const columns = COLUMNS.map(({ name, type }) => `${quotedName(name)} ${type}`).join(', ')
  // Each build has its own path: a dropped table's path becomes free only some minutes later.
  const engine = replicated
    ? `ReplicatedReplacingMergeTree(${textLiteral(`${replicated.path}/${build}/${replicated.shard}`)}, '{replica}', version)`
    : 'ReplacingMergeTree(version)'
  await server.run(`create database if not exists ${quotedName(database)}`)
  await server.run(
    `create table if not exists ${tableName(buildTable(database, build))} (${columns}) engine = ${engine} order by ordinal`,
  )
}

export async function dropTable(server: Connection, database: string, build: number): Promise<void> {
  await server.run(`drop table if exists ${tableName(buildTable(database, build))}`, 60_000)
}

/** The builds of which a server has a table, the newest first. */
export async function listBuilds(server: Connection, database: string): Promise<number[]> {
  const rows = await server.rows<[string]>(
    `select name from system.tables where database = ${textLiteral(database)} and name like '${PREFIX.replace('_', '\\\\_')}%'`,
  )
  return rows
    .map(([name]) => Number(name.slice(PREFIX.length)))
    .filter(Number.isInteger)
    .sort((a, b) => b - a)
}

/** Undefined if the table has no mark of this identity. */
export async function readTable(
  server: Connection,
  database: string,
  build: number,
  identity: number,
): Promise<TableState | undefined> {
  const at = buildTable(database, build)
  const [[oldestPart = ''] = []] = await server.rows<[string]>(
    `select argMin(name, min_block_number) from system.parts
      where database = ${textLiteral(database)} and table = ${textLiteral(at.table)} and active`,
  )
  const [[version = 0, heat = 0, mark = ''] = []] = await server.rows<[number, number, string]>(
    `select max(version), argMax(heat, version), argMax(mark, version) from ${tableName(at)} where ordinal = ${MARK}`,
  )
  if (version === 0 || heat !== identity) return undefined
  const { event } = JSON.parse(mark) as { event: string }
  return { ...at, build, server, oldestPart, version, checkpoint: { position: positionOf(version), event } }
}

/** The row that records which position the rows before it have reached. */
export function markOf(version: number, identity: number, { event }: Checkpoint): Row {
  return markRow(MARK, version, identity, JSON.stringify({ event }))
}
