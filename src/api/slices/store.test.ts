// Slices in a real database: what is stored, what overrides what, and how a node's cache notices changes.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { GOOD, goodSlice } from '../../../test/harness/slices.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { readSlices } from './definition/definition.ts'
import { shippedSlices } from './shipped.ts'
import { SliceCache } from './slice-cache.ts'
import { type ApplyOutcome, applySlices, listSlices } from './store.ts'

let db: Database
const pool = () => db.pool('settings')

before(async () => {
  db = await openTestDatabase()
})

async function apply(...changes: Record<string, unknown>[]): Promise<ApplyOutcome[]> {
  const slices = changes.map((change) => goodSlice(change))
  const applied = await db.transaction('settings', (tx) => applySlices(tx, slices))
  return applied.map(({ outcome }) => outcome)
}

const shipped = (slug: string) =>
  shippedSlices().find(({ definition }) => definition.slug === slug)?.definition ?? assert.fail(slug)

const findSlice = async (slug: string) =>
  (await listSlices(pool())).slices.find(({ definition }) => definition.slug === slug)

/** A cache whose clock the test advances, on a pool that counts queries. */
function openCache() {
  const cache = { now: 0, queries: 0, broken: [] as string[] }
  const counting: Queryable = {
    query: (sql, values) => {
      cache.queries++
      return pool().query(sql, values as unknown[])
    },
  }
  const slices = new SliceCache(counting, {
    monotonicMs: () => cache.now,
    onBroken: (broken) => cache.broken.push(...broken.map(({ slug }) => slug)),
  })
  return Object.assign(cache, { slices })
}

test('an applied slice adds to the shipped ones or overrides one of them, and can be reverted', async () => {
  assert.equal((await listSlices(pool())).slices.length, shippedSlices().length)
  assert.deepEqual(await apply({ slug: 'own' }, { ...shipped('hiring-surge'), label: 'Ours' }), ['changed', 'changed'])
  const { slices, broken } = await listSlices(pool())
  assert.deepEqual(broken, [])
  assert.deepEqual(
    slices.filter(({ origin }) => origin === 'applied').map(({ definition }) => definition.label),
    ['Ours', GOOD.label],
  )
  assert.equal((await findSlice('hiring-surge'))?.definition.label, 'Ours')
  assert.deepEqual((await findSlice('own'))?.definition, { ...GOOD, slug: 'own' })
  assert.deepEqual(await apply({ slug: 'own' }, shipped('hiring-surge') as never), ['unchanged', 'restored'])
  assert.equal((await findSlice('hiring-surge'))?.origin, 'shipped')
})

test('a change is seen after at most a second, and an unchanged table is read once', async () => {
  const cache = openCache()
  const first = await cache.slices.current()
  assert.equal(cache.queries, 1)
  assert.equal(await cache.slices.current(), first)
  assert.equal(cache.queries, 1, 'no query within the second')
  cache.now = 1_000
  assert.deepEqual(await Promise.all([cache.slices.current(), cache.slices.current()]), [first, first])
  assert.equal(cache.queries, 2, 'concurrent callers share one query')
  await apply({ slug: 'news' })
  assert.equal(await cache.slices.find('news'), undefined)
  cache.now = 2_000
  assert.equal((await cache.slices.find('news'))?.definition.slug, 'news')
  assert.equal(cache.queries, 4)
})

test('a change that keeps the number of slices is detected too', async () => {
  const cache = openCache()
  await apply({ slug: 'one', label: 'A' }, { slug: 'website-ai-launch', label: 'Over' })
  await cache.slices.current()
  // Removes the newest row and adds another: the count is the same, and so would be a version derived from the rows.
  await apply(shipped('website-ai-launch') as never)
  await apply({ slug: 'two' })
  cache.now = 1_000
  assert.equal((await cache.slices.find('website-ai-launch'))?.definition.label, shipped('website-ai-launch').label)
  assert.ok(await cache.slices.find('two'))
})

test('writers are serialised, so no older version commits after a newer one was seen', async () => {
  const cache = openCache()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const hasLock = new Promise<void>((resolve) => {
    locked = resolve
  })
  const slow = db.transaction('settings', async (tx) => {
    await applySlices(tx, [goodSlice({ slug: 'slow' })])
    locked()
    await held
  })
  await hasLock
  const quick = apply({ slug: 'quick' })
  // Readers aren't blocked meanwhile, and see neither change.
  assert.equal(await cache.slices.find('quick'), undefined)
  release()
  await Promise.all([slow, quick])
  cache.now = 1_000
  assert.ok((await cache.slices.find('slow')) && (await cache.slices.find('quick')))
})

test('a stored slice that can no longer be read is reported, and the shipped one is used instead', async () => {
  const bad = { ...shipped('fresh-funding'), query: 'funding(colour: red)' }
  assert.equal(readSlices(bad).slices.length, 0)
  await pool().query('insert into slices (slug, definition) values ($1, $2)', [bad.slug, JSON.stringify(bad)])
  const cache = openCache()
  assert.equal((await cache.slices.find('fresh-funding'))?.definition.label, shipped('fresh-funding').label)
  assert.deepEqual(cache.broken, ['fresh-funding'])
  const [broken] = (await listSlices(pool())).broken
  assert.match(broken?.problems[0]?.message ?? '', /^at \d+: /)
})

test('an unreachable database is an error, not an empty list, and the next call queries again', async () => {
  const cache = openCache()
  let away = true
  const failing: Queryable = {
    query: (sql, values) => (away ? Promise.reject(new Error('away')) : pool().query(sql, values as unknown[])),
  }
  const slices = new SliceCache(failing, { monotonicMs: () => cache.now })
  await assert.rejects(slices.current(), /away/)
  away = false
  assert.ok((await slices.current()).length >= 7)
})
