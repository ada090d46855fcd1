// One consistent view of the database, read by a session of its own.
//
// Invariant: every table is read as it was at one moment. The session locks all tables and partitions against being
// dropped or changed before it takes its snapshot, which the first query of the transaction does and LOCK does not. So what
// the snapshot lists still exists when it is read. The periodic drops of old partitions are left to a later run meanwhile.

import pg from 'pg'
import { to } from 'pg-copy-streams'
import { AppError } from '../../platform/app-error.ts'
import { VERSION } from '../../platform/config/version.ts'
import type { Database } from '../database.ts'
import { readDatabaseId } from '../database-id.ts'
import { many, one, type Queryable } from '../sql.ts'
import type { Manifest, TableEntry } from './manifest.ts'

/** A backup that waits longer for a table gives up, because other sessions queue behind it. */
const LOCK_SECONDS = 30
/** The migrations write them. */
const NOT_COPIED = ['schema_migrations', 'schema_migration_steps', 'schema_functions', 'schema_editions']

/** Values as text that every version and every session reads alike. */
export const TEXT_SETTINGS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'`

export interface Snapshot {
  readonly manifest: Manifest
  /** The rows of a table in COPY's text format. One table at a time. */
  readTable(name: string): AsyncIterable<Buffer>
  close(): Promise<void>
}

export async function openSnapshot(db: Pick<Database, 'direct'>, secretKeys: string | undefined): Promise<Snapshot> {
  const client = await connectForBackup(db)
  try {
    await client.query(TEXT_SETTINGS)
    const names = await tableNames(client)
    if (names.length === 0)
      throw new AppError(
        'unavailable',
        'The database is empty: there is nothing to back up. bin/pro-signal serve fills it.',
      )
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local lock_timeout = '${LOCK_SECONDS}s'`)
    await client.query(`lock table ${names.map(quoted).join(', ')} in access share mode`)
    // Lets other sessions read the same snapshot, to copy or compare it.
    await client.query('select pg_export_snapshot()')
    const manifest = await readManifest(client, secretKeys)
    const tables = new Map(manifest.tables.map((table) => [table.name, table]))
    return {
      manifest,
      readTable: (name) => client.query(to(copyOut(tables.get(name) as TableEntry))),
      async close() {
        await client.end()
      },
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/**
 * A session for a backup or a restore. Its transaction may be idle for longer than others, while a disk is slow.
 * A process that hangs is still ended: here by the server, and in the middle of a COPY by StalledCopies.
 */
export async function connectForBackup(db: Pick<Database, 'direct'>): Promise<pg.Client> {
  const client = new pg.Client({
    ...db.direct,
    application_name: BACKUP_APPLICATION,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // If the session breaks, the running statement fails.
  client.on('error', () => {})
  await client.connect()
  const idle = `${BACKUP_IDLE_SECONDS}s`
  await client.query(`set idle_in_transaction_session_timeout = '${idle}'; set statement_timeout = 0`)
  return client
}

export const BACKUP_APPLICATION = 'pro-signal snapshot'
export const BACKUP_IDLE_SECONDS = 600

/** Whether a backup or restore is running: code that drops partitions skips its run. */
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const sessions = await many(
    db,
    'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [BACKUP_APPLICATION],
  )
  return sessions.length > 0
}

async function tableNames(db: Queryable): Promise<string[]> {
  const rows = await many<{ name: string }>(
    db,
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p' and c.relname <> all($1)
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname collate "C"`,
    [NOT_COPIED],
  )
  return rows.map(({ name }) => name)
}

async function readManifest(client: pg.Client, secretKeys: string | undefined): Promise<Manifest> {
  const { now, postgres } = await one<{ now: string; postgres: string }>(
    client,
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now, current_setting('server_version') as postgres`,
  )
  const migrations = await many<{ name: string; checksum: string }>(
    client,
    'select name, checksum from schema_migrations order by number',
  )
  return {
    version: VERSION,
    postgres,
    createdAt: now,
    databaseId: await readDatabaseId(client),
    migrations,
    tables: await readTables(client),
    sequences: await readSequences(client),
    secretKeys: secretKeys ?? null,
  }
}

/** Columns that are computed from others are left out. */
async function readTables(client: pg.Client): Promise<TableEntry[]> {
  return many<TableEntry & pg.QueryResultRow>(
    client,
    `select c.relname as name,
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select coalesce(sum(pg_total_relation_size(t.relid)), 0)::float8 from pg_partition_tree(c.oid) t)
              + case when c.relkind = 'r' then pg_total_relation_size(c.oid) else 0 end as bytes,
            (select coalesce(jsonb_agg(jsonb_build_object('name', p.relname, 'bounds', pg_get_expr(p.relpartbound, p.oid))
                                       order by p.relname), '[]')
               from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) as partitions
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
      order by c.relname collate "C"`,
    [await tableNames(client)],
  )
}

/** Read after the snapshot was taken, so no sequence is behind its table. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const names = await many<{ name: string }>(
    client,
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: Manifest['sequences'][number][] = []
  for (const { name } of names) {
    const state = await one<{ last: string; called: boolean }>(
      client,
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    )
    sequences.push({ name, ...state })
  }
  return sequences
}

function copyOut({ name, columns }: TableEntry): string {
  const list = columns.map(quoted).join(', ')
  return `copy (select ${list} from ${quoted(name)}) to stdout`
}

export const quoted = (name: string) => pg.escapeIdentifier(name)
