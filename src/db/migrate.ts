// Migrations and SQL functions. Both are applied at every start, under one advisory lock.
//
// Migrations are plain SQL files, numbered without a gap. Each is applied once, in order. They expand first and contract
// later, so nodes of the previous version keep running while a new one migrates. A migration that removes something
// declares which version of the code the database then needs:
//   -- least-code-version: 0.4.0
// Older code refuses to start on such a database. It runs on any other newer database.
//
// There are two kinds. Most run in a transaction, which waits only briefly for a lock and is retried, so that no
// session waits behind it for long. What can't run in one, such as `create index concurrently`, is in a file with the
// line
//   -- no-transaction
// It may be killed at any statement and is then continued, so each statement must be safe to repeat. See
// migrations/apply.ts, and migrations/rules.ts for what `npm run check` refuses in either.
//
// A change of all rows of a large table is neither: a worker makes it in the background, in steps that record their
// progress. See write-path/maintain.
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

import type pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import { compareVersions, VERSION } from '../platform/config/version.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { functionsAreOutdated, readFunctions, type SqlFunction, updateFunctions } from './functions.ts'
import { type ApplyOptions, applyInSteps, applyInTransaction, createMigrationsTable } from './migrations/apply.ts'
import { recordEditions } from './migrations/editions.ts'
import { type Migration, readMigrations } from './migrations/read.ts'
import { missingRightError } from './rights.ts'
import { many, one, type Queryable } from './sql.ts'

interface MigrationReport {
  readonly applied: string[]
  /** The number of migrations that the database has now. */
  readonly total: number
  /** Whether the functions were re-created. */
  readonly functionsUpdated: boolean
}

export interface MigrateOptions extends ApplyOptions {
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
  { migrations = readMigrations(), functions = readFunctions(), codeVersion = VERSION, ...apply }: MigrateOptions = {},
): Promise<MigrationReport> {
  const client = await connect()
  try {
    // The locks belong to the session. A process that hangs between two statements must not keep them.
    await client.query(`set idle_session_timeout = '60s'; set statement_timeout = 0`)
    const done: string[] = []
    for (;;) {
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
      const inSteps = pending.findIndex(({ inTransaction }) => !inTransaction)
      for (const migration of inSteps === -1 ? pending : pending.slice(0, inSteps)) {
        await applyInTransaction(client, migration, codeVersion, apply)
        done.push(migration.name)
      }
      const next = pending[inSteps]
      if (next === undefined) {
        const total = Math.max(applied.length, migrations.length)
        const set = { functions, codeVersion, knownMigrations: migrations.length }
        const functionsUpdated = await updateFunctions(client, set, total)
        if (applied.length <= migrations.length) await recordEditions(client)
        return { applied: done, total, functionsUpdated }
      }
      // Building an index waits for every snapshot, and a node that waits for our lock has one: a deadlock.
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate])
      if (await applyInSteps(client, next, codeVersion, apply)) done.push(next.name)
    }
  } catch (error) {
    throw (await missingRightError(client, error)) ?? error
  } finally {
    await client.end()
  }
}

/** Another encoding can't store every text, and would fail only at the first such name. */
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
