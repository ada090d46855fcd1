// What was read of a company is shown again until the log tells of a change to it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, DAY, signal } from '../../../test/harness/signals.ts'
import { type Database, many, type Queryable } from '../../db/index.ts'
import { Stamper } from '../log/index.ts'
import { writeRecords } from '../write-path/index.ts'
import type { Found, ShownSignal } from './engine.ts'
import { ShownRows } from './shown-rows.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

const now = Math.floor(Date.now() / 1_000)
const write = (...records: Parameters<typeof writeRecords>[2]) => writeRecords(db, new Stamper(db), records)

function watched() {
  const counts = { asked: 0 }
  const pool: Queryable = {
    query: (sql, values) => {
      counts.asked++
      return db.pool('read').query(sql, values as unknown[])
    },
  }
  return { counts, rows: new ShownRows(pool) }
}

/** A page of all companies with all their signals, as an index would give it. */
async function pageOf(position: number, changedAt: Record<string, number>): Promise<Found> {
  const companies = await many<{ ordinal: number; domain: string; signals: ShownSignal[] | null }>(
    db.pool('read'),
    `select ordinal, domain, (select json_agg(json_build_object('type', type, 'occurredAt', extract(epoch from occurred_at)::bigint,
              'idHead', left(id::text, 8), 'idTail', right(id::text, 4))) from signals
              where company_ordinal = ordinal and status <> 'retracted') as signals
       from companies order by ordinal`,
  )
  return {
    total: companies.length,
    ordinals: companies.map(({ ordinal }) => ordinal),
    shown: companies.map(({ domain, signals }) => ({
      counts: [],
      signals: signals ?? [],
      changedAt: changedAt[domain] ?? 0,
    })),
    position,
  }
}

test('a company is read once, and again when the log says that it has changed', async () => {
  const { counts, rows } = watched()
  const job = (domain: string, key: string, parts = {}) => signal(domain, key, { occurredAt: now - DAY, ...parts })
  await write(
    company('a.example'),
    company('b.example'),
    job('a.example', '1'),
    job('a.example', '2'),
    job('b.example', '3'),
  )
  const labels = async (found: Found) =>
    (await rows.read(found))?.map(({ company: { domain }, signals }) => [
      domain,
      ...signals.map(({ label }) => label).sort(),
    ])
  const first = await pageOf(10, {})
  const before = [
    ['a.example', 'Signal 1', 'Signal 2'],
    ['b.example', 'Signal 3'],
  ]
  assert.deepEqual(await labels(first), before)
  assert.deepEqual(await labels(first), before)
  assert.equal(counts.asked, 1)

  await write(job('a.example', '1', { label: 'Changed' }), company('b.example', { name: 'Another name' }))
  // Not known to the index yet: it is shown as it was.
  assert.deepEqual(await labels(first), before)
  const changed = await pageOf(12, { 'a.example': 11 })
  assert.deepEqual(await labels(changed), [['a.example', 'Changed', 'Signal 2'], before[1]])
  assert.equal(counts.asked, 2)
  assert.deepEqual(
    (await rows.read(await pageOf(13, { 'a.example': 11, 'b.example': 13 })))?.[1]?.company.name,
    'Another name',
  )
  assert.equal(counts.asked, 3)

  // A change that the index has begun to apply: read, and read again once it is through.
  await rows.read(await pageOf(13, { 'a.example': 14 }))
  await rows.read(await pageOf(14, { 'a.example': 14 }))
  assert.equal(counts.asked, 5)
  await rows.read(await pageOf(15, { 'a.example': 14 }))
  assert.equal(counts.asked, 5)
})

test('where a signal of the page is not there any more, nothing is shown in its place', async () => {
  const { rows } = watched()
  await write(company('c.example'), signal('c.example', '4', { occurredAt: now - DAY }))
  const found = await pageOf(20, {})
  await write(signal('c.example', '4', { occurredAt: now - DAY, status: 'retracted' }))
  assert.equal(await rows.read(found), undefined)
})

test('two signals of one second stand in the order of their ids', async () => {
  const { rows } = watched()
  await write(
    company('d.example'),
    ...['5', '6', '7', '8'].map((key) => signal('d.example', key, { occurredAt: now - DAY })),
  )
  const ids = (await rows.read(await pageOf(30, {})))?.at(-1)?.signals.map(({ id }) => id)
  assert.deepEqual(ids, ids?.toSorted())
  assert.equal(ids?.length, 4)
})
