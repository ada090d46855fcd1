// What a source no longer shows ends, counted by the source's own deliveries.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { DAY, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import { readDeliverableEvents, readHead, Stamper } from '../../log/index.ts'
import { expireSignals, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper

before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = (domain: string, source: string) =>
  writeRecords(db, stamper, [signal(domain, '1', { source, fields: { jobTitle: `Job of ${source}` } })])

/** As if the source had last shown its signals this many days ago, and had last delivered anything that many. */
async function age(source: string, seenDaysAgo: number, deliveredDaysAgo: number): Promise<void> {
  const pool = db.pool('ingest')
  for (const table of ['signals', 'reports']) {
    await pool.query(`update ${table} set last_seen_at = now() - $2 * interval '1 day' where source = $1`, [
      source,
      seenDaysAgo,
    ])
  }
  await pool.query(`update sources set last_delivery_at = now() - $2 * interval '1 day' where name = $1`, [
    source,
    deliveredDaysAgo,
  ])
}

/** The pass of another day. */
async function expire(): Promise<number> {
  await db.pool('ingest').query(`update expiry set day = day - 1`)
  return expireSignals(db, stamper)
}

const statuses = async (source: string) =>
  many<{ status: string; daysAgo: number }>(
    db.pool('ingest'),
    `select status, round(extract(epoch from now() - closed_at) / 86400)::int as "daysAgo" from signals
      where source = $1 and type <> 'velocity' order by key`,
    [source],
  )

test('the first pass ends what ended long ago, without events', async () => {
  await write('old.example', 'old')
  await age('old', 70, 0)
  await stamper.stamp()
  const head = await readHead(db.pool('ingest'))
  assert.equal(await expireSignals(db, stamper), 1)
  await stamper.stamp()
  assert.deepEqual(await statuses('old'), [{ status: 'closed', daysAgo: 10 }])
  assert.deepEqual((await readDeliverableEvents(db.pool('ingest'), head, 10)).events, [])
  assert.equal(await expireSignals(db, stamper), 0)
})

test('a job ends 60 days after its source last showed it, and customers get an event', async () => {
  await write('a.example', 'boards')
  await write('a.example', 'fresh')
  await age('boards', 61, 0)
  await age('fresh', 59, 0)
  await stamper.stamp()
  const head = await readHead(db.pool('ingest'))
  assert.equal(await expire(), 1)
  await stamper.stamp()
  assert.deepEqual(await statuses('boards'), [{ status: 'closed', daysAgo: 1 }])
  assert.deepEqual(await statuses('fresh'), [{ status: 'active', daysAgo: null }])
  const { events } = await readDeliverableEvents(db.pool('ingest'), head, 10)
  const images = events.map(({ action, image }) => ({ action, ...(image as { status: string; lastSeenAt: number }) }))
  assert.deepEqual(
    images.map(({ action, status, lastSeenAt }) => [
      action,
      status,
      Math.round((Date.now() / 1_000 - lastSeenAt) / DAY),
    ]),
    [['updated', 'closed', 61]],
    'it was last seen when its source last showed it, not when it ended',
  )
})

test('a tool that a source last saw 410 days ago is not in use, although it is imported today', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const line = (key: string, daysAgo: number) =>
    signal('seen.example', key, {
      type: 'tool',
      source: 'yearly',
      occurredAt: now - 500 * DAY,
      seenAt: now - daysAgo * DAY,
      fields: { tool: `Tool ${key}`, change: 'in_use' },
    })
  const lines = [line('1', 410), line('2', 300)]
  await writeRecords(db, stamper, lines)
  assert.equal(await expire(), 1)
  const after = [
    { status: 'closed', daysAgo: 45 },
    { status: 'active', daysAgo: null },
  ]
  assert.deepEqual(await statuses('yearly'), after)
  await writeRecords(db, stamper, lines)
  assert.deepEqual(await statuses('yearly'), after, 'the same list again shows nothing new')
  await writeRecords(db, stamper, [line('1', 1)])
  assert.equal((await statuses('yearly'))[0]?.status, 'active', 'it was seen again')
})

test('a source that stopped delivering ends nothing', async () => {
  await write('b.example', 'stopped')
  await age('stopped', 400, 390)
  assert.equal(await expire(), 0)
  assert.deepEqual(await statuses('stopped'), [{ status: 'active', daysAgo: null }])
})

test('a source can say how long its signals last', async () => {
  await write('c.example', 'weekly')
  await db.pool('ingest').query(`update sources set expires_after_days = 10 where name = 'weekly'`)
  await age('weekly', 11, 0)
  assert.equal(await expire(), 1)
})
