// PostgreSQL answers clauses of the present by a summary of each company, which is not used where it is missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { signal } from '../../test/harness/signals.ts'
import { one } from '../db/index.ts'
import { parseSignalQuery } from '../query/index.ts'
import { Stamper } from '../write/log/index.ts'
import { refreshRanks, writeRecords } from '../write/write-path/index.ts'
import { postgresEngine } from './index.ts'

test('until every company has its summary of the present, the signals decide; then the summary does', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  const pool = db.pool('ingest')
  await writeRecords(db, stamper, [
    signal('open.example', 'a'),
    signal('closed.example', 'b', { status: 'closed' }),
    signal('reopened.example', 'c', { status: 'closed' }),
    signal('reopened.example', 'd'),
  ])
  const engine = postgresEngine(db.pool('search'))
  const asOf = Math.floor(Date.now() / 1000)
  const total = async (text: string) => {
    const query = parseSignalQuery(text)
    return (await engine.page({ query, filters: {}, sort: 'heat', asOf, offset: 0, limit: 9, explain: false })).total
  }
  const totals = async () => [
    await total('hiring'),
    await total('NOT hiring'),
    await total('hiring(status: any)'),
    await total('hiring(since: 1990-01-01)'),
    await total('hiring(confidence >= 0.1)'),
  ]
  const expected = [2, 1, 3, 2, 2]
  assert.deepEqual(await totals(), expected)
  // Without the summary of one company. Wrong columns of rows that are not filled must not matter, nor those of rows that are.
  await pool.query(`update company_ranks set present_version = null, present_best_hiring = null, present_last_hiring = null
    where company_ordinal = (select min(company_ordinal) from company_ranks)`)
  assert.deepEqual(await totals(), expected)
  assert.equal(await refreshRanks(db, stamper, { pause: async () => {} }), 1)
  assert.deepEqual(await totals(), expected)
  assert.equal(
    (await one<{ open: number }>(pool, 'select count(*) as open from company_ranks where present_version is null'))
      .open,
    0,
  )
  await pool.query('update company_ranks set present_best_hiring = null')
  assert.equal(await total('hiring'), 0, 'the summary is not used')
})
