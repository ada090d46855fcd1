import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import type { Database } from '../../db/index.ts'
import { declareSources, listSources, noteDeliveries } from './index.ts'

let db: Database

before(async () => {
  db = await openTestDatabase()
})

const declare = (...sources: Parameters<typeof declareSources>[1][number][]) =>
  db.transaction('ingest', (tx) => declareSources(tx, sources))

test('a declaration adds to earlier ones of the source, and repeating it changes nothing', async () => {
  const since = Date.UTC(2024, 0, 1) / 1_000
  assert.equal(await declare({ record: 'source', source: 'boards', completeSince: since }), 1)
  assert.equal(await declare({ record: 'source', source: 'boards', completeSince: since }), 0)
  assert.equal(await declare({ record: 'source', source: 'boards', expiresAfterDays: 45 }), 1)
  const [boards] = (await listSources(db.pool('ingest'))).filter(({ name }) => name === 'boards')
  assert.deepEqual([boards?.completeSince, boards?.expiresAfterDays], [since, 45])
})

test('two declarations of one source in a batch are one', async () => {
  const twice = [
    { record: 'source', source: 'twice', completeSince: 1_700_000_000 },
    { record: 'source', source: 'twice', expiresAfterDays: 10 },
  ] as const
  assert.equal(await declare(...twice), 1)
  const [stored] = (await listSources(db.pool('ingest'))).filter(({ name }) => name === 'twice')
  assert.deepEqual([stored?.completeSince, stored?.expiresAfterDays], [1_700_000_000, 10])
})

test('a delivery makes a source known, and only those that declare something are returned', async () => {
  const { declared } = await noteDeliveries(db.pool('ingest'), ['quiet', 'boards'], [])
  assert.ok(!declared.some(({ name }) => name === 'quiet'))
  assert.ok((await listSources(db.pool('ingest'))).some(({ name }) => name === 'quiet'))
})

test('writers of one source do not wait for each other, and its delivery is recorded once an hour', async () => {
  const pool = db.pool('ingest')
  const lastOf = async () => (await listSources(pool)).find(({ name }) => name === 'shared')?.lastDeliveryAt
  const age = (hours: number) =>
    pool.query(`update sources set last_delivery_at = now() - make_interval(hours => $1) where name = 'shared'`, [
      hours,
    ])
  await noteDeliveries(pool, ['shared'], [])
  for (const hours of [0, 2]) {
    await age(hours)
    await db.transaction('ingest', async (first) => {
      await noteDeliveries(first, ['shared'], [])
      await db.transaction('ingest', async (second) => {
        await second.query(`set local lock_timeout = '1s'`)
        await noteDeliveries(second, ['shared'], [])
      })
    })
    assert.ok(((await lastOf()) ?? 0) > Date.now() / 1_000 - 1_800)
  }
})
