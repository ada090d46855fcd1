// The search text of rows that an older version of the code wrote.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { many, one } from '../../../db/index.ts'
import { SEARCH_TEXT_VERSION } from '../../../query/index.ts'
import { Stamper } from '../../log/index.ts'
import { backfillSearchText, writeRecords } from '../index.ts'

async function databaseWithSignals(count: number) {
  const db = await openTestDatabase()
  const pool = db.pool('ingest')
  const records = Array.from({ length: count }, (_, n) => signal(`c${n}.example`, `${n}`, { label: `Déjà ${n}` }))
  await writeRecords(db, new Stamper(db), records)
  const texts = () => many(pool, `select id, search_text, search_words::text from signals order by id`)
  return { db, pool, texts, expected: await texts() }
}

test('a new database has search text of the current version, so nothing is rewritten', async () => {
  const { db } = await databaseWithSignals(1)
  const { version } = await one<{ version: number }>(db.pool('ingest'), 'select version from search_texts')
  assert.equal(version, SEARCH_TEXT_VERSION)
  assert.equal(await backfillSearchText(db), 0)
})

test('rows without search text get the text that the write path would have written', async () => {
  const { db, pool, texts, expected } = await databaseWithSignals(450)
  await pool.query('update signals set search_text = null, search_words = null')
  assert.equal(await backfillSearchText(db), 450)
  assert.deepEqual(await texts(), expected)
  assert.match(JSON.stringify(expected), /label: deja 449 /)
  assert.equal(await backfillSearchText(db), 0)
})

test('text of another version is rewritten, and continues after an interruption where it stopped', async () => {
  const { db, pool, texts, expected } = await databaseWithSignals(450)
  await pool.query(`update signals set search_text = 'old', search_words = ''`)
  await pool.query('update search_texts set version = 1')
  const stop = new AbortController()
  const transaction = db.transaction.bind(db)
  let steps = 0
  const stoppedAfterOne = {
    ...db,
    transaction: ((role, work) => {
      if (++steps === 1) stop.abort()
      return transaction(role, work)
    }) as typeof db.transaction,
  }
  assert.equal(await backfillSearchText(stoppedAfterOne, stop.signal), 200)
  const state = await one<{ version: number; done_to: number }>(pool, 'select version, done_to from search_texts')
  assert.deepEqual([state.version, state.done_to], [1, 199])
  assert.equal(await backfillSearchText(db), 250)
  assert.deepEqual(await texts(), expected)
  assert.deepEqual(await one(pool, 'select version, done_to from search_texts'), {
    version: SEARCH_TEXT_VERSION,
    done_to: null,
  })
})
