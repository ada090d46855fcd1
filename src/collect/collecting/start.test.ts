import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { recordingLog, silentLog } from '../../../test/harness/log.ts'
import { type Database, maybeOne, one } from '../../db/index.ts'
import { listenFor } from '../../deliver/firehose/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { BOARD_COLLECTORS, type Collector, type VisitFailure } from '../collectors/index.ts'
import { openFetcher } from '../fetching/index.ts'
import { addWatched, startCollecting } from './index.ts'
import { CollectLease } from './visits/collect-lease.ts'
import { type HostClosed, HostTurns } from './visits/host-turns.ts'

test('a company is visited as soon as it is added, while nothing is due, but not while the copy is held', {
  timeout: 240_000,
}, async () => {
  const db = await openTestDatabase()
  const visited: string[] = []
  let held = true
  const collector: Collector = {
    ...{ name: 'page', title: 'Page', every: 'week', types: ['web'] },
    visit: async (_target, { company }) => {
      visited.push(company.domain)
      return { signals: [], complete: true }
    },
  }
  const stop = await startCollecting(db, silentLog, {
    collectors: [collector],
    openAsker: () => openFetcher(loadConfig({ COLLECT_CONTACT: 'owner@example.com' }), silentLog),
    listen: (wake) => listenFor(db, silentLog, 'collecting', { looks: wake }),
    // Longer than the test may take: nothing but the notice can wake it.
    idleMs: 3_600_000,
    isHeld: async () => held,
  })
  cleanup(stop)
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: 'held.example' }], [collector]))
  await sleep(500)
  assert.equal(visited.length, 0)
  held = false
  while (!visited.includes('held.example')) await sleep(20)
  await sleep(1_500)
  for (const domain of ['first.example', 'second.example']) {
    await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], [collector]))
    while (!visited.includes(domain)) await sleep(20)
    // Until it is idle again: what was visited is stored, and nothing more is due.
    await sleep(1_500)
  }
  assert.deepEqual(visited, ['held.example', 'first.example', 'second.example'])
})

/** Collects through a board server of its own. */
async function startWithBoards(collectors = BOARD_COLLECTORS, log = silentLog) {
  const db = await openTestDatabase()
  const server = await startBoardServer()
  const config = loadConfig({ COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin })
  const start = () =>
    startCollecting(db, log, {
      collectors,
      openAsker: () => openFetcher(config, log),
      listen: async () => async () => {},
      idleMs: 10,
    })
  const watch = (name: string) => {
    server.board('ashby', name, [{ id: '1', title: 'Account Executive', postedAt: 1_760_000_000 }])
    const request = { domain: `${name}.example`, board: `https://jobs.ashbyhq.com/${name}` }
    return db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
  }
  const asked = () => server.asked('api.ashbyhq.com').length
  return { db, server, start, watch, asked }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

const lookOf = (db: Database, domain: string) =>
  maybeOne<{ visits: number; failures: number; held: boolean; late: boolean }>(
    db.pool('ingest'),
    `select visits - (coalesce(holder, 0) <> 0)::int as visits, failures, coalesce(holder, 0) <> 0 as held, due_at <= now() as late
       from look_times where look_id = (select id from looks where domain = $1)`,
    [domain],
  )
const makeDue = (db: Database) =>
  db.pool('ingest').query(`update look_times set due_at = now() where visited_at is null`)

test('a partial visit is a line in the log too, with the URL that failed', {
  timeout: 240_000,
}, async () => {
  const url = 'https://api.partial.example/second'
  const collector: Collector = {
    ...{ name: 'partial', title: 'Partial', every: 'day', types: ['web'], system: 'partial' },
    visit: async (_target, { ask }) => {
      const failure = await ask({ url, kind: 'feed' }).then(
        () => undefined,
        (error: VisitFailure) => error,
      )
      return { signals: [], complete: false, ...(failure && { failure }) }
    },
  }
  const { log, lines } = recordingLog()
  const { db, start } = await startWithBoards([collector], log)
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: 'partial.example' }], [collector]))
  cleanup(await start())
  const lineOf = () => lines.find(({ company }) => company === 'partial.example')
  await until(() => lineOf() !== undefined)
  const { source, reason, outcome, failures, msg, nextVisitAt, url: asked } = lineOf() ?? {}
  assert.deepEqual([source, reason], ['partial', 'missing'])
  assert.deepEqual([outcome, failures, asked], ['partial', 1, url])
  assert.equal(msg, 'a visit failed: api.partial.example answered 404: there is nothing.')
  const { dueAt } = await one<{ dueAt: Date }>(db.pool('ingest'), `select due_at as "dueAt" from look_times`)
  assert.equal(nextVisitAt, dueAt.toISOString())
})

test('a source that waited for its host is visited as soon as it is due', { timeout: 240_000 }, async () => {
  const { db, server, start, watch, asked } = await startWithBoards()
  cleanup(await start())
  await watch('earlier')
  await until(() => asked() === 1)
  // Until the process has done its hourly work.
  await sleep(2_000)
  server.fault('api.ashbyhq.com', { kind: 'status', status: 429, retryAfter: 1 }, 1)
  await watch('first')
  await watch('second')
  const counts = async () => {
    const [first, second] = [await lookOf(db, 'first.example'), await lookOf(db, 'second.example')]
    return { visits: (first?.visits ?? 0) + (second?.visits ?? 0), late: Boolean(first?.late || second?.late) }
  }
  await until(async () => {
    const { visits, late } = await counts()
    return visits === 1 && !late
  })
  await sleep(1_100)
  await makeDue(db)
  await until(async () => (await counts()).visits === 2)
})

test('a visit that could not be stored is repeated an hour later by the same process', {
  timeout: 240_000,
}, async () => {
  const { db, start, watch, asked } = await startWithBoards()
  const pool = db.pool('ingest')
  await pool.query(`alter table look_snapshots add constraint full_disk check (false) not valid`)
  await watch('unstored')
  cleanup(await start())
  await until(async () => asked() === 1 && (await lookOf(db, 'unstored.example'))?.held === false)
  assert.deepEqual(await lookOf(db, 'unstored.example'), { visits: 0, failures: 0, held: false, late: false })
  await pool.query(`alter table look_snapshots drop constraint full_disk`)
  await makeDue(db)
  await until(async () => (await lookOf(db, 'unstored.example'))?.visits === 1)
})

test('a database that fails when a turn is taken delays the visit, and isn’t a failure of the source', {
  timeout: 240_000,
}, async () => {
  const { db, start, watch } = await startWithBoards()
  const pool = db.pool('ingest')
  await pool.query(`alter table host_turns rename to host_turns_away`)
  await watch('delayed')
  cleanup(await start())
  await until(async () => (await lookOf(db, 'delayed.example'))?.held === true)
  await sleep(500)
  await pool.query(`alter table host_turns_away rename to host_turns`)
  await until(async () => (await lookOf(db, 'delayed.example'))?.visits === 1)
  assert.equal((await lookOf(db, 'delayed.example'))?.failures, 0)
})

test('a request that a stopping process aborts isn’t a failure of the source or its host', {
  timeout: 240_000,
}, async () => {
  const { db, server, start, watch, asked } = await startWithBoards()
  for (let i = 0; i < 4; i++) await watch(`stopped${i}`)
  server.fault('api.ashbyhq.com', { kind: 'silent' })
  const stop = await start()
  await until(() => asked() === 1)
  await stop()
  assert.equal(asked(), 1, 'whoever waits for a turn gets none')
  for (let i = 0; i < 4; i++) {
    const look = await lookOf(db, `stopped${i}.example`)
    assert.deepEqual([look?.visits, look?.failures, look?.late], [0, 0, true])
  }
  const turn = await maybeOne<{ failures: number }>(db.pool('ingest'), `select failures from host_turns`)
  assert.equal(turn?.failures, 0)
})

test('every node that waits for a host is seen by its next holder', { timeout: 240_000 }, async () => {
  const db = await openTestDatabase()
  const nodes = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const lease = new CollectLease(db, { name, leaseSeconds: 60 })
      await lease.renew(() => {})
      return new HostTurns(db, lease, { systemMs: 0, hostMs: 0 })
    }),
  )
  const take = (node: HostTurns | undefined) => node?.take([{ host: 'host.example', isSystem: false }])
  const isWanted = async () =>
    (await maybeOne<{ wanted: boolean }>(db.pool('ingest'), `select wanted from host_turns`))?.wanted === true
  const [holder, ...others] = nodes
  const end = await take(holder)
  const waiting = others.map(async (node) => ({ node, end: await take(node) }))
  await until(isWanted)
  await end?.({ status: 200, bytes: 0 })
  await holder?.close()
  const next = await Promise.race(waiting)
  await until(isWanted)
  await next.end?.({ status: 200, bytes: 0 })
  await next.node.close()
  await Promise.all(waiting)
})

test('a host stays paused as long as it asked for, even if this machine’s clock is set', async (t) => {
  const db = await openTestDatabase()
  const lease = new CollectLease(db, { name: 'a', leaseSeconds: 60 })
  await lease.renew(() => {})
  const turns = new HostTurns(db, lease, { systemMs: 0, hostMs: 0 })
  const take = () => turns.take([{ host: 'host.example', isSystem: false }])
  await (await take())({ status: 429, retryAfter: 60, bytes: 0 })
  for (const hours of [2_200, -2_200]) {
    const set = Date.now() + hours * 3_600_000
    const { mock } = t.mock.method(Date, 'now', () => set)
    await assert.rejects(take(), ({ until }: HostClosed) => until > set && until <= set + 60_000)
    mock.restore()
  }
})

test('a node that gave up its lease is another node from then on', async () => {
  const db = await openTestDatabase()
  const lease = new CollectLease(db, { name: 'a', leaseSeconds: 60 })
  await lease.renew(() => {})
  const before = lease.id
  lease.giveUp()
  assert.equal(await lease.renew((isNew) => isNew), true)
  assert.notEqual(lease.id, before)
})
