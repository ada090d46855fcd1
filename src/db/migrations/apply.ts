// Applies one migration, while nodes of the previous version read and write.
//
// In a transaction: each lock is waited for only briefly. All sessions would queue behind a statement that waits for an
// exclusive lock, so it gives up and is retried.
//
// In steps, for `-- no-transaction`. Invariant: after a kill at any moment, the next start continues. A finished
// statement is recorded; a killed one is run again, after dropping an index that it left half built. One process at a
// time does it, under a session lock that is polled, never waited for: a session that waits inside a statement has a
// snapshot, and building an index waits for all snapshots. If the client is killed, its statement may continue in the
// server: the session keeps the lock until it ends, and then the index exists.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError, errorCode, reasonOf } from '../../platform/app-error.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { LOCK_NOT_AVAILABLE, many, maybeOne, one } from '../sql.ts'
import { concurrentIndex, effectsOf } from './effects.ts'
import type { Migration } from './read.ts'
import { type Statement, splitStatements } from './statements.ts'

export interface ApplyOptions {
  /** How long a statement waits for a lock. */
  readonly lockMs?: number
  /** How long it is retried. */
  readonly patienceMs?: number
  /** Called with a sentence when something takes long. */
  readonly report?: (message: string) => void
}

const LOCK_MS = 3_000
const PATIENCE_MS = 120_000
const MAX_PAUSE_MS = 5_000
const POLL_MS = 250
/** Building an index deadlocks with another session's change of the same table. */
const MAX_TRIES = 5
const DEADLOCK = '40P01'
const CONCURRENTLY = /^(create\s+unique\s+index|create\s+index|drop\s+index)\s+concurrently\b/i

export async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       number int primary key,
       name text not null,
       checksum text not null,
       least_code_version text,
       applied_by text not null,
       applied_at timestamptz not null default now()
     );
     create table if not exists schema_migration_steps (
       number int,
       step int,
       statement text not null,
       started_at timestamptz not null default clock_timestamp(),
       ended_at timestamptz,
       primary key (number, step)
     )`,
  )
}

export async function applyInTransaction(
  client: pg.Client,
  migration: Migration,
  codeVersion: string,
  { lockMs = LOCK_MS, patienceMs = PATIENCE_MS, report }: ApplyOptions,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`)
      await runInTransaction(client, migration, codeVersion)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isLocked(error)) {
        throw new AppError(
          'conflict',
          `Migration ${migration.name} failed and was rolled back (${(error as Error).message}).`,
          { cause: error },
        )
      }
      const holders = await findHolders(client, migration)
      if (tries === 1) report?.(`migration ${migration.name} waits for a lock that other sessions hold. ${holders}`)
      if (performance.now() > deadline) {
        throw new AppError(
          'unavailable',
          `Migration ${migration.name} needs a lock that other sessions hold, and was given up after ${tries} tries in ${Math.round(patienceMs / 1_000)} s: it changed nothing. ${holders} End that transaction, or start again when it is done.`,
          { cause: error },
        )
      }
    }
    // Lets the sessions that queued behind the statement go first.
    await sleep(Math.min(MAX_PAUSE_MS, lockMs, 100 * 2 ** tries) * (0.5 + Math.random()))
  }
}

/** In the caller's transaction. Also for a migration in steps, if no other session uses its tables. */
export async function runInTransaction(client: pg.Client, migration: Migration, codeVersion: string): Promise<void> {
  if (migration.inTransaction) await client.query(migration.sql)
  else {
    for (const { sql, tokens } of splitStatements(migration.sql))
      if (tokens[0] === 'create' || tokens[0] === 'drop' || tokens[0] === 'alter')
        await client.query(sql.replace(CONCURRENTLY, '$1'))
  }
  await record(client, migration, codeVersion)
}

/** Returns false if another process has applied it in the meantime. */
export async function applyInSteps(
  client: pg.Client,
  migration: Migration,
  codeVersion: string,
  { report }: ApplyOptions,
): Promise<boolean> {
  const lock = [ADVISORY_LOCKS.migrateInSteps]
  let isAlone = false
  for (let polls = 0; !isAlone; polls++) {
    if (polls === 4) report?.(`migration ${migration.name} is being applied by another process`)
    if (polls > 0) await sleep(POLL_MS)
    ;({ isAlone } = await one<{ isAlone: boolean }>(client, 'select pg_try_advisory_lock($1) as "isAlone"', lock))
  }
  try {
    if (await maybeOne(client, 'select from schema_migrations where number = $1', [migration.number])) return false
    const ended = new Set(
      (
        await many<{ step: number }>(
          client,
          'select step from schema_migration_steps where number = $1 and ended_at is not null',
          [migration.number],
        )
      ).map(({ step }) => step),
    )
    const statements = splitStatements(migration.sql)
    for (const [at, statement] of statements.entries()) {
      const step = at + 1
      if (ended.has(step)) continue
      report?.(`migration ${migration.name}, step ${step} of ${statements.length}: ${summaryOf(statement)}`)
      await client.query(
        `insert into schema_migration_steps (number, step, statement) values ($1, $2, $3)
         on conflict (number, step) do update set started_at = clock_timestamp()`,
        [migration.number, step, summaryOf(statement)],
      )
      await runStep(client, statement, migration.name, step)
      await client.query(
        'update schema_migration_steps set ended_at = clock_timestamp() where number = $1 and step = $2',
        [migration.number, step],
      )
    }
    await client.query('begin')
    await record(client, migration, codeVersion)
    await client.query('delete from schema_migration_steps where number = $1', [migration.number])
    await client.query('commit')
    return true
  } finally {
    await client.query('rollback; select pg_advisory_unlock_all()').catch(() => {})
  }
}

async function runStep(client: pg.Client, statement: Statement, name: string, step: number): Promise<void> {
  const index = concurrentIndex(statement)
  for (let tries = 1; ; tries++) {
    if (index !== undefined) await dropIfInvalid(client, index)
    try {
      await client.query(statement.sql)
      return
    } catch (error) {
      if (isLocked(error) && tries < MAX_TRIES) continue
      if (index !== undefined) await dropIfInvalid(client, index).catch(() => {})
      throw new AppError(
        'conflict',
        `The step ${step} of migration ${name} failed (${reasonOf(error)}). The steps before it stay done.`,
        {
          cause: error,
        },
      )
    }
  }
}

/** It was left half built: queries don't use it, but every write maintains it. */
async function dropIfInvalid(client: pg.Client, index: string): Promise<void> {
  const invalid = await maybeOne<{ name: string }>(
    client,
    'select indexrelid::regclass::text as name from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (invalid) await client.query(`drop index concurrently ${invalid.name}`)
}

async function record(client: pg.Client, migration: Migration, codeVersion: string): Promise<void> {
  await client.query(
    `insert into schema_migrations (number, name, checksum, least_code_version, applied_by) values ($1, $2, $3, $4, $5)`,
    [migration.number, migration.name, migration.checksum, migration.minCodeVersion ?? null, codeVersion],
  )
}

function isLocked(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(errorCode(error) ?? '')
}

function summaryOf({ sql }: Statement): string {
  return sql.replaceAll(/\s+/g, ' ').slice(0, 100)
}

/** A sentence about the oldest transaction that has a lock on one of its tables. */
async function findHolders(client: pg.Client, migration: Migration): Promise<string> {
  const tables = splitStatements(migration.sql)
    .flatMap(effectsOf)
    .flatMap(({ table }) => table ?? [])
  const holder = await maybeOne<{ pid: number; application: string; seconds: number; query: string }>(
    client,
    `select a.pid, a.application_name as application, round(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds,
            left(a.query, 80) as query
       from pg_stat_activity a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start is not null
        and exists (select from pg_locks l where l.pid = a.pid and l.granted and l.locktype = 'relation'
                       and (cardinality($1::text[]) = 0 or l.relation in (select to_regclass(t) from unnest($1) t)))
      order by a.xact_start limit 1`,
    [tables],
  )
  if (!holder) return 'The holder of the lock is unknown.'
  const name = holder.application === '' ? '' : ` (${holder.application})`
  return `The oldest transaction on its tables is that of process ${holder.pid}${name}, for ${holder.seconds} s: ${holder.query.replaceAll(/\s+/g, ' ')}.`
}
