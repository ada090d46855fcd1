// Signals seen again after they expired, or only by incomplete visits.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, one } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { expireSignals } from '../../write/write-path/index.ts'
import { BOARD_COLLECTORS, type Collector } from '../collectors/index.ts'
import { addWatched } from './index.ts'

const POSTED = Math.floor(Date.now() / 1_000) - 20 * 86_400

let db: Database
let server: BoardServer

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

async function collect(domain: string, collectors: readonly Collector[]) {
  const visits: { outcome: string; updated: number }[] = []
  const onVisit = ({ settled: { outcome, updated } }: { settled: { outcome: string; updated: number } }) => {
    visits.push({ outcome, updated })
  }
  await collectOnce(db, { server, collectors, once: { all: true, domain }, onVisit })
  return visits
}

/** As if all visits had been this long ago; then expires what has ended. Its source delivers, for other companies. */
async function expireAfter(days: number): Promise<void> {
  const pool = db.pool('ingest')
  await pool.query(`update signals set last_seen_at = last_seen_at - make_interval(days => $1)`, [days])
  await pool.query(`update look_times set seen_through = seen_through - make_interval(days => $1)`, [days])
  await pool.query(`update sources set last_delivery_at = now()`)
  await pool.query(`update expiry set day = null, done_to = null`)
  await expireSignals(db, new Stamper(db))
}

/** The states of its jobs, and whether jobs are monitored. */
const stateOf = (domain: string) =>
  one<{ jobs: string[]; looked: boolean }>(
    db.pool('ingest'),
    `select array(select status from signals where company_ordinal = c.ordinal and type = 'hiring') as jobs, looked & 1 = 1 as looked
       from companies c join company_ranks r on r.company_ordinal = c.ordinal where domain = $1`,
    [domain],
  )

test('jobs of a board that was unreachable for 60 days expire, and are open again when it shows the same as before', async () => {
  server.board('greenhouse', 'back', [{ id: '1', title: 'Nurse', postedAt: POSTED }])
  const domain = 'back.example'
  const request = { domain, board: 'https://boards.greenhouse.io/back' }
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  await collect(domain, BOARD_COLLECTORS)
  await expireAfter(61)
  assert.deepEqual(await stateOf(domain), { jobs: ['closed'], looked: false })
  assert.deepEqual(await collect(domain, BOARD_COLLECTORS), [{ outcome: 'unchanged', updated: 1 }])
  assert.deepEqual(await stateOf(domain), { jobs: ['active'], looked: true })
  assert.deepEqual(await collect(domain, BOARD_COLLECTORS), [{ outcome: 'unchanged', updated: 0 }])
})

test('a job that expired and is missing when its board answers again has ended once', async () => {
  const domain = 'gone.example'
  const request = { domain, board: 'https://boards.greenhouse.io/gone' }
  server.board('greenhouse', 'gone', [{ id: '1', title: 'Nurse', postedAt: POSTED }])
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  await collect(domain, BOARD_COLLECTORS)
  await expireAfter(70)
  const end = () =>
    one<{ [column: string]: unknown }>(
      db.pool('ingest'),
      `select status, closed_at, last_seen_at, version from signals where key = 'gone/1'`,
    )
  const expired = await end()
  assert.equal(expired.status, 'closed')
  server.board('greenhouse', 'gone', [])
  for (let visits = 0; visits < 3; visits++) await collect(domain, BOARD_COLLECTORS)
  assert.deepEqual(await end(), expired)
})

test('a company that was reached again counts as monitored, even without signals', async () => {
  server.board('greenhouse', 'none', [])
  const domain = 'none.example'
  const request = { domain, board: 'https://boards.greenhouse.io/none' }
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  await collect(domain, BOARD_COLLECTORS)
  await db.pool('ingest').query(`update company_ranks set looked = 0`)
  await expireAfter(61)
  await collect(domain, BOARD_COLLECTORS)
  assert.deepEqual(await stateOf(domain), { jobs: [], looked: true })
})

test('signals that incomplete visits keep showing do not expire', async () => {
  const signals = [{ type: 'hiring', key: 'a', confidence: 0.9, fields: { jobTitle: 'Nurse' } }] as const
  for (const [domain, first] of [
    ['never.example', 'partial'],
    ['once.example', 'first'],
  ] as const) {
    let complete = first === 'first'
    const collector: Collector = {
      ...{ name: 'half', title: 'Half', every: 'day', types: ['hiring'] },
      visit: async () => ({ signals, complete }),
    }
    await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], [collector]))
    assert.deepEqual((await collect(domain, [collector]))[0]?.outcome, first)
    complete = false
    for (const days of [46, 50]) {
      await expireAfter(days)
      assert.deepEqual(await collect(domain, [collector]), [{ outcome: 'partial', updated: 0 }])
    }
    assert.deepEqual((await stateOf(domain)).jobs, ['active'])
    await expireAfter(61)
    assert.deepEqual((await stateOf(domain)).jobs, ['closed'])
  }
})
