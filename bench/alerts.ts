// Measures saved searches of one process:
// - events per second that the watcher reads with 10, 1,000 and 10,000 saved searches, compared with a loop that asks
//   every search about every company that changed, and the CPU time of this process and of PostgreSQL
// - how long a page takes that has events of a company with thousands of signals, without and with 100 searches of one
//   team with NOT, THEN and count that ask for all of these signals
// - latency from the commit of a signal to the receipt of its alert by a webhook, at 500 events a second
//
//   npm run bench -- alerts [--events 6000] [--asked 200] [--searches 10,1000,10000] [--huge 5000]
//     [--latency-seconds 15] [--per-second 500]

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTeam } from '../src/account/teams/index.ts'
import { readServerPid } from '../src/db/embedded/pid-file.ts'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { createSearch, Outbox, runWatcher, Watcher } from '../src/deliver/alerts/index.ts'
import { Definitions } from '../src/deliver/alerts/matching/definitions.ts'
import { readCompanies } from '../src/deliver/alerts/matching/read-companies.ts'
import { passes } from '../src/deliver/alerts/searches/definition.ts'
import { listenFor } from '../src/deliver/firehose/index.ts'
import { Sender } from '../src/deliver/sending/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { SecretBox } from '../src/platform/config/secret-box.ts'
import { makeSecretKey, parseSecretKeys } from '../src/platform/config/secret-keys.ts'
import { createLog } from '../src/platform/logger.ts'
import { matches, parseSignalQuery, printQuery } from '../src/query/index.ts'
import { postgresEngine } from '../src/search/index.ts'
import { readHead, readLog, Stamper } from '../src/write/log/index.ts'
import { writeRecords } from '../src/write/write-path/index.ts'
import { signal } from '../test/harness/signals.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '6000' },
    searches: { type: 'string', default: '10,1000,10000' },
    asked: { type: 'string', default: '200' },
    huge: { type: 'string', default: '5000' },
    'latency-seconds': { type: 'string', default: '15' },
    'per-second': { type: 'string', default: '500' },
  },
})
const EVENTS = Number(values.events)
const ASKED_EVENTS = Number(values.asked)
const COMPANIES = 2_000
const SEARCHES_OF_TEAM = 100
const WORDS = 1_000_003
/** One search in this many matches a word in the events that follow: more alerts than anybody would want. */
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
  const rows = [
    ['saved searches', 'events/s', 'CPU ms per 1,000', 'PostgreSQL', 'asking all of them', 'ratio', 'entries'],
  ]
  for (const searches of (values.searches ?? '').split(',').map(Number)) rows.push(await compare(searches))
  process.stdout.write(`\n${table(rows)}\n`)
  process.stdout.write(`\n${await hugeCompany()}\n`)
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
async function saveSearches(count: number, expensive = 0): Promise<void> {
  const pool = db.pool('settings')
  await pool.query('delete from saved_searches')
  for (let first = 0; first < count + expensive; first += SEARCHES_OF_TEAM) {
    const owner = { email: `owner-${first}-${written}@bench.example`, password: 'a long password' }
    const { id } = await createTeam(db, { name: `Team ${first}`, plan: 'pro' }, owner)
    const searches = Array.from({ length: Math.min(SEARCHES_OF_TEAM, count + expensive - first) }, (_, i) =>
      first < count ? queryOf(first + i) : { query: expensiveQueryOf(i), filters: {} },
    )
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
  const [cpuBefore, postgresBefore] = [process.cpuUsage(), postgresCpuMs()]
  while ((watcher.position ?? 0) < head) await watcher.step()
  const ours = (head - first) / ((performance.now() - begun) / 1_000)
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpu = [(user + system) / 1_000, postgresCpuMs() - postgresBefore]
  await watcher.leave()
  const { entries } = await one<{ entries: number }>(pool, 'select count(*)::int as entries from search_changes')
  const naive = await askAll(start)
  return [
    searches.toLocaleString('en'),
    Math.round(ours).toLocaleString('en'),
    ...cpu.map((ms) => Math.round((ms * 1_000) / (head - first)).toLocaleString('en')),
    `${naive < 100 ? naive.toFixed(1) : Math.round(naive).toLocaleString('en')}`,
    (ours / naive).toFixed(1),
    entries.toLocaleString('en'),
  ]
}

/** Of the processes of the embedded PostgreSQL. */
function postgresCpuMs(): number {
  const server = readServerPid(join(folder, 'postgres'))
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent, ...rest] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ')
      if (Number(parent) === server) ticks += Number(rest[9]) + Number(rest[10])
    } catch {
      // The process has ended.
    }
  }
  return ticks * 10
}

/** With 1,000 other searches. One event in ten is of the company with many signals. */
async function hugeCompany(): Promise<string> {
  const many = Number(values.huge)
  const job = (n: number) => {
    const jobTitle = `${at(TITLES, n)} ${wordOf(n)}`
    return signal('huge.example', `h${n}`, { label: jobTitle, fields: { jobTitle } })
  }
  for (let n = 0; n < many; n += 1_000) {
    await writeRecords(
      db,
      stamper,
      Array.from({ length: 1_000 }, (_, i) => job(n + i)),
      { quiet: true },
    )
  }
  let next = many
  const times: string[] = []
  for (const expensive of [0, SEARCHES_OF_TEAM]) {
    await saveSearches(1_000, expensive)
    const watcher = new Watcher({ db, log, engine, pageEvents: 10 })
    const pool = db.pool('firehose')
    await pool.query(`update search_watch set position = (select position from log_head)`)
    const start = await readHead(pool)
    for (let page = 0; page < 40; page++) {
      await write(9, 9)
      await writeRecords(db, stamper, [job(next++)])
    }
    const head = await readHead(pool)
    for (let step = 0; step < 5; step++) await watcher.step()
    const waits: number[] = []
    while ((watcher.position ?? start) < head) {
      const begun = performance.now()
      await watcher.step()
      waits.push(performance.now() - begun)
    }
    await watcher.leave()
    waits.sort((a, b) => a - b)
    times.push([50, 99].map((each) => `p${each} ${percentile(waits, each).toFixed(1)} ms`).join(', '))
  }
  const [without, with100] = times
  return `a page of 10 events with one of a company with ${many.toLocaleString('en')} signals: ${without}; with ${SEARCHES_OF_TEAM} expensive searches of one team: ${with100}`
}

/** Searches that every job of a company concerns. */
function expensiveQueryOf(n: number): string {
  switch (n % 3) {
    case 0:
      return `hiring(count >= ${20_000 + n}) NOT tool(name: ${at(TOOLS, n)})`
    case 1:
      return `hiring(within: ${30 + n}d) THEN tool(name: ${at(TOOLS, n)}) WITHIN ${n + 1}d`
    default:
      return `NOT hiring(confidence >= ${(n % 90) / 100}, within: ${10 + n}d) AND funding`
  }
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
    whyNow: async () => undefined,
    publicUrl: () => 'http://localhost',
    send: (post) => sender.send(post),
  })
  const watcher = new Watcher({ db, log, engine, onRecorded: ({ alerts }) => alerts > 0 && outbox.wake() })
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
