// Companies visited per second by one process, without the pauses between requests, compared with a bare loop of the same
// requests with JSON.parse just before and after. Then the WAL of a visit that finds nothing new, and the memory with many
// watched companies.
//
//   npm run bench -- collect [--companies 2000] [--jobs 20] [--rounds 3] [--watched 100000] [--archive]
//
// With --archive the answers of visits that change something are kept.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Pool } from 'undici'
import { addWatched, CollectingNode, openArchive } from '../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS } from '../src/collect/collectors/index.ts'
import { openFetcher } from '../src/collect/fetching/index.ts'
import { migrate, one, openDatabase } from '../src/db/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import type { BoardsState } from './collect-boards.ts'
import { median, table } from './report.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '2000' },
    jobs: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    watched: { type: 'string', default: '100000' },
    archive: { type: 'boolean', default: false },
  },
})
const [companies, rounds, watched] = [Number(values.companies), Number(values.rounds), Number(values.watched)]
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const boards = fork(fileURLToPath(new URL('collect-boards.ts', import.meta.url)), [values.jobs])
const [port] = (await once(boards, 'message')) as [number]
const origin = `http://127.0.0.1:${port}`
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  COLLECT_CONTACT: 'bench@example.com',
  COLLECT_REROUTE: origin,
  ...(values.archive && { COLLECT_ARCHIVE_DIR: join(folder, 'archive') }),
})
const log = createLog(config)
const archive = openArchive(config, log)
let archivedBytes = 0
const db = await openDatabase({ config, log })

interface Pace {
  /** Companies a second. */
  readonly rate: number
  /** Milliseconds of this thread for each. */
  readonly cpuMs: number
}

interface Compared extends Pace {
  /** Of the bare loop, by time and by the CPU's. */
  readonly share: number
  readonly cpuShare: number
}

try {
  await migrate(() => db.connectDirect())
  const pool = db.pool('settings')
  await pool.query('alter system set full_page_writes = off')
  await pool.query('select pg_reload_conf()')
  await watch()
  const empty = await walBytes()
  const first = await visit()
  const [firstWal, firstArchived] = [((await walBytes()) - empty) / companies, archivedBytes / companies]
  await bareLoop()
  const wal: number[] = []
  const same = await compared(async () => {
    const before = await walBytes()
    const pace = await visit()
    wal.push(((await walBytes()) - before) / companies)
    return pace
  })
  await show({ percent: 0, more: 0, moving: true })
  const moving = await compared(visit)
  let more = 0
  const changed = await compared(async () => {
    await show({ percent: 5, more: ++more, moving: true })
    return visit()
  })
  const early = memoryMb()
  await watchOthers()
  const crowded = await compared(visit)
  const late = memoryMb()
  const row = (name: string, pace: Compared, note: string) => [
    name,
    `${Math.round(pace.rate)} companies/s`,
    `${pace.share.toFixed(2)} of the bare loop, ${note}; ${pace.cpuMs.toFixed(2)} ms CPU, ${pace.cpuShare.toFixed(1)} times the loop's`,
  ]
  process.stdout.write(
    table([
      [
        'first visits',
        `${Math.round(first.rate)} companies/s`,
        `${first.cpuMs.toFixed(2)} ms CPU; ${Math.round(firstWal)} bytes of WAL and ${Math.round(firstArchived)} of archive each`,
      ],
      row('unchanged, the same bytes', same, 'target 0.7'),
      row('unchanged, dates move', moving, 'target 0.7'),
      row('5 % changed', changed, 'target 0.4'),
      ['WAL per unchanged visit', `${Math.round(median(wal))} bytes`, 'target: under 200, without full-page images'],
      row(`unchanged, ${watched.toLocaleString('en')} watched`, crowded, 'dates move'),
      ['heap in use', `${early.heap} MB`, `${late.heap} MB with ${watched.toLocaleString('en')} watched`],
      [
        'memory (RSS)',
        `${early.rss} MB`,
        `${late.rss} MB; ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB at most`,
      ],
    ]),
  )
} finally {
  await archive?.close()
  await db.close()
  boards.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** The median of all rounds, each next to a bare loop before and after it. */
async function compared(run: () => Promise<Pace>): Promise<Compared> {
  const all: Compared[] = []
  let before = await bareLoop()
  for (let round = 0; round < rounds; round++) {
    await due()
    const pace = await run()
    const after = await bareLoop()
    const share = pace.rate / ((before.rate + after.rate) / 2)
    all.push({ ...pace, share, cpuShare: pace.cpuMs / ((before.cpuMs + after.cpuMs) / 2) })
    before = after
  }
  const middle = (name: keyof Compared) => median(all.map((each) => each[name]))
  return { rate: middle('rate'), cpuMs: middle('cpuMs'), share: middle('share'), cpuShare: middle('cpuShare') }
}

async function show(state: BoardsState): Promise<void> {
  boards.send(state)
  await once(boards, 'message')
}

function memoryMb(): { readonly heap: number; readonly rss: number } {
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: Math.round(heapUsed / 2 ** 20), rss: Math.round(rss / 2 ** 20) }
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

async function visit(): Promise<Pace> {
  let visits = 0
  const node = new CollectingNode(db, {
    collectors: BOARD_COLLECTORS,
    archive,
    openAsker: () => openFetcher(config, log),
    log,
    once: { all: false },
    pauses: { systemMs: 0, hostMs: 0 },
    onVisit: ({ settled, result }) => {
      visits++
      archivedBytes += result.kind === 'snapshot' ? (result.answers?.archivedBytes ?? 0) : 0
      if (settled.outcome === 'failed') throw new Error('a visit of the benchmark failed')
    },
  })
  const pace = await timed(() => node.run(new AbortController().signal))
  if (visits !== companies) throw new Error(`${visits} visits instead of ${companies}`)
  return pace
}

/** The same requests, one after the other. */
async function bareLoop(): Promise<Pace> {
  const client = new Pool(origin, { connections: 1 })
  const pace = await timed(async () => {
    for (let i = 0; i < companies; i++) {
      const { body } = await client.request({ method: 'GET', path: `/v1/boards/company${i}/jobs?content=true` })
      JSON.parse(await body.text())
    }
  })
  await client.close()
  return pace
}

async function timed(run: () => Promise<void>): Promise<Pace> {
  const cpu = process.threadCpuUsage()
  const startedAt = performance.now()
  await run()
  const { user, system } = process.threadCpuUsage(cpu)
  return { rate: (companies * 1_000) / (performance.now() - startedAt), cpuMs: (user + system) / 1_000 / companies }
}
