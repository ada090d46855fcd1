// A cached company is reused until the log has a change to it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, DAY, signal } from '../../../test/harness/signals.ts'
import { type Database, many, type Queryable } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import type { SearchResult, ShownSignal } from '../engine.ts'
import { CompanyCache } from './company-cache.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

const now = Math.floor(Date.now() / 1_000)
const write = (...records: Parameters<typeof writeRecords>[2]) => writeRecords(db, new Stamper(db), records)

function newCache() {
  const counts = { queries: 0 }
  const pool: Queryable = {
    query: (sql, values) => {
      counts.queries++
      return db.pool('read').query(sql, values as unknown[])
    },
  }
  return { counts, cache: new CompanyCache(pool) }
}

/** A page of all companies with all their signals, as the index would return it. */
async function pageOf(position: number, changedAt: Record<string, number>): Promise<SearchResult> {
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
      matchKey: 0,
      signals: signals ?? [],
      changedAt: changedAt[domain] ?? 0,
    })),
    position,
  }
}

test('a company is read once, and again when the log has a change to it', async () => {
  const { counts, cache } = newCache()
  const job = (domain: string, key: string, parts = {}) => signal(domain, key, { occurredAt: now - DAY, ...parts })
  await write(
    company('a.example'),
    company('b.example'),
    job('a.example', '1'),
    job('a.example', '2'),
    job('b.example', '3'),
  )
  const labels = async (found: SearchResult) =>
    (await cache.read(found))?.map(({ company: { domain }, signals }) => [
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
  assert.equal(counts.queries, 1)

  await write(job('a.example', '1', { label: 'Changed' }), company('b.example', { name: 'Another name' }))
  // The index doesn't have the change yet, so the cached company is used.
  assert.deepEqual(await labels(first), before)
  const changed = await pageOf(12, { 'a.example': 11 })
  assert.deepEqual(await labels(changed), [['a.example', 'Changed', 'Signal 2'], before[1]])
  assert.equal(counts.queries, 2)
  assert.deepEqual(
    (await cache.read(await pageOf(13, { 'a.example': 11, 'b.example': 13 })))?.[1]?.company.name,
    'Another name',
  )
  assert.equal(counts.queries, 3)

  // A change that the index is still applying: the company is read now, and again when the index is done.
  await cache.read(await pageOf(13, { 'a.example': 14 }))
  await cache.read(await pageOf(14, { 'a.example': 14 }))
  assert.equal(counts.queries, 5)
  await cache.read(await pageOf(15, { 'a.example': 14 }))
  assert.equal(counts.queries, 5)
})

test('when a signal of the page no longer exists, nothing is returned', async () => {
  const { cache } = newCache()
  await write(company('c.example'), signal('c.example', '4', { occurredAt: now - DAY }))
  const found = await pageOf(20, {})
  await write(signal('c.example', '4', { occurredAt: now - DAY, status: 'retracted' }))
  assert.equal(await cache.read(found), undefined)
})

test('signals are in the order in which the engine shows them', async () => {
  const { cache } = newCache()
  await write(
    company('d.example'),
    ...['5', '6', '7', '8'].map((key) => signal('d.example', key, { occurredAt: now - DAY })),
  )
  const found = await pageOf(30, {})
  const expected = found.shown?.at(-1)?.signals.map(({ idHead }) => idHead)
  const ids = (await cache.read(found))?.at(-1)?.signals.map(({ id }) => String(id).slice(0, 8))
  assert.deepEqual(ids, expected)
  assert.equal(ids?.length, 4)
})
