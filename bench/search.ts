// Search: the index against its PostgreSQL twin and against DuckDB, the same questions interleaved in one run, every
// total compared. Then sixteen callers at once, and questions while signals come in.
//
//   npm run bench -- search [--companies 100000] [--signals 1000000] [--milliseconds 2000]

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { copyIn, copyLine, type Database, many, migrate, one, openDatabase } from '../src/db/index.ts'
import { readHead, Stamper } from '../src/features/log/index.ts'
import { parseSignalQuery, searchTextOf } from '../src/features/query/index.ts'
import { IndexEngine, postgresEngine, type Search, type SearchEngine } from '../src/features/search/index.ts'
import type { IncomingSignal, SignalType } from '../src/features/signals/index.ts'
import { companyId, signalId, writeRecords } from '../src/features/write-path/index.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { percentile, table } from './report.ts'
import { type Asked, CLASSES } from './search/classes.ts'
import { Duck } from './search/duckdb.ts'
import type { Opened } from './search/warm.ts'
import { AS_OF, TYPES, timeText, World } from './search/world.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    signals: { type: 'string', default: '1000000' },
    milliseconds: { type: 'string', default: '2000' },
  },
})
const world = new World({ companies: Number(values.companies), signals: Number(values.signals) })
/** For one engine and one class. */
const BUDGET_MS = Number(values.milliseconds)
const MOST_ROUNDS = 30
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const log = createLog(config)
const db = await openDatabase({ config, log })
const say = (line: string) => process.stdout.write(`${line}\n`)

async function measureIndex(database: Database): Promise<IndexEngine> {
  const file = join(folder, 'search-index')
  const start = performance.now()
  const engine = new IndexEngine({ direct: database.direct, file, mostBytes: 4_095 * 2 ** 20, log })
  while (!engine.status.isReady && !engine.status.isRefused) await sleep(5)
  const seconds = (performance.now() - start) / 1_000
  const other = fork(join(import.meta.dirname, 'search/warm.ts'))
  other.send({ direct: database.direct, file })
  const [warm] = (await once(other, 'message')) as [Opened]
  const { companies, signals } = world.size
  // A company is counted as its whole 96 bytes: what is left is the signals'.
  const each = (bytes: number) =>
    `${((bytes - 96 * companies) / signals).toFixed(1)} bytes a signal beside 96 a company`
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  say(
    table([
      ['load from PostgreSQL', `${seconds.toFixed(1)} s`, ''],
      ['start from the snapshot', `${warm.seconds.toFixed(2)} s`, ''],
      ['memory of the index', megabytes(warm.bytes), each(warm.bytes)],
      ['growth of a process that opens it', megabytes(warm.grown), `${each(warm.grown)}; aim: 40`],
    ]),
  )
  return engine
}

function searchOf({ query, filters = {}, sort = 'heat' }: Asked): Search {
  return { query: parseSignalQuery(query), filters, sort, asOf: AS_OF, offset: 0, limit: 25, explain: false }
}

async function measureClasses(index: SearchEngine, twin: SearchEngine, duck: Duck): Promise<void> {
  const rivals: Record<string, (search: Search) => Promise<{ total: number; ordinals: readonly number[] }>> = {
    index: (search) => index.page(search),
    postgres: (search) => twin.page(search),
    duckdb: (search) => duck.total(search),
  }
  const rows: string[][] = [
    ['', 'companies', 'index p50', 'p99', 'postgres p50', 'p99', 'ratio', 'duckdb p50', 'p99', 'ratio'],
  ]
  const logs: Record<string, number[]> = { postgres: [], duckdb: [] }
  for (const [name, variants] of Object.entries(CLASSES)) {
    const searches = variants.map(searchOf)
    const times: Record<string, number[]> = Object.fromEntries(Object.keys(rivals).map((rival) => [rival, []]))
    const spent: Record<string, number> = {}
    const totals: number[] = []
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (const [i, search] of searches.entries()) {
        for (const [rival, ask] of Object.entries(rivals)) {
          if (round > 0 && (spent[rival] ?? 0) > BUDGET_MS) continue
          const start = performance.now()
          const found = await ask(search)
          const took = performance.now() - start
          spent[rival] = (spent[rival] ?? 0) + took
          times[rival]?.push(took)
          if (rival === 'index') totals[i] = found.total
          if (found.total !== totals[i])
            throw new Error(`${rival} finds ${found.total} and the index ${totals[i]}: ${variants[i]?.query}`)
        }
      }
    }
    const sorted = Object.fromEntries(Object.entries(times).map(([rival, list]) => [rival, list.sort((a, b) => a - b)]))
    const p = (rival: string, percent: number) => percentile(sorted[rival] ?? [], percent)
    const ratio = (rival: string) => {
      const value = p(rival, 50) / p('index', 50)
      logs[rival]?.push(Math.log(value))
      return `${value.toFixed(0)} ×`
    }
    const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)
    rows.push([
      ...[name, (totals[0] ?? 0).toLocaleString('en'), ms(p('index', 50)), ms(p('index', 99))],
      ...[ms(p('postgres', 50)), ms(p('postgres', 99)), ratio('postgres')],
      ...[ms(p('duckdb', 50)), ms(p('duckdb', 99)), ratio('duckdb')],
    ])
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
  }
  const mean = (list: readonly number[] = []) => Math.exp(list.reduce((sum, value) => sum + value, 0) / list.length)
  rows.push([
    'geometric mean of the ratios',
    '',
    '',
    '',
    '',
    '',
    `${mean(logs.postgres).toFixed(0)} ×`,
    '',
    '',
    `${mean(logs.duckdb).toFixed(0)} ×`,
  ])
  say(table(rows))
}

const CALLERS = 16

async function measureCallers(index: SearchEngine, twin: SearchEngine): Promise<void> {
  const searches = Object.values(CLASSES).flatMap((variants) => variants.map(searchOf))
  const rate = async (engine: SearchEngine, ms: number) => {
    const end = performance.now() + ms
    let answered = 0
    const start = performance.now()
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let i = caller * 7; performance.now() < end; i++) {
          await engine.page(searches[i % searches.length] as Search)
          answered++
        }
      }),
    )
    return answered / ((performance.now() - start) / 1_000)
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const ours = await rate(index, 5_000)
  delay.disable()
  const theirs = await rate(twin, 10_000)
  say(
    table([
      [
        `${CALLERS} callers, all classes`,
        `index ${ours.toFixed(0)}/s`,
        `postgres ${theirs.toFixed(1)}/s`,
        `${(ours / theirs).toFixed(0)} ×`,
      ],
      ['longest pause of the event loop', `${(delay.max / 1e6).toFixed(1)} ms`, 'aim: below 20', ''],
    ]),
  )
}

function arriving(n: number, at: number): IncomingSignal {
  const domain = `c${(n * 7_919) % world.size.companies}.example`
  return {
    record: 'signal',
    type: 'hiring',
    company: { domain },
    source: 'bench',
    key: `late ${n}`,
    occurredAt: AS_OF - 60 + at,
    confidence: 0.9,
    label: 'quantum gardener',
    status: 'active',
    fields: { jobTitle: 'quantum gardener', function: 'other' },
  }
}

/** Signals per second, and for how long. */
const ARRIVALS = { rate: 2_000, seconds: 15 }

async function measureWhileWriting(database: Database, index: IndexEngine, twin: SearchEngine): Promise<void> {
  const searches = Object.values(CLASSES).map(([first]) => searchOf(first as Asked))
  const ask = async (until: () => boolean) => {
    const times: number[] = []
    for (let i = 0; !until(); i++) {
      const start = performance.now()
      await index.page(searches[i % searches.length] as Search)
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)
  }
  const quietEnd = performance.now() + 5_000
  const quiet = await ask(() => performance.now() > quietEnd)
  const stamper = new Stamper(database)
  const visible: number[] = []
  let isWriting = true
  const writing = (async () => {
    const start = performance.now()
    for (let n = 1; n < ARRIVALS.rate * ARRIVALS.seconds; n += 200) {
      await writeRecords(
        database,
        stamper,
        Array.from({ length: 200 }, (_, i) => arriving(n + i, 0)),
      )
      const committed = performance.now()
      const head = await stamper.stamp().then(() => readHead(database.pool('ingest')))
      void (async () => {
        while (index.status.position < head && performance.now() - committed < 10_000) await sleep(2)
        visible.push(performance.now() - committed)
      })()
      const due = start + (n / ARRIVALS.rate) * 1_000
      await sleep(Math.max(0, due - performance.now()))
    }
    const seconds = (performance.now() - start) / 1_000
    isWriting = false
    return (ARRIVALS.rate * ARRIVALS.seconds) / seconds
  })()
  const busy = await ask(() => !isWriting)
  const rate = await writing
  const head = await stamper.stamp()
  for (let i = 0; i < 1_000 && index.status.position < head; i++) await sleep(20)
  visible.sort((a, b) => a - b)
  for (const search of searches) {
    const [ours, theirs] = [await index.page(search), await twin.page(search)]
    if (ours.total !== theirs.total || ours.ordinals.join() !== theirs.ordinals.join()) {
      throw new Error(
        `after the writing the index finds ${ours.total} and PostgreSQL ${theirs.total}: ${ours.ordinals} and ${theirs.ordinals}`,
      )
    }
  }
  const { total } = await index.page(searchOf({ query: 'hiring(title ~ "quantum gardener")' }))
  const { expected } = await one<{ expected: number }>(
    database.pool('ingest'),
    `select count(distinct company_ordinal)::int as expected from signals where label = 'quantum gardener'`,
  )
  if (total !== expected) throw new Error(`${expected} companies were written to and ${total} are found`)
  say(
    table([
      ['p99 of all classes, nothing written', `${percentile(quiet, 99).toFixed(1)} ms`, ''],
      [
        `p99 with ${rate.toFixed(0)} signals/s coming in`,
        `${percentile(busy, 99).toFixed(1)} ms`,
        `${(percentile(busy, 99) / percentile(quiet, 99)).toFixed(2)} ×; aim: below 2`,
      ],
      [
        'committed to found',
        `p50 ${percentile(visible, 50).toFixed(0)} ms`,
        `p99 ${percentile(visible, 99).toFixed(0)} ms`,
      ],
      ['nothing missed', `${total.toLocaleString('en')} companies`, 'equal to PostgreSQL on every class'],
    ]),
  )
}

try {
  await migrate(() => db.connectDirect())
  say(
    `filling PostgreSQL: ${world.size.companies.toLocaleString('en')} companies, ${world.size.signals.toLocaleString('en')} signals`,
  )
  const csv = { companies: join(folder, 'companies.csv'), signals: join(folder, 'signals.csv') }
  await fill(db, csv)
  const index = await measureIndex(db)
  say('filling DuckDB')
  const duck = await Duck.open(csv.companies, csv.signals)
  const twin = postgresEngine(db.pool('ingest'))
  // By the pool with the longest time-out: a benchmark waits.
  await measureClasses(index, twin, duck)
  await measureCallers(index, twin)
  await measureWhileWriting(db, index, twin)
  await index.close()
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}
