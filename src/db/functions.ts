// SQL functions. Each one is in migrations/functions/NAME.sql, once, as `create or replace function`. migrate.ts
// describes the rules for changing them.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import { packageRoot } from '../platform/config/config.ts'
import { compareVersions } from '../platform/config/version.ts'
import { splitStatements } from './migrations/statements.ts'
import { many, maybeOne, one, type Queryable } from './sql.ts'

export interface SqlFunction {
  readonly name: string
  readonly sql: string
}

/** The functions of one version of the code. */
interface FunctionSet {
  readonly functions: readonly SqlFunction[]
  readonly codeVersion: string
  /** The number of migrations that this code has. */
  readonly knownMigrations: number
}

interface RecordedSet extends pg.QueryResultRow {
  checksum: string
  migrations: number
  codeVersion: string
}

export function readFunctions(folder = join(packageRoot, 'migrations/functions')): SqlFunction[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      // A checkout with CRLF line endings has the same function.
      sql: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'),
    }))
}

/** Whether migrate() would re-create the functions. Reads only. */
export async function functionsAreOutdated(db: Queryable, set: FunctionSet): Promise<boolean> {
  const { exists } = await one<{ exists: boolean }>(db, `select to_regclass('schema_functions') is not null as exists`)
  const { count } = await one<{ count: number }>(db, 'select count(*)::int as count from schema_migrations')
  return isOutdated(exists ? await readRecorded(db) : undefined, set, count)
}

/** The names of the functions that the database lacks, or has with another body. Reads only. */
export async function changedFunctions(db: Queryable, functions = readFunctions()): Promise<string[]> {
  const stored = await many<{ name: string; body: string }>(
    db,
    'select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace',
  )
  const bodies = new Map(stored.map(({ name, body }) => [name, body]))
  return functions.filter(({ name, sql }) => bodies.get(name) !== bodyOf(sql)).map(({ name }) => name)
}

/** What is between the dollar quotes. */
function bodyOf(sql: string): string | undefined {
  const quoted = splitStatements(sql)[0]?.tokens.find((token) => token.startsWith('$'))
  const [tag = ''] = /^\$[a-z_]*\$/i.exec(quoted ?? '') ?? []
  return quoted?.slice(tag.length, -tag.length)
}

/**
 * Re-creates all functions in one transaction if the database has different ones. Returns whether it did. The caller
 * holds the migrate lock and has applied its migrations.
 */
export async function updateFunctions(
  client: pg.Client,
  set: FunctionSet,
  appliedMigrations: number,
): Promise<boolean> {
  await client.query(
    `create table if not exists schema_functions (
       only_row boolean primary key default true check (only_row),
       checksum text not null,
       migrations int not null,
       code_version text not null,
       applied_at timestamptz not null default now()
     )`,
  )
  if (!isOutdated(await readRecorded(client), set, appliedMigrations)) return false
  await client.query('begin')
  try {
    // The first pass creates the functions unchecked, so a body may call a function of a later file. The second pass
    // checks every body.
    for (const check of ['off', 'on']) {
      await client.query(`set local check_function_bodies = ${check}`)
      for (const sqlFunction of set.functions) await create(client, sqlFunction)
    }
    await client.query(
      `insert into schema_functions (checksum, migrations, code_version) values ($1, $2, $3)
       on conflict (only_row) do update
          set checksum = excluded.checksum, migrations = excluded.migrations, code_version = excluded.code_version,
              applied_at = excluded.applied_at`,
      [checksumOf(set.functions), appliedMigrations, set.codeVersion],
    )
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Older code never replaces newer functions: not if the database has migrations that this code doesn't have, and not if
 * a newer version recorded the functions. The number of migrations is recorded too, because a migration may drop a
 * function whose file stays the same: a process that dies between the two leaves the old number, and the next start
 * creates the functions again.
 */
function isOutdated(recorded: RecordedSet | undefined, set: FunctionSet, appliedMigrations: number): boolean {
  if (appliedMigrations > set.knownMigrations) return false
  if (recorded === undefined) return true
  if (compareVersions(recorded.codeVersion, set.codeVersion) > 0) return false
  return recorded.checksum !== checksumOf(set.functions) || recorded.migrations !== appliedMigrations
}

async function readRecorded(db: Queryable): Promise<RecordedSet | undefined> {
  return maybeOne<RecordedSet>(db, 'select checksum, migrations, code_version as "codeVersion" from schema_functions')
}

async function create(client: pg.Client, { name, sql }: SqlFunction): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    throw new AppError(
      'conflict',
      `migrations/functions/${name}.sql failed, and the functions were left as they were (${(error as Error).message}).`,
      { cause: error },
    )
  }
}

function checksumOf(functions: readonly SqlFunction[]): string {
  const hash = createHash('sha256')
  for (const { name, sql } of functions) hash.update(`${name}\0${sql}\0`)
  return hash.digest('hex')
}
