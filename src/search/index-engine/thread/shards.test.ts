// The index in several shards on a real database: one log position for all, threads that end, files that are wrong.

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { temporaryFolder } from '../../../../test/harness/folders.ts'
import { recordingLog, silentLog } from '../../../../test/harness/log.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { waitForIndex } from '../../../../test/harness/wait-for-index.ts'
import type { Database } from '../../../db/index.ts'
import { parseSignalQuery } from '../../../query/index.ts'
import { readHead, Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import type { SearchResult } from '../../engine.ts'
import { IndexEngine, type IndexStatus, type Room } from '../index.ts'
import { leadIndex } from './lead-index.ts'
import type { Message } from './messages.ts'

const AS_OF = Date.UTC(2026, 5, 10) / 1_000

function searchFor(query: string) {
  const page = { filters: {}, sort: 'heat', asOf: AS_OF, offset: 0, limit: 10, explain: false } as const
  return { query: parseSignalQuery(query), ...page }
}

async function write(db: Database, ...records: Parameters<typeof writeRecords>[2]): Promise<void> {
  await writeRecords(db, new Stamper(db), records)
}

const companies = (count: number) => Array.from({ length: count }, (_, i) => signal(`c${i}.example`, `${i}`))

interface OpenOptions {
  readonly shards: number
  readonly file?: string
  readonly room?: Room
}

function openEngine(db: Database, options: OpenOptions, log = silentLog): IndexEngine {
  const engine = new IndexEngine({ direct: db.direct, file: undefined, maxBytes: 2 ** 30, log, ...options })
  cleanup(() => engine.close())
  return engine
}

const total = async (engine: IndexEngine, query: string) => (await engine.page(searchFor(query))).total

/** The lead runs in the thread of this test, so that the test can end the threads of the other shards. */
async function openLead(db: Database, shards: number, room: Room) {
  const threads: Worker[] = []
  const onWorker = (worker: Worker) => threads.push(worker)
  process.on('worker', onWorker)
  const ended = new AbortController()
  cleanup(async () => {
    ended.abort()
    process.off('worker', onWorker)
    for (const thread of threads) await thread.terminate()
  })
  const messages = new Map<number, (message: Message) => void>()
  let status: IndexStatus | undefined
  const options = { direct: db.direct, file: undefined, maxBytes: 2 ** 30, shards, room }
  const receive = leadIndex(
    options,
    (message) => {
      if (message.kind === 'status') status = message.status
      else if (message.kind !== 'log') messages.get(message.id)?.(message)
    },
    ended.signal,
  )
  let nextId = 0
  const page = async (query: string): Promise<SearchResult | undefined> => {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Message>()
    messages.set(id, resolve)
    receive({ id, team: '', want: 'page', search: searchFor(query) })
    const message = await promise
    messages.delete(id)
    if (message.kind === 'answer') return message.answer as SearchResult
    assert.equal(message.kind, 'failure', 'a search that no shard answers is handed to the other engine')
    return undefined
  }
  const untilReady = async () => {
    await new Stamper(db).stamp()
    const head = await readHead(db.pool('ingest'))
    for (let i = 0; i < 12_000; i++) {
      if (status?.isReady && status.position >= head) return
      await sleep(10)
    }
    assert.fail(`the index is not ready: ${JSON.stringify(status)}`)
  }
  const threadOf = (shard: number) => {
    const thread = threads.findLast(({ threadName }) => threadName === `search shard ${shard}`)
    return thread ?? assert.fail(`shard ${shard} has no thread`)
  }
  await untilReady()
  return { page, untilReady, threadOf, status: () => status as IndexStatus }
}

test('all shards answer at one position of the log, also while they are renewed', async () => {
  const db = await openTestDatabase()
  await write(db, ...companies(60), signal('c0.example', 'wanderer', { label: 'Wanderer' }))
  // So little space that each shard is renewed while the signal moves.
  const lead = await openLead(db, 3, { tail: 100, companies: 200 })
  let isMoving = true
  const totals: (number | undefined)[] = []
  const callers = Array.from({ length: 4 }, async () => {
    while (isMoving) {
      totals.push((await lead.page('hiring:wanderer'))?.total)
      await sleep(1)
    }
  })
  const stamper = new Stamper(db)
  for (let move = 1; move <= 150; move++) {
    // The next ordinal is another shard.
    const moved = signal(`c${move % 50}.example`, 'wanderer', { label: 'Wanderer' })
    await writeRecords(db, stamper, [
      moved,
      signal('c55.example', `more ${move}`),
      signal('c56.example', `more ${move}`),
    ])
    await stamper.stamp()
  }
  await lead.untilReady()
  isMoving = false
  await Promise.all(callers)
  const answered = totals.filter((each) => each !== undefined)
  assert.ok(answered.length > 50, `${answered.length} answers`)
  assert.deepEqual(new Set(answered), new Set([1]), 'the signal is always at one company')
  const { shards, signals } = lead.status()
  assert.equal(shards.length, 3)
  assert.ok(shards.some(({ tail }) => tail < 100) && signals > 300, 'shards were renewed')
})

test('a shard whose thread ends is opened again; until then the other engine answers', async () => {
  const db = await openTestDatabase()
  await write(db, ...companies(40))
  const lead = await openLead(db, 2, { tail: 500, companies: 500 })
  for (let round = 0; round < 2; round++) {
    let isEnding = true
    const totals: (number | undefined)[] = []
    const callers = Array.from({ length: 4 }, async () => {
      while (isEnding) {
        totals.push((await lead.page('hiring'))?.total)
        await sleep(1)
      }
    })
    await sleep(20)
    await lead.threadOf(2).terminate()
    assert.equal(await lead.page('hiring'), undefined, 'it knows that it has lost a shard')
    await write(db, signal(`later${round}.example`, `later ${round}`))
    await lead.untilReady()
    isEnding = false
    await Promise.all(callers)
    const known = new Set(totals.filter((each) => each !== undefined))
    assert.deepEqual(
      [...known].filter((each) => each !== 40 + round && each !== 41 + round),
      [],
      'never a part',
    )
    assert.equal((await lead.page('hiring'))?.total, 41 + round)
  }
})

test('each shard has its snapshot: only an invalid one is rebuilt, and each number of shards has its own', async () => {
  const db = await openTestDatabase()
  const file = join(temporaryFolder(), 'index')
  await write(db, ...companies(50))
  const files = ['1-of-2', '2-of-2'].map((name) => `${file}-${name}`) as [string, string]
  /** Opens the index, and returns which snapshots were written again. */
  const reopen = async (shards = 2) => {
    const before = files.map((each) => (existsSync(each) ? statSync(each).ino : 0))
    const { log, lines } = recordingLog()
    const engine = openEngine(db, { shards, file }, log)
    await waitForIndex(engine, db)
    assert.equal(await total(engine, 'hiring'), 50)
    assert.equal(engine.status.shards.length, shards)
    await engine.close()
    const line = JSON.stringify(lines).match(/is ready, from the (\w+)/)?.[1]
    return { origin: line, written: files.map((each, i) => existsSync(each) && statSync(each).ino !== before[i]) }
  }
  assert.deepEqual(await reopen(), { origin: 'database', written: [true, true] })
  assert.deepEqual(await reopen(), { origin: 'snapshot', written: [false, false] })

  truncateSync(files[1], statSync(files[1]).size - 4_096)
  assert.deepEqual(await reopen(), { origin: 'database', written: [false, true] })

  rmSync(files[0])
  assert.deepEqual(await reopen(), { origin: 'database', written: [true, false] })

  renameSync(files[0], `${file}.swap`)
  renameSync(files[1], files[0])
  renameSync(`${file}.swap`, files[1])
  const swapped = files.map((each) => readFileSync(each))
  assert.equal((await reopen()).origin, 'database', 'a snapshot of another shard is not used')
  assert.ok(files.every((each, i) => !readFileSync(each).equals(swapped[i] as Buffer)))

  copyFileSync(files[0], `${file}-1-of-3`)
  assert.equal((await reopen(3)).origin, 'database', 'a snapshot of another number of shards is not used')
  assert.ok(!existsSync(files[0]) && !existsSync(files[1]), 'and those are removed')
  assert.equal((await reopen(1)).origin, 'database')
  assert.ok(existsSync(file) && !existsSync(`${file}-1-of-3`))
})

test('SEARCH_INDEX_MB is the bound of all shards together', async () => {
  const db = await openTestDatabase()
  await write(db, ...companies(50))
  const one = openEngine(db, { shards: 1 })
  await waitForIndex(one, db)
  const three = openEngine(db, { shards: 3 })
  await waitForIndex(three, db)
  const { bytes } = three.status
  await Promise.all([one.close(), three.close()])
  const { log, lines } = recordingLog()
  // Each of the three would fit.
  const engine = new IndexEngine({ direct: db.direct, file: undefined, maxBytes: bytes / 2, shards: 3, log })
  cleanup(() => engine.close())
  for (let i = 0; i < 6_000 && !engine.status.isDisabled; i++) await sleep(10)
  assert.ok(engine.status.isDisabled)
  const warnings = lines.filter(({ msg }) => String(msg).includes('is disabled'))
  assert.equal(warnings.length, 1, 'one line says so')
  assert.match(String(warnings[0]?.msg), /signals do not fit into its memory \(SEARCH_INDEX_MB\)/)
})
