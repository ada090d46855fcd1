// Restores a backup into an empty database: whole or not at all.
//
// Invariant: one transaction makes the schema as it was, loads all tables, and checks what constraints demand. It
// commits when the end of the file was read and its checksums are right. A process that opens the database meanwhile
// waits for the migration lock, and then finds all of it or an empty database. Later migrations are applied afterwards,
// as in an upgrade.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { AppError } from '../../platform/app-error.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import type { Database } from '../database.ts'
import { createMigrationsTable, runInTransaction } from '../migrations/apply.ts'
import { type Migration, readMigrations } from '../migrations/read.ts'
import { many, one } from '../sql.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { connectForBackup, quoted, TEXT_SETTINGS } from './snapshot.ts'
import type { BackupProgress } from './write-backup.ts'

const LOCK_SECONDS = 30

interface RestoreOptions {
  readonly file: string
  readonly passphrase: string | undefined
  readonly onProgress?: (progress: BackupProgress) => void
  /** Runs in the transaction, after all rows are loaded. */
  readonly afterLoad: (tx: pg.Client, manifest: Manifest) => Promise<void>
}

export interface RestoredBackup {
  readonly rows: number
  readonly tables: number
  /** Tables in the backup that don't belong to Pro Signal. */
  readonly leftOut: readonly string[]
}

/** Check the file with verifyBackup first: then nothing is written if it is damaged. */
export async function restoreBackup(
  db: Pick<Database, 'direct'>,
  { file, passphrase, onProgress, afterLoad }: RestoreOptions,
): Promise<RestoredBackup> {
  const client = await connectForBackup(db)
  try {
    await client.query(`${TEXT_SETTINGS}; set lock_timeout = '${LOCK_SECONDS}s'`)
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate])
    await client.query('begin')
    await assertEmpty(client)
    let loading: Loading | undefined
    const tables = await readBackup(file, passphrase, {
      async manifest(manifest) {
        await makeSchema(client, manifest)
        loading = await prepareLoading(client, manifest)
      },
      async table(name, rows) {
        await (loading as Loading).load(name, rows, onProgress)
      },
    })
    const { manifest, leftOut, finish } = loading as unknown as Loading
    await finish()
    await afterLoad(client, manifest)
    await client.query('commit')
    const rows = [...tables].reduce((sum, [name, { rows }]) => (leftOut.includes(name) ? sum : sum + rows), 0)
    return { rows, tables: tables.size - leftOut.length, leftOut }
  } finally {
    // Without a commit, this rolls everything back.
    await client.end()
  }
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { tables, name } = await one<{ tables: number; name: string }>(
    client,
    `select count(*)::int as tables, current_database() as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  if (tables === 0) return
  throw new AppError(
    'conflict',
    `The database ${name} has ${tables} tables already. A backup is restored into an empty one only: choose another DATA_DIR or DATABASE_URL.`,
  )
}

/** Only the migrations that the backup's database had. */
async function makeSchema(client: pg.Client, { migrations, version }: Manifest): Promise<void> {
  const known = readMigrations()
  if (migrations.length > known.length) {
    throw new AppError(
      'conflict',
      `The backup was made by version ${version}, which has newer migrations than this one: restore it with that version or a later one.`,
    )
  }
  await createMigrationsTable(client)
  for (const [index, applied] of migrations.entries()) {
    const migration = known[index] as Migration
    if (migration.checksum !== applied.checksum)
      throw new AppError(
        'conflict',
        `Migration ${applied.name} of the backup differs from this version's ${migration.name}.`,
      )
    await runInTransaction(client, migration, version)
  }
}

interface Loading {
  readonly manifest: Manifest
  readonly leftOut: string[]
  load(name: string, rows: AsyncIterable<Buffer>, onProgress: RestoreOptions['onProgress']): Promise<void>
  /** Makes indexes and checks constraints. */
  finish(): Promise<void>
}

/**
 * Loads without foreign keys, triggers and secondary indexes, then recreates them. Recreating a foreign key checks all
 * rows. This needs no right besides owning the tables.
 */
async function prepareLoading(client: pg.Client, manifest: Manifest): Promise<Loading> {
  const tables = await ownTables(client)
  const again = [...(await dropForeignKeys(client)), ...(await dropIndexes(client))].reverse()
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  const own = new Set(tables)
  const leftOut = manifest.tables.map(({ name }) => name).filter((name) => !own.has(name))
  for (const table of manifest.tables) if (own.has(table.name)) await makePartitions(client, table)
  const size = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  let before = 0
  return {
    manifest,
    leftOut,
    async load(name, rows, onProgress) {
      const entry = manifest.tables.find((table) => table.name === name) as TableEntry
      if (!own.has(name)) for await (const _ of rows);
      else await copyIn(client, entry, rows, (read) => onProgress?.({ table: name, share: (before + read) / size }))
      before += entry.bytes
    },
    async finish() {
      for (const { name, last, called } of manifest.sequences)
        await client.query(`select setval(oid::regclass, $2, $3) from pg_class where oid = to_regclass($1)`, [
          quoted(name),
          last,
          called,
        ])
      for (const statement of again) await client.query(statement)
      for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`)
    },
  }
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const rows = await many<{ name: string }>(
    client,
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'schema_migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the statements that recreate them. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const keys = await many<{ table: string; name: string; definition: string }>(
    client,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  return keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/** Indexes of plain tables that no constraint needs. Returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const indexes = await many<{ name: string; definition: string }>(
    client,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and not t.relispartition
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

/** The migrations have already created the partitions of these days. */
async function makePartitions(client: pg.Client, { name: parent, partitions }: TableEntry): Promise<void> {
  for (const { name, bounds } of partitions) {
    if (!RANGE.test(bounds)) throw new AppError('invalid', `The backup has a partition ${name} with unknown bounds.`)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bounds}`)
  }
}

const RANGE = /^FOR VALUES FROM \('[\d :.+-]+'\) TO \('[\d :.+-]+'\)$/

async function copyIn(
  client: pg.Client,
  { name, columns, bytes }: TableEntry,
  rows: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): Promise<void> {
  let read = 0
  async function* counted() {
    for await (const chunk of rows) {
      read += chunk.length
      onRead(Math.min(read, bytes))
      yield chunk
    }
  }
  const statement = `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`
  await pipeline(Readable.from(counted(), { objectMode: false }), client.query(from(statement)))
}
