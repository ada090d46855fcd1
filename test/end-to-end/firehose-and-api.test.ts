// The firehose and the REST API are independent: deliveries use no budget, and requests create no events.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, many, one } from '../../src/db/index.ts'
import { readHead, Stamper } from '../../src/write/log/index.ts'
import { openTestDatabase } from '../harness/database.ts'
import { newTeam, SECRET_KEYS, saveWebhook, writeSignals } from '../harness/firehose.ts'
import { createKey } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

let db: Database & { readonly url: string }
let url: string
let teamId: string
let headers: Record<string, string>
before(async () => {
  db = await openTestDatabase()
  teamId = await newTeam(db)
  headers = { authorization: `Bearer ${(await createKey(db.pool('settings'), teamId, { name: 'Test' })).key}` }
  const env = { DATABASE_URL: db.url, SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1' }
  ;({ url } = await startTestService({ env }))
})

const stats = async () =>
  (await (await fetch(`${url}/api/v1/stats`, { headers })).json()) as { rateLimits: Record<string, { used: number }> }

test('deliveries do not change any budget', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  const before = await stats()
  await writeSignals(db, new Stamper(db), 'budget', 100)
  await receiver.waitFor(100)
  const used = ({ rateLimits }: Awaited<ReturnType<typeof stats>>) =>
    Object.entries(rateLimits).map(([name, bucket]) => [name, bucket.used])
  assert.deepEqual(used(await stats()), used(before))
  assert.ok(used(before).length === 6)
  assert.deepEqual(await many(db.pool('settings'), 'select from usage_daily'), [])
  await db.pool('settings').query('delete from webhooks where id = $1', [webhook.id])
})

test('requests create no events, whatever their response', async () => {
  const receiver = await startReceiver()
  await saveWebhook(db, teamId, {
    url: receiver.url,
    types: ['hiring', 'funding', 'funding_ai', 'web', 'tool', 'velocity'],
  })
  const head = await readHead(db.pool('settings'))
  const { id } = await one<{ id: string }>(db.pool('settings'), 'select id from companies limit 1')
  const paths = [
    'health',
    'stats',
    'filters',
    `companies/${id}`,
    'companies/unknown',
    'slices?slice=early-ai-adopters',
    'slices',
    'nothing',
  ]
  for (const path of paths) await (await fetch(`${url}/api/v1/${path}`, { headers })).text()
  const body = JSON.stringify({ signal_query: 'hiring' })
  await (
    await fetch(`${url}/api/v1/companies`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  ).text()
  // By then the log's backstop and the firehose have each polled once more.
  await sleep(1_200)
  assert.equal(await readHead(db.pool('settings')), head)
  assert.equal(receiver.received.length, 0)
})
