import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { many, one } from './index.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const first: Migration = {
  number: 1,
  name: '0001-a.sql',
  sql: 'create table a (x int)',
  checksum: 'one',
  minCodeVersion: undefined,
}
const second: Migration = {
  number: 2,
  name: '0002-b.sql',
  sql: 'create table b (x int)',
  checksum: 'two',
  minCodeVersion: undefined,
}

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
  const broken = { ...second, sql: 'create table b (x int); create table a (x int)' }
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
    ['a', 'schema_migrations'],
  )
})

test('older code runs on a newer database, unless the database needs newer code', async () => {
  const db = await openTestDatabase({ empty: true })
  const options = { codeVersion: '0.9.0', functions: [] }
  await migrate(() => db.connectDirect(), { migrations: [first, second], functions: [], codeVersion: '0.10.0' })
  assert.deepEqual((await migrate(() => db.connectDirect(), { ...options, migrations: [first] })).applied, [])
  const contracting = { ...first, number: 3, name: '0003-c.sql', sql: 'drop table a', minCodeVersion: '0.10.0' }
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
