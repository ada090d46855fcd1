// DATABASE_READ_URL with a real streaming replica: it answers while it has replayed what is needed, else the primary does.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { Registry } from 'prom-client'
import { DossierReplies } from '../../src/api/dossiers/index.ts'
import { SliceCache } from '../../src/api/slices/index.ts'
import { checkReplica } from '../../src/cli/operate/doctor/database.ts'
import { type Database, migrate, one, openDatabase, type Replica } from '../../src/db/index.ts'
import { probeRoutes } from '../../src/http/health.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import type { Logger } from '../../src/platform/logger.ts'
import { parseSignalQuery } from '../../src/query/index.ts'
import { openPostgresEngine } from '../../src/search/index.ts'
import { replicaMetrics } from '../../src/service/replica-metrics.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from '../harness/cleanup.ts'
import { type DatabaseProxy, proxyDatabase } from '../harness/database-proxy.ts'
import { silentLog } from '../harness/log.ts'
import { startReplicaPair } from '../harness/replica-pair.ts'
import { signal } from '../harness/signals.ts'

let db: Database
let replica: Replica
let stamper: Stamper
let proxy: DatabaseProxy
/** A connection to the replica itself. */
let admin: pg.Client
/** The state of the replica. */
let app: ReturnType<typeof Fastify>
let dossiers: DossierReplies
/** The position of this node's search index. Undefined: it has none. */
let position: number | undefined
const lines: string[] = []

before(async () => {
  const pair = await startReplicaPair()
  proxy = await proxyDatabase(pair.replicaUrl)
  const log = { ...silentLog, warn: (text: string) => lines.push(text), info: (text: string) => lines.push(text) }
  const config = loadConfig({ DATABASE_URL: pair.primaryUrl, DATABASE_READ_URL: proxy.url })
  db = await openDatabase({ config, log: log as unknown as Logger })
  cleanup(() => db.close())
  await migrate(() => db.connectDirect())
  replica = db.replica as Replica
  replica.follow(() => position)
  stamper = new Stamper(db)
  admin = new pg.Client({ connectionString: pair.replicaUrl })
  await admin.connect()
  cleanup(() => admin.end())
  dossiers = new DossierReplies(replica.reads, new SliceCache(db.pool('read')), () => position)
  app = Fastify()
  probeRoutes(app, db, { ready: true, replica: () => replica.status })
  await untilUsed()
})

test('a dossier and a search are answered by the replica that has replayed what they need, else by the primary', async () => {
  position = await write('first')
  await untilUsed()
  assert.deepEqual(await byServer(() => shownLabels()), { answer: ['first'], replica: true, primary: false })
  await admin.query('select pg_wal_replay_pause()')
  position = await write('second')
  assert.deepEqual(await byServer(() => shownLabels()), {
    answer: ['first', 'second'],
    replica: false,
    primary: true,
  })
  const ready = JSON.parse((await app.inject('/readyz')).body) as Record<string, string>
  assert.equal(ready.replica, 'behind')
  assert.match(ready.replicaReason ?? '', new RegExp(`and ${position} is needed`))
  const [finding] = await checkReplica(db)
  assert.match(finding?.message ?? '', /^the replica .*1 log position/)
  // Without an index, the head of the log on the primary counts.
  position = undefined
  assert.deepEqual(await byServer(found), { answer: 1, replica: false, primary: true })

  await admin.query('select pg_wal_replay_resume()')
  await untilUsed()
  assert.deepEqual(await byServer(() => shownLabels()), {
    answer: ['first', 'second'],
    replica: true,
    primary: false,
  })
  assert.deepEqual(await byServer(found), { answer: 1, replica: true, primary: false })
  assert.equal((await checkReplica(db))[0]?.verdict, 'ok')
})

test('after an answer of the primary, the replica gives no older one, though no log position distinguishes them', async () => {
  const rename = (name: string) => db.pool('ingest').query('update companies set name = $1', [name])
  const nameNow = async () => (await one<{ name: string }>(replica.reads, 'select name from companies')).name
  await rename('Before')
  await replica.read(() => Promise.reject(new Error('it failed')), nameNow)
  await untilUsed()
  await admin.query('select pg_wal_replay_pause()')
  await rename('After')
  assert.deepEqual(await byServer(nameNow), { answer: 'Before', replica: true, primary: false })
  const onPrimary = () => one<{ name: string }>(db.pool('read'), 'select name from companies')
  assert.equal((await replica.read(() => Promise.reject(new Error('it failed')), onPrimary)).name, 'After')
  // It is asked again in the background, and has the log position.
  for (let i = 0; i < 200 && replica.status.state !== 'behind'; i++) await sleep(20)
  assert.match(replica.status.reason ?? '', /bytes behind/)
  assert.deepEqual(await byServer(nameNow), { answer: 'After', replica: false, primary: true })
  await admin.query('select pg_wal_replay_resume()')
  await untilUsed()
  assert.deepEqual(await byServer(nameNow), { answer: 'After', replica: true, primary: false })
})

test('a replica that hangs or disappears delays one read, has one line in the log, and is used again when it is back', async () => {
  lines.length = 0
  const nameNow = async () => (await one<{ name: string }>(replica.reads, 'select name from companies')).name
  proxy.silence()
  const start = performance.now()
  assert.deepEqual(await byServer(nameNow), { answer: 'After', replica: false, primary: true })
  assert.ok(performance.now() - start < 4_000)
  assert.equal(replica.status.state, 'away')
  await proxy.stop()
  for (let i = 0; i < 5; i++) assert.equal(await nameNow(), 'After')
  const registry = new Registry()
  replicaMetrics(registry, replica)
  const metrics = await registry.metrics()
  assert.match(metrics, /pro_signal_read_replica_used 0\n/)
  assert.match(metrics, /pro_signal_reads_total\{server="primary"\} [1-9]/)
  assert.match((await checkReplica(db))[0]?.message ?? '', /can't be used .*so the primary answers reads/)
  await proxy.restore()
  await untilUsed()
  assert.deepEqual(await byServer(nameNow), { answer: 'After', replica: true, primary: false })
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /^the primary answers reads: the replica at DATABASE_READ_URL isn't used/)
  assert.match(lines[1] ?? '', /used again/)
})

/** Returns the position in the log. */
async function write(label: string): Promise<number> {
  const line = signal('acme.example', label, { label, fields: { jobTitle: label, function: 'sales' } })
  await writeRecords(db, stamper, [line])
  return stamper.stamp()
}

async function shownLabels(): Promise<string[]> {
  const body = await dossiers.bodyOf(companyId('acme.example'), (dossier) => JSON.stringify(dossier))
  const { data } = JSON.parse(String(body)) as { data: { signals: { label: string }[] } }
  return data.signals.map(({ label }) => label).sort()
}

async function found(): Promise<number> {
  const search = { query: parseSignalQuery('hiring'), filters: {}, sort: 'match', offset: 0, limit: 10 } as const
  return (await openPostgresEngine(db).page({ ...search, asOf: Math.floor(Date.now() / 1_000), explain: false })).total
}

/** What it answers, and which servers did. */
async function byServer<T>(work: () => Promise<T>): Promise<{ answer: T; replica: boolean; primary: boolean }> {
  const before = replica.status.answered
  const answer = await work()
  const { answered } = replica.status
  return {
    answer,
    replica: answered.replica > before.replica,
    primary: answered.primary > before.primary,
  }
}

async function untilUsed(): Promise<void> {
  for (const deadline = Date.now() + 30_000; replica.status.state !== 'ok'; await sleep(20)) {
    if (Date.now() > deadline) throw new Error(`the replica isn't used: ${replica.status.reason}`)
  }
}
