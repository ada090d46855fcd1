// The index engine as a whole, on a real database: it loads, follows the log, is renewed, and starts from its snapshot.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { caughtUp } from '../../../../test/harness/wait-for-index.ts'
import type { Database } from '../../../db/index.ts'
import { Stamper } from '../../log/index.ts'
import { parseSignalQuery } from '../../query/index.ts'
import type { IncomingRecord } from '../../signals/index.ts'
import { writeRecords } from '../../write-path/index.ts'
import type { Room } from './builder-thread.ts'
import { IndexEngine } from './index-engine.ts'

const AS_OF = Date.UTC(2026, 5, 10) / 1_000

function openEngine(db: Database, { file, room }: { file?: string; room?: Room } = {}): IndexEngine {
  const engine = new IndexEngine({ direct: db.direct, file, mostBytes: 2 ** 30, log: silentLog, ...(room && { room }) })
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

test('what is written is found, changed and gone, without a new start', async () => {
  const db = await openTestDatabase()
  await write(db, signal('before.example', '1'))
  const engine = openEngine(db)
  await caughtUp(engine, db)
  assert.equal(await total(engine, 'hiring'), 1)
  await write(db, signal('later.example', '2'), signal('later.example', '3', { label: 'Revenue operations' }))
  await caughtUp(engine, db)
  assert.equal(await total(engine, 'hiring'), 2)
  assert.equal(await total(engine, 'hiring:revenue'), 1)
  await write(db, signal('later.example', '3', { status: 'retracted' }), signal('other.example', '2'))
  await caughtUp(engine, db)
  assert.equal(await total(engine, 'hiring:revenue'), 0)
  assert.equal(await total(engine, 'hiring'), 2, 'the second moved to another company')
  assert.equal(await total(engine, 'NOT hiring'), 1, 'which left one without any')
})

test('renewed again and again under questions that never end, it never goes back and misses nothing', async () => {
  const db = await openTestDatabase()
  await write(db, signal('first.example', 'first'))
  const engine = openEngine(db, { room: { tail: 1_000, companies: 1_000 } })
  await caughtUp(engine, db)
  const small = engine.status.signals
  const totals: number[] = []
  let isWriting = true
  const asking = Promise.all(
    Array.from({ length: 16 }, async () => {
      while (isWriting) totals.push(await total(engine, 'hiring'))
    }),
  )
  for (let batch = 0; batch < 30; batch++) {
    await write(db, ...Array.from({ length: 100 }, (_, i) => signal(`c${batch}-${i}.example`, `${batch} ${i}`)))
  }
  await caughtUp(engine, db)
  isWriting = false
  await asking
  assert.equal(await total(engine, 'hiring'), 3_001)
  assert.ok(engine.status.signals - engine.status.tail > small, 'a new base was made meanwhile')
  const back = totals.findIndex((found, i) => found < (totals[i - 1] ?? 0))
  assert.equal(back, -1, `${totals[back - 1]} were found, and then ${totals[back]}`)
})

test('a snapshot is used when the log still knows its place, and thrown away when in doubt', async () => {
  const db = await openTestDatabase()
  const file = join(temporaryFolder(), 'index')
  await write(db, signal('one.example', '1'))
  const first = openEngine(db, { file })
  await caughtUp(first, db)
  await first.close()
  assert.ok(existsSync(file))
  await write(db, signal('two.example', '2'))

  const second = openEngine(db, { file })
  await caughtUp(second, db)
  assert.equal(await total(second, 'hiring'), 2, 'what came after the snapshot is read from the log')
  await second.close()

  const bytes = readFileSync(file)
  bytes[bytes.length - 100]! ^= 1
  writeFileSync(file, bytes)
  const third = openEngine(db, { file })
  await caughtUp(third, db)
  assert.equal(await total(third, 'hiring'), 2)
  await third.close()

  const other = await openTestDatabase()
  await write(other, signal('else.example', '9'))
  const fourth = openEngine(other, { file })
  await caughtUp(fourth, other)
  assert.equal(await total(fourth, 'hiring'), 1, 'another database is not answered from this snapshot')
})
