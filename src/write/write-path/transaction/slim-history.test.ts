// History takes little room: its events don't repeat the signals, and signals that are seen again stay on their page.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import type { IncomingRecord } from '../../../meaning/signals/index.ts'
import { readDeliverableEventsAt, readLog, Stamper } from '../../log/index.ts'
import { writeRecords } from '../index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('ingest')

async function eventsOf(records: readonly IncomingRecord[], quiet: boolean) {
  const stamper = new Stamper(db)
  const start = await stamper.stamp()
  await writeRecords(db, stamper, records, { quiet })
  await stamper.stamp()
  const { events } = await readLog(pool(), start, 1_000)
  return events.filter(({ kind }) => kind === 'signal')
}

const storedImages = () =>
  many<{ key: string; image: string | null }>(
    pool(),
    `select s.key, e.image from events e join signals s on s.id = e.signal_id order by e.batch, e.n`,
  )

test('an event of history is stored without the signal, and is read with it', async () => {
  const parts = { url: 'https://jobs.example/1', confidence: 0.57, fields: { jobTitle: 'Chef', ai: false } }
  const [quiet] = await eventsOf([signal('history.example', 'quiet', parts)], true)
  const [loud] = await eventsOf([signal('history.example', 'loud', parts)], false)
  assert.deepEqual(
    (await storedImages()).map(({ key, image }) => [key, image === null]),
    [
      ['quiet', true],
      ['loud', false],
    ],
  )
  const { type, ...rebuilt } = (quiet?.image ?? {}) as Record<string, unknown>
  const { firstSeenAt, lastSeenAt, ...stored } = (loud?.image ?? {}) as Record<string, unknown>
  assert.equal(type, 'hiring')
  assert.deepEqual({ ...rebuilt, label: stored.label, firstSeenAt, lastSeenAt }, loud?.image)
  assert.equal(rebuilt.label, 'Signal quiet')
})

test('an event of history that moves a signal to another company says from where', async () => {
  await eventsOf([signal('from.example', 'mover')], true)
  const [moved] = await eventsOf([signal('to.example', 'mover')], true)
  const { ordinal } = await one<{ ordinal: number }>(
    pool(),
    `select ordinal from companies where domain = 'from.example'`,
  )
  const { movedFrom } = (moved?.image ?? {}) as { movedFrom?: number }
  assert.equal(movedFrom, ordinal)
})

test('an event of history whose signal was deleted has no image, and is not deliverable', async () => {
  const [event] = await eventsOf([signal('gone.example', 'gone')], true)
  await pool().query(`delete from signals where key = 'gone'`)
  const { events } = await readLog(pool(), (event?.position ?? 0) - 1, 1)
  assert.deepEqual(
    events.map(({ image }) => image),
    [null],
  )
  assert.deepEqual(await readDeliverableEventsAt(pool(), [event?.position ?? 0]), [])
})

test('signals that are only seen again stay on their page, and the indexes are not written', async () => {
  const jobs = (seenAt: number) =>
    Array.from({ length: 1_000 }, (_, i) =>
      signal(`seen${i % 20}.example`, `seen ${i}`, { seenAt, occurredAt: JUNE - i * DAY }),
    )
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, jobs(JUNE))
  const start = await readUpdates()
  const seenAgain = jobs(JUNE + DAY).filter((_, i) => i % 20 === 0)
  await writeRecords(db, stamper, seenAgain)
  const end = await readUpdates()
  const [updates, hot] = [end.updates - start.updates, end.hot - start.hot]
  assert.equal(updates, seenAgain.length)
  assert.ok(hot >= 0.8 * updates, `${hot} of ${updates} updates left the indexes alone`)
})

async function readUpdates(): Promise<{ updates: number; hot: number }> {
  // A connection reports its counts only now and then, so every connection of the pool is asked to do so at once.
  await Promise.all(
    Array.from({ length: pool().options.max ?? 10 }, () =>
      pool().query('select pg_stat_force_next_flush(), pg_sleep(0.05)'),
    ),
  )
  return one<{ updates: number; hot: number }>(
    pool(),
    `select n_tup_upd as updates, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'signals'`,
  )
}
