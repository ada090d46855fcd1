import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { HOSTILE_COLLECTORS } from '../../../test/harness/hostile-collectors.ts'
import { checkCollecting } from '../../cli/operate/doctor/collecting.ts'
import { one } from '../../db/index.ts'
import { packageRoot } from '../../platform/config/config.ts'
import { addWatched, showWatched } from './index.ts'
import { Readers } from './reader/readers.ts'
import { CollectLease } from './visits/collect-lease.ts'
import { claimLooks, finishLooks } from './visits/look-queries.ts'

const db = await openTestDatabase()
const pool = db.pool('ingest')

test('a source that the reader can’t read fails, is retried with backoff, and doctor reports it; others are visited', async () => {
  const collectors = HOSTILE_COLLECTORS.filter(({ name }) => name === 'plain' || name === 'endless')
  const readers = new Readers({
    collectors: pathToFileURL(`${packageRoot}/test/harness/hostile-collectors.ts`),
    knows: (collector) => collectors.includes(collector),
    stepMs: 2_000,
  })
  const server = await startBoardServer()
  for (const { name } of collectors) server.page(`https://hostile.example/${name}`, name)
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: 'hostile.example' }], collectors))
  const collect = async () => {
    await collectOnce(db, { server, collectors, readers, once: { all: true } })
    const { sources = [] } = (await showWatched(pool, 'hostile.example')) ?? {}
    return new Map(sources.map((source) => [source.collector, source]))
  }
  for (const failures of [1, 2, 3]) {
    const sources = await collect()
    const endless = sources.get('endless') ?? assert.fail()
    assert.equal(endless.failures, failures)
    assert.match(endless.failure ?? '', /^unreadable: Reading it took longer than 2 s for one answer/)
    const waits = (endless.nextVisitAt.getTime() - Date.now()) / 3_600_000
    assert.ok(waits > 2 ** (failures - 1) * 0.9, `it waits ${waits} h after ${failures} failures`)
    assert.equal(sources.get('plain')?.failures, 0)
    assert.equal(sources.get('plain')?.signals.web, 1)
  }
  const { verdict, message } = await checkCollecting(db, {
    COLLECT_CONTACT: 'ops@acme.example',
    COLLECT_REROUTE: undefined,
    COLLECT_UNDOCUMENTED: [],
    LIST_MONITORING: 'on',
  })
  assert.equal(verdict, 'warning')
  assert.match(message, /endless hostile\.example of hostile\.example can't be read: Reading it took longer/)
})

test('a look whose visits end with their process backs off; one that only waited its turn does not', async () => {
  const [collector] = HOSTILE_COLLECTORS.filter(({ name }) => name === 'plain')
  assert.ok(collector)
  const requests = [{ domain: 'killer.example' }, { domain: 'queued.example' }]
  await db.transaction('settings', (tx) => addWatched(tx, requests, [collector]))
  await pool.query(`delete from looks where domain = 'hostile.example'`)
  /** A process claims what is due, begins with the killer, and ends. Returns the domains that it claimed. */
  const processEnds = async (allBefore?: number) => {
    const lease = new CollectLease(db, { name: 'test', leaseSeconds: 60 })
    await lease.renew(() => {})
    const looks = await claimLooks(db, lease.id, { rooms: new Map([['web', 10]]), allBefore })
    const killer = looks.filter(({ domain }) => domain === 'killer.example').map(({ id }) => id)
    await lease.noteVisiting(killer)
    const { id } = lease
    await pool.query(`update collect_nodes set expires_at = now() where id = $1`, [id])
    return { domains: looks.map(({ domain }) => domain).sort(), looks, id }
  }
  const passed = (hours: number) =>
    pool.query(`update collect_nodes set expires_at = expires_at - make_interval(hours => $1)`, [hours])
  const both = ['killer.example', 'queued.example']
  for (let losses = 0; losses <= 3; losses++) assert.deepEqual((await processEnds()).domains, both, `${losses}`)
  const failure = await one<{ failure: string; failures: number; lost: number }>(
    pool,
    `select failure, failures, lost from looks l join look_times t on t.look_id = l.id where domain = 'killer.example'`,
  )
  assert.deepEqual(failure, {
    failure: 'unreadable: the process that visited it ended, 3 times in a row',
    failures: 3,
    lost: 3,
  })
  assert.deepEqual((await processEnds()).domains, ['queued.example'], 'the fourth loss waits an hour')
  await passed(1)
  assert.deepEqual((await processEnds()).domains, both)
  await passed(1)
  assert.deepEqual((await processEnds()).domains, ['queued.example'], 'the fifth waits two')
  assert.deepEqual((await processEnds(Date.now() / 1_000)).domains, both, 'unless an operator asks for it')
  await passed(24)
  const lease = new CollectLease(db, { name: 'test', leaseSeconds: 60 })
  await lease.renew(() => {})
  const looks = await claimLooks(db, lease.id, { rooms: new Map([['web', 10]]) })
  const at = Date.now() / 1_000
  await finishLooks(
    pool,
    lease.id,
    looks.map((look) => ({ look, at, dueAt: at, seen: true, failed: false })),
  )
  const { lost } = await one<{ lost: number }>(pool, `select sum(lost)::int as lost from look_times`)
  assert.equal(lost, 0, 'a visit that ends counts anew')
})
