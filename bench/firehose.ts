// Measures the firehose of one process:
// - throughput, compared with a bare loop of undici's `request` that POSTs the same bodies to the same endpoints,
//   alternating in one run
// - latency from the commit of an event to its receipt, at a tenth of that load
// - isolation: how much a fifth of the endpoints that hang, drip or never end slow down the healthy ones
// - write-ahead log per delivery
// - what signing costs: the same deliveries with and without signatures, alternating
//
//   npm run bench -- firehose [--deliveries 60000] [--rounds 3] [--wal-deliveries 200000] [--latency-seconds 20]
//                             [--isolation-events 80] [--endpoints 1,100,1000]
//                             [--only rates,latency,isolation,wal,signing]

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createTeam } from '../src/account/teams/index.ts'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { createWebhook, Engine } from '../src/deliver/firehose/index.ts'
import { loadPage } from '../src/deliver/firehose/log-pages/outbound-events.ts'
import { Sender } from '../src/deliver/sending/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { SecretBox } from '../src/platform/config/secret-box.ts'
import { makeSecretKey, parseSecretKeys } from '../src/platform/config/secret-keys.ts'
import { createLog } from '../src/platform/logger.ts'
import { readHead, Stamper } from '../src/write/log/index.ts'
import { writeRecords } from '../src/write/write-path/index.ts'
import { signal } from '../test/harness/signals.ts'
import { runBare } from './firehose-bare-loop.ts'
import { isSigned, SignedBlocks } from './firehose-signing.ts'
import { hostOf } from './loopback-hosts.ts'
import { median, percentile, table } from './report.ts'

const BAD_PATHS = ['/hang', '/drip', '/endless']
const ISOLATION = { healthy: 80, bad: 20, rounds: 5, everyMs: 125 }
const WARM_UP_EVENTS = 20
/** If an event is missing after this time, the run is invalid. */
const RECEIVE_TIMEOUT_MS = 30_000

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '3' },
    'wal-deliveries': { type: 'string', default: '200000' },
    'latency-seconds': { type: 'string', default: '20' },
    'isolation-events': { type: 'string', default: '80' },
    only: { type: 'string' },
    endpoints: { type: 'string' },
  },
})
const ENDPOINTS = (values.endpoints ?? '1,100,1000').split(',').map(Number)
const deliveries = Number(values.deliveries)
const rounds = Number(values.rounds)
const isSelected = (part: string) => values.only === undefined || values.only.split(',').includes(part)

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const db = await openDatabase({ config, log: createLog(config) })
const box = new SecretBox(parseSecretKeys(makeSecretKey()) ?? [])
let written = 0

try {
  await migrate(() => db.connectDirect())
  await db.pool('settings').query(`alter system set max_wal_size = '16GB'`)
  await db.pool('settings').query(`alter system set checkpoint_timeout = '1h'`)
  await db.pool('settings').query('select pg_reload_conf()')
  const lines: string[][] = [['endpoints', 'ours', 'bare loop', 'ratio', 'target']]
  let rateAtHundred = 0
  if (isSelected('rates') || isSelected('latency')) {
    for (const endpoints of ENDPOINTS) {
      const { ours, bare } = await compare(endpoints)
      if (endpoints === 100) rateAtHundred = ours
      const target = endpoints === 100 ? 'at least 0.60' : ''
      lines.push([`${endpoints}`, `${round(ours)}/s`, `${round(bare)}/s`, (ours / bare).toFixed(2), target])
    }
    process.stdout.write(`\n${table(lines)}\n`)
  }
  if (isSelected('latency')) {
    const everyMs = (1_000 * 100) / (rateAtHundred / 10)
    const events = Math.ceil((Number(values['latency-seconds']) * 1_000) / everyMs)
    const { latencies } = await measureLatency({ healthy: 100, bad: 0, events, everyMs })
    process.stdout.write(
      `commit to receipt at ${round(rateAtHundred / 10)} deliveries/s to 100 endpoints: p50 ${percentile(latencies, 50).toFixed(1)} ms (target: under 50), p99 ${percentile(latencies, 99).toFixed(1)} ms (target: under 250), of ${latencies.length}\n`,
    )
  }
  if (isSelected('isolation')) await compareIsolation()
  if (isSelected('signing')) await compareSigning()
  if (isSelected('wal')) {
    const { bytes, count, batch } = await measureWal(Number(values['wal-deliveries']))
    process.stdout.write(
      `write-ahead log: ${(bytes / count).toFixed(0)} bytes per delivery (target: under 100), over ${round(count)} deliveries in batches of ${batch.toFixed(0)} on average\n`,
    )
  }
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

interface Receiver {
  readonly process: ChildProcess
  readonly urls: readonly string[]
}

async function startReceiver(endpoints: number, paths: readonly string[] = ['/hook']): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./firehose-receiver.ts', import.meta.url)), [`${endpoints}`])
  child.once('exit', (code) => code && process.exit(1))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    process: child,
    urls: Array.from({ length: endpoints }, (_, i) => `http://${hostOf(i)}:${port}${paths[i % paths.length]}`),
  }
}

/** Creates ten webhooks per team, after deleting those of the previous part. */
async function saveWebhooks(urls: readonly string[]): Promise<void> {
  await db.pool('settings').query('delete from webhooks')
  let teamId = ''
  for (const [i, url] of urls.entries()) {
    if (i % 10 === 0) {
      const owner = { email: `${Date.now()}-${i}@bench.example`, password: 'a long password' }
      teamId = (await createTeam(db, { name: 'Bench', plan: 'pro' }, owner)).id
    }
    const webhook = { url, types: ['hiring'] }
    await db.transaction('settings', (tx) =>
      createWebhook(tx, 'operator', teamId, webhook, { box, allowLoopback: true }),
    )
  }
}

async function writeEvents(count: number): Promise<void> {
  const stamper = new Stamper(db)
  for (let left = count; left > 0; left -= 500) {
    const records = Array.from({ length: Math.min(500, left) }, () => {
      written += 1
      return signal(`company-${written % 5_000}.example`, `bench:${written}`, {
        label: 'Hiring an AI SDR for the new team',
      })
    })
    await writeRecords(db, stamper, records)
  }
  await stamper.stamp()
}

async function compare(endpoints: number): Promise<{ ours: number; bare: number }> {
  const receiver = await startReceiver(endpoints)
  const events = Math.max(1, Math.round(deliveries / endpoints))
  const [ours, bare]: number[][] = [[], []]
  await saveWebhooks(receiver.urls)
  for (let i = 0; i < rounds; i++) {
    const before = await readHead(db.pool('ingest'))
    await writeEvents(events)
    ours?.push(await runOurs(events * endpoints))
    bare?.push(await runBare(receiver.urls, await bodiesAfter(before, events)))
  }
  receiver.process.disconnect()
  return { ours: median(ours ?? []), bare: median(bare ?? []) }
}

async function bodiesAfter(position: number, count: number): Promise<Uint8Array[]> {
  const bodies: Uint8Array[] = []
  for (let at = position; bodies.length < count; ) {
    const page = await loadPage(db.pool('firehose'), at, 1_000, Number.MAX_SAFE_INTEGER)
    bodies.push(...page.events.map(({ body }) => body))
    at = page.position
  }
  return bodies
}

async function compareSigning(): Promise<void> {
  const endpoints = 100
  const receiver = await startReceiver(endpoints)
  const events = Math.ceil((deliveries * rounds) / endpoints)
  await saveWebhooks(receiver.urls)
  await writeEvents(events)
  const blocks = new SignedBlocks()
  await runOurs(events * endpoints, { isSigned, onDone: (done) => blocks.note(done) })
  receiver.process.disconnect()
  process.stdout.write(`\nsigning, ${endpoints} endpoints, ${blocks.report()}`)
}

interface Variation {
  /** Whether the request of this number is signed. */
  readonly isSigned?: (request: number) => boolean
  readonly onDone?: (done: number) => void
}

/** Deliveries per second, from the first request to the last response. This includes writing progress. */
async function runOurs(expected: number, { isSigned = () => true, onDone }: Variation = {}): Promise<number> {
  const sender = new Sender({ allowLoopback: true })
  let first = 0
  let begun = 0
  let done = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const engine = new Engine({
    db,
    log: createLog(config),
    maxInFlight: config.FIREHOSE_IN_FLIGHT,
    box: () => box,
    send: async (post, abort) => {
      first ||= performance.now()
      const signing = isSigned(begun++) ? post.signing : undefined
      const result = await sender.send({ url: post.url, authKey: post.authKey, body: post.body, signing }, abort)
      done += 1
      onDone?.(done)
      if (done === expected) finish()
      return result
    },
  })
  await engine.start()
  await finished
  const seconds = (performance.now() - first) / 1_000
  await engine.stop()
  await sender.close()
  return expected / seconds
}

/** Alternates runs with healthy endpoints only and with additional bad ones. Only the healthy ones are measured. */
async function compareIsolation(): Promise<void> {
  const { healthy, bad, rounds, everyMs } = ISOLATION
  const events = Number(values['isolation-events'])
  const [alone, withBad]: [number[][], number[][]] = [[], []]
  const stuckRequests: number[] = []
  const measureAlone = async () => alone.push((await measureLatency({ healthy, bad: 0, events, everyMs })).latencies)
  const measureWithBad = async () => {
    const { latencies, inFlight } = await measureLatency({ healthy, bad, events, everyMs })
    withBad.push(latencies)
    stuckRequests.push(inFlight)
  }
  for (let i = 0; i < rounds; i++) {
    // The order alternates, because other load on the machine changes over the rounds.
    for (const measure of i % 2 === 0 ? [measureAlone, measureWithBad] : [measureWithBad, measureAlone]) await measure()
  }
  const lines = [50, 99].map((percent) => {
    const [without, withThem] = [alone, withBad].map((all) => all.map((each) => percentile(each, percent)))
    const ratio = (median(withThem ?? []) / median(without ?? [])).toFixed(2)
    const target = percent === 50 ? 'at most 1.25' : 'at most 1.50'
    return [`p${percent}`, spread(without ?? []), spread(withThem ?? []), ratio, target]
  })
  const title = `commit to receipt of ${healthy} healthy endpoints, ${events} events, medians of ${rounds} alternating rounds`
  const head = ['', 'alone', `with ${bad} bad ones`, 'ratio', 'target']
  process.stdout.write(
    `\n${title}\n${table([head, ...lines])}${median(stuckRequests)} requests to the bad ones hung or dripped\n`,
  )
}

interface Load {
  readonly healthy: number
  readonly bad: number
  readonly events: number
  readonly everyMs: number
}

interface Measured {
  /** Of the healthy endpoints, sorted. */
  readonly latencies: number[]
  /** When every healthy endpoint had received everything. */
  readonly inFlight: number
}

/**
 * A writer commits one event at a time, and each goes to all endpoints. The bad endpoints behave until the first
 * measured event, so that they have as many slots as an endpoint can get. Every healthy endpoint must receive every
 * event.
 */
async function measureLatency({ healthy, bad, events, everyMs }: Load): Promise<Measured> {
  const receiver = await startReceiver(healthy)
  receiver.process.send('record')
  const badReceiver = bad > 0 ? await startReceiver(bad, BAD_PATHS) : undefined
  // The bad endpoints are spread among the others, as in production.
  const urls = [...receiver.urls]
  for (const [i, url] of badReceiver?.urls.entries() ?? []) urls.splice(Math.floor((i * (healthy + bad)) / bad), 0, url)
  await saveWebhooks(urls)
  const sender = new Sender({ allowLoopback: true })
  const engine = new Engine({
    db,
    log: createLog({ ...config, LOG_LEVEL: 'error' }),
    maxInFlight: config.FIREHOSE_IN_FLIGHT,
    box: () => box,
    send: (post, abort) => sender.send(post, abort),
  })
  await engine.start()
  const stamper = new Stamper(db)
  const committed = new Map<string, number>()
  const write = async (isMeasured: boolean) => {
    const started = performance.now()
    written += 1
    const domain = `company-${written % 5_000}.example`
    await writeRecords(db, stamper, [signal(domain, `bench:${written}`)])
    const at = performance.timeOrigin + performance.now()
    const { id } = await one<{ id: string }>(
      db.pool('ingest'),
      `select id from signals where source = 'test' and key = $1`,
      [`bench:${written}`],
    )
    if (isMeasured) committed.set(id, at)
    await sleep(Math.max(0, everyMs - (performance.now() - started)))
  }
  await db.pool('ingest').query('create index if not exists signals_by_key on signals (key)')
  for (let i = 0; i < WARM_UP_EVENTS; i++) await write(false)
  badReceiver?.process.send('misbehave')
  for (let i = 0; i < events; i++) await write(true)
  const latencies = await receivedOf(receiver, committed, events * healthy)
  const { inFlight } = engine
  // Ends the requests that hang, so that the engine does not wait for them.
  badReceiver?.process.disconnect()
  await engine.stop()
  await sender.close()
  receiver.process.disconnect()
  return { latencies: latencies.sort((a, b) => a - b), inFlight }
}

async function receivedOf(
  receiver: Receiver,
  committed: ReadonlyMap<string, number>,
  expected: number,
): Promise<number[]> {
  for (const deadline = Date.now() + RECEIVE_TIMEOUT_MS; ; await sleep(250)) {
    receiver.process.send('report')
    const [{ seen }] = (await once(receiver.process, 'message')) as [{ seen: [string, number[]][] }]
    const latencies = seen.flatMap(([id, times]) => {
      const at = committed.get(id)
      return at === undefined ? [] : times.map((time) => Math.max(0, time - at))
    })
    if (latencies.length === expected) return latencies
    if (latencies.length > expected || Date.now() > deadline)
      throw new Error(`${latencies.length} deliveries reached the healthy endpoints instead of ${expected}`)
  }
}

/** The write-ahead log of delivery only: the events are written before. */
async function measureWal(count: number): Promise<{ bytes: number; count: number; batch: number }> {
  // With this number, a commit every 250 ms has about fifty outcomes per endpoint.
  const endpoints = 40
  const receiver = await startReceiver(endpoints)
  await saveWebhooks(receiver.urls)
  const events = Math.round(count / endpoints)
  await writeEvents(events)
  await db.pool('settings').query('checkpoint')
  const lsn = async () =>
    (await one<{ lsn: string }>(db.pool('settings'), 'select pg_current_wal_lsn()::text as lsn')).lsn
  const before = await lsn()
  await runOurs(events * endpoints)
  const { bytes } = await one<{ bytes: number }>(
    db.pool('settings'),
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::bigint as bytes',
    [before],
  )
  const { batch } = await one<{ batch: number }>(
    db.pool('settings'),
    `select avg(cardinality(positions))::float8 as batch from webhook_deliveries d where exists (select from webhooks w where w.id = d.webhook_id)`,
  )
  receiver.process.disconnect()
  return { bytes, count: events * endpoints, batch }
}

/** The median and the range. */
function spread(ms: readonly number[]): string {
  return `${median(ms).toFixed(1)} ms (${Math.min(...ms).toFixed(1)} to ${Math.max(...ms).toFixed(1)})`
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en')
}
