// Slices in a real database: what is stored, what overrides what, and how a node learns of it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { GOOD, goodSlice } from '../../../test/harness/slices.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { readSlices } from './definition.ts'
import { shippedSlices } from './shipped.ts'
import { SliceBook } from './slice-book.ts'
import { applySlices, findSlice, listSlices, type Outcome } from './store.ts'

let db: Database
const pool = () => db.pool('settings')

before(async () => {
  db = await openTestDatabase()
})

async function apply(...changes: Record<string, unknown>[]): Promise<Outcome[]> {
  const slices = changes.map((change) => goodSlice(change))
  const applied = await db.transaction('settings', (tx) => applySlices(tx, slices))
  return applied.map(({ outcome }) => outcome)
}

const shipped = (slug: string) =>
  shippedSlices().find(({ definition }) => definition.slug === slug)?.definition ?? assert.fail(slug)

/** A book whose clock the test moves, on a pool that counts its questions. */
function openBook() {
  const book = { now: 0, asked: 0, broken: [] as string[] }
  const counting: Queryable = {
    query: (sql, values) => {
      book.asked++
      return pool().query(sql, values as unknown[])
    },
  }
  const slices = new SliceBook(counting, {
    monotonicMs: () => book.now,
    onBroken: (broken) => book.broken.push(...broken.map(({ slug }) => slug)),
  })
  return Object.assign(book, { slices })
}

test('an applied slice stands beside the shipped ones or over one of them, and the way back is open', async () => {
  assert.equal((await listSlices(pool())).slices.length, 7)
  assert.deepEqual(await apply({ slug: 'own' }, { ...shipped('hiring-surge'), label: 'Ours' }), ['changed', 'changed'])
  const { slices, broken } = await listSlices(pool())
  assert.deepEqual(broken, [])
  assert.deepEqual(
    slices.filter(({ origin }) => origin === 'applied').map(({ definition }) => definition.label),
    ['Ours', GOOD.label],
  )
  assert.equal((await findSlice(pool(), 'hiring-surge'))?.definition.label, 'Ours')
  assert.deepEqual((await findSlice(pool(), 'own'))?.definition, { ...GOOD, slug: 'own' })
  assert.deepEqual(await apply({ slug: 'own' }, shipped('hiring-surge') as never), ['unchanged', 'restored'])
  assert.equal((await findSlice(pool(), 'hiring-surge'))?.origin, 'shipped')
})

test('what is applied is seen after a second at most, and an unchanged table is read once', async () => {
  const book = openBook()
  const first = await book.slices.current()
  assert.equal(book.asked, 1)
  assert.equal(await book.slices.current(), first)
  assert.equal(book.asked, 1, 'within the second nothing is asked')
  book.now = 1_000
  assert.deepEqual(await Promise.all([book.slices.current(), book.slices.current()]), [first, first])
  assert.equal(book.asked, 2, 'callers that come at once share the question')
  await apply({ slug: 'news' })
  assert.equal(await book.slices.find('news'), undefined)
  book.now = 2_000
  assert.equal((await book.slices.find('news'))?.definition.slug, 'news')
  assert.equal(book.asked, 4)
})

test('a change that leaves the number of slices as it was is noticed too', async () => {
  const book = openBook()
  await apply({ slug: 'one', label: 'A' }, { slug: 'website-ai-launch', label: 'Over' })
  await book.slices.current()
  // The newest row goes, another comes: the number is the same, and so would a version be that is counted from the rows.
  await apply(shipped('website-ai-launch') as never)
  await apply({ slug: 'two' })
  book.now = 1_000
  assert.equal((await book.slices.find('website-ai-launch'))?.definition.label, shipped('website-ai-launch').label)
  assert.ok(await book.slices.find('two'))
})

test('writers take turns, so that a version seen is never overtaken by an older one', async () => {
  const book = openBook()
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
  // Readers go on meanwhile, and see neither.
  assert.equal(await book.slices.find('quick'), undefined)
  release()
  await Promise.all([slow, quick])
  book.now = 1_000
  assert.ok((await book.slices.find('slow')) && (await book.slices.find('quick')))
})

test('a stored slice that is understood no longer is told of, and the shipped one stands in', async () => {
  const bad = { ...shipped('fresh-funding'), query: 'funding(colour: red)' }
  assert.equal(readSlices(bad).slices.length, 0)
  await pool().query('insert into slices (slug, definition) values ($1, $2)', [bad.slug, JSON.stringify(bad)])
  const book = openBook()
  assert.equal((await book.slices.find('fresh-funding'))?.definition.label, shipped('fresh-funding').label)
  assert.deepEqual(book.broken, ['fresh-funding'])
  const [broken] = (await listSlices(pool())).broken
  assert.match(broken?.problems[0]?.message ?? '', /^at \d+: /)
})

test('a database that is away is an error and not an empty book, and the next call asks again', async () => {
  const book = openBook()
  let away = true
  const failing: Queryable = {
    query: (sql, values) => (away ? Promise.reject(new Error('away')) : pool().query(sql, values as unknown[])),
  }
  const slices = new SliceBook(failing, { monotonicMs: () => book.now })
  await assert.rejects(slices.current(), /away/)
  away = false
  assert.ok((await slices.current()).length >= 7)
})
