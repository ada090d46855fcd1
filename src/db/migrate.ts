// Migrations and SQL functions. Both are applied at every start, under one advisory lock.
//
// Migrations are plain SQL files, numbered without a gap. Each is applied once, in its own transaction, in order. They
// expand first and contract later, so nodes of the previous version keep running while a new one migrates. A migration
// that removes something declares which version of the code the database then needs:
//   -- least-code-version: 0.4.0
// Older code refuses to start on such a database. It runs on any other newer database.
//
// Functions are in migrations/functions/NAME.sql, one per file, and are re-created after the migrations when they differ
// from what the database has recorded. To change a body, edit its file. The order of the files doesn't matter, except
// for bodies in the SQL-standard form (`begin atomic`), which PostgreSQL always resolves at creation: don't use them.
//
// `create or replace` can't change a function's result, OUT columns or parameter names, and other parameter types make
// a second function. Nodes of the previous version still call the old form, so:
//   - give the new form a new name, in a new file;
//   - in a later version, delete the old file and drop the function in a migration with `-- least-code-version`.
// Only a function that no TypeScript code calls may be dropped immediately, by a migration of the version that changes
// it. Triggers and callers keep working when a body is replaced, because the function keeps its oid. Migrations 0001 to
// 0009 still contain functions, which the files replace. A new migration contains none, except that one which creates a
// trigger creates its function too if that is new, with an empty body.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import { packageRoot } from '../platform/config/config.ts'
import { compareVersions, VERSION } from '../platform/config/version.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { functionsAreOutdated, readFunctions, type SqlFunction, updateFunctions } from './functions.ts'
import { missingRightError } from './rights.ts'
import { many, one, type Queryable } from './sql.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly minCodeVersion: string | undefined
}

interface MigrationReport {
  readonly applied: string[]
  /** The number of migrations that the database has now. */
  readonly total: number
  /** Whether the functions were re-created. */
  readonly functionsUpdated: boolean
}

export interface MigrateOptions {
  readonly migrations?: readonly Migration[]
  readonly functions?: readonly SqlFunction[]
  readonly codeVersion?: string
}

interface AppliedRow extends pg.QueryResultRow {
  number: number
  name: string
  checksum: string
  minCodeVersion: string | null
}

export function readMigrations(folder = join(packageRoot, 'migrations')): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
    if (number !== index + 1)
      throw new AppError('conflict', `migrations/${file} must have the number ${String(index + 1).padStart(4, '0')}.`)
    // A checkout with CRLF line endings has the same migration.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return {
      number,
      name: file,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      minCodeVersion: /^-- least-code-version: (\d{1,5}\.\d{1,5}\.\d{1,5})$/m.exec(sql)?.[1],
    }
  })
}

/** The names of the migrations that the database lacks. Reads only. */
export async function pendingMigrations(db: Queryable, migrations = readMigrations()): Promise<string[]> {
  const { exists } = await one<{ exists: boolean }>(db, `select to_regclass('schema_migrations') is not null as exists`)
  const { count } = exists
    ? await one<{ count: number }>(db, 'select count(*)::int as count from schema_migrations')
    : { count: 0 }
  return migrations.slice(count).map(({ name }) => name)
}

/** Whether migrate() would re-create the functions on a database that has its migrations. Reads only. */
export async function functionsArePending(db: Queryable): Promise<boolean> {
  const set = { functions: readFunctions(), codeVersion: VERSION, knownMigrations: readMigrations().length }
  return functionsAreOutdated(db, set)
}

/** Applies pending migrations, then the functions. One process does it; the others wait for the lock. */
export async function migrate(
  connect: () => Promise<pg.Client>,
  { migrations = readMigrations(), functions = readFunctions(), codeVersion = VERSION }: MigrateOptions = {},
): Promise<MigrationReport> {
  const client = await connect()
  try {
    // The lock belongs to the session. A process that hangs between two statements must not keep it.
    await client.query(`set idle_session_timeout = '60s'`)
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate])
    await createMigrationsTable(client)
    const applied = await many<AppliedRow>(
      client,
      `select number, name, checksum, least_code_version as "minCodeVersion" from schema_migrations order by number`,
    )
    if (applied.length === 0) await assertUtf8(client)
    assertCodeIsNewEnough(applied, codeVersion)
    assertUnchanged(applied, migrations)
    const pending = migrations.slice(applied.length)
    for (const migration of pending) await apply(client, migration, codeVersion)
    const total = Math.max(applied.length, migrations.length)
    const set = { functions, codeVersion, knownMigrations: migrations.length }
    const functionsUpdated = await updateFunctions(client, set, total)
    return { applied: pending.map(({ name }) => name), total, functionsUpdated }
  } catch (error) {
    throw (await missingRightError(client, error)) ?? error
  } finally {
    await client.end()
  }
}

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       number int primary key,
       name text not null,
       checksum text not null,
       least_code_version text,
       applied_by text not null,
       applied_at timestamptz not null default now()
     )`,
  )
}

/** Another encoding can't store every text, and would fail only at the first name that it can't store. */
async function assertUtf8(client: pg.Client): Promise<void> {
  const { encoding, name } = await one<{ encoding: string; name: string }>(
    client,
    `select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name`,
  )
  if (encoding === 'UTF8') return
  throw new AppError(
    'unavailable',
    `The database ${name} has the encoding ${encoding}, and UTF8 is required: create it with CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0;`,
  )
}

async function apply(client: pg.Client, migration: Migration, codeVersion: string): Promise<void> {
  try {
    await client.query('begin')
    await runMigration(client, migration, codeVersion)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new AppError(
      'conflict',
      `Migration ${migration.name} failed and was rolled back (${(error as Error).message}).`,
      {
        cause: error,
      },
    )
  }
}

/** In the transaction of the caller. */
export async function runMigration(client: pg.Client, migration: Migration, codeVersion: string): Promise<void> {
  await client.query(migration.sql)
  await client.query(
    `insert into schema_migrations (number, name, checksum, least_code_version, applied_by) values ($1, $2, $3, $4, $5)`,
    [migration.number, migration.name, migration.checksum, migration.minCodeVersion ?? null, codeVersion],
  )
}

function assertCodeIsNewEnough(applied: readonly AppliedRow[], codeVersion: string): void {
  const needed = applied
    .map(({ minCodeVersion }) => minCodeVersion)
    .filter((version) => version !== null)
    .sort(compareVersions)
    .at(-1)
  if (needed !== undefined && compareVersions(codeVersion, needed) < 0) {
    throw new AppError(
      'conflict',
      `The database needs Pro Signal ${needed} or later, and this is ${codeVersion}: run the newer version.`,
    )
  }
}

function assertUnchanged(applied: readonly AppliedRow[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    // A newer node applied this one. Its least-code-version lets this code run.
    if (migration === undefined) return
    if (migration.number !== row.number || migration.checksum !== row.checksum) {
      throw new AppError(
        'conflict',
        `Migration ${migration.name} differs from the one that was applied to this database (${row.name}): restore the file, and put changes into a new migration.`,
      )
    }
  }
}
