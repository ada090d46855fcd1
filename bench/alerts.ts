// Measures saved searches of one process:
// - events per second that the watcher reads with 10, 1,000 and 10,000 saved searches, compared with a loop that asks
//   every search about every company that changed
// - latency from the commit of a signal to the receipt of its alert by a webhook, at 500 events a second
//
//   npm run bench -- alerts [--events 6000] [--asked 200] [--searches 10,1000,10000] [--latency-seconds 15] [--per-second 500]

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { passes } from '../src/features/alerts/definition.ts'
import { Definitions } from '../src/features/alerts/definitions.ts'
import { createSearch, Outbox, runWatcher, Watcher } from '../src/features/alerts/index.ts'
import { readCompanies } from '../src/features/alerts/read-companies.ts'
import { listenFor } from '../src/features/firehose/index.ts'
import { readHead, readLog, Stamper } from '../src/features/log/index.ts'
import { matches, parseSignalQuery, printQuery } from '../src/features/query/index.ts'
import { postgresEngine } from '../src/features/search/index.ts'
import { Sender } from '../src/features/sending/index.ts'
import { createTeam } from '../src/features/teams/index.ts'
import { writeRecords } from '../src/features/write-path/index.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { SecretBox } from '../src/platform/secret-box.ts'
import { makeSecretKey, parseSecretKeys } from '../src/platform/secret-keys.ts'
import { signal } from '../test/harness/signals.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '6000' },
    searches: { type: 'string', default: '10,1000,10000' },
    asked: { type: 'string', default: '200' },
    'latency-seconds': { type: 'string', default: '15' },
    'per-second': { type: 'string', default: '500' },
  },
})
const EVENTS = Number(values.events)
const ASKED_EVENTS = Number(values.asked)
const COMPANIES = 2_000
const SEARCHES_OF_TEAM = 100
const WORDS = 1_000_003
/** One search in so many meets its word in the events that follow: more often than anybody wants to be rung. */
const UNMET = 50

const TITLES = [
  'AI SDR',
  'Account Executive',
  'Data Engineer',
  'Store Manager',
  'Head of Growth',
  'Nurse',
  'Driver',
  'Baker',
]
const PLACES = ['Berlin', 'Paris', 'Austin', 'Lyon', 'Leeds', 'Graz', 'Oslo', 'Porto']
const TOOLS = ['HubSpot', 'Salesforce', 'Snowflake', 'Datadog', 'Outreach', 'Gong', 'Stripe', 'Segment']
const COUNTRIES = ['DE', 'FR', 'US', 'GB', 'AT', 'NO', 'PT', 'ES']

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' })
const log = createLog(config)
const db = await openDatabase({ config, log })
const box = new SecretBox(parseSecretKeys(makeSecretKey()) ?? [])
const stamper = new Stamper(db)
const engine = postgresEngine(db.pool('search'))
let written = 0

try {
  await migrate(() => db.connectDirect())
  await write(COMPANIES, 2_000, true)
  const rows = [['saved searches', 'events/s', 'asking all of them', 'ratio', 'entries']]
  for (const searches of (values.searches ?? '').split(',').map(Number)) rows.push(await compare(searches))
  process.stdout.write(`\n${table(rows)}\n`)
  process.stdout.write(`\n${await latency()}\n`)
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Signals of the kinds that saved searches ask for, spread over all companies. One in ten is an update. */
async function write(count: number, perBatch: number, quiet = false): Promise<void> {
  for (let done = 0; done < count; done += perBatch) {
    const records = Array.from({ length: Math.min(perBatch, count - done) }, () => {
      const n = written++
      const company = (n * 7_919) % COMPANIES
      const key = n % 10 === 9 ? n - COMPANIES * 3 : n
      const domain = `c${company}.example`
      const named = { domain, name: domain, hqCountry: at(COUNTRIES, company), employeeCount: (company % 40) * 10 }
      if (n % 4 === 3) {
        return signal(domain, `t${key}`, {
          type: 'tool',
          company: named,
          label: at(TOOLS, n),
          fields: { tool: at(TOOLS, n) },
        })
      }
      const mixed = Math.imul(n, 2_654_435_761) >>> 0
      const jobTitle = `${at(TITLES, mixed >>> 9)} ${at(PLACES, mixed >>> 14)} ${wordOf(n)}`
      return signal(domain, `j${key}`, { company: named, label: `Hiring: ${jobTitle}`, fields: { jobTitle } })
    })
    await writeRecords(db, stamper, records, { quiet })
  }
}

function at(list: readonly string[], n: number): string {
  return list[Math.abs(n) % list.length] as string
}

/** A skill or a product that few job titles name. */
function wordOf(n: number): string {
  return `skill${(n * 48_271) % WORDS}`
}

/** Searches of every shape, as sales teams would save them: words, tools, filters, THEN, count and NOT. */
function queryOf(n: number): { query: string; filters: object } {
  const title = at(TITLES, n)
  const tool = at(TOOLS, n)
  const word = wordOf(written + ((n * 37) % (EVENTS * UNMET)))
  const countries = [at(COUNTRIES, n >> 4)]
  switch (n % 6) {
    case 0:
      return { query: `hiring(title ~ "${title}", text ~ ${word})`, filters: { countries } }
    case 1:
      return { query: `hiring(title ~ ${word}, within: 30d)`, filters: {} }
    case 2:
      return { query: `tool(name: ${tool}) AND hiring(title ~ ${word})`, filters: { employeesMin: 100 } }
    case 3:
      return { query: `hiring(title ~ ${word}) NOT tool(name: ${tool})`, filters: {} }
    case 4:
      return { query: `tool(name: ${tool}) THEN hiring(title ~ ${word}) WITHIN 90d`, filters: {} }
    default:
      return { query: `hiring(title ~ "${title}", count >= 3)`, filters: { countries, employeesMax: 200 } }
  }
}

/** As if stock had been taken when nothing matched. */
async function saveSearches(count: number): Promise<void> {
  const pool = db.pool('settings')
  await pool.query('delete from saved_searches')
  for (let first = 0; first < count; first += SEARCHES_OF_TEAM) {
    const owner = { email: `owner-${first}-${written}@bench.example`, password: 'a long password' }
    const { id } = await createTeam(db, { name: `Team ${first}`, plan: 'pro' }, owner)
    const searches = Array.from({ length: Math.min(SEARCHES_OF_TEAM, count - first) }, (_, i) => queryOf(first + i))
    await pool.query(
      `insert into saved_searches (team_id, place, name, query, filters, destination, target, sweep, swept_on, stocked_at)
       select $1, n, 'Search ' || n, s.query, s.filters::jsonb, 'slack', '', null, (now() at time zone 'utc')::date, now()
         from unnest($2::text[], $3::text[]) with ordinality as s (query, filters, n)`,
      [
        id,
        searches.map(({ query }) => printQuery(parseSignalQuery(query))),
        searches.map(({ filters }) => JSON.stringify(filters)),
      ],
    )
  }
}

async function compare(searches: number): Promise<string[]> {
  await saveSearches(searches)
  const pool = db.pool('firehose')
  await pool.query(`update search_watch set position = (select position from log_head)`)
  const start = await readHead(pool)
  await write(EVENTS, 100)
  const head = await readHead(pool)
  const watcher = new Watcher({ db, log, engine })
  // The first step reads the searches into memory, and a page.
  await watcher.step()
  const first = watcher.position ?? start
  const begun = performance.now()
  while ((watcher.position ?? 0) < head) await watcher.step()
  const ours = (head - first) / ((performance.now() - begun) / 1_000)
  await watcher.leave()
  const { entries } = await one<{ entries: number }>(pool, 'select count(*)::int as entries from search_changes')
  const naive = await askAll(start)
  return [
    searches.toLocaleString('en'),
    Math.round(ours).toLocaleString('en'),
    `${naive < 100 ? naive.toFixed(1) : Math.round(naive).toLocaleString('en')}`,
    (ours / naive).toFixed(1),
    entries.toLocaleString('en'),
  ]
}

/** The same page of the log, without an index of the searches: each is asked about each company that changed. */
async function askAll(start: number): Promise<number> {
  const pool = db.pool('firehose')
  const definitions = new Definitions()
  await definitions.refresh(pool)
  const { events } = await readLog(pool, start, ASKED_EVENTS)
  const asOf = Math.floor(Date.now() / 1_000)
  const begun = performance.now()
  let found = 0
  for (const event of events) {
    for (const { company, signals } of (await readCompanies(pool, [event.companyOrdinal ?? 0])).values()) {
      for (const definition of definitions.definitions.values()) {
        if (passes(definition, company) && matches(definition.query, signals, asOf)) found++
      }
    }
  }
  return found < 0 ? 0 : events.length / ((performance.now() - begun) / 1_000)
}

/** With 1,000 other searches. One event in ten rings. */
async function latency(): Promise<string> {
  await saveSearches(1_000)
  const arrivals = new Map<string, number>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      arrivals.set((JSON.parse(text) as { company: { domain: string } }).company.domain, performance.now())
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { id } = await createTeam(
    db,
    { name: 'Ringing', plan: 'pro' },
    { email: 'o@bench.example', password: 'a long password' },
  )
  await db.transaction('settings', (tx) =>
    createSearch(
      tx,
      'operator',
      id,
      { name: 'Rings', query: 'hiring(title ~ zebra)', to: `webhook:${url}` },
      {
        box: () => box,
        allowLoopback: true,
        mailer: undefined,
      },
    ),
  )
  const sender = new Sender({ allowLoopback: true })
  const outbox = new Outbox({
    db,
    log,
    box: () => box,
    publicUrl: () => 'http://localhost',
    send: (post) => sender.send(post),
  })
  const watcher = new Watcher({ db, log, engine, onRecorded: ({ rings }) => rings > 0 && outbox.wake() })
  const loop = runWatcher(watcher, log)
  const stopListening = await listenFor(db, log, 'the benchmark', { log: () => loop.wake() })
  outbox.start()
  await sleep(3_000)
  const committed = new Map<string, number>()
  const perSecond = Number(values['per-second'])
  const batch = Math.max(10, Math.round(perSecond / 50))
  const end = performance.now() + Number(values['latency-seconds']) * 1_000
  for (let next = performance.now(), n = 0; next < end; next += (1_000 * batch) / perSecond) {
    await sleep(Math.max(0, next - performance.now()))
    const rung: string[] = []
    const records = Array.from({ length: batch }, () => {
      const domain = `ring${n++}.example`
      const rings = n % 10 === 0
      if (rings) rung.push(domain)
      const jobTitle = `${at(TITLES, n)}${rings ? ' zebra' : ''}`
      return signal(domain, `r${n}`, { label: jobTitle, fields: { jobTitle } })
    })
    await writeRecords(db, stamper, records)
    for (const domain of rung) committed.set(domain, performance.now())
  }
  for (let waits = 0; waits < 200 && arrivals.size < committed.size; waits++) await sleep(100)
  await Promise.all([loop.stop(), stopListening()])
  await outbox.stop()
  await sender.close()
  server.closeAllConnections()
  server.close()
  const waits = [...committed].map(([domain, time]) => (arrivals.get(domain) ?? Number.POSITIVE_INFINITY) - time)
  waits.sort((a, b) => a - b)
  const missing = waits.filter((each) => each === Number.POSITIVE_INFINITY).length
  const [p50, p99] = [50, 99].map((each) => `${Math.round(percentile(waits, each))} ms`)
  return `from commit to receipt at ${perSecond} events/s, ${committed.size} alerts (${missing} missing): p50 ${p50}, p99 ${p99}`
}
