// Own process: it starts a database server, nodes and proxies, and waits for minutes.
//
// Three nodes under fire: customers search, sources write, webhooks and alerts are delivered, while nodes and the database are
// killed, frozen and cut off, one after the other. In the end every promise holds. `npm run soak:cluster -- --minutes 20` does it
// with all disturbances; the suite has one of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBudgets } from '../../src/account/budgets/index.ts'
import { openEmbedded } from '../../src/db/embedded/server.ts'
import { type Database, many, migrate, one, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { stampLog } from '../../src/write/log/index.ts'
import { saveSearch } from '../harness/alerts.ts'
import { cleanup } from '../harness/cleanup.ts'
import { databaseUrl } from '../harness/database-url.ts'
import { PROPERTY_SEED } from '../harness/fast-check.ts'
import { newTeam, saveWebhook } from '../harness/firehose.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { startLedger } from '../harness/ledger.ts'
import { silentLog } from '../harness/log.ts'
import { createKey, setLimitOverride } from '../harness/operator.ts'
import { randomOf } from '../harness/random.ts'
import { unpackRelease, whyNoRelease } from '../harness/released.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'
import {
  type Answers,
  ingestAllTheTime,
  QUERY,
  search,
  searchAllTheTime,
  type Written,
  writeAllTheTime,
} from './load.ts'
import { DISTURBANCES, end, type Fire, memoryMb, type Node, startNodes } from './nodes.ts'

const MINUTES = Number(process.env.CLUSTER_MINUTES ?? 0.05)
const isSoak = process.env.CLUSTER_MINUTES !== undefined
/** In the suite: it found the most. */
const IN_SUITE = ['kill -9 of the database']
const ENDPOINTS = 3
const CAP = 150
const MAX_MEMORY_MB = 900
const PATIENCE_MS = 300_000

test(`three nodes under fire for ${MINUTES} minutes (seed ${PROPERTY_SEED})`, {
  timeout: MINUTES * 60_000 + 900_000,
}, async () => {
  const { db, url, dataDir } = await openServer()
  const ledger = await startLedger(ENDPOINTS)
  const alerts = await startReceiver()
  const teamId = await newTeam(db)
  for (const url of ledger.urls) await saveWebhook(db, teamId, { url })
  await saveSearch(db, teamId, { name: 'AI SDRs', query: QUERY, to: `webhook:${alerts.url}` })
  const team = await unlimited(db, teamId)
  const capped = await unlimited(db, await newTeam(db), CAP)

  const nodes = await startNodes(url, 3)
  // A saved search takes stock of what matches before it alerts.
  await waitUntil('alerts are ready', async () => {
    const { waits } = await one<{ waits: boolean }>(
      db.pool('settings'),
      `select exists (select from saved_searches where stocked_at is null) as waits`,
    )
    return !waits
  })
  const stop = new AbortController()
  const written: Written = { keys: new Set(), matching: new Set() }
  const load = Promise.all([
    searchAllTheTime(nodes, team.key, stop.signal),
    searchAllTheTime(nodes, capped.key, stop.signal),
    writeAllTheTime(db, written, stop.signal),
    // Processes take most of the time.
    isSoak ? ingestAllTheTime(nodes, written, stop.signal) : undefined,
  ])
  const released = isSoak && whyNoRelease() === false ? unpackRelease() : undefined
  const done = await disturb({ nodes, dataDir, databaseUrl: url, released, random: randomOf(PROPERTY_SEED) })
  stop.abort()
  const [searches, cappedSearches] = await load

  assert.deepEqual(
    nodes.flatMap(({ falls }) => falls),
    [],
  )
  await stampLog(db.pool('ingest'))
  const expected = await allEventIds(db)
  await waitUntil('every endpoint has every event', () => ledger.counts.every((counts) => counts.size >= expected.size))
  for (const counts of ledger.counts) assert.deepEqual(new Set(counts.keys()), expected)
  await assertWritten(db, written)
  await assertAlerts(written, () => alerts.received.map(({ body }) => body))
  await assertCharged(db, team, searches)
  const { answered } = await assertCharged(db, capped, cappedSearches)
  assert.ok(answered <= CAP, `${answered} searches of ${CAP} were answered`)
  await setLimitOverride(db.pool('settings'), team.id, 'perMinute', 1_000_000)
  await assertSameAnswers(nodes, team.key, written)
  const memory = nodes.map((node) => `${memoryMb(node, 'VmRSS')} MB (at most ${memoryMb(node, 'VmHWM')})`)
  for (const node of nodes) assert.ok(memoryMb(node, 'VmRSS') < MAX_MEMORY_MB, memory.join(', '))
  for (const node of nodes) await end(node, 'SIGTERM')
  await assertNothingHeld(db)
  process.stdout.write(
    `# ${[...done].map(([name, times]) => `${times} × ${name}`).join(', ')}\n` +
      `# ${written.keys.size} signals, ${expected.size} events to ${ENDPOINTS} endpoints, ${ledger.repeated()} repeated; ${written.matching.size} alerts, ` +
      `${alerts.received.length} messages; ${searches.answered} searches, ${searches.unknown} with an unknown outcome; ${memory.join(', ')}\n`,
  )
})

async function openServer() {
  const dataDir = temporaryFolder()
  const server = await openEmbedded({ dataDir, log: silentLog })
  cleanup(() => server.close())
  const connection = server.connection('cluster')
  const admin = await openDatabase({ config: loadConfig({ DATA_DIR: dataDir, SECRET_KEYS }), log: silentLog })
  const direct = await admin.connectDirect()
  await direct.query('create database cluster')
  await direct.end()
  await admin.close()
  const url = databaseUrl(connection)
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: url, SECRET_KEYS }), log: silentLog })
  cleanup(() => db.close())
  await migrate(() => db.connectDirect())
  return { db, url, dataDir }
}

async function unlimited(db: Database, id: string, monthlyRequests = 1_000_000) {
  for (const bucket of ['perMinute', 'dailyRequests', 'monthlyRecords'] as const)
    await setLimitOverride(db.pool('settings'), id, bucket, 1_000_000)
  await setLimitOverride(db.pool('settings'), id, 'monthlyRequests', monthlyRequests)
  return { id, key: (await createKey(db.pool('settings'), id, { name: 'Load' })).key }
}

/** One disturbance after the other, so that what one breaks is known. Returns how often each came. */
async function disturb(fire: Fire): Promise<ReadonlyMap<string, number>> {
  const all = Object.keys(DISTURBANCES).filter((name) => fire.released !== undefined || !name.includes('released'))
  const names = isSoak ? all : IN_SUITE
  const done = new Map<string, number>()
  const until = performance.now() + MINUTES * 60_000
  for (let n = 0; performance.now() < until; n++) {
    // Each comes once before any comes again by chance.
    const name = names[n] ?? names[Math.floor(fire.random() * names.length)] ?? assert.fail()
    const node = fire.nodes[Math.floor(fire.random() * fire.nodes.length)] ?? assert.fail()
    if (isSoak) process.stdout.write(`# ${new Date().toISOString().slice(11, 19)} ${name}, ${node.name}\n`)
    await DISTURBANCES[name]?.(fire, node)
    done.set(name, (done.get(name) ?? 0) + 1)
    await sleep(1_000 + fire.random() * 2_000)
  }
  return done
}

async function allEventIds(db: Database): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db.pool('ingest'),
    `select 'wh_' || e.signal_id || '_' || e.action || '_' || e.unix as id from log l join events e using (day, batch)
      where e.kind = 'signal' and e.type = 'hiring' and not e.silent and not l.quiet`,
  )
  return new Set(rows.map(({ id }) => id))
}

async function assertWritten(db: Database, { keys }: Written): Promise<void> {
  const rows = await many<{ key: string }>(
    db.pool('ingest'),
    `select key from signals where sources is null union select key from reports`,
  )
  const stored = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    [...keys].filter((key) => !stored.has(key)),
    [],
    'acknowledged, and lost',
  )
}

/** As a naive replay says: each company entered once, and none else. */
async function assertAlerts({ matching }: Written, bodies: () => readonly string[]): Promise<void> {
  const entered = () => new Set(bodies().flatMap((body) => [...body.matchAll(/"domain":"([^"]+)"/g)].map(([, d]) => d)))
  await waitUntil('every alert has arrived', () => entered().size >= matching.size)
  assert.deepEqual([...entered()].sort(), [...matching].sort())
}

/** Each answer is charged once, each refusal never. Of an unknown outcome, either may be so. */
async function assertCharged(db: Database, { id }: { readonly id: string }, answers: Answers): Promise<Answers> {
  assert.deepEqual(answers.others, [])
  const state = await readBudgets(db.pool('settings'), { teamId: id, plan: 'pro' })
  assert.ok('buckets' in state)
  const used = state.buckets.monthlyRequests.used
  const { answered, unknown } = answers
  assert.ok(used >= answered && used <= answered + unknown, `${used} charged, ${answered} answered, ${unknown} unknown`)
  return answers
}

/** Every node answers alike, from its own index, and as the writers know. */
async function assertSameAnswers(nodes: readonly Node[], key: string, { matching }: Written): Promise<void> {
  for (const node of nodes) {
    let total: unknown
    await waitUntil(`${node.name} finds all`, async () => {
      const { status, text } = await search(node, key)
      total = status === 200 ? (JSON.parse(text) as { total?: number }).total : text
      return total === matching.size
    })
  }
  const pages = await Promise.all(nodes.map(async (node) => (await search(node, key)).text))
  const idsOf = (text: string) => (JSON.parse(text) as { companies: { id: string }[] }).companies.map(({ id }) => id)
  for (const page of pages) assert.deepEqual(idsOf(page), idsOf(pages[0] ?? ''))
}

async function assertNothingHeld(db: Database): Promise<void> {
  const held = () =>
    many(
      db.pool('settings'),
      `select a.application_name, a.state, l.locktype, l.mode from pg_stat_activity a left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory'
        where a.datname = current_database() and a.pid <> pg_backend_pid() and (a.state like 'idle in transaction%' or l.pid is not null)`,
    )
  let last: unknown[] = []
  await waitUntil('nothing is held', async () => {
    last = await held()
    return last.length === 0
  }).catch(() => assert.deepEqual(last, []))
}

async function waitUntil(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(200)) if (await done()) return
  assert.fail(`timed out waiting until ${what}`)
}
