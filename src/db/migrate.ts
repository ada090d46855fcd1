// Migrations: plain SQL files, numbered without a gap, each applied once, in one transaction, in order.
//
// They expand first and contract later, so that nodes of the version before run on while a new one migrates. A
// migration that takes something away says in a line of its own which version of the code the database then needs:
//   -- least-code-version: 0.4.0
// Code older than that refuses to start on the database. A newer database is otherwise no obstacle to older code.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '../platform/app-error.ts'
import { packageRoot } from '../platform/config.ts'
import { compareVersions, VERSION } from '../platform/version.ts'
import { many, one, type Queryable } from './sql.ts'

const MIGRATE_LOCK = 7_305_002

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly leastCodeVersion: string | undefined
}

export interface MigrationReport {
  readonly applied: string[]
  /** How many the database has now. */
  readonly total: number
}

interface AppliedRow extends pg.QueryResultRow {
  number: number
  name: string
  checksum: string
  leastCodeVersion: string | null
}

export function readMigrations(folder = join(packageRoot, 'migrations')): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
    if (number !== index + 1)
      throw new AppError('conflict', `migrations/${file} should be number ${String(index + 1).padStart(4, '0')}.`)
    // A checkout that turns line ends into CRLF is the same migration.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return {
      number,
      name: file,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      leastCodeVersion: /^-- least-code-version: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1],
    }
  })
}

/** The names of the migrations that the database lacks. Changes nothing. */
export async function pendingMigrations(db: Queryable, migrations = readMigrations()): Promise<string[]> {
  const { found } = await one<{ found: boolean }>(db, `select to_regclass('schema_migrations') is not null as found`)
  const { count } = found
    ? await one<{ count: number }>(db, 'select count(*)::int as count from schema_migrations')
    : { count: 0 }
  return migrations.slice(count).map(({ name }) => name)
}

/** Applies what is missing. The lock lets one process do it while the others wait for the end. */
export async function migrate(
  connect: () => Promise<pg.Client>,
  { migrations = readMigrations(), codeVersion = VERSION }: { migrations?: Migration[]; codeVersion?: string } = {},
): Promise<MigrationReport> {
  const client = await connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATE_LOCK])
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
    const applied = await many<AppliedRow>(
      client,
      `select number, name, checksum, least_code_version as "leastCodeVersion" from schema_migrations order by number`,
    )
    assertCodeIsNewEnough(applied, codeVersion)
    assertUnchanged(applied, migrations)
    const pending = migrations.slice(applied.length)
    for (const migration of pending) await apply(client, migration, codeVersion)
    return { applied: pending.map(({ name }) => name), total: Math.max(applied.length, migrations.length) }
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration, codeVersion: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query(
      `insert into schema_migrations (number, name, checksum, least_code_version, applied_by) values ($1, $2, $3, $4, $5)`,
      [migration.number, migration.name, migration.checksum, migration.leastCodeVersion ?? null, codeVersion],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new AppError('conflict', `Migration ${migration.name} failed and was undone (${(error as Error).message}).`, {
      cause: error,
    })
  }
}

function assertCodeIsNewEnough(applied: AppliedRow[], codeVersion: string): void {
  const least = applied
    .map(({ leastCodeVersion }) => leastCodeVersion)
    .filter((version) => version !== null)
    .sort(compareVersions)
    .at(-1)
  if (least !== undefined && compareVersions(codeVersion, least) < 0) {
    throw new AppError(
      'conflict',
      `The database needs Pro Signal ${least} or later, and this is ${codeVersion}: run the newer version.`,
    )
  }
}

function assertUnchanged(applied: AppliedRow[], migrations: Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const ours = migrations[index]
    // Beyond what this code knows: a newer node migrated, and by its least-code-version we may still run.
    if (ours === undefined) return
    if (ours.number !== row.number || ours.checksum !== row.checksum) {
      throw new AppError(
        'conflict',
        `Migration ${ours.name} differs from the one that made this database (${row.name}): restore the file, and put changes into a new migration.`,
      )
    }
  }
}
