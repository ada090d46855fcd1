// One team's searches while another team attacks. The victim sends simple searches one after the other: calm, beside an
// attacker at the limits of its plan (20 requests at once, again and again), and beside one who resets 200 connections
// after 10 ms. The attacker asks the most expensive queries: some that are refused, and the worst that are accepted.
// First by the index, then by PostgreSQL alone, in a smaller world of its own.
//
//   npm run bench -- search-fairness [--signals 1000000] [--postgres-signals 100000] [--seconds 20] [--only index] [--profile]

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate, openDatabase } from '../src/db/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { startServer } from './api/processes.ts'
import { createTeams, createUnlimitedTeam } from './api/setup.ts'
import { percentile, table } from './report.ts'
import type { Attack, AttackResult } from './search/attacker.ts'
import { fill } from './search/load-tables.ts'
import { World } from './search/world.ts'

const { values } = parseArgs({
  options: {
    signals: { type: 'string', default: '1000000' },
    'postgres-signals': { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
/** Searches a second of the victim. */
const RATE = 20
const RESET_CONNECTIONS = 200
const RESET_AFTER_MS = 10
const PLAN_CONNECTIONS = 20

const WORDS = ['engineer', 'manager', 'analyst', 'scientist', 'developer', 'architect', 'specialist', 'designer']
const VICTIM_QUERIES = WORDS.flatMap((word) => [
  `hiring(title ~ ${word})`,
  `hiring(title ~ "robotics ${word}") AND tool`,
  `hiring(title ~ ${word}, count >= 2) AND NOT web`,
])
const anyText = (n: number) =>
  `any(text ~ ${'aeshirxbcdfg'
    .slice(n % 5, (n % 5) + 7)
    .split('')
    .join('*|')}*)`
const chainOf = (steps: number) => Array.from({ length: steps }, (_, n) => anyText(n)).join(' THEN ')
/** From refused to cheap: whatever the number of signals, some are just below the bound. */
const ATTACKS = [20, 14, 10, 8, 6, 5, 4, 3, 2].map(chainOf)

interface Scenario {
  readonly name: string
  readonly attack?: Pick<Attack, 'connections' | 'resetAfterMs'>
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'calm' },
  { name: 'attacker at plan limits', attack: { connections: PLAN_CONNECTIONS } },
  {
    name: `attacker resets ${RESET_CONNECTIONS} after ${RESET_AFTER_MS} ms`,
    attack: { connections: RESET_CONNECTIONS, resetAfterMs: RESET_AFTER_MS },
  },
]

const PROFILE = values.profile ? ['--cpu-prof', '--cpu-prof-dir=/tmp/pro-signal-profile'] : []
const print = (line: string) => process.stdout.write(`${line}\n`)

let searches = 0

if (values.only !== 'postgres') await measure('index', Number(values.signals))
if (values.only !== 'index') await measure('postgres', Number(values['postgres-signals']))

async function measure(engine: 'index' | 'postgres', signals: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const db = await openDatabase({ config, log: createLog(config) })
  const children: ChildProcess[] = []
  try {
    await migrate(() => db.connectDirect())
    const world = new World({ companies: Math.round(signals / 10), signals })
    await fill(db, world, { companies: '/dev/null', signals: ['/dev/null', '/dev/null'] })
    const pool = db.pool('settings')
    const attackers = await createTeams(pool, 2)
    const { key } = await createUnlimitedTeam(pool)
    process.env.SEARCH_ENGINE = engine
    const { port } = await startServer([...PROFILE, 'src/main.ts', 'serve', '--roles', 'api'], folder, (child) =>
      children.push(child),
    )
    await waitForEngine(port, engine)
    const attacker = fork(join(import.meta.dirname, 'search/attacker.ts'))
    children.push(attacker)
    // Warm-up.
    await victim(port, key, 3)
    const rows = [
      [
        `${engine}, ${signals.toLocaleString('en')} signals`,
        'searches',
        'p50',
        'p99',
        'p99 to calm',
        'attacker’s replies',
      ],
    ]
    let calm = 0
    for (const [i, { name, attack }] of SCENARIOS.entries()) {
      if (attack) attacker.send({ port, key: attackers[i - 1] ?? '', queries: ATTACKS, ...attack } satisfies Attack)
      const { latencies, failures } = await victim(port, key, seconds)
      let replies: Record<string, number> = {}
      if (attack) {
        attacker.send('end')
        const [result] = (await once(attacker, 'message')) as [AttackResult]
        replies = result.replies
      }
      const p99 = percentile(latencies, 99)
      if (!attack) calm = p99
      const statuses = Object.entries(replies).map(([status, count]) => `${count} × ${status}`)
      rows.push([
        name,
        `${latencies.length}${failures > 0 ? ` and ${failures} failed` : ''}`,
        `${percentile(latencies, 50).toFixed(1)} ms`,
        `${p99.toFixed(1)} ms`,
        `${(p99 / calm).toFixed(1)} ×`,
        statuses.join(', '),
      ])
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
    }
    print(table(rows))
    print(engine === 'index' ? 'Aim: p99 below 100 ms.\n' : 'Aim: p99 at most 3 × that of the calm node.\n')
  } finally {
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function waitForEngine(port: number, engine: string): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (((await response.json()) as { search?: string }).search === engine) return
    await sleep(100)
  }
  throw new Error(`the ${engine} did not become ready`)
}

/** Sends searches at a steady rate, one at a time; returns milliseconds, sorted. */
async function victim(
  port: number,
  key: string,
  forSeconds: number,
): Promise<{ latencies: number[]; failures: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const latencies: number[] = []
  let failures = 0
  const end = performance.now() + forSeconds * 1_000
  while (performance.now() < end) {
    const start = performance.now()
    const query = VICTIM_QUERIES[searches++ % VICTIM_QUERIES.length]
    // No two searches are equal, so that no reply comes from a cache.
    const body = JSON.stringify({ signal_query: query, employeesMax: 3_000_000 + searches, pageSize: 10 })
    const status = await post(agent, port, key, body)
    if (status === 200) latencies.push(performance.now() - start)
    else failures++
    await sleep(Math.max(0, 1_000 / RATE - (performance.now() - start)))
  }
  agent.destroy()
  return { latencies: latencies.sort((a, b) => a - b), failures }
}

function post(agent: Agent, port: number, key: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(
      { agent, port, host: '127.0.0.1', path: '/api/v1/companies', method: 'POST', headers },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
