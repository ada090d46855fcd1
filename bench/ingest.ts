// Ingest throughput: the complete path (reading NDJSON, validation, identity, derived signals, ranks, events, log)
// compared with a raw COPY of the same rows into a bare table with the same indexes, on the same server in one run. Then
// the same lines again in a random order, compared with a bare look-up of their hashes; one huge company: many signals of
// one company are written, while a search index follows, and then single reports; and the lines as new ones in a random
// order and in the order of time; and scattered lines as CSV and as NDJSON (--only csv measures nothing else). With
// --before, an older checkout and this one import the same 250,000 signals of the older one's world in turn, and neither
// may reject a line.
//
//   npm run bench -- ingest [--signals 1000000] [--companies 100000] [--company-signals 100000] [--csv-lines 300000]
//     [--csv-rounds 3] [--only csv] [--before FOLDER]

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { from, to } from 'pg-copy-streams'
import { type Database, maybeOne, migrate, one, openDatabase } from '../src/db/index.ts'
import { emptySummary, findSources, ingest } from '../src/ingest/index.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { Stamper } from '../src/write/log/index.ts'
import { lineWriter, signalId, writeRecords } from '../src/write/write-path/index.ts'
import { measureHugeCompany } from './huge-company.ts'
import { measureCsv } from './ingest-csv.ts'
import { compareWith, ingestOnce, writeFiles } from './ingest-orders.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    signals: { type: 'string', default: '1000000' },
    companies: { type: 'string', default: '100000' },
    'company-signals': { type: 'string', default: '100000' },
    'csv-lines': { type: 'string', default: '300000' },
    'csv-rounds': { type: 'string', default: '3' },
    only: { type: 'string' },
    before: { type: 'string' },
  },
})
/** Both versions import it twice within a few minutes. With fewer signals, much of the time is the start of a process. */
const COMPARED = { signals: 250_000, companies: 25_000 } as const
const size = { signals: Number(values.signals), companies: Number(values.companies) }
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
if (values.only === 'csv') {
  try {
    process.stdout.write(table([csvRow()]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit()
}
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const log = createLog(config)
const db = await openDatabase({ config, log })

try {
  await migrate(() => db.connectDirect())
  const files = writeFiles(folder, size)
  const ours = await measureIngest(db, files.grouped)
  const { rows } = await one<{ rows: number }>(db.pool('ingest'), 'select count(*) as rows from signals')
  const history = await bytesOfHistory(db)
  const bare = Math.max(await measureCopy(db), await measureCopy(db))
  const copyRate = rows / bare
  const unchanged = await measureUnchanged(db, files.random)
  const bareLookups = await measureLookups(db)
  const huge = await measureHugeCompany(db, log, Number(values['company-signals']))
  const single = await measureSingleReports(db)
  const orders = { random: ingestOnce(files.random), time: ingestOnce(files.time) }
  const compared =
    values.before === undefined
      ? undefined
      : await compareWith(resolve(values.before), COMPARED, join(folder, 'world-before.ndjson'))
  process.stdout.write(
    table([
      ['signals', size.signals.toLocaleString('en'), `and ${(rows - size.signals).toLocaleString('en')} derived`],
      ['write path', `${Math.round(ours.rate).toLocaleString('en')} signals/s`, `${ours.seconds.toFixed(1)} s`],
      [
        'raw COPY, same rows and indexes',
        `${Math.round(copyRate).toLocaleString('en')} rows/s`,
        `${bare.toFixed(1)} s`,
      ],
      ['ratio', (ours.rate / copyRate).toFixed(3), 'minimum 0.35'],
      [
        'record of what was known when',
        `${(history / rows).toFixed(1)} bytes per signal`,
        `${(history / 2 ** 20).toFixed(1)} MB with its index`,
      ],
      ['memory (RSS)', `${ours.rssEarlyMb} MB at 10 %`, `${ours.rssMaxMb} MB maximum`],
      [
        'commit to log, under load',
        `p50 ${percentile(ours.latencies, 50)} ms`,
        `p99 ${percentile(ours.latencies, 99)} ms of ${ours.latencies.length}`,
      ],
      [
        'one huge company',
        `${Math.round(huge.rate).toLocaleString('en')} signals/s`,
        `${huge.seconds.toFixed(1)} s in ${huge.batches} batches, ${huge.signalsRead.toLocaleString('en')} stored signals read`,
      ],
      ['index behind after the last of them', `${huge.behindSeconds.toFixed(1)} s`, ''],
      [
        'a new report of that company',
        `p50 ${single.huge.p50.toFixed(1)} ms, p99 ${single.huge.p99.toFixed(1)} ms`,
        `of a small one: p50 ${single.small.p50.toFixed(1)} ms; maximum 20 ms`,
      ],
      [
        'unchanged lines, random order',
        `${Math.round(unchanged).toLocaleString('en')} lines/s`,
        `bare look-up of hashes: ${Math.round(bareLookups).toLocaleString('en')}/s; minimum 50,000`,
      ],
      ...Object.entries(orders).map(([order, { rate, rssEarlyMb, rssMaxMb }]) => [
        `new lines, ${order} order`,
        `${Math.round(rate).toLocaleString('en')} signals/s`,
        `memory ${rssEarlyMb} MB at 10 %, ${rssMaxMb} MB maximum; minimum 8,000 signals/s`,
      ]),
      csvRow(),
      ...(compared
        ? [
            [
              'this version, the one before',
              `${Math.round(compared.now).toLocaleString('en')}, ${Math.round(compared.before).toLocaleString('en')} signals/s`,
              `ratio ${(compared.now / compared.before).toFixed(3)}, minimum 0.8`,
            ],
          ]
        : []),
    ]),
  )
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

function csvRow(): string[] {
  const { csv, ndjson } = measureCsv(folder, Number(values['csv-lines']), Number(values['csv-rounds']))
  const [asCsv, asNdjson] = [csv, ndjson].map(({ rate }) => Math.round(rate).toLocaleString('en'))
  const cpu = `CPU ${csv.cpuSeconds.toFixed(1)} and ${ndjson.cpuSeconds.toFixed(1)} s`
  return [
    'scattered lines, CSV and NDJSON',
    `${asCsv}, ${asNdjson} signals/s`,
    `CSV takes ${(ndjson.rate / csv.rate).toFixed(2)} times as long; maximum 1.2; ${cpu}, memory ${csv.rssMaxMb} and ${ndjson.rssMaxMb} MB`,
  ]
}

async function bytesOfHistory(database: Database): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(
    database.pool('ingest'),
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'signal_history'::regclass`,
  )
  return Number(bytes)
}

async function measureIngest(database: Database, file: string) {
  const stamper = new Stamper(database)
  const sources = await findSources([file], {})
  const summary = emptySummary()
  const memory: { lines: number; mb: number }[] = []
  let done = false
  const probe = probeLatency(database, () => done)
  const start = performance.now()
  await ingest(sources, summary, {
    ...lineWriter(database, stamper),
    declare: async () => 0,
    takeRejects: async (rejects) => {
      if (rejects.length > 0) throw new Error(`rejected: ${rejects[0]?.reason}`)
    },
    now: () => Math.floor(Date.now() / 1_000),
    onProgress: ({ lines }) => memory.push({ lines, mb: Math.round(process.memoryUsage.rss() / 2 ** 20) }),
  })
  await stamper.stamp()
  const seconds = (performance.now() - start) / 1_000
  done = true
  const tenth = (size.signals + size.companies) / 10
  return {
    seconds,
    rate: summary.signals.created / seconds,
    rssEarlyMb: memory.find(({ lines }) => lines >= tenth)?.mb ?? 0,
    rssMaxMb: Math.max(...memory.map(({ mb }) => mb)),
    latencies: await probe,
  }
}

/** A second writer with ten signals a second. Measures the time from each commit to the event's position in the log. */
async function probeLatency(database: Database, done: () => boolean): Promise<number[]> {
  const stamper = new Stamper(database)
  const latencies: number[] = []
  for (let n = 0; !done(); n++) {
    const company = { domain: 'probe.example', name: 'Probe' }
    const occurredAt = Math.floor(Date.now() / 1_000) - 60
    const content = { type: 'web' as const, occurredAt, confidence: 1, label: 'Probe', status: 'active' as const }
    const fields = { kind: 'llms_txt', pageUrl: `https://probe.example/${n}` }
    const { batch } = await one<{ batch: number }>(database.pool('ingest'), 'select last_value as batch from batches')
    await writeRecords(database, stamper, [
      { record: 'signal', company, source: 'probe', key: `${n}`, ...content, fields },
    ])
    const committedAt = Date.now()
    for (;;) {
      if (Date.now() - committedAt > 10_000)
        throw new Error('a committed event has no position in the log after ten seconds')
      const row = await maybeOne<{ at: Date }>(
        database.pool('ingest'),
        `select l.stamped_at as at from events e join log l using (day, batch)
          where e.day >= current_date - 1 and e.batch >= $2 and e.signal_id = $1`,
        [signalId('probe', `${n}`), batch],
      )
      if (row) {
        latencies.push(Math.max(0, row.at.getTime() - committedAt))
        break
      }
      await sleep(2)
    }
    await sleep(100)
  }
  return latencies.sort((a, b) => a - b)
}

/** Lines a second of a file that was imported before. */
async function measureUnchanged(database: Database, file: string): Promise<number> {
  const stamper = new Stamper(database)
  const summary = emptySummary()
  const start = performance.now()
  await ingest(await findSources([file], {}), summary, {
    ...lineWriter(database, stamper),
    declare: async () => 0,
    takeRejects: async () => {},
    now: () => Math.floor(Date.now() / 1_000),
  })
  if (summary.signals.unchanged !== size.signals) throw new Error('lines that were imported before changed something')
  return (size.signals + size.companies) / ((performance.now() - start) / 1_000)
}

/** Ids a second, in batches as large as those of an import. */
async function measureLookups(database: Database): Promise<number> {
  const pool = database.pool('ingest')
  const { rows } = await pool.query<{ id: string; hash: string }>(
    'select id, given_line as hash from signals where given_line is not null order by hash limit 400000',
  )
  const start = performance.now()
  for (let at = 0; at < rows.length; at += 4_000) {
    const batch = rows.slice(at, at + 4_000)
    await pool.query(
      `select s.id from unnest($1::uuid[], $2::uuid[]) w (id, hash) join signals s on s.id = w.id and s.given_line = w.hash`,
      [batch.map(({ id }) => id), batch.map(({ hash }) => hash)],
    )
  }
  return rows.length / ((performance.now() - start) / 1_000)
}

/** Milliseconds for one new report, of the huge company and of a small one in turn. */
async function measureSingleReports(database: Database) {
  const stamper = new Stamper(database)
  const times = { huge: [] as number[], small: [] as number[] }
  for (let n = 0; n < 100; n++) {
    for (const name of ['huge', 'small'] as const) {
      const company = { domain: `${name}.example`, name }
      const fields = {
        jobTitle: `engineering ${(n * 37) % 5_000}`,
        function: 'engineering',
        ...(n % 10 === 0 && { ai: true }),
      }
      const occurredAt = Math.floor(Date.now() / 1_000) - 3_600 * n
      const content = {
        type: 'hiring' as const,
        occurredAt,
        confidence: 0.9,
        label: 'Single',
        status: 'active' as const,
      }
      const start = performance.now()
      await writeRecords(database, stamper, [
        { record: 'signal', company, source: 'Job Board', key: `single ${name} ${n}`, ...content, fields },
      ])
      times[name].push(performance.now() - start)
    }
  }
  const of = (list: number[]) => {
    const sorted = list.slice(5).sort((a, b) => a - b)
    return { p50: percentile(sorted, 50), p99: percentile(sorted, 99) }
  }
  return { huge: of(times.huge), small: of(times.small) }
}

/** Seconds for a COPY of all signals, in their physical order, into a bare table. */
async function measureCopy(database: Database): Promise<number> {
  const file = join(folder, 'rows.copy')
  const client = await database.connectDirect()
  try {
    await pipeline(client.query(to('copy signals to stdout')), createWriteStream(file))
    await client.query('drop table if exists bare')
    await client.query('create table bare (like signals including indexes)')
    await client.query('checkpoint')
    const start = performance.now()
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), client.query(from('copy bare from stdin')))
    return (performance.now() - start) / 1_000
  } finally {
    await client.end()
  }
}
