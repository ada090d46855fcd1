// Endpoints that hang do not affect others: a healthy one gets all its events while every hanging one still hangs.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import type { Database } from '../../../db/index.ts'
import { Stamper } from '../../../write/log/index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

test('with most endpoints hanging or dripping, the healthy one gets all its events first', async () => {
  const teamId = await newTeam(db)
  let hanging = 0
  const bad = await startReceiver(({ path }, response) => {
    hanging += 1
    if (path === '/drip') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    }
  })
  const healthy = await startReceiver()
  for (const path of ['hang', 'hang', 'hang', 'hang', 'hang', 'hang', 'drip', 'drip', 'drip'])
    await saveWebhook(db, teamId, { url: `${bad.url}/${path}` })
  await saveWebhook(db, teamId, { url: healthy.url })
  // There are few slots: without shares, the hanging endpoints would take all of them.
  const engine = await startEngine(db, { maxInFlight: 32 })
  await writeSignals(db, new Stamper(db), 'isolated', 400)
  await healthy.waitFor(400)
  assert.equal(healthy.received.length, 400)
  assert.ok(hanging >= 9, 'each hanging endpoint has at least one request in flight')
  assert.ok(engine.inFlight <= 32)
  await db.pool('settings').query('delete from webhooks')
})

test('events waiting for an endpoint that lags are not in memory', async () => {
  const teamId = await newTeam(db)
  const slow = await startReceiver(() => {})
  const quick = await startReceiver()
  await saveWebhook(db, teamId, { url: slow.url })
  await saveWebhook(db, teamId, { url: quick.url })
  const engine = await startEngine(db)
  const stamper = new Stamper(db)
  for (let i = 0; i < 4; i++) await writeSignals(db, stamper, `waiting-${i}`, 1_000)
  await quick.waitFor(4_000, 60_000)
  assert.ok(engine.memory.events <= 16_384)
  for (const endpoint of engine.endpoints) assert.ok(endpoint.uncommitted < 4_096 + 128)
})
