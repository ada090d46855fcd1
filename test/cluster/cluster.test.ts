// Own process: it starts a database server, nodes and proxies, and waits for minutes.
//
// Three nodes under fire: customers search, sources write, webhooks and alerts are delivered, while nodes and the database are
// killed, frozen and cut off, one after the other. In the end every promise holds. `npm run soak:cluster -- --minutes 20` does it
// with all disturbances (as root also with full disks), and the nodes collect from job boards meanwhile; the suite has one of
// them, and no boards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../../src/db/embedded/server.ts'
import { type Database, migrate, one, openDatabase } from '../../src/db/index.ts'
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
import { assertCollected, changeAllTheTime, watchBoards } from './boards.ts'
import { DATABASE_DISK_MB, smallDisk } from './disks.ts'
import {
  allEventIds,
  assertAlerts,
  assertCharged,
  assertEnginesAgree,
  assertNothingHeld,
  assertSameAnswers,
  assertWritten,
  waitUntil,
} from './end-checks.ts'
import { ingestAllTheTime, QUERY, searchAllTheTime, type Written, writeAllTheTime } from './load.ts'
import { assertFlat, watchMemory } from './memory.ts'
import { DISTURBANCES, ENDS_PROCESS, end, type Fire, memoryMb, startNodes } from './nodes.ts'

const MINUTES = Number(process.env.CLUSTER_MINUTES ?? 0.05)
const isSoak = process.env.CLUSTER_MINUTES !== undefined
/** In the suite: it found the most. */
const IN_SUITE = ['kill -9 of the database']
const ENDPOINTS = 3
const CAP = 150
const MAX_MEMORY_MB = 900

test(`three nodes under fire for ${MINUTES} minutes (seed ${PROPERTY_SEED})`, {
  timeout: MINUTES * 60_000 + 900_000,
}, async () => {
  const { db, url, dataDir, isDataDirOnDisk } = await openServer()
  const ledger = await startLedger(ENDPOINTS)
  const alerts = await startReceiver()
  const teamId = await newTeam(db)
  for (const url of ledger.urls) await saveWebhook(db, teamId, { url })
  await saveSearch(db, teamId, { name: 'AI SDRs', query: QUERY, to: `webhook:${alerts.url}` })
  const team = await unlimited(db, teamId)
  const capped = await unlimited(db, await newTeam(db), CAP)

  // Three more processes, and visits take seconds.
  const boards = isSoak ? await watchBoards(db) : undefined
  const nodes = await startNodes(url, 3, { canStep: isSoak, hasDisks: isSoak, collecting: boards?.env })
  // A saved search records what matches before it sends alerts.
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
    boards && changeAllTheTime(db, boards, stop.signal),
  ])
  const memoryOverTime = watchMemory(nodes[0] ?? assert.fail(), stop.signal)
  const released = isSoak && whyNoRelease() === false ? unpackRelease() : undefined
  const done = await disturb({
    ...{ nodes, dataDir, isDataDirOnDisk, databaseUrl: url, released },
    random: randomOf(PROPERTY_SEED),
  })
  stop.abort()
  const [searches, cappedSearches] = await load

  assert.deepEqual(
    nodes.flatMap(({ falls }) => falls),
    [],
  )
  const collected = boards ? await assertCollected(db, boards) : 'no boards'
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
  if (isSoak) await assertEnginesAgree(nodes, url, team.key)
  const memory = nodes.map((node) => `${memoryMb(node, 'VmRSS')} MB (at most ${memoryMb(node, 'VmHWM')})`)
  for (const node of nodes) assert.ok(memoryMb(node, 'VmRSS') < MAX_MEMORY_MB, memory.join(', '))
  const flat = isSoak ? assertFlat(await memoryOverTime) : 'not watched'
  for (const node of nodes) await end(node, 'SIGTERM')
  await assertNothingHeld(db)
  process.stdout.write(
    `# ${[...done.values()].reduce((a, b) => a + b, 0)} disturbances: ${[...done].map(([name, times]) => `${times} × ${name}`).join(', ')}\n` +
      `# ${written.keys.size} signals, ${expected.size} events to ${ENDPOINTS} endpoints, ${ledger.repeated()} repeated; ${written.matching.size} alerts, ` +
      `${alerts.received.length} messages; ${searches.answered} searches, ${searches.unknown} with an unknown outcome; ${collected}; ${memory.join(', ')}; ${nodes[0]?.name}: ${flat}\n`,
  )
})

async function openServer() {
  const disk = isSoak ? smallDisk(DATABASE_DISK_MB) : undefined
  const dataDir = disk ?? temporaryFolder()
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
  return { db, url, dataDir, isDataDirOnDisk: disk !== undefined }
}

async function unlimited(db: Database, id: string, monthlyRequests = 1_000_000) {
  for (const bucket of ['perMinute', 'dailyRequests', 'monthlyRecords'] as const)
    await setLimitOverride(db.pool('settings'), id, bucket, 1_000_000)
  await setLimitOverride(db.pool('settings'), id, 'monthlyRequests', monthlyRequests)
  return { id, key: (await createKey(db.pool('settings'), id, { name: 'Load' })).key }
}

/** One disturbance after the other, so that what one breaks is known. Returns how often each came. */
async function disturb(fire: Fire): Promise<ReadonlyMap<string, number>> {
  const all = Object.keys(DISTURBANCES).filter((name) => canDo(name, fire))
  const names = isSoak ? all : IN_SUITE
  const done = new Map<string, number>()
  const until = performance.now() + MINUTES * 60_000
  for (let n = 0; performance.now() < until; n++) {
    // All come in each round, in the order of the list and then in any order.
    if (n > 0 && n % names.length === 0) {
      const places = new Map(names.map((each) => [each, fire.random()]))
      names.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
    }
    const name = names[n % names.length] ?? assert.fail()
    // The first node's process lives all the time: memory that it loses with each disturbance adds up.
    const among = isSoak && ENDS_PROCESS.has(name) ? fire.nodes.slice(1) : fire.nodes
    const node = among[Math.floor(fire.random() * among.length)] ?? assert.fail()
    if (isSoak) process.stdout.write(`# ${new Date().toISOString().slice(11, 19)} ${name}, ${node.name}\n`)
    await DISTURBANCES[name]?.(fire, node)
    done.set(name, (done.get(name) ?? 0) + 1)
    await sleep(1_000 + fire.random() * 2_000)
  }
  return done
}

function canDo(name: string, { released, isDataDirOnDisk, nodes }: Fire): boolean {
  if (name.includes('collecting process')) return nodes.every(({ env }) => env.COLLECT_CONTACT !== undefined)
  if (name.includes('released')) return released !== undefined
  if (name === 'a full disk of the database') return isDataDirOnDisk
  if (name === 'a full disk of a node') return nodes.every(({ disk }) => disk !== undefined)
  return true
}
