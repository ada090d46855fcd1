// The daily refresh of the scores leaves room: small steps, and pauses in which nothing is locked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { one } from '../../../db/index.ts'
import { readLog, Stamper } from '../../log/index.ts'
import { refreshRanks, writeRecords } from '../index.ts'
import { REFRESH_STEP } from './refresh-ranks.ts'

const COMPANIES = 3 * REFRESH_STEP.companies + 7

test('a step of the daily refresh never touches more than 50 companies, and a write gets in between any two', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const pool = db.pool('ingest')
  await writeRecords(
    db,
    stamper,
    Array.from({ length: COMPANIES }, (_, i) => signal(`c${i}.example`, `${i}`)),
  )
  await pool.query('update company_ranks set as_of = as_of - 1')
  const head = await stamper.stamp()
  const stale = async () =>
    (
      await one<{ stale: number }>(
        pool,
        `select count(*) as stale from company_ranks where as_of < (now() at time zone 'utc')::date`,
      )
    ).stale
  const steps: number[] = []
  let before = await stale()
  const refreshed = await refreshRanks(db, stamper, {
    async pause(ms) {
      assert.ok(ms > 0)
      const left = await stale()
      steps.push(before - left)
      before = left
      if (left === 0) return
      // The first company has been refreshed, the last is still to come. Neither is locked.
      const records = [0, COMPANIES - 1].map((i) => signal(`c${i}.example`, `between ${steps.length} ${i}`))
      assert.deepEqual((await writeRecords(db, stamper, records)).outcomes, ['created', 'created'])
      before = await stale()
    },
  })
  assert.ok(Math.max(...steps) <= REFRESH_STEP.companies, `${steps}`)
  assert.ok(steps.length >= 4, `${steps}`)
  assert.equal(refreshed + 1, COMPANIES, 'the write between the steps refreshed one')
  assert.equal(await stale(), 0)
  const { events } = await readLog(pool, head, 1_000)
  assert.equal(events.filter(({ kind }) => kind === 'ranks').length, 1)
})

test('a company with very many signals is a step of its own', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const pool = db.pool('ingest')
  await writeRecords(
    db,
    stamper,
    ['a', 'b', 'c', 'd'].map((name) => signal(`${name}.example`, name)),
  )
  await pool.query(
    `insert into signals (id, company_ordinal, type, source, key, label, confidence, status, occurred_at, first_seen_at,
                          last_seen_at, fields, version, last_event_unix)
     select gen_random_uuid(), (select ordinal from companies where domain = 'b.example'), 'web', 'test', n::text, 'Page', 50,
            'active', now(), now(), now(), '{"kind":"llms_txt"}', 1, 1
       from generate_series(1, $1) n`,
    [REFRESH_STEP.signals],
  )
  await pool.query('update company_ranks set as_of = as_of - 1')
  let steps = 0
  const pause = async () => {
    steps++
  }
  assert.equal(await refreshRanks(db, stamper, { pause }), 4)
  assert.equal(steps, 3, 'two steps for the companies, and one that finds nothing more')
})

test('while one node refreshes the scores, another skips it', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  await writeRecords(
    db,
    stamper,
    ['a', 'b'].map((name) => signal(`${name}.example`, name)),
  )
  await db.pool('ingest').query('update company_ranks set as_of = as_of - 1')
  const other: number[] = []
  const refreshed = await refreshRanks(db, stamper, {
    async pause() {
      await db.pool('ingest').query('update company_ranks set as_of = as_of - 1 where company_ordinal = 0')
      if (other.length === 0) other.push(await refreshRanks(db, stamper, { pause: async () => {} }))
      await db.pool('ingest').query(`update company_ranks set as_of = (now() at time zone 'utc')::date`)
    },
  })
  assert.deepEqual([refreshed, other], [2, [0]])
})
