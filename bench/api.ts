// What a metered request costs. The whole way (key, validation, work, serialisation, an exact and durable charge of six
// budgets) against the same bytes from memory, and against a route written by hand that does one indexed read and one
// guarded update. One machine, one run, the three in turns; only the ratios mean anything.
//
//   npm run bench -- api [--rounds 3] [--seconds 5] [--connections 64] [--teams 12000] [--only dossier] [--profile]

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { many, migrate, one, openDatabase } from '../src/db/index.ts'
import { charge } from '../src/features/budgets/index.ts'
import { loadWorld } from '../src/features/demo/index.ts'
import { dossierOf } from '../src/features/dossiers/dossier.ts'
import { readCompany, readMarks } from '../src/features/dossiers/queries.ts'
import { hashKey, makeKey } from '../src/features/keys/format.ts'
import { BUCKETS, PLANS } from '../src/features/plans/index.ts'
import { SliceBook } from '../src/features/slices/index.ts'
import { loadConfig, packageRoot } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import type { Load, Outcome } from './api/load.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    teams: { type: 'string', default: '12000' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
})
const [rounds, seconds, connections, teamCount] = [values.rounds, values.seconds, values.connections, values.teams].map(
  Number,
) as [number, number, number, number]
/** More than the cache of dossiers holds; the others are asked for again and again. */
const COMPANIES = 5_000
const POPULAR = 500

const QUERIES = [
  'hiring',
  'hiring + funding',
  'hiring(title ~ engineer, within: 30d)',
  'tool(ai: true) NOT web',
  'hiring(function: sales, count >= 2)',
  'funding THEN hiring WITHIN 90d',
  'ai hiring',
  'any(confidence >= 0.9, within: 7d)',
]
const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'CA']

interface Target {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  readonly requests: string[]
  sent: number
}

interface Measured {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly failures: Record<string, number>
  /** Processor milliseconds a request: of the server, of the database, of the load. */
  readonly cpu: readonly [number, number, number]
}

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const db = await openDatabase({ config, log: createLog(config) })
const children: ChildProcess[] = []

try {
  await migrate(() => db.connectDirect())
  await loadWorld(db, { companies: COMPANIES, signals: COMPANIES * 20, seed: 'bench' })
  const companies = (await many<{ id: string }>(settings(), 'select id from companies order by ordinal')).map(
    ({ id }) => id,
  )
  const keys = await makeTeams(teamCount)
  const ours = await start([
    ...(values.profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/pro-signal-profile'] : []),
    'src/main.ts',
    'serve',
    '--roles',
    'api',
  ])
  const popular = companies.slice(0, POPULAR)
  const bytes = await keepDocuments(ours.port, popular)
  const searches = await keepSearches(ours.port)
  const rivals = await start(['bench/api/rivals.ts'])
  const loader = fork(join(packageRoot, 'bench/api/load.ts'), { serialization: 'advanced' })
  children.push(loader)

  const pick = (n: number) => popular[(n * 7) % popular.length] ?? ''
  const pickAny = (n: number) => companies[n % companies.length] ?? ''
  const numbers = Array.from({ length: teamCount }, (_, n) => n)
  const long = Array.from({ length: Math.max(teamCount, COMPANIES) }, (_, n) => n)
  const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${header}\r\n`
  const every: Target[] = [
    { name: 'bare', ...rivals, requests: numbers.map((n) => get(`/bare/${pick(n)}`)), sent: 0 },
    { name: 'by hand', ...rivals, requests: numbers.map((n) => get(`/hand/${pick(n)}/${n}`)), sent: 0 },
    {
      name: 'dossier',
      ...ours,
      requests: numbers.map((n) => get(`/api/v1/companies/${pick(n)}`, `Authorization: Bearer ${keys[n]}\r\n`)),
      sent: 0,
    },
    {
      name: 'dossier, read anew',
      ...ours,
      requests: long.map((n) =>
        get(`/api/v1/companies/${pickAny(n)}`, `Authorization: Bearer ${keys[n % keys.length]}\r\n`),
      ),
      sent: 0,
    },
  ]
  const search = (n: number) => searches[n % searches.length] as (typeof searches)[number]
  const post = (n: number, body: string) =>
    `POST /api/v1/companies HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${keys[n]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  every.push(
    { name: 'search by hand', ...rivals, requests: numbers.map((n) => get(`/hand/${search(n).id}/${n}`)), sent: 0 },
    { name: 'search', ...ours, requests: numbers.map((n) => post(n, search(n).body)), sent: 0 },
    {
      name: 'search, made anew',
      ...ours,
      // Nobody asks the same twice: a bound on employees that no company reaches.
      requests: numbers.map((n) =>
        post(n, JSON.stringify({ ...JSON.parse(search(n).body), employeesMax: 2_000_000 + n })),
      ),
      sent: 0,
    },
  )
  const targets = every.filter(({ name }) => name.includes(values.only) || name.includes('by hand'))
  // Each team once, so that the process has met all of them, as it has in life.
  for (const target of targets) await measure(loader, target, 120, teamCount)
  const results = new Map<string, Measured[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) results.get(target.name)?.push(await measure(loader, target, seconds))
  }
  report(results, bytes)
  process.stdout.write(`\n${await stages(companies)}`)
} finally {
  for (const child of children) child.kill()
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

function settings() {
  return db.pool('settings')
}

/** Teams at the plan's own limits, so that no more is asked of the charge than in life. */
async function makeTeams(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, makeKey)
  await settings().query(
    `with owner as (insert into accounts (email, password_hash) values ('bench@example.com', '') returning id),
     made as (insert into teams (name, plan) select 'Team ' || n, 'pro' from generate_series(1, $1::int) n returning id),
     members as (insert into team_members (team_id, account_id, role) select made.id, owner.id, 'owner' from made, owner)
     insert into api_keys (team_id, name, hash, prefix, last_four)
     select team.id, 'Key', key.hash, 'psk_', '' from (select id, row_number() over () as n from made) team
       join unnest($2::bytea[]) with ordinality as key (hash, n) using (n)`,
    [count, keys.map(hashKey)],
  )
  // A team's first request of a day makes its rows; what is measured are the others.
  await settings().query(
    `select u.outcome from api_keys k, use_budgets(k.team_id, k.id, 'pro', $1, true, 'dossier', 1, 0, 0, null, now() - interval '2 minutes') u`,
    [BUCKETS.map((bucket) => PLANS.pro.limits[bucket])],
  )
  await settings().query(
    `create table bench_counters (team integer primary key, used integer not null, "limit" integer not null) with (fillfactor = 50)`,
  )
  await settings().query(`insert into bench_counters select n - 1, 0, 3000 from generate_series(1, $1::int) n`, [count])
  return keys
}

/** Our own replies, for the others to send; the mean of their bytes. */
async function keepDocuments(port: number, companies: readonly string[]): Promise<number> {
  const [key = ''] = await makeOpenTeam()
  await settings().query('create table bench_documents (id uuid primary key, body text not null)')
  let bytes = 0
  for (const id of companies) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/companies/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const body = await response.text()
    bytes += Buffer.byteLength(body)
    await settings().query('insert into bench_documents values ($1, $2)', [id, body])
  }
  await settings().query('vacuum analyze')
  return Math.round(bytes / companies.length)
}

/** Searches and what we answer, for the others to send. The index is ready before the first one is asked. */
async function keepSearches(port: number): Promise<{ id: string; body: string }[]> {
  for (let tries = 0; tries < 600; tries++) {
    const { search } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { search: string }
    if (search === 'index') break
    await sleep(100)
  }
  const [key = ''] = await makeOpenTeam()
  const bodies = QUERIES.flatMap((query) => [
    JSON.stringify({ signal_query: query, pageSize: 10 }),
    ...COUNTRIES.map((country) => JSON.stringify({ signal_query: query, countries: [country], pageSize: 10 })),
  ])
  const kept = []
  for (const body of bodies) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    const id = randomUUID()
    await settings().query('insert into bench_documents values ($1, $2)', [id, await response.text()])
    kept.push({ id, body })
  }
  return kept
}

async function makeOpenTeam(): Promise<[string, string]> {
  const key = makeKey()
  const { id } = await one<{ id: string }>(
    settings(),
    `with made as (insert into teams (name, plan) values ('Open', 'pro') returning id),
     member as (insert into team_members (team_id, account_id, role) select made.id, a.id, 'owner' from made, accounts a),
     limits as (insert into team_limits (team_id, bucket, "limit") select made.id, unnest($2::text[]), 100000000 from made)
     insert into api_keys (team_id, name, hash, prefix, last_four) select id, 'Key', $1, 'psk_', '' from made returning team_id as id`,
    [hashKey(key), BUCKETS],
  )
  return [key, id]
}

async function start(args: string[]): Promise<{ port: number; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    cwd: packageRoot,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response) return { port, process: child }
    await sleep(100)
  }
  throw new Error(`${args.join(' ')} did not start`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function measure(
  loader: ChildProcess,
  target: Target,
  forSeconds: number,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Measured> {
  const before = [cpuOf(target.process.pid ?? 0), databaseCpu()] as const
  const load: Load = {
    port: target.port,
    requests: target.requests,
    from: target.sent,
    connections,
    seconds: forSeconds,
    most,
  }
  loader.send(load)
  const [outcome] = (await once(loader, 'message')) as [Outcome]
  const { latencies, seconds: took, failures, cpuSeconds } = outcome
  const count = latencies.length
  target.sent += count
  const perRequest = (cpu: number) => (cpu * 1_000) / Math.max(1, count)
  return {
    rate: count / took,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    failures,
    cpu: [
      perRequest(cpuOf(target.process.pid ?? 0) - before[0]),
      perRequest(databaseCpu() - before[1]),
      perRequest(cpuSeconds),
    ],
  }
}

/** Processor seconds that a process has used, and its ended children with it if told so. Linux only; else 0. */
function cpuOf(pid: number, withEnded = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return (user + system + (withEnded ? endedUser + endedSystem : 0)) / 100
  } catch {
    return 0
  }
}

function databaseCpu(): number {
  try {
    const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    return children.reduce((sum, pid) => sum + cpuOf(Number(pid)), cpuOf(postmaster, true))
  } catch {
    return 0
  }
}

function report(results: ReadonlyMap<string, Measured[]>, bytes: number): void {
  const median = (numbers: number[]) =>
    percentile(
      numbers.toSorted((a, b) => a - b),
      50,
    )
  const of = (name: string, what: (measured: Measured) => number) => (results.get(name) ?? []).map(what)
  const ratio = (name: string, to: string) => {
    const others = of(to, ({ rate }) => rate)
    return median(of(name, ({ rate }) => rate).map((rate, round) => rate / (others[round] ?? Number.NaN))).toFixed(2)
  }
  const rows = [...results].map(([name, measured]) => [
    name,
    Math.round(median(of(name, ({ rate }) => rate))).toLocaleString('en'),
    median(of(name, ({ p50 }) => p50)).toFixed(1),
    median(of(name, ({ p99 }) => p99)).toFixed(1),
    ...[0, 1, 2].map((i) => median(of(name, ({ cpu }) => cpu[i] ?? 0)).toFixed(2)),
    JSON.stringify(Object.assign({}, ...measured.map(({ failures }) => failures))),
  ])
  process.stdout.write(
    `${connections} connections, ${teamCount} teams, ${bytes} bytes a reply, medians of ${rounds} rounds of ${seconds} s\n\n`,
  )
  process.stdout.write(
    table([
      ['route', 'requests/s', 'p50 ms', 'p99 ms', 'server cpu ms', 'database cpu ms', 'load cpu ms', 'not 200'],
      ...rows,
    ]),
  )
  const ours = [...results.keys()].filter((name) => name !== 'bare' && !name.endsWith('by hand'))
  const ratios = ours.map((name) => [
    name,
    ratio(name, name.startsWith('search') ? 'search by hand' : 'by hand'),
    ratio(name, 'bare'),
  ])
  process.stdout.write(`\n${table([['ratio', 'to by hand (aim: 0.70)', 'to bare'], ...ratios])}`)
}

/** What the parts take for one caller, in microseconds: a round trip counts whole, with both sides and the way between. */
async function stages(companies: readonly string[]): Promise<string> {
  const [, teamId] = await makeOpenTeam()
  const time = async (work: (n: number) => Promise<unknown> | unknown) => {
    for (let n = 0; n < 200; n++) await work(n)
    const start = performance.now()
    for (let n = 0; n < 1_000; n++) await work(n)
    return `${Math.round(performance.now() - start)} µs`
  }
  const id = (n: number) => companies[n % companies.length] ?? ''
  const key = makeKey()
  const slices = await new SliceBook(db.pool('search')).current()
  const read = async (n: number) => {
    const known = await readCompany(db.pool('read'), id(n), 20_000)
    if (!known) throw new Error(`no company ${id(n)}`)
    return known
  }
  const known = await Promise.all(companies.slice(0, 100).map((_, n) => read(n)))
  const compose = (n: number) => {
    const { company, signals, total, now } = known[n % known.length] as (typeof known)[number]
    return dossierOf(company, signals, total, slices, now)
  }
  const rows = [
    ['an empty question to the database', await time(() => db.pool('charge').query('select 1'))],
    ['hash a key', await time(() => hashKey(key))],
    ['look whether a kept dossier holds', await time((n) => readMarks(db.pool('read'), [id(n)]))],
    ['read a company and its signals', await time(read)],
    ['compose the dossier', await time(compose)],
    ['compose it and make JSON of it', await time((n) => JSON.stringify(compose(n)))],
    [
      'charge it (durable)',
      await time((n) =>
        charge(db.pool('charge'), { teamId, plan: 'pro' }, { endpoint: 'dossier', records: 1, companyId: id(n) }),
      ),
    ],
  ]
  return table(rows)
}
