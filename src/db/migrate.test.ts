import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../test/harness/database.ts'
import { type Database, many, one } from './index.ts'
import { migrate } from './migrate.ts'
import { type Migration, readMigrations } from './migrations/read.ts'

function migration(number: number, sql: string, more: Partial<Migration> = {}): Migration {
  const name = `000${number}-${'_abcdef'[number]}.sql`
  return { number, name, sql, checksum: sql, minCodeVersion: undefined, inTransaction: true, ...more }
}

const first = migration(1, 'create table a (x int)')
const second = migration(2, 'create table b (x int)')

test('an empty database gets every migration once, when several processes start at the same moment', async () => {
  const db = await openTestDatabase({ empty: true })
  const reports = await Promise.all(Array.from({ length: 5 }, () => migrate(() => db.connectDirect())))
  const applied = reports.flatMap((report) => report.applied)
  assert.deepEqual(
    applied,
    readMigrations().map(({ name }) => name),
  )
  assert.equal(reports.filter(({ functionsUpdated }) => functionsUpdated).length, 1)
  const again = await migrate(() => db.connectDirect())
  assert.deepEqual(again, { applied: [], total: applied.length, functionsUpdated: false })
})

test('a changed old migration is rejected by name, and nothing is applied', async () => {
  const db = await openTestDatabase({ empty: true })
  await migrate(() => db.connectDirect(), { migrations: [first], functions: [] })
  const changed = { ...first, checksum: 'other' }
  await assert.rejects(
    migrate(() => db.connectDirect(), { migrations: [changed, second], functions: [] }),
    /0001-a\.sql differs from the one that was applied to this database/,
  )
  const { found } = await one<{ found: string | null }>(db.pool('settings'), `select to_regclass('b')::text as found`)
  assert.equal(found, null)
})

test('a migration that fails halfway is rolled back and named', async () => {
  const db = await openTestDatabase({ empty: true })
  const broken = migration(2, 'create table b (x int); create table a (x int)')
  await assert.rejects(
    migrate(() => db.connectDirect(), { migrations: [first, broken], functions: [] }),
    /0002-b\.sql failed and was rolled back/,
  )
  const tables = await many<{ name: string }>(
    db.pool('settings'),
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['a', 'schema_migration_steps', 'schema_migrations'],
  )
})

test('older code runs on a newer database, unless the database needs newer code', async () => {
  const db = await openTestDatabase({ empty: true })
  const options = { codeVersion: '0.9.0', functions: [] }
  await migrate(() => db.connectDirect(), { migrations: [first, second], functions: [], codeVersion: '0.10.0' })
  assert.deepEqual((await migrate(() => db.connectDirect(), { ...options, migrations: [first] })).applied, [])
  const contracting = migration(3, 'drop table a', { minCodeVersion: '0.10.0' })
  await migrate(() => db.connectDirect(), {
    migrations: [first, second, contracting],
    functions: [],
    codeVersion: '0.10.0',
  })
  await assert.rejects(
    migrate(() => db.connectDirect(), { ...options, migrations: [first] }),
    /needs Pro Signal 0\.10\.0 or later, and this is 0\.9\.0/,
  )
})

test('a migration that waits for a lock yields to the sessions behind it, and is retried until it has the lock', async () => {
  const db = await openTestDatabase({ empty: true })
  const start = (migrations: Migration[], patienceMs: number, report?: (message: string) => void) =>
    migrate(() => db.connectDirect(), {
      ...{ migrations, functions: [], lockMs: 50, patienceMs },
      ...(report && { report }),
    })
  await start([first], 0)
  const column = migration(2, 'alter table a add column y int')
  const reader = await db.connectDirect()
  await reader.query(`set application_name = 'a long report'; begin; select from a`)
  // Its first try has ended when it reports. Others read and write meanwhile.
  const reports: string[] = []
  await assert.rejects(
    start([first, column], 200, (message) => reports.push(message)),
    /0002-b\.sql needs a lock that other sessions hold, and was given up after \d+ tries .* process \d+ \(a long report\), for \d s: /,
  )
  assert.match(reports.join(), /^migration 0002-b\.sql waits for a lock/)
  const waiting = start([first, column], 60_000, async () => {
    await db.pool('settings').query('insert into a values (1)')
    await reader.query('commit')
  })
  assert.deepEqual((await waiting).applied, ['0002-b.sql'])
  await reader.end()
})

const index = migration(2, 'create unique index concurrently if not exists a_x on a (x);\nanalyze a', {
  inTransaction: false,
})

async function readIndexes(db: Database): Promise<{ name: string; valid: boolean }[]> {
  return many(
    db.pool('settings'),
    `select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid where indrelid = 'a'::regclass`,
  )
}

test('an index is built while others write, even if several nodes start at the same time', async () => {
  const db = await openTestDatabase({ empty: true })
  const options = { functions: [], migrations: [first] }
  await migrate(() => db.connectDirect(), options)
  const writer = await db.connectDirect()
  await writer.query('begin; insert into a values (1)')
  const third = migration(3, 'alter table a add column y int')
  const all = { functions: [], migrations: [first, index, third] }
  const nodes = [1, 2, 3].map(() => migrate(() => db.connectDirect(), all))
  // It waits for the earlier writer.
  const isBuilding = `select from pg_stat_activity where datname = current_database() and query like 'create unique index%' and wait_event = 'virtualxid'`
  await until(async () => (await many(db.pool('settings'), isBuilding)).length === 1)
  // A node of the previous version starts meanwhile: it has nothing to wait for.
  assert.deepEqual((await migrate(() => db.connectDirect(), options)).applied, [])
  await db.pool('settings').query('insert into a values (2)')
  await writer.query('commit')
  await writer.end()
  const applied = (await Promise.all(nodes)).flatMap((report) => report.applied)
  assert.deepEqual(applied, ['0002-b.sql', '0003-c.sql'])
  assert.deepEqual(await readIndexes(db), [{ name: 'a_x', valid: true }])
  assert.deepEqual(await many(db.pool('settings'), 'select from schema_migration_steps'), [])
})

test('a killed migration in steps is continued: a half-built index is rebuilt, a finished step is not repeated', async () => {
  const db = await openTestDatabase({ empty: true })
  await migrate(() => db.connectDirect(), { functions: [], migrations: [first] })
  await db.pool('settings').query('insert into a values (1), (1)')
  const options = { functions: [], migrations: [first, index] }
  await assert.rejects(
    migrate(() => db.connectDirect(), options),
    /step 1 of migration 0002-b\.sql failed \(could not create unique index/,
  )
  assert.deepEqual(await readIndexes(db), [], 'what failed is taken away: it would slow down writes')

  await db.pool('settings').query('delete from a')
  const writer = await db.connectDirect()
  await writer.query('begin; insert into a values (1)')
  const killed = assert.rejects(migrate(() => db.connectDirect(), options))
  const building = `select pid from pg_stat_activity where datname = current_database() and query like 'create unique index%' and wait_event = 'virtualxid'`
  await until(async () => (await many(db.pool('settings'), building)).length === 1)
  await db.pool('settings').query(`select pg_terminate_backend(pid) from (${building}) b`)
  await killed
  assert.deepEqual(await readIndexes(db), [{ name: 'a_x', valid: false }])
  await writer.query('commit')
  await writer.end()
  // Killed again, after the index and before the second step.
  const dying = async () => {
    const client = await db.connectDirect()
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) =>
      args[0] === 'analyze a' ? client.end().then(() => Promise.reject(new Error('killed'))) : query(...args)) as never
    return client
  }
  await assert.rejects(migrate(dying, options), /killed/)
  const { oid } = await one<{ oid: number }>(db.pool('settings'), `select 'a_x'::regclass::oid as oid`)
  assert.deepEqual((await migrate(() => db.connectDirect(), options)).applied, ['0002-b.sql'])
  assert.deepEqual(await readIndexes(db), [{ name: 'a_x', valid: true }])
  assert.deepEqual(await one(db.pool('settings'), `select 'a_x'::regclass::oid as oid`), { oid })
})

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) if (await done()) return
  assert.fail('it never happened')
}
