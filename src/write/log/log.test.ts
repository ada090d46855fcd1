// The log with concurrent writers that commit late: a reader by sequence number misses events, ours misses none.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, openTestDatabase } from '../../../test/harness/database.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { type Database, many, one, type Queryable } from '../../db/index.ts'
import {
  insertEvents,
  maintainLog,
  type NewEvent,
  readHead,
  readLog,
  readSignalEvents,
  Stamper,
  stampLog,
  startPeriodicStamping,
} from './index.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})
const pool = () => db.pool('ingest')

function event(name: string): NewEvent {
  return {
    kind: 'signal',
    companyOrdinal: 0,
    signalId: null,
    type: 'hiring',
    action: 'created',
    unix: 1,
    image: JSON.stringify(name),
  }
}

/** A writer's transaction. It waits for the given promise before it commits. */
async function writeEvents(
  names: readonly string[],
  { beforeCommit = async () => {}, day = '', quiet = false } = {},
): Promise<void> {
  await db.transaction('ingest', async (tx) => {
    const moment = await one<{ batch: number; day: string }>(
      tx,
      `select nextval('batches') as batch, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
    )
    await insertEvents(tx, { ...moment, ...(day && { day }), quiet, events: names.map(event) })
    await beforeCommit()
  })
}

async function readAll(after: number, limit = 50): Promise<{ names: unknown[]; positions: number[] }> {
  const names: unknown[] = []
  const positions: number[] = []
  for (let position = after; ; ) {
    const page = await readLog(pool(), position, limit)
    if (page.events.length === 0) return { names, positions }
    names.push(...page.events.map(({ image }) => image))
    positions.push(...page.events.map((each) => each.position))
    position = page.position
  }
}

test('with twelve writers that commit late, a reader by sequence number misses events and ours misses none', async () => {
  const start = await stampLog(pool())
  const stamper = new Stamper(db)
  let writing = true
  const written: string[] = []
  /** The last batch of the reader by sequence number. */
  let last = 0
  const wide = new pg.Pool({ ...pool().options, max: 12 })
  const writers = Array.from({ length: 12 }, async (_, writer) => {
    for (let n = 0; n < 12; n++) {
      const names = Array.from({ length: 1 + (n % 3) }, (__, i) => `${writer}:${n}:${i}`)
      const client = await wide.connect()
      await client.query('begin')
      const moment = await one<{ batch: number; day: string }>(
        client,
        `select nextval('batches') as batch, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
      )
      await insertEvents(client, { ...moment, quiet: false, events: names.map(event) })
      await sleep(Math.random() < 0.1 ? 60 : Math.random() * 8)
      // One of them commits when a later batch has been read for certain.
      while (writer === 0 && n === 0 && last <= moment.batch) await sleep(1)
      await client.query('commit')
      client.release()
      written.push(...names)
      await stamper.stamp()
    }
  })
  const [bySequence, ours]: string[][] = [[], []]
  const sequenceReader = (async () => {
    while (writing) {
      const rows = await many<{ batch: number; name: string }>(
        pool(),
        'select batch, image::json #>> array[]::text[] as name from events where batch > $1 order by batch, n',
        [last],
      )
      bySequence?.push(...rows.map(({ name }) => name))
      last = rows.at(-1)?.batch ?? last
      await sleep(1)
    }
  })()
  const ourReader = (async () => {
    let position = start
    for (let rest = true; rest; ) {
      rest = writing
      const page = await readLog(pool(), position, 7)
      assert.equal(page.gap, undefined)
      ours?.push(...page.events.map(({ image }) => String(image)))
      position = page.position
      if (page.events.length > 0) rest = true
      else await sleep(1)
    }
  })()
  await Promise.all(writers)
  await stamper.stamp()
  writing = false
  await Promise.all([sequenceReader, ourReader])
  await wide.end()
  const missedBy = (reader: string[] | undefined) => written.filter((name) => !reader?.includes(name)).length
  assert.ok(missedBy(bySequence) > 0, 'the reader by sequence number must miss some, or this test shows nothing')
  assert.equal(missedBy(ours), 0)
  assert.equal(ours?.length, written.length, 'no event was read twice')
})

test('positions are dense, and pages of any size have the same order', async () => {
  const start = await stampLog(pool())
  for (const size of [1, 5, 2, 9, 1]) await writeEvents(Array.from({ length: size }, (_, i) => `dense ${size}.${i}`))
  const head = await stampLog(pool())
  const pages = await Promise.all([1, 2, 3, 7, 100].map((limit) => readAll(start, limit)))
  for (const { names, positions } of pages) {
    assert.deepEqual(
      positions,
      Array.from({ length: 18 }, (_, i) => start + 1 + i),
    )
    assert.deepEqual(names, pages[0]?.names)
  }
  assert.equal(head, start + 18)
  assert.equal(await readHead(pool()), head)
})

test('an open transaction in another database of the same server does not delay the log', async () => {
  const other = new pg.Client({ connectionString: await createDatabase() })
  await other.connect()
  await other.query('begin')
  await other.query('create table open_write (x int)')
  try {
    const start = await stampLog(pool())
    await writeEvents(['not delayed'])
    await stampLog(pool())
    assert.deepEqual((await readAll(start)).names, ['not delayed'])
  } finally {
    await other.query('rollback')
    await other.end()
  }
})

test('an open transaction in this database delays only its own events', async () => {
  const start = await stampLog(pool())
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const beforeCommit = () => {
    written.resolve()
    return released.promise
  }
  const slow = writeEvents(['slow'], { beforeCommit })
  await written.promise
  await writeEvents(['quick'])
  await stampLog(pool())
  assert.deepEqual((await readAll(start)).names, ['quick'])
  released.resolve()
  await slow
  await stampLog(pool())
  assert.deepEqual((await readAll(start)).names, ['quick', 'slow'])
})

test('events of a writer that died between its commit and its stamp are stamped within seconds', async () => {
  const start = await stampLog(pool())
  await writeEvents(['orphan'])
  const stop = startPeriodicStamping(db, silentLog)
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && (await readHead(pool())) === start; )
    await sleep(50)
  await stop()
  assert.deepEqual((await readAll(start)).names, ['orphan'])
})

test('a day is dropped after thirty days; a reader that was behind skips it and gets the size of the gap', async () => {
  const start = await stampLog(pool())
  const old = '2020-01-15'
  await pool().query(`create table events_20200115 (like events including all)`)
  await pool().query(
    `alter table events attach partition events_20200115 for values from ('2020-01-15') to ('2020-01-16')`,
  )
  await writeEvents(['old 1', 'old 2', 'old 3'], { day: old })
  await writeEvents(['old and quiet'], { day: old, quiet: true })
  await stampLog(pool())
  await writeEvents(['new'])
  await stampLog(pool())
  assert.equal((await readAll(start)).names.length, 5)
  assert.deepEqual(await maintainLog(db), [old])
  assert.deepEqual(await maintainLog(db), [])
  const page = await readLog(pool(), start, 100)
  assert.deepEqual(page.gap, { from: start + 1, to: start + 4 })
  assert.deepEqual(
    page.events.map(({ image }) => image),
    ['new'],
  )
  const halfWay = await readLog(pool(), start + 2, 100)
  assert.deepEqual(halfWay.gap, { from: start + 3, to: start + 4 })
  const dropped = await one(
    pool(),
    `select from_position, to_position, signal_counts from log_dropped where day = $1`,
    [old],
  )
  assert.deepEqual(dropped, { from_position: start + 1, to_position: start + 4, signal_counts: { hiring: 3 } })
})

test('partitions for the coming days exist', async () => {
  await maintainLog(db)
  const { days } = await one<{ days: number }>(
    pool(),
    `select count(*) as days from pg_inherits where inhparent = 'events'::regclass`,
  )
  assert.ok(days >= 9)
})

test('the events of a signal are read from its newest day back, and no day more than it needs', async () => {
  const [signalId, other] = ['00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000002']
  const now = Math.floor(Date.now() / 1_000)
  await db.transaction('ingest', async (tx) => {
    const moment = await one<{ batch: number; day: string }>(
      tx,
      `select nextval('batches') as batch, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
    )
    const events = [other, signalId, other, signalId].map((id, n) => ({
      ...event(''),
      signalId: id,
      unix: now + n,
      action: n === 1 ? ('created' as const) : ('updated' as const),
    }))
    await insertEvents(tx, { ...moment, quiet: true, events })
  })
  await stampLog(pool())
  const days: unknown[] = []
  const counting: Queryable = {
    query: (sql, values) => {
      days.push(values?.[1])
      return pool().query(sql, values as unknown[])
    },
  }
  const signal = { id: signalId, version: 2, lastEventUnix: now + 3 }
  const { events, isComplete } = await readSignalEvents(counting, signal)
  assert.deepEqual(
    events.map(({ action, quiet }) => [action, quiet]),
    [
      ['created', true],
      ['updated', true],
    ],
  )
  assert.equal(isComplete, true)
  assert.ok(days.length <= 2, `${days}`)
  assert.equal((await readSignalEvents(pool(), { ...signal, lastEventUnix: now - 60 * 86_400 })).events.length, 0)
  const hurried = await readSignalEvents(pool(), { ...signal, version: 3 }, 0)
  assert.equal(hurried.isComplete, false)
})
