import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { migrate, one, readMigrations } from '../../../db/index.ts'
import { BOARD_COLLECTORS } from '../../collectors/index.ts'
import { showWatched } from '../watching/overview.ts'
import { addWatched } from '../watching/watch.ts'
import { CollectLease } from './collect-lease.ts'
import type { Look } from './look.ts'
import { claimLooks, finishLooks, releaseLooks } from './look-queries.ts'

test('looks of the previous version keep when they were visited, and by which node', async () => {
  const old = await openTestDatabase({ empty: true })
  const connect = () => old.connectDirect()
  await migrate(connect, { migrations: readMigrations().slice(0, 29) })
  const pool = old.pool('settings')
  await pool.query(`insert into watched_companies (domain) values ('gamma.example')`)
  await pool.query(
    `insert into looks (domain, collector, target, types) values ('gamma.example', 'lever', 'gamma', '{hiring}')`,
  )
  await pool.query(
    `insert into look_times (look_id, lane, fence, holder, failures, visits, due_at, visited_at, seen_through)
     select id, 'lever', 7, 3, 2, 11, '2026-03-04Z', '2026-03-03Z', '2026-03-02Z' from looks`,
  )
  const read = () => one<{ row: object }>(pool, `select to_jsonb(t) as row from look_times t`)
  const before = await read()
  await migrate(connect)
  assert.deepEqual(await read(), { row: { ...before.row, lost: 0 } })
  await pool.query(`delete from looks`)
  assert.equal((await one<{ rows: number }>(pool, `select count(*)::int as rows from look_times`)).rows, 0)
})

test('a visit counts when it starts, even while in progress, and a skipped one does not', async () => {
  const db = await openTestDatabase()
  const requests = [{ domain: 'gamma.example', board: 'https://jobs.lever.co/gamma' }]
  await db.transaction('settings', (tx) => addWatched(tx, requests, BOARD_COLLECTORS))
  const lease = new CollectLease(db, { name: 'test', leaseSeconds: 60 })
  await lease.renew(() => {})
  const claim = async () => {
    const [look] = await claimLooks(db, lease.id, {
      rooms: new Map([['lever', 1]]),
      allBefore: Date.now() / 1_000 + 60,
    })
    assert.ok(look)
    return look
  }
  const shown = async () =>
    (await showWatched(db.pool('settings'), 'gamma.example'))?.sources.find(({ collector }) => collector === 'lever')
      ?.visits
  const finish = (look: Look) =>
    finishLooks(db.pool('ingest'), lease.id, [{ look, at: 1, dueAt: 2, seen: true, failed: false }])
  const first = await claim()
  assert.deepEqual([first.visits, await shown()], [0, 0])
  await releaseLooks(db.pool('ingest'), lease.id, [{ look: first }])
  const again = await claim()
  assert.deepEqual([again.visits, await shown()], [0, 0])
  assert.equal((await finish(again)).size, 1)
  assert.equal(await shown(), 1)
  assert.equal((await finish(first)).size, 0)
  const second = await claim()
  assert.deepEqual([second.visits, await shown()], [1, 1])
})
