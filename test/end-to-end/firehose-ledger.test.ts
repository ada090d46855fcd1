// Kills delivering processes and the database with SIGKILL while events flow to many endpoints. No event is lost, and
// no more are repeated than had an unknown outcome at the kills. `npm run soak:firehose` runs it with 100,000 events
// and 20 endpoints.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readServerPid } from '../../src/db/embedded/pid-file.ts'
import { type Database, many, migrate, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Stamper, stampLog } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { type RunningService, serve } from '../harness/command-line.ts'
import { newTeam, SECRET_KEYS, saveWebhook } from '../harness/firehose.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { type Ledger, startLedger } from '../harness/ledger.ts'
import { silentLog } from '../harness/log.ts'
import { signal } from '../harness/signals.ts'

const EVENTS = Number(process.env.LEDGER_EVENTS ?? 400)
const ENDPOINTS = Number(process.env.LEDGER_ENDPOINTS ?? 4)
const KILLS = Number(process.env.LEDGER_KILLS ?? 2)
/** Few signals per company: a write reads all signals of its company and must not be the bottleneck. */
const COMPANIES = Math.max(200, Math.ceil(EVENTS / 20))
const TIMEOUT_MS = Number(process.env.LEDGER_PATIENCE_SECONDS ?? 240) * 1_000

const dataDir = temporaryFolder()
const env = { DATA_DIR: dataDir, SECRET_KEYS, ALLOW_LOOPBACK_WEBHOOKS: '1', LOG_LEVEL: 'info' }
const startWorker = () => serve(['--roles', 'worker,firehose'], env)
let db: Database
let ledger: Ledger
/** A start takes seconds, so that the second test goes on with one of the first. */
const workers: RunningService[] = []

before(async () => {
  ledger = await startLedger(ENDPOINTS)
  db = await openDatabase({ config: loadConfig(env), log: silentLog })
  cleanup(() => db.close())
  await migrate(() => db.connectDirect())
  let teamId = ''
  for (const [i, url] of ledger.urls.entries()) {
    if (i % 10 === 0) teamId = await newTeam(db)
    await saveWebhook(db, teamId, { url })
  }
})

async function kill(service: RunningService): Promise<void> {
  const exited = once(service.process, 'exit')
  service.process.kill('SIGKILL')
  await exited
}

async function stop(service: RunningService): Promise<void> {
  const exited = once(service.process, 'exit')
  service.process.kill('SIGTERM')
  await exited
}

/** Keeps writing while the database is killed: a batch that may not be committed is written again. */
async function writeAll(prefix: string, events: number): Promise<void> {
  const stamper = new Stamper(db)
  const deadline = Date.now() + TIMEOUT_MS
  for (let n = 0; n < events; n += 50) {
    const records = Array.from({ length: Math.min(50, events - n) }, (_, i) =>
      signal(`c${(n + i) % COMPANIES}.example`, `${prefix} ${n + i}`),
    )
    for (;;) {
      try {
        await writeRecords(db, stamper, records)
        break
      } catch (error) {
        if (Date.now() > deadline) throw error
        await sleep(200)
      }
    }
    // Spreads the writes over the kills.
    if (EVENTS <= 5_000) await sleep(100)
  }
}

async function allEventIds(): Promise<Set<string>> {
  await stampLog(db.pool('ingest'))
  const rows = await many<{ id: string }>(
    db.pool('ingest'),
    `select 'wh_' || e.signal_id || '_' || e.action || '_' || e.unix as id from log l join events e using (day, batch)
      where e.kind = 'signal' and e.type = 'hiring' and not l.quiet`,
  )
  return new Set(rows.map(({ id }) => id))
}

async function waitUntil(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(100)) if (await done()) return
  assert.fail(`timed out waiting until: ${what}`)
}

test(`${EVENTS} events to ${ENDPOINTS} endpoints through ${KILLS} kills: none is lost, and only events with an unknown outcome are repeated`, async () => {
  workers.push(await startWorker(), await startWorker())
  let writing = true
  const written = writeAll('killed', EVENTS).finally(() => {
    writing = false
  })
  for (let n = 0; n < KILLS; n++) {
    await waitUntil(
      'events are delivered',
      () => ledger.received() > (n * EVENTS * ENDPOINTS) / (KILLS + 2) || !writing,
    )
    // The database first: a write that follows waits until it is back.
    if (n % 3 === 0)
      process.kill(readServerPid(join(dataDir, 'postgres')) ?? assert.fail('no database is running'), 'SIGKILL')
    else {
      await kill(workers.shift() ?? assert.fail('no worker'))
      workers.push(await startWorker())
    }
    if (EVENTS > 5_000) await sleep(3_000)
  }
  await written
  const expected = await allEventIds()
  assert.ok(expected.size >= EVENTS)
  await waitUntil('every endpoint has every event', () => ledger.counts.every((counts) => counts.size >= expected.size))
  for (const worker of workers.splice(1)) await stop(worker)
  for (const counts of ledger.counts) {
    assert.deepEqual(new Set(counts.keys()), expected)
  }
  // Unknown outcomes at a kill: requests in flight, and those that ended since the last commit, at most a second ago.
  const maxRepeated = KILLS * (16 + ledger.maxPerSecond()) * ENDPOINTS
  assert.ok(ledger.repeated() <= maxRepeated, `${ledger.repeated()} were repeated`)
  process.stdout.write(
    `# ${ledger.received()} deliveries, ${ledger.repeated()} of them repeated (at most ${maxRepeated} allowed), ${KILLS} kills\n`,
  )
})

test('a process suspended past its lease loses its webhooks: no cursor moves back, and no event is lost', async () => {
  const receivedBefore = ledger.received()
  const suspended = workers.pop() ?? (await startWorker())
  const holders = async () =>
    (await many<{ holder: string | null }>(db.pool('settings'), 'select distinct holder from webhook_cursors')).map(
      ({ holder }) => holder,
    )
  await waitUntil(
    'one process has leased all webhooks',
    async () => (await holders()).length === 1 && (await holders())[0] !== null,
  )
  const [suspendedId] = await holders()
  const lowest = new Map<string, number>()
  let watching = true
  const watch = (async () => {
    while (watching) {
      const rows = await many<{ id: string; low: number }>(
        db.pool('settings'),
        'select webhook_id as id, coalesce((select min(p) from unnest(pending) p) - 1, frontier) as low from webhook_cursors',
      )
      for (const { id, low } of rows) {
        assert.ok(low >= (lowest.get(id) ?? 0), 'a cursor moved back')
        lowest.set(id, low)
      }
      await sleep(20)
    }
  })()
  const written = writeAll('suspended', Math.min(EVENTS, 1_500))
  await waitUntil('it delivers events', () => ledger.received() > receivedBefore + 50)
  suspended.process.kill('SIGSTOP')
  const other = await startWorker()
  await waitUntil('the other process has leased all webhooks', async () => {
    const all = await holders()
    return all.length === 1 && all[0] !== null && all[0] !== suspendedId
  })
  await written
  suspended.process.kill('SIGCONT')
  const expected = await allEventIds()
  await waitUntil('every event is received', () => ledger.counts.every((counts) => counts.size >= expected.size))
  await waitUntil(
    'the suspended process is back as a new node with its share',
    async () => (await holders()).length === 2 && !(await holders()).includes(suspendedId ?? ''),
  )
  watching = false
  await watch
  for (const counts of ledger.counts) assert.deepEqual(new Set(counts.keys()), expected)
  await stop(suspended)
  await stop(other)
})
