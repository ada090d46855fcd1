// Search: the index, the PostgreSQL engine and DuckDB answer the same searches, interleaved in one run, and every total
// and page is compared. Then sixteen callers search concurrently, and then one caller searches while signals are written.
//
//   npm run bench -- search [--companies 100000] [--signals 1000000] [--milliseconds 2000] [--keep FOLDER] [--shards 2]
//   npm run bench -- search --world index [--companies 10000000] [--signals 100000000] [--shards 1,2]
//
// The second builds only the index, without a database, in several numbers of shards that are then compared
// (search/index-world.ts).
//
// --keep fills the folder once: a second run with the same size begins at once. No signals are written to a kept world,
// so that it stays as it is.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Database, migrate, one, openDatabase } from '../src/db/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { IndexEngine, postgresEngine, type Search, type SearchEngine } from '../src/search/index.ts'
import { Stamper } from '../src/write/log/index.ts'
import { announceRemoval } from '../src/write/write-path/index.ts'
import { percentile, reportProgress, sum, table } from './report.ts'
import { measureDelay, openClickHouse } from './search/clickhouse.ts'
import { DUCKDB_THREADS, DuckDbEngine } from './search/duckdb.ts'
import { type CommittedBatch, type WriterMessage, type WriterTask, wallClock } from './search/incoming-signals.ts'
import { openKept } from './search/kept-world.ts'
import { type CsvFiles, fill } from './search/load-tables.ts'
import { measureClasses, searchOf } from './search/measure-classes.ts'
import type { OpenedSnapshot } from './search/open-snapshot.ts'
import { type BenchSearch, CLASSES } from './search/query-classes.ts'
import { World } from './search/world.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    signals: { type: 'string', default: '1000000' },
    milliseconds: { type: 'string', default: '2000' },
    keep: { type: 'string' },
    shards: { type: 'string' },
    world: { type: 'string', default: 'database' },
  },
})
if (values.world === 'index') {
  const { measureIndexWorld } = await import('./search/index-world.ts')
  await measureIndexWorld({
    size: { companies: Number(values.companies), signals: Number(values.signals) },
    shards: (values.shards ?? '1').split(',').map(Number),
    budgetMs: Number(values.milliseconds),
  })
  process.exit()
}
const world = new World({ companies: Number(values.companies), signals: Number(values.signals) })
/** For one engine and one class. An engine whose first answer takes longer gives only that one. */
const BUDGET_MS = Number(values.milliseconds)
const kept = values.keep === undefined ? undefined : openKept(resolve(values.keep), world.size)
const folder = kept?.folder ?? mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const log = createLog(config)
const db = await openDatabase({ config, log })
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Of the columns by company (layout/columns.ts), with the working space of two searches. The rest is for the signals. */
const COMPANY_BYTES = 149

async function measureIndex(database: Database): Promise<IndexEngine> {
  const file = join(folder, 'search-index')
  const isKept = existsSync(file)
  const start = performance.now()
  const shards = values.shards === undefined ? {} : { shards: Number(values.shards) }
  const engine = new IndexEngine({ direct: database.direct, file, maxBytes: 64 * 2 ** 30, log, ...shards })
  while (!engine.status.isReady && !engine.status.isDisabled) await sleep(5)
  const seconds = (performance.now() - start) / 1_000
  const opener = fork(join(import.meta.dirname, 'search/open-snapshot.ts'))
  opener.send({ direct: database.direct, file, ...shards })
  const [opened] = (await once(opener, 'message')) as [OpenedSnapshot]
  const { companies, signals } = world.size
  const perSignal = (bytes: number) =>
    `${((bytes - COMPANY_BYTES * companies) / signals).toFixed(1)} bytes a signal besides ${COMPANY_BYTES} a company`
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  print(
    table([
      ...(isKept ? [] : [['load from PostgreSQL', `${seconds.toFixed(1)} s`, '']]),
      ['start from the snapshot', `${opened.seconds.toFixed(2)} s`, ''],
      ['memory of the index', megabytes(opened.bytes), perSignal(opened.bytes)],
      ['growth of the process that opens it', megabytes(opened.grown), `${perSignal(opened.grown)}; target: 40`],
    ]),
  )
  return engine
}

const CALLERS = 16

async function measureCallers(index: SearchEngine, postgres: SearchEngine): Promise<void> {
  const searches = Object.values(CLASSES).flatMap((variants) => variants.map(searchOf))
  const rate = async (engine: SearchEngine, ms: number) => {
    const end = performance.now() + ms
    let answered = 0
    const start = performance.now()
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, caller) => {
        for (let i = caller * 7; performance.now() < end; i++) {
          // A search that times out in the database does not count.
          await engine.page(searches[i % searches.length] as Search).then(
            () => answered++,
            () => {},
          )
        }
      }),
    )
    return answered / ((performance.now() - start) / 1_000)
  }
  const idle = fork(join(import.meta.dirname, 'search/idle-process.ts'))
  idle.send('begin')
  await once(idle, 'message')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const ours = await rate(index, 5_000)
  delay.disable()
  idle.send('end')
  const [pause] = (await once(idle, 'message')) as [number]
  const theirs = await rate(postgres, 10_000)
  print(
    table([
      [
        `${CALLERS} callers, all classes`,
        `index ${ours.toFixed(0)}/s`,
        `postgres ${theirs.toFixed(1)}/s`,
        `${(ours / theirs).toFixed(0)} ×`,
      ],
      [
        'longest pause of the event loop',
        `${(delay.max / 1e6).toFixed(1)} ms`,
        'target: below 20',
        `an idle process: ${pause.toFixed(1)} ms`,
      ],
    ]),
  )
}

/** Signals per second, and for how long. */
const ARRIVALS = { rate: 2_000, seconds: 15 }
const CLICKHOUSE_ARRIVALS = 500

/** Runs a writer in a separate process; `onBatch` is called for each of its commits. */
async function write(name: string, seconds: number, onBatch: (batch: CommittedBatch) => void, rate = ARRIVALS.rate) {
  const task: WriterTask = { rate, folder, companies: world.size.companies, seconds, name }
  const writer = fork(join(import.meta.dirname, 'search/writer.ts'))
  const done = Promise.withResolvers<Extract<WriterMessage, { done: true }>>()
  writer.on('message', (message: WriterMessage) => ('done' in message ? done.resolve(message) : onBatch(message)))
  writer.once('exit', () => done.reject(new Error('the writer ended early')))
  writer.send(task)
  const busy = cpuMs()
  const start = performance.now()
  const { rate: reached, cpuSeconds } = await done.promise
  const took = performance.now() - start
  return { rate: reached, writerCores: (cpuSeconds * 1_000) / took, machineCores: (cpuMs() - busy) / took }
}

function cpuMs(): number {
  return sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq))
}

async function measureWhileWriting(database: Database, index: IndexEngine, postgres: SearchEngine): Promise<void> {
  const searches = Object.values(CLASSES).map(([first]) => searchOf(first as BenchSearch))
  const measure = async (until: () => boolean) => {
    const times: number[] = []
    for (let i = 0; !until(); i++) {
      const start = performance.now()
      await index.page(searches[i % searches.length] as Search)
      times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)
  }
  const alone = await write('alone', 5, () => {})
  const quietEnd = performance.now() + 5_000
  const quiet = await measure(() => performance.now() > quietEnd)
  const delays: Promise<number>[] = []
  let isWriting = true
  const waitFor = async ({ committedAt, head }: CommittedBatch) => {
    while (index.status.position < head && wallClock() - committedAt < 60_000) await sleep(2)
    return wallClock() - committedAt
  }
  const writing = write('late', ARRIVALS.seconds, (batch) => delays.push(waitFor(batch))).finally(() => {
    isWriting = false
  })
  const busy = await measure(() => !isWriting)
  const { rate } = await writing
  const head = await new Stamper(database).stamp()
  for (let i = 0; i < 1_000 && index.status.position < head; i++) await sleep(20)
  const visible = (await Promise.all(delays)).sort((a, b) => a - b)
  for (const search of searches) {
    const [ours, theirs] = [await index.page(search), await postgres.page(search)]
    if (ours.total !== theirs.total || ours.ordinals.join() !== theirs.ordinals.join()) {
      throw new Error(
        `after the writes the index finds ${ours.total} and PostgreSQL ${theirs.total}: ${ours.ordinals} and ${theirs.ordinals}`,
      )
    }
  }
  const { total } = await index.page(searchOf({ query: 'hiring(title ~ "quantum gardener")' }))
  const { expected } = await one<{ expected: number }>(
    database.pool('ingest'),
    `select count(distinct company_ordinal)::int as expected from signals where label = 'quantum gardener'`,
  )
  if (total !== expected)
    throw new Error(`signals of ${expected} companies were written and ${total} companies are found`)
  print(
    table([
      [
        `the writer alone, at ${alone.rate.toFixed(0)} signals/s`,
        `${alone.writerCores.toFixed(2)} cores`,
        `${alone.machineCores.toFixed(2)} of ${cpus().length} cores busy with the writer, PostgreSQL, the index and other processes`,
      ],
      ['p99 of all classes, without writes', `${percentile(quiet, 99).toFixed(1)} ms`, ''],
      [
        `p99 with ${rate.toFixed(0)} signals/s coming in`,
        `${percentile(busy, 99).toFixed(1)} ms`,
        `${(percentile(busy, 99) / percentile(quiet, 99)).toFixed(2)} ×; target: below 2`,
      ],
      [
        'committed to found',
        `p50 ${percentile(visible, 50).toFixed(0)} ms`,
        `p99 ${percentile(visible, 99).toFixed(0)} ms`,
      ],
      ['no signal missed', `${total.toLocaleString('en')} companies`, 'equal to PostgreSQL on every class'],
    ]),
  )
}

/** The world in PostgreSQL, and in DuckDB. */
async function openWorld(): Promise<DuckDbEngine> {
  const csv: CsvFiles = {
    companies: join(folder, 'companies.csv'),
    signals: [join(folder, 'signals-0.csv'), join(folder, 'signals-1.csv')],
  }
  if (!kept?.isFilled) {
    const start = performance.now()
    await fill(db, world, csv)
    // One event, because a snapshot needs a checkpoint in the log, and one that changes nothing.
    await announceRemoval(db, new Stamper(db))
    print(`PostgreSQL was filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
    await sleep(500)
  }
  const start = performance.now()
  reportProgress('filling DuckDB')
  const duckdb = await DuckDbEngine.open(csv, kept && join(folder, 'duckdb'))
  reportProgress('')
  print(`DuckDB (${DUCKDB_THREADS} threads) was filled in ${((performance.now() - start) / 1_000).toFixed(0)} s`)
  for (const file of [csv.companies, ...csv.signals]) rmSync(file, { force: true })
  kept?.markFilled()
  return duckdb
}

try {
  await migrate(() => db.connectDirect())
  const { companies, signals } = world.size
  print(`${companies.toLocaleString('en')} companies, ${signals.toLocaleString('en')} signals`)
  const duckdb = await openWorld()
  const index = await measureIndex(db)
  // The pool with the longest timeout: a benchmark can wait.
  const postgres = postgresEngine(db.pool('ingest'))
  const clickhouse = await openClickHouse(db, log, signals, print)
  await measureClasses(index, postgres, duckdb, clickhouse?.engine, BUDGET_MS, print)
  if (!kept && clickhouse) {
    const arriving = (onBatch: (batch: CommittedBatch) => void) =>
      write('clickhouse', ARRIVALS.seconds, onBatch, CLICKHOUSE_ARRIVALS)
    print(table([await measureDelay(clickhouse.engine, searchOf({ query: 'hiring' }), arriving)]))
  }
  await clickhouse?.close()
  await measureCallers(index, postgres)
  if (!kept) await measureWhileWriting(db, index, postgres)
  await index.close()
} finally {
  await db.close()
  if (!kept) rmSync(folder, { recursive: true, force: true })
}
