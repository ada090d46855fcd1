// Companies visited per second by one process, without the pauses between requests, compared with a bare loop of the same
// requests with JSON.parse. Then the WAL of a visit that finds nothing new, and the memory with many watched companies.
//
//   npm run bench -- collect [--companies 2000] [--jobs 20] [--watched 100000]

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { addWatched, CollectingNode } from '../src/features/collecting/index.ts'
import { BOARD_COLLECTORS } from '../src/features/collectors/index.ts'
import { openFetcher } from '../src/features/fetching/index.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { table } from './report.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '2000' },
    jobs: { type: 'string', default: '20' },
    watched: { type: 'string', default: '100000' },
  },
})
const [companies, watched] = [Number(values.companies), Number(values.watched)]
const boards = new Worker(new URL('collect-boards.ts', import.meta.url), { workerData: { jobs: Number(values.jobs) } })
const [port] = (await once(boards, 'message')) as [number]
const origin = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  COLLECT_CONTACT: 'bench@example.com',
  COLLECT_REROUTE: origin,
})
const log = createLog(config)
const db = await openDatabase({ config, log })

try {
  await migrate(() => db.connectDirect())
  const pool = db.pool('settings')
  await pool.query('alter system set full_page_writes = off')
  await pool.query('select pg_reload_conf()')
  await watch()
  const first = await visit()
  await bareLoop()
  const bare = Math.max(await bareLoop(), await bareLoop())
  await due()
  const before = await walBytes()
  const unchanged = await visit()
  const wal = ((await walBytes()) - before) / companies
  await due()
  const again = await visit()
  boards.postMessage(5)
  await once(boards, 'message')
  await due()
  const changed = await visit()
  const earlyMb = rssMb()
  await watchOthers()
  await due()
  const crowded = await visit()
  const best = Math.max(unchanged.rate, again.rate)
  process.stdout.write(
    table([
      ['first visits', `${Math.round(first.rate)} companies/s`, `${first.created} signals created`],
      ['bare loop with JSON.parse', `${Math.round(bare)} companies/s`, ''],
      ['unchanged', `${Math.round(best)} companies/s`, `${ratio(best, bare)} of the bare loop, target 0.7`],
      [
        '5 % changed',
        `${Math.round(changed.rate)} companies/s`,
        `${ratio(changed.rate, bare)}, target 0.4; ${changed.created} created`,
      ],
      ['WAL per unchanged visit', `${Math.round(wal)} bytes`, 'target: under 200, without full-page images'],
      [
        `unchanged, ${watched.toLocaleString('en')} watched`,
        `${Math.round(crowded.rate)} companies/s`,
        ratio(crowded.rate, bare),
      ],
      ['memory (RSS)', `${earlyMb} MB`, `${rssMb()} MB with ${watched.toLocaleString('en')} watched`],
    ]),
  )
} finally {
  await db.close()
  await boards.terminate()
  rmSync(folder, { recursive: true, force: true })
}

function ratio(rate: number, bare: number): string {
  return (rate / bare).toFixed(2)
}

function rssMb(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20)
}

async function watch(): Promise<void> {
  const requests = Array.from({ length: companies }, (_, i) => ({
    domain: `company${i}.example`,
    board: `https://boards.greenhouse.io/company${i}`,
  }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, BOARD_COLLECTORS))
}

/** Looks that are not due. */
async function watchOthers(): Promise<void> {
  const pool = db.pool('settings')
  await pool.query(
    `insert into watched_companies (domain) select 'other' || n || '.example' from generate_series(1, $1::int) n`,
    [watched],
  )
  await pool.query(
    `with added as (insert into looks (domain, collector, target, types)
       select domain, 'greenhouse', replace(domain, '.', '-'), '{hiring}' from watched_companies where domain like 'other%' returning id)
     insert into look_times (look_id, lane, due_at, visited_at) select id, 'greenhouse', now() + interval '1 day', now() from added`,
  )
  await pool.query('analyze look_times')
}

async function due(): Promise<void> {
  await db
    .pool('settings')
    .query(
      `update look_times t set due_at = now(), visited_at = now() - interval '2 hours' from looks l where l.id = t.look_id and l.domain like 'company%'`,
    )
  await db.pool('settings').query('vacuum look_times')
}

async function walBytes(): Promise<number> {
  const sql = `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`
  return (await one<{ bytes: number }>(db.pool('settings'), sql)).bytes
}

async function visit(): Promise<{ readonly rate: number; readonly created: number }> {
  let visits = 0
  let created = 0
  const node = new CollectingNode(db, {
    collectors: BOARD_COLLECTORS,
    openAsker: () => openFetcher(config, log),
    log,
    once: { all: false },
    pauses: { systemMs: 0, hostMs: 0 },
    onVisit: ({ settled }) => {
      visits++
      created += settled.created
      if (settled.outcome === 'failed') throw new Error('a visit of the benchmark failed')
    },
  })
  const startedAt = performance.now()
  await node.run(new AbortController().signal)
  if (visits !== companies) throw new Error(`${visits} visits instead of ${companies}`)
  return { rate: (visits * 1_000) / (performance.now() - startedAt), created }
}

/** The same requests, one after the other. */
async function bareLoop(): Promise<number> {
  const client = new Pool(origin, { connections: 1 })
  const startedAt = performance.now()
  for (let i = 0; i < companies; i++) {
    const { body } = await client.request({ method: 'GET', path: `/v1/boards/company${i}/jobs?content=true` })
    JSON.parse(await body.text())
  }
  const rate = (companies * 1_000) / (performance.now() - startedAt)
  await client.close()
  return rate
}
