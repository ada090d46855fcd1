// The cost of open pages of Today: each asks for a change, which the service answers when there is one, and reads the feed again if so. Measures
// the CPU time of the service and of PostgreSQL, without and with the pages, while signals are written, and how long after the
// commit of a signal a page shows it. The tabs are of several teams, each with an account list.
//
//   npm run bench -- today [--tabs 200] [--teams 40] [--accounts 1000] [--companies 20000] [--per-second 500] [--seconds 30]

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openSession } from '../src/account/accounts/index.ts'
import { addAccounts, createList } from '../src/account/lists/index.ts'
import { createTeam } from '../src/account/teams/index.ts'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { type contract, type ReplyOf, SETTINGS_PREFIX } from '../src/settings-contract/index.ts'
import { Stamper } from '../src/write/log/index.ts'
import { writeRecords } from '../src/write/write-path/index.ts'
import { DAY, signal } from '../test/harness/signals.ts'
import { cpuSecondsOf, databaseCpuSeconds, startServer } from './api/processes.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    tabs: { type: 'string', default: '200' },
    teams: { type: 'string', default: '40' },
    accounts: { type: 'string', default: '1000' },
    companies: { type: 'string', default: '20000' },
    'per-second': { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
  },
})
const TABS = Number(values.tabs)
const TEAMS = Number(values.teams)
const ACCOUNTS = Number(values.accounts)
const COMPANIES = Number(values.companies)
const PER_SECOND = Number(values['per-second'])
const SECONDS = Number(values.seconds)
const ASK_MS = 500
/** Ten batches a second: collecting writes many visits at a time, too. */
const BATCH = Math.max(1, Math.round(PER_SECOND / 10))
const PATIENCE_MS = 20_000
const MAX_OPENING_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const db = await openDatabase({ config, log: createLog(config) })
const stamper = new Stamper(db)
const children: ChildProcess[] = []
const agent = new Agent({ keepAlive: true, maxSockets: TABS })
let written = 0
/** Companies on a team's list that were new. */
let came = 0

interface Tab {
  readonly team: number
  readonly cookie: string
  stamp: string
  readonly seen: Set<string>
}

interface Team {
  readonly id: string
  readonly cookies: string[]
}

/** When what a team waits for was committed, and when a tab of it first showed that. */
const committed = new Map<string, number>()
const shown = new Map<string, number>()
const questionsMs: number[] = []
let reads = 0
let failures = 0

try {
  await migrate(() => db.connectDirect())
  process.stdout.write(`writing ${COMPANIES} companies\n`)
  for (let n = 0; n < COMPANIES; n += 1_000) {
    await writeRecords(
      db,
      stamper,
      Array.from({ length: 1_000 }, (_, i) => jobOf(`c${n + i}.example`, (n + i) % 5 === 0)),
      { quiet: true },
    )
  }
  const teams = await createTeams()
  await db.pool('settings').query('vacuum analyze')
  const service = await startServer(['src/main.ts', 'serve', '--roles', 'api,settings'], folder, (child) =>
    children.push(child),
  )
  const pid = service.process.pid ?? 0
  for (let tries = 0; tries < 600; tries++) {
    const { search } = (await (await fetch(`http://127.0.0.1:${service.port}/readyz`)).json()) as { search: string }
    if (search === 'index') break
    await sleep(100)
  }
  const tabs = Array.from({ length: TABS }, (_, n): Tab => {
    const team = n % TEAMS
    return { team, cookie: teams[team]?.cookies[0] ?? '', stamp: '', seen: new Set() }
  })
  const rows = [['', 'service CPU', 'PostgreSQL CPU']]
  rows.push(['no pages, no writes', ...(await cpuOf(pid, () => sleep(SECONDS * 500)))])
  rows.push([`${PER_SECOND} signals/s`, ...(await cpuOf(pid, () => write(teams)))])
  const stop = new AbortController()
  const open = tabs.map((tab, n) => runTab(service.port, tab, (n * ASK_MS) / TABS, stop.signal))
  // All pages have been opened, and the windows of all teams looked through.
  const opening = performance.now()
  const isOpening = (before: number) => before < reads || tabs.some(({ stamp }) => stamp === '')
  for (let before = -1; isOpening(before) && performance.now() - opening < MAX_OPENING_MS; await sleep(5_000))
    before = reads
  process.stdout.write(`all pages were open after ${Math.round((performance.now() - opening) / 1_000)} s\n`)
  questionsMs.length = 0
  rows.push([`${TABS} pages, no writes`, ...(await cpuOf(pid, () => sleep(SECONDS * 500)))])
  questionsMs.length = 0
  committed.clear()
  reads = 0
  rows.push([`${TABS} pages, ${PER_SECOND} signals/s`, ...(await cpuOf(pid, () => write(teams)))])
  const readsOfRun = reads
  for (let waits = 0; waits < PATIENCE_MS / 100 && shown.size < committed.size; waits++) await sleep(100)
  stop.abort()
  await Promise.all(open)
  process.stdout.write(
    `\n${TABS} pages of ${TEAMS} teams, each with ${ACCOUNTS} of ${COMPANIES} companies on a list\n\n`,
  )
  process.stdout.write(`${table(rows)}\n`)
  questionsMs.sort((a, b) => a - b)
  const missing = [...committed.keys()].filter((key) => !shown.has(key)).length
  const waits = [...shown].flatMap(([key, at]) => {
    const from = committed.get(key)
    return from === undefined ? [] : [at - from]
  })
  waits.sort((a, b) => a - b)
  const times = (sorted: readonly number[]) =>
    [50, 95, 99].map((each) => `p${each} ${Math.round(percentile(sorted, each))} ms`).join(', ')
  process.stdout.write(
    `a question took ${times(questionsMs)}; ${failures} failed; feeds were read ${readsOfRun} times\n`,
  )
  const soon = waits.filter((ms) => ms <= 1_000).length
  process.stdout.write(
    `from the commit to a page, of ${committed.size} companies (${missing} not within ${PATIENCE_MS / 1_000} s): ${times(waits)}; ${((100 * soon) / committed.size).toFixed(1)} % within 1 s\n`,
  )
} finally {
  for (const child of children) child.kill()
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  agent.destroy()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

/** A job that opens a window, or one that opens none. */
function jobOf(domain: string, opensWindow: boolean) {
  const jobTitle = opensWindow ? 'AI SDR' : 'Store Manager'
  const occurredAt = Math.floor(Date.now() / 1_000) - DAY
  return signal(domain, `job ${written++}`, { label: `Hiring: ${jobTitle}`, occurredAt, fields: { jobTitle } })
}

/** Each has the same number of companies on its list, and a session. Some companies on it don't exist yet. */
async function createTeams(): Promise<Team[]> {
  const teams: Team[] = []
  for (let n = 0; n < TEAMS; n++) {
    const email = `owner-${n}@bench.example`
    const { id } = await createTeam(db, { name: `Team ${n}`, plan: 'pro' }, { email, password: 'a long password' })
    const accounts = Array.from({ length: ACCOUNTS }, (_, i) => `c${(n * 977 + i * 13) % COMPANIES}.example`)
    const coming = Array.from({ length: 10 * SECONDS }, (_, i) => comingTo(n, i))
    await db.transaction('settings', async (tx) => {
      const { id: listId } = await createList(tx, 'operator', id, { name: 'accounts' })
      await addAccounts(tx, 'operator', id, { listId, accounts: [...accounts, ...coming].join(' ') })
    })
    const { accountId } = await one<{ accountId: string }>(
      db.pool('settings'),
      `select id as "accountId" from accounts where email = $1`,
      [email],
    )
    const opened = await db.transaction('settings', (tx) =>
      openSession(
        tx,
        { accountId, teamId: id, signedInBy: 'password', verifiedHash: null },
        { address: '127.0.0.1', userAgent: 'bench' },
      ),
    )
    teams.push({ id, cookies: [`pro-signal-session=${opened?.token ?? ''}`] })
  }
  return teams
}

function comingTo(team: number, n: number): string {
  return `new${n}-of-${team}.example`
}

/** Writes signals about all companies. One batch a second has a company that is new on one team's list. */
async function write(teams: readonly Team[]): Promise<void> {
  const begun = performance.now()
  const batches = Math.ceil((PER_SECOND * SECONDS) / BATCH)
  for (let n = 0; n < batches; n++) {
    await sleep(Math.max(0, begun + (n * 1_000 * BATCH) / PER_SECOND - performance.now()))
    const records = Array.from({ length: BATCH }, () => jobOf(`c${(written * 7_919) % COMPANIES}.example`, false))
    const isNews = n % Math.max(1, Math.round(PER_SECOND / BATCH)) === 0
    const domain = isNews ? comingTo(came % teams.length, Math.floor(came / teams.length)) : undefined
    if (domain) {
      came++
      records.push(jobOf(domain, true))
    }
    await writeRecords(db, stamper, records)
    if (domain) committed.set(domain, performance.now())
  }
  const took = performance.now() - begun
  if (took > SECONDS * 1_100)
    process.stdout.write(`writing took ${Math.round(took / 1_000)} s instead of ${SECONDS} s\n`)
}

async function runTab(port: number, tab: Tab, startMs: number, signal: AbortSignal): Promise<void> {
  await sleep(startMs)
  while (!signal.aborted) {
    const begun = performance.now()
    const reply = (await get(port, `/today/stamp${tab.stamp ? `?after=${tab.stamp}` : ''}`, tab)) as
      | ReplyOf<typeof contract.getTodayStamp>
      | undefined
    if (reply) questionsMs.push(performance.now() - begun)
    else failures++
    if (reply && reply.stamp !== tab.stamp) {
      const feed = (await get(port, '/today', tab)) as ReplyOf<typeof contract.getToday> | undefined
      if (feed) {
        tab.stamp = feed.stamp
        reads++
        for (const { company } of [...feed.groups.fresh, ...feed.groups.closing, ...feed.groups.open]) {
          if (!shown.has(company.name)) shown.set(company.name, performance.now())
        }
      }
    }
    await sleep(Math.max(0, ASK_MS - (performance.now() - begun)))
  }
}

function get(port: number, path: string, { cookie }: Tab): Promise<unknown> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', path: SETTINGS_PREFIX + path, agent, headers: { cookie } }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(response.statusCode === 200 ? JSON.parse(text) : undefined))
    })
    sent.on('error', () => resolve(undefined))
    sent.end()
  })
}

/** In percent of one processor. */
async function cpuOf(pid: number, work: () => Promise<void>): Promise<string[]> {
  const begun = performance.now()
  const before = [cpuSecondsOf(pid), databaseCpuSeconds(folder)] as const
  await work()
  const seconds = (performance.now() - begun) / 1_000
  return [cpuSecondsOf(pid) - before[0], databaseCpuSeconds(folder) - before[1]].map(
    (used) => `${((100 * used) / seconds).toFixed(1)} %`,
  )
}
