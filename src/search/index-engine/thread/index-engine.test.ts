// The complete index engine on a real database: it loads, follows the log, is rebuilt, and starts from its snapshot.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { proxyDatabase } from '../../../../test/harness/database-proxy.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { recordingLog, silentLog } from '../../../../test/harness/log.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { waitForIndex } from '../../../../test/harness/wait-for-index.ts'
import type { Database } from '../../../db/index.ts'
import type { IncomingRecord } from '../../../meaning/signals/index.ts'
import { parseSignalQuery } from '../../../query/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { mergeCompanies, refreshRanks, splitCompany, writeRecords } from '../../../write/write-path/index.ts'
import { IndexEngine, type Room } from '../index.ts'

const AS_OF = Date.UTC(2026, 5, 10) / 1_000

function openEngine(db: Database, { file, room }: { file?: string; room?: Room } = {}): IndexEngine {
  const engine = new IndexEngine({ direct: db.direct, file, maxBytes: 2 ** 30, log: silentLog, ...(room && { room }) })
  cleanup(() => engine.close())
  return engine
}

async function write(db: Database, ...records: IncomingRecord[]): Promise<void> {
  await writeRecords(db, new Stamper(db), records)
}

async function total(engine: IndexEngine, query: string): Promise<number> {
  const page = { filters: {}, sort: 'heat', asOf: AS_OF, offset: 0, limit: 10, explain: false } as const
  return (await engine.page({ query: parseSignalQuery(query), ...page })).total
}

// Starting the threads of an index takes longer than most of what it does here, so that these tests share one. Each looks
// for its own words.
const followed: { readonly db: Database; readonly engine: IndexEngine }[] = []

async function openFollowed() {
  const [open] = followed
  if (open) return open
  const db = await openTestDatabase()
  await write(db, signal('before.example', 'before'))
  const opened = { db, engine: openEngine(db) }
  followed.push(opened)
  await waitForIndex(opened.engine, db)
  assert.equal(await total(opened.engine, 'hiring'), 1, 'what was there before')
  return opened
}

test('signals that are written, changed and retracted show up without a restart', async () => {
  const { db, engine } = await openFollowed()
  const [hiring, without] = [await total(engine, 'hiring'), await total(engine, 'NOT hiring')]
  await write(db, signal('later.example', '2'), signal('later.example', '3', { label: 'Revenue operations' }))
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring'), hiring + 1)
  assert.equal(await total(engine, 'hiring:revenue'), 1)
  await write(db, signal('later.example', '3', { status: 'retracted' }), signal('other.example', '2'))
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring:revenue'), 0)
  assert.equal(await total(engine, 'hiring'), hiring + 1, 'signal 2 moved to another company')
  assert.equal(await total(engine, 'NOT hiring'), without + 1, 'which left one company without signals')
})

test('the index follows history as well as news, although its events do not contain the signals', async () => {
  const { db, engine } = await openFollowed()
  const [hiring, without] = [await total(engine, 'hiring'), await total(engine, 'NOT hiring')]
  const writeHistory = async (...records: IncomingRecord[]) => {
    await writeRecords(db, new Stamper(db), records, { quiet: true })
  }
  await writeHistory(signal('past.example', '4', { label: 'Procurement lead' }), signal('past.example', '5'))
  // The events before and after this one are read together, when the signal already has its final state.
  await write(db, signal('past.example', '5', { label: 'Zymurgist' }))
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring:procurement'), 1)
  assert.equal(await total(engine, 'hiring:zymurgist'), 1)
  await writeHistory(signal('past.example', '4', { status: 'retracted' }), signal('moved.example', '5'))
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring:procurement'), 0)
  assert.equal(await total(engine, 'hiring:zymurgist'), 0)
  assert.equal(await total(engine, 'hiring'), hiring + 1)
  assert.equal(await total(engine, 'NOT hiring'), without + 1, 'the company that both signals have left')
})

test('a merged company is no longer found, and is found again after a split', async () => {
  const { db, engine } = await openFollowed()
  const companies = (of: IndexEngine) => Promise.all(['hiring', 'NOT tool'].map((query) => total(of, query)))
  await write(db, signal('old.example', '6', { label: 'Glazier' }), signal('new.example', '7'))
  await waitForIndex(engine, db)
  const [hiring = 0, all = 0] = await companies(engine)
  await mergeCompanies(db, new Stamper(db), { from: 'old.example', into: 'new.example' })
  await waitForIndex(engine, db)
  assert.deepEqual(await companies(engine), [hiring - 1, all - 1])
  assert.equal(await total(engine, 'hiring:glazier'), 1)
  const loaded = openEngine(db)
  await waitForIndex(loaded, db)
  assert.deepEqual(await companies(loaded), [hiring - 1, all - 1])
  await loaded.close()
  await splitCompany(db, new Stamper(db), { domain: 'old.example' })
  await waitForIndex(engine, db)
  assert.deepEqual(await companies(engine), [hiring, all])
})

test('rebuilt repeatedly under continuous searches, it never goes back in time and misses nothing', async () => {
  const db = await openTestDatabase()
  await write(db, signal('first.example', 'first'))
  const engine = openEngine(db, { room: { tail: 400, companies: 400 } })
  await waitForIndex(engine, db)
  const small = engine.status.signals
  const totals: number[] = []
  let isWriting = true
  const searches = Promise.all(
    Array.from({ length: 4 }, async () => {
      // Without the pause, the searches would take all processor time that the machine has for as long as the writes take.
      for (; isWriting; await sleep(5)) totals.push(await total(engine, 'hiring'))
    }),
  )
  for (let batch = 0; batch < 12; batch++) {
    await write(db, ...Array.from({ length: 100 }, (_, i) => signal(`c${batch}-${i}.example`, `${batch} ${i}`)))
  }
  await waitForIndex(engine, db)
  isWriting = false
  await searches
  assert.equal(await total(engine, 'hiring'), 1_201)
  assert.ok(engine.status.signals - engine.status.tail > small, 'a new base was built meanwhile')
  const back = totals.findIndex((each, i) => each < (totals[i - 1] ?? 0))
  assert.equal(back, -1, `the total was ${totals[back - 1]} and then ${totals[back]}`)
})

test('a score that the daily refresh has changed is searchable without a restart', async () => {
  const db = await openTestDatabase()
  const fields = { jobTitle: 'AI Engineer', ai: true }
  const occurredAt = Math.floor(Date.now() / 1_000)
  await write(db, signal('scored.example', '1', { fields, occurredAt }), signal('other.example', '2'))
  await db.pool('ingest').query('update company_ranks set as_of = as_of - 1, score_tenths = 0')
  const engine = openEngine(db)
  await waitForIndex(engine, db)
  const page = { sort: 'score', asOf: AS_OF, offset: 0, limit: 10, explain: false } as const
  const scored = async () =>
    (await engine.page({ query: parseSignalQuery('hiring'), filters: { scoreTenthsMin: 1 }, ...page })).total
  assert.equal(await scored(), 0)
  assert.equal(await refreshRanks(db, new Stamper(db)), 2)
  for (let i = 0; i < 600 && (await scored()) === 0; i++) await sleep(20)
  assert.equal(await scored(), 1)
})

async function until(condition: () => boolean, failure: () => string): Promise<void> {
  for (let i = 0; i < 6_000; i++) {
    if (condition()) return
    await sleep(5)
  }
  assert.fail(failure())
}

test('an index that fills up before a new base is built stops answering, then answers again with everything', async () => {
  const db = await openTestDatabase()
  const { log, lines } = recordingLog()
  const signals = (count: number) => Array.from({ length: count }, (_, i) => signal(`c${i % 50}.example`, `${i}`))
  await write(db, signal('c0.example', 'first'))
  const room = { tail: 1_000, companies: 1_000 }
  const engine = new IndexEngine({ direct: db.direct, file: undefined, maxBytes: 2 ** 30, room, log })
  cleanup(() => engine.close())
  await waitForIndex(engine, db)
  // Two of the four pages that they are read in fit. The thread that builds a new base takes longer to start than the
  // third takes to be read.
  await write(db, ...signals(1_600))
  await until(
    () => engine.status.reason === 'full',
    () => `a full index goes on answering: ${JSON.stringify(engine.status)}`,
  )
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring'), 50)
  // Every signal once: 32 of each company, and one more of the first.
  assert.equal(await total(engine, 'hiring(count: 32)'), 49)
  assert.equal(await total(engine, 'hiring(count: 33)'), 1)
  assert.match(JSON.stringify(lines), /the search index was rebuilt: \d+ signals in [\d.]+ s, log position \d+/)
})

test('an index whose oldest unread event is 30 s old stops answering until it has caught up', async () => {
  const db = await openTestDatabase()
  const proxy = await proxyDatabase(db.url)
  await write(db, signal('one.example', '1'))
  const direct = { connectionString: proxy.url }
  const engine = new IndexEngine({ direct, file: undefined, maxBytes: 2 ** 30, log: silentLog })
  cleanup(() => engine.close())
  await waitForIndex(engine, db)
  proxy.hold()
  await write(db, ...Array.from({ length: 2_000 }, (_, i) => signal('two.example', `two ${i}`)))
  const head = await new Stamper(db).stamp()
  await db.pool('ingest').query(`update log set stamped_at = now() - interval '31 s'`)
  // The events are four pages, and each takes several replies: between two of them, the index asks how far it is
  // behind.
  proxy.release(150)
  await until(
    () => engine.status.reason === 'behind',
    () => `the index says nothing of its lag: ${JSON.stringify(engine.status)}`,
  )
  assert.ok(engine.status.contact.lagSeconds >= 31)
  assert.equal(engine.status.contact.head, head)
  proxy.release()
  await waitForIndex(engine, db)
  assert.equal(await total(engine, 'hiring'), 2)
})

test('a snapshot is used if the log still has its checkpoint, and otherwise ignored', async () => {
  const db = await openTestDatabase()
  const file = join(temporaryFolder(), 'index')
  await write(db, signal('one.example', '1'))
  const first = openEngine(db, { file })
  await waitForIndex(first, db)
  await first.close()
  assert.ok(existsSync(file))
  await write(db, signal('two.example', '2'))

  const second = openEngine(db, { file })
  await waitForIndex(second, db)
  assert.equal(await total(second, 'hiring'), 2, 'signals after the snapshot are read from the log')
  await second.close()

  const bytes = readFileSync(file)
  bytes[bytes.length - 100]! ^= 1
  writeFileSync(file, bytes)
  const third = openEngine(db, { file })
  await waitForIndex(third, db)
  assert.equal(await total(third, 'hiring'), 2)
  await third.close()

  const other = await openTestDatabase()
  await write(other, signal('else.example', '9'))
  const fourth = openEngine(other, { file })
  await waitForIndex(fourth, other)
  assert.equal(await total(fourth, 'hiring'), 1, 'the snapshot of one database is not used for another')
})
