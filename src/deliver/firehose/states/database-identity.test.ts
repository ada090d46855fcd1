// A database that was copied by dump and restore does not deliver until an operator releases it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { createDatabase, openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, many, one, openDatabase } from '../../../db/index.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { Stamper } from '../../../write/log/index.ts'
import { holdAll, readHold, releaseHold } from '../index.ts'

/** Copies table by table into a database with the same schema, like a dump and restore. */
async function copyTo(from: Database, to: Database): Promise<void> {
  const tables = await many<{ name: string }>(
    from.pool('settings'),
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'migrations' order by 1`,
  )
  const client = new pg.Client({ connectionString: to.pool('settings').options.connectionString })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const { name } of tables) {
      await client.query(`truncate ${name} cascade`)
    }
    for (const { name } of tables) {
      const rows = await many<{ row: string }>(from.pool('settings'), `select t::text as row from ${name} t`)
      for (const { row } of rows)
        await client.query(`insert into ${name} overriding system value select ($1::${name}).*`, [row])
    }
    for (const sequence of ['batches', 'company_ordinals']) {
      const { last } = await one<{ last: number }>(from.pool('settings'), `select last_value as last from ${sequence}`)
      await client.query(`select setval($1, $2)`, [sequence, last])
    }
  } finally {
    await client.end()
  }
}

async function opened(): Promise<Database> {
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: await createDatabase() }), log: silentLog })
  cleanup(() => db.close())
  return db
}

test('a restored dump is held and continues from its position once it is released, and the original is not held', async () => {
  const original = await openTestDatabase()
  const receiver = await startReceiver()
  const teamId = await newTeam(original)
  const webhook = await saveWebhook(original, teamId, { url: receiver.url })
  await writeSignals(original, new Stamper(original), 'dumped', 5)
  const copy = await opened()
  await copyTo(original, copy)
  assert.equal(await readHold(original.pool('settings')), undefined)
  assert.equal(await readHold(copy.pool('settings')), 'restored')

  await startEngine(copy)
  await writeSignals(copy, new Stamper(copy), 'in-the-copy', 5)
  await sleep(1_500)
  assert.equal(receiver.received.length, 0)
  const { holders } = await one<{ holders: number }>(
    copy.pool('settings'),
    'select count(holder)::int as holders from webhook_cursors',
  )
  assert.equal(holders, 0)
  assert.equal(await releaseHold(copy), 'restored')
  await receiver.waitFor(10)
  assert.equal(await readHold(copy.pool('settings')), undefined)
  assert.equal(
    (await one<{ url: string }>(copy.pool('settings'), 'select url from webhooks where id = $1', [webhook.id])).url,
    webhook.url,
  )
})

test('the transaction is enough to reveal a copy when neither oid nor server differ', async () => {
  const db = await openTestDatabase()
  const teamId = await newTeam(db)
  await saveWebhook(db, teamId, { url: 'https://hooks.acme.example/in' })
  await db.pool('settings').query('update firehose_identity set system_identifier = null')
  // An update in another transaction that leaves every column unchanged has the effect of a restore.
  assert.equal(await readHold(db.pool('settings')), 'restored')
  await releaseHold(db)
  assert.equal(await readHold(db.pool('settings')), undefined)
  await db.pool('settings').query('vacuum full firehose_identity')
  await db.pool('settings').query('vacuum (freeze) firehose_identity')
  assert.equal(await readHold(db.pool('settings')), undefined, 'maintenance by the server does not look like a copy')
})

test('a database cloned within its server is a copy', async () => {
  const db = await openTestDatabase()
  const teamId = await newTeam(db)
  await saveWebhook(db, teamId, { url: 'https://hooks.acme.example/in' })
  await db
    .pool('settings')
    .query(
      'update firehose_identity set database_oid = database_oid + 1, written_by = pg_current_xact_id()::text::bigint % 4294967296',
    )
  assert.equal(await readHold(db.pool('settings')), 'restored')
})

test('it works for a user without the privilege to read the server’s identifier', async () => {
  const db = await openTestDatabase()
  await db
    .pool('settings')
    .query(`do $$ begin create role unprivileged; exception when duplicate_object then null; end $$`)
  const client = await db.connectDirect()
  try {
    await client.query('revoke execute on function pg_control_system() from public')
    await client.query('grant all on all tables in schema public to unprivileged')
    await client.query('set role unprivileged')
    await assert.rejects(client.query('select pg_control_system()'), { code: '42501' })
    const { recordIdentity } = await import('./database-identity.ts')
    await recordIdentity(client)
    assert.equal(await readHold(client), undefined)
  } finally {
    await client.query('reset role')
    await client.query('grant execute on function pg_control_system() to public')
    await client.query('drop owned by unprivileged')
    await client.end()
  }
})

test('an operator can hold all delivery and release it', async () => {
  const db = await openTestDatabase()
  await holdAll(db)
  assert.equal(await readHold(db.pool('settings')), 'operator')
  assert.equal(await releaseHold(db), 'operator')
  assert.equal(await readHold(db.pool('settings')), undefined)
})
