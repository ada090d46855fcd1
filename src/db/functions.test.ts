import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../test/harness/database.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { readFunctions, type SqlFunction } from './functions.ts'
import { functionsArePending, many, migrate, one, pendingMigrations } from './index.ts'
import type { MigrateOptions } from './migrate.ts'
import { type Migration, readMigrations } from './migrations/read.ts'

const migration = (number: number, sql: string): Migration => ({
  number,
  name: `000${number}-x.sql`,
  sql,
  checksum: String(number),
  minCodeVersion: undefined,
  inTransaction: true,
})
const first = migration(1, 'create table a (x int)')
const second = migration(2, 'create table b (x int)')

/** The function that the tests replace. */
const answer = (text: string): SqlFunction => ({
  name: 'answer',
  sql: `create or replace function answer() returns text language sql as $$ select '${text}' $$`,
})

async function openEmpty() {
  const db = await openTestDatabase({ empty: true })
  const settings = db.pool('settings')
  return {
    db,
    settings,
    start: (options: MigrateOptions) => migrate(() => db.connectDirect(), { migrations: [first], ...options }),
    answer: async () => (await one<{ answer: string }>(settings, 'select answer()')).answer,
  }
}

test('changed functions are re-created at the next start, and unchanged ones are left alone', async () => {
  const { start, answer: read } = await openEmpty()
  assert.equal((await start({ functions: [answer('old')] })).functionsUpdated, true)
  assert.equal((await start({ functions: [answer('old')] })).functionsUpdated, false)
  const report = await start({ functions: [answer('new')] })
  assert.deepEqual(report, { applied: [], total: 1, functionsUpdated: true })
  assert.equal(await read(), 'new')
})

test('an older version never replaces the functions of a newer one', async () => {
  const { start, answer: read } = await openEmpty()
  await start({ functions: [answer('new')], codeVersion: '0.10.0' })
  assert.equal((await start({ functions: [answer('old')], codeVersion: '0.9.0' })).functionsUpdated, false)
  assert.equal(await read(), 'new')
  assert.equal((await start({ functions: [answer('newer')], codeVersion: '0.11.0' })).functionsUpdated, true)
  assert.equal(await read(), 'newer')
})

test('code that knows fewer migrations than the database has never replaces its functions', async () => {
  const { start, answer: read } = await openEmpty()
  await start({ migrations: [first, second], functions: [answer('new')] })
  assert.equal((await start({ functions: [answer('old')] })).functionsUpdated, false)
  assert.equal(await read(), 'new')
})

test('the functions are replaced under the migrate lock', async () => {
  const { db, settings, start, answer: read } = await openEmpty()
  await start({ functions: [answer('old')] })
  const holder = await db.connectDirect()
  await holder.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate])
  const starting = start({ functions: [answer('new')] })
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${ADVISORY_LOCKS.migrate} and not granted
                      and database = (select oid from pg_database where datname = current_database())`
  try {
    const deadline = Date.now() + 60_000
    while ((await many(settings, waiting)).length === 0) {
      assert.ok(Date.now() < deadline, 'migrate waits for the lock')
      await sleep(5)
    }
    assert.equal(await read(), 'old')
  } finally {
    await holder.end()
    await starting
  }
  assert.equal(await read(), 'new')
})

test('of several nodes that start at the same time, one replaces the functions', async () => {
  const { start, answer: read } = await openEmpty()
  await start({ functions: [answer('old')] })
  const reports = await Promise.all(Array.from({ length: 5 }, () => start({ functions: [answer('new')] })))
  assert.equal(reports.filter(({ functionsUpdated }) => functionsUpdated).length, 1)
  assert.equal(await read(), 'new')
})

test('a crash between a migration and the functions is repaired by the next start', async () => {
  const { db, start, answer: read } = await openEmpty()
  await start({ functions: [answer('same')] })
  // The functions stay the same, so only the recorded number of migrations shows that this one dropped a function.
  const dropping = { migrations: [first, migration(2, 'drop function answer')], functions: [answer('same')] }
  const dying = async () => {
    const client = await db.connectDirect()
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const dies = (sql: unknown) => String(sql).includes('check_function_bodies')
    client.query = ((...args: unknown[]) =>
      dies(args[0]) ? client.end().then(() => Promise.reject(new Error('killed'))) : query(...args)) as never
    return client
  }
  await assert.rejects(migrate(dying, dropping), /killed/)
  await assert.rejects(read(), /function answer\(\) does not exist/)
  assert.deepEqual(await start(dropping), { applied: [], total: 2, functionsUpdated: true })
  assert.equal(await read(), 'same')
})

test('a function that fails is named, and the previous functions stay', async () => {
  const { start, answer: read } = await openEmpty()
  await start({ functions: [answer('old')] })
  const broken = {
    name: 'broken',
    sql: 'create or replace function broken() returns int language sql as $$ select nothing $$',
  }
  await assert.rejects(
    start({ functions: [answer('new'), broken] }),
    /migrations\/functions\/broken\.sql failed, and the functions were left as they were \(column "nothing"/,
  )
  assert.equal(await read(), 'old')
  assert.equal((await start({ functions: [answer('new')] })).functionsUpdated, true)
})

test('a function may call a function of a later file', async () => {
  const { start, settings } = await openEmpty()
  const caller = {
    name: 'a_caller',
    sql: 'create or replace function a_caller() returns text language sql as $$ select answer() $$',
  }
  await start({ functions: [caller, answer('called')] })
  assert.deepEqual(await many(settings, 'select a_caller() as text'), [{ text: 'called' }])
})

test('triggers call the new body of a replaced function', async () => {
  const { settings, start } = await openEmpty()
  const mark = (text: number): SqlFunction => ({
    name: 'mark',
    sql: `create or replace function mark() returns trigger language plpgsql as $$ begin new.x := ${text}; return new; end $$`,
  })
  await start({ functions: [mark(1)] })
  await settings.query('create trigger mark before insert on a for each row execute function mark()')
  await start({ functions: [mark(2)] })
  await settings.query('insert into a default values')
  assert.deepEqual(await many(settings, 'select x from a'), [{ x: 2 }])
})

test('a database that has recorded no functions gets them', async () => {
  const { db, settings } = await openEmpty()
  await migrate(() => db.connectDirect(), { functions: [], codeVersion: '0.1.0' })
  await settings.query('drop table schema_functions')
  assert.deepEqual(await pendingMigrations(settings), [])
  assert.equal(await functionsArePending(settings), true)
  assert.equal((await migrate(() => db.connectDirect())).functionsUpdated, true)
  assert.equal(await functionsArePending(settings), false)
})

test('each file creates the one function of its name, and every function has a file', async () => {
  const functions = readFunctions()
  for (const { name, sql } of functions) {
    const created = [...sql.matchAll(/^\s*create .*?function\s+(\w+)/gim)].map(([, found]) => found)
    assert.deepEqual(created, [name])
    assert.match(sql, /^-- [A-Z]/, `${name} begins with a comment`)
    assert.match(sql, /^create or replace function /m)
  }
  const db = await openTestDatabase()
  const inDatabase = await many<{ name: string }>(
    db.pool('settings'),
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by proname collate "C"`,
  )
  assert.deepEqual(
    inDatabase.map(({ name }) => name),
    functions.map(({ name }) => name),
  )
})

test('only the migrations up to 0009 contain functions, and those whose triggers need one before it has its body', () => {
  const containing = readMigrations().filter(({ sql }) => {
    const body = sql.replace(
      /^ *create function \w+\(\) returns trigger language plpgsql as \$\$ begin return null; end \$\$;$/gm,
      '',
    )
    return /\bcreate (or replace )?function\b/i.test(body)
  })
  assert.deepEqual(
    containing.map(({ number }) => number),
    [1, 3, 5, 7, 8, 9],
  )
})
