// The cost of a metered request. It compares the complete path (key, validation, work, serialisation, an exact and
// durable charge of six budgets) with two baselines: the same bytes from memory, and a hand-written route that does one
// indexed read and one guarded update. The routes run in turn on one machine in one run, so only the ratios mean
// anything.
//
//   npm run bench -- api [--rounds 3] [--seconds 5] [--connections 64] [--teams 12000] [--only dossier] [--profile]

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { many, migrate, openDatabase } from '../src/db/index.ts'
import { loadWorld } from '../src/demo/index.ts'
import { loadConfig, packageRoot } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import type { Load, LoadResult } from './api/load.ts'
import { cpuSecondsOf, databaseCpuSeconds, startServer } from './api/processes.ts'
import { HAND_WRITTEN, HAND_WRITTEN_SEARCH, IN_MEMORY, type Measurement, printResults } from './api/results.ts'
import { createTeams, storeDossiers, storeSearches } from './api/setup.ts'
import { measureStages } from './api/stages.ts'
import { percentile } from './report.ts'

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
/** More than the dossier cache holds. */
const COMPANIES = 5_000
/** The companies that the cached routes request over and over. */
const POPULAR = 500

interface Target {
  readonly name: string
  readonly port: number
  readonly process: ChildProcess
  readonly requests: string[]
  sent: number
}

const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const db = await openDatabase({ config, log: createLog(config) })
const children: ChildProcess[] = []

try {
  await migrate(() => db.connectDirect())
  await loadWorld(db, { companies: COMPANIES, signals: COMPANIES * 20, seed: 'bench' })
  const pool = db.pool('settings')
  const companies = (await many<{ id: string }>(pool, 'select id from companies order by ordinal')).map(({ id }) => id)
  const keys = await createTeams(pool, teamCount)
  const service = await start([
    ...(values.profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/pro-signal-profile'] : []),
    'src/main.ts',
    'serve',
    '--roles',
    'api',
  ])
  const popular = companies.slice(0, POPULAR)
  const replyBytes = await storeDossiers(pool, service.port, popular)
  const searches = await storeSearches(pool, service.port)
  const baselines = await start(['bench/api/baselines.ts'])
  const loader = fork(join(packageRoot, 'bench/api/load.ts'), { serialization: 'advanced' })
  children.push(loader)

  const popularId = (n: number) => popular[(n * 7) % popular.length] ?? ''
  const anyId = (n: number) => companies[n % companies.length] ?? ''
  const search = (n: number) => searches[n % searches.length] as (typeof searches)[number]
  const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: bench\r\n${header}\r\n`
  const getWithKey = (n: number, path: string) => get(path, `Authorization: Bearer ${keys[n % keys.length]}\r\n`)
  const post = (n: number, body: string) =>
    `POST /api/v1/companies HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${keys[n]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const target = (
    name: string,
    server: { port: number; process: ChildProcess },
    request: (n: number) => string,
    count = teamCount,
  ): Target => ({ name, ...server, requests: Array.from({ length: count }, (_, n) => request(n)), sent: 0 })

  const targets = [
    target(IN_MEMORY, baselines, (n) => get(`/in-memory/${popularId(n)}`)),
    target(HAND_WRITTEN, baselines, (n) => get(`/hand-written/${popularId(n)}/${n}`)),
    target('dossier', service, (n) => getWithKey(n, `/api/v1/companies/${popularId(n)}`)),
    target(
      'dossier, uncached',
      service,
      (n) => getWithKey(n, `/api/v1/companies/${anyId(n)}`),
      Math.max(teamCount, COMPANIES),
    ),
    target(HAND_WRITTEN_SEARCH, baselines, (n) => get(`/hand-written/${search(n).id}/${n}`)),
    target('search', service, (n) => post(n, search(n).body)),
    // No request is sent twice: each has another upper bound of employees, which no company reaches.
    target('search, uncached', service, (n) =>
      post(n, JSON.stringify({ ...JSON.parse(search(n).body), employeesMax: 2_000_000 + n })),
    ),
  ].filter(({ name }) => name.includes(values.only) || name.startsWith(HAND_WRITTEN))

  // Warm-up: one request per team, because a process in production has already seen its teams.
  for (const each of targets) await measure(loader, each, 120, teamCount)
  const results = new Map<string, Measurement[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const each of targets) results.get(each.name)?.push(await measure(loader, each, seconds))
  }
  process.stdout.write(
    `${connections} connections, ${teamCount} teams, ${replyBytes} bytes per reply, medians of ${rounds} rounds of ${seconds} s\n\n`,
  )
  printResults(results)
  process.stdout.write(`\n${await measureStages(db, companies)}`)
} finally {
  for (const child of children) child.kill()
  await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

async function start(args: string[]): Promise<{ port: number; process: ChildProcess }> {
  return startServer(args, folder, (child) => children.push(child))
}

async function measure(
  loader: ChildProcess,
  target: Target,
  forSeconds: number,
  maxRequests = Number.MAX_SAFE_INTEGER,
): Promise<Measurement> {
  const cpuBefore = [cpuSecondsOf(target.process.pid ?? 0), databaseCpuSeconds(folder)] as const
  const load: Load = {
    port: target.port,
    requests: target.requests,
    from: target.sent,
    connections,
    seconds: forSeconds,
    maxRequests,
  }
  loader.send(load)
  const [result] = (await once(loader, 'message')) as [LoadResult]
  const { latencies, seconds: elapsed, failures, cpuSeconds } = result
  const count = latencies.length
  target.sent += count
  const perRequest = (cpu: number) => (cpu * 1_000) / Math.max(1, count)
  return {
    rate: count / elapsed,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    failures,
    cpuMs: [
      perRequest(cpuSecondsOf(target.process.pid ?? 0) - cpuBefore[0]),
      perRequest(databaseCpuSeconds(folder) - cpuBefore[1]),
      perRequest(cpuSeconds),
    ],
  }
}
