// A client that is stopped inside a transaction, as by SIGSTOP or a suspended host: its kernel still acknowledges packets,
// so only the server can end it.

import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { type Database, openDatabase, StalledCopies } from '../../src/db/index.ts'
import { demoWorld } from '../../src/demo/index.ts'
import { loadConfig, packageRoot } from '../../src/platform/config/config.ts'
import { readHead, readOutbox, Stamper, stampLog, watchOutbox } from '../../src/write/log/index.ts'
import { outboxMetrics } from '../../src/write/log/metrics.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { createDatabase, openTestDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { lineOf } from '../harness/lines.ts'
import { recordingLog, silentLog } from '../harness/log.ts'
import { JUNE, signal } from '../harness/signals.ts'

/** Far longer than the timeouts that are tested, and shorter than the statement timeout of ingest. */
const PATIENCE_MS = 30_000

/** Starts a process that holds what the statement locks, and stops it. */
async function freeze(url: string, statement: string, env: Record<string, string> = {}, copy = ''): Promise<void> {
  const child = fork(join(packageRoot, 'test/harness/open-transaction-process.ts'), [statement, copy], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, ...env },
  })
  cleanup(() => child.kill('SIGKILL'))
  await once(child, 'message')
  child.kill('SIGSTOP')
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => assert.fail(`${what} took too long`))
  return Promise.race([work, late])
}

async function write(db: Database, key: string): Promise<void> {
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, [signal('frozen.example', key)])
  await stamper.stamp()
}

test('a process that is stopped while it holds the lock of the log keeps new signals out for seconds, not forever', async () => {
  const db = await openTestDatabase()
  const head = await readHead(db.pool('ingest'))
  await freeze(db.url, 'select stamp_log()', { DATABASE_IDLE_TRANSACTION_SECONDS: '1' })
  await within(write(db, 'a'), 'reaching the log')
  assert.ok((await readHead(db.pool('ingest'))) > head)
})

test('a process that is stopped inside a write frees its company after DATABASE_IDLE_TRANSACTION_SECONDS', async () => {
  const db = await openTestDatabase()
  await write(db, 'a')
  await freeze(db.url, 'select from companies for update', { DATABASE_IDLE_TRANSACTION_SECONDS: '1' })
  await within(write(db, 'b'), 'the second write')
})

test('a process that is stopped in the middle of a COPY, where PostgreSQL has no timeout, is ended by a worker', async () => {
  const url = await createDatabase()
  const config = loadConfig({ DATABASE_URL: url, DATABASE_IDLE_TRANSACTION_SECONDS: '1' })
  const db = await openDatabase({ config, log: silentLog })
  cleanup(() => db.close())
  await write(db, 'a')
  const env = { DATABASE_IDLE_TRANSACTION_SECONDS: '1' }
  await freeze(
    url,
    'create temp table copied (domain text, name text); select from companies for update',
    env,
    'copy copied from stdin',
  )
  const { log, lines } = recordingLog()
  const stalled = new StalledCopies(db, log)
  assert.equal(await stalled.check(), 0, 'it may still go on')
  const second = write(db, 'b')
  const ended = (async () => {
    while ((await stalled.check()) === 0) await sleep(100)
  })()
  await within(Promise.all([second, ended]), 'the second write')
  assert.match(String(lines[0]?.msg), /^ended a session that was silent in the middle of a COPY$/)
})

test('with the lock of the log, a transaction may be silent for 5 s at most, and for its own timeout if that is shorter', async () => {
  const db = await openTestDatabase()
  const timeoutOf = async (given: string) =>
    db.transaction('settings', async (tx) => {
      await tx.query(`set local idle_in_transaction_session_timeout = '${given}'`)
      await stampLog(tx)
      const { rows } = await tx.query('show idle_in_transaction_session_timeout')
      return rows[0].idle_in_transaction_session_timeout
    })
  assert.deepEqual(await Promise.all(['0', '10min', '30s', '5s', '1s', '300ms'].map(timeoutOf)), [
    '5s',
    '5s',
    '5s',
    '5s',
    '1s',
    '300ms',
  ])
})

test('every connection has the timeout, also if its URL has options of its own', async () => {
  const url = new URL(await createDatabase())
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const config = loadConfig({ DATABASE_URL: url.toString(), DATABASE_IDLE_TRANSACTION_SECONDS: '7' })
  const db = await openDatabase({ config, log: silentLog })
  cleanup(() => db.close())
  const show = `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('search_path') as path`
  for (const role of ['charge', 'search', 'read', 'settings', 'ingest', 'firehose'] as const) {
    const { rows } = await db.pool(role).query(show)
    assert.deepEqual(rows[0], { idle: '7s', path: 'public,pg_catalog' }, role)
  }
  const direct = await db.connectDirect()
  assert.equal((await direct.query(show)).rows[0].idle, '7s')
  await direct.end()
})

test('behind a pooler, which may reject options at the start of a session, each transaction has the timeout', async () => {
  const url = await createDatabase()
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_IDLE_TRANSACTION_SECONDS: '7' }
  const db = await openDatabase({ config: loadConfig(env), log: silentLog })
  cleanup(() => db.close())
  const idle = await db.transaction('ingest', async (tx) => {
    const { rows } = await tx.query('show idle_in_transaction_session_timeout')
    return rows[0].idle_in_transaction_session_timeout
  })
  assert.equal(idle, '7s')
})

test('signals that do not reach the log are a warning with the holder of the lock, and a metric', async () => {
  const db = await openTestDatabase()
  const { log, lines } = recordingLog()
  const registry = new Registry()
  const stop = watchOutbox(db, log, { report: outboxMetrics(registry), intervalMs: 20, warnSeconds: 0.2 })
  cleanup(stop)
  const until = async (what: string, done: () => boolean) => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) if (done()) return
    assert.fail(`never ${what}`)
  }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holder = db.transaction('settings', async (tx) => {
    await stampLog(tx)
    await held
  })
  const writing = write(db, 'a')
  await until('warned', () => lines.some(({ level }) => level === 40))
  const warning = lines.find(({ level }) => level === 40)
  assert.match(
    String(warning?.msg),
    /have not reached the log: the log's lock is held by process \d+ .*pro-signal settings/,
  )
  const metrics = await registry.metrics()
  assert.match(metrics, /pro_signal_outbox_batches 1\n/)
  assert.ok(Number(/pro_signal_outbox_seconds ([\d.]+)/.exec(metrics)?.[1]) > 0.1)
  release()
  await Promise.all([holder, writing])
  await until('all clear', () => lines.some(({ msg }) => msg === 'written signals reach the log again'))
  assert.deepEqual(await readOutbox(db.pool('settings')), { batches: 0, events: 0, seconds: 0 })
})

test('SIGTERM ends an ingest that waits for a lock within 9 s, with a message and exit code 1', async () => {
  const db = await openTestDatabase()
  await write(db, 'a')
  const file = join(temporaryFolder(), 'signals.ndjson')
  const line = {
    record: 'signal',
    type: 'hiring',
    company: { domain: 'frozen.example' },
    source: 'test',
    key: 'b',
    occurredAt: '2026-05-04',
    confidence: 0.9,
    label: 'Hiring',
    jobTitle: 'AI SDR',
  }
  writeFileSync(file, `${JSON.stringify(line)}\n`)
  for (const lock of ['select from companies for update', 'select stamp_log()']) {
    await db.transaction('settings', async (tx) => {
      await tx.query(lock)
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      const child = spawn(process.execPath, [join(packageRoot, 'bin/pro-signal'), 'ingest', file], {
        env: { PATH: process.env.PATH ?? '', DATABASE_URL: db.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      cleanup(() => child.kill('SIGKILL'))
      let stderr = ''
      child.stderr.on('data', (data) => {
        stderr += data
      })
      const ended = once(child, 'close')
      await untilWaiting(db)
      const start = performance.now()
      child.kill('SIGTERM')
      const [code] = await within(ended, 'the end')
      // Nine seconds, and some for a busy machine.
      assert.ok(performance.now() - start < 25_000, `it took ${performance.now() - start} ms`)
      if (lock.includes('companies')) {
        assert.match(stderr, /stopped while it waited for the database.*\nstopped; run the command again to continue/)
        assert.equal(code, 1)
      } else assert.match(stderr, /reach the log as soon as its lock is free/)
      const { rows } = await db.pool('settings').query(WAITING)
      assert.deepEqual(rows, [], 'no statement is left behind on the server')
    })
  }
})

test('an ingest that was suspended inside a transaction for too long writes that batch again when it continues', async () => {
  const db = await openTestDatabase()
  const file = join(temporaryFolder(), 'world.ndjson')
  const world = [...demoWorld({ companies: 200, signals: 6_000, seed: 'suspended', until: JUNE })]
  writeFileSync(file, world.map((record) => `${JSON.stringify(lineOf(record))}\n`).join(''))
  const child = spawn(process.execPath, [join(packageRoot, 'bin/pro-signal'), 'ingest', file, '--json'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: db.url, DATABASE_IDLE_TRANSACTION_SECONDS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanup(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const ended = once(child, 'close')
  const sessions = async (state: string) => {
    const { rows } = await db
      .pool('settings')
      .query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'pro-signal ingest' and state like $1`,
        [state],
      )
    return rows.map(({ pid }) => pid)
  }
  let cut = 0
  for (const deadline = Date.now() + PATIENCE_MS; cut === 0 && Date.now() < deadline && child.exitCode === null; ) {
    if ((await sessions('idle in transaction%')).length === 0) continue
    child.kill('SIGSTOP')
    const open = await sessions('idle in transaction%')
    for (let waits = 0; open.length > 0 && waits < 100; waits++) {
      await sleep(100)
      const left = await sessions('%')
      cut = open.filter((pid) => !left.includes(pid)).length
      if (cut > 0) break
    }
    child.kill('SIGCONT')
  }
  assert.ok(cut > 0, `it was never inside a transaction when it was suspended: ${output}`)
  const [code] = await within(ended, 'the ingest')
  assert.equal(code, 0, output)
  const { rows } = await db.pool('settings').query(
    `select count(*)::int as reports from
         (select id from signals where sources is null and type not in ('velocity', 'funding_ai') union select id from reports) r`,
  )
  assert.equal(rows[0].reports, 6_000)
})

const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'pro-signal ingest' and wait_event_type = 'Lock'`

async function untilWaiting(db: Database): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50))
    if ((await db.pool('settings').query(WAITING)).rows.length > 0) return
  assert.fail('the ingest never waited')
}
