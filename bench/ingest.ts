// Ingest throughput: the complete path (reading NDJSON, validation, identity, derived signals, ranks, events, log)
// compared with a raw COPY of the same rows into a bare table with the same indexes, on the same server in one run. Then
// one huge company: many signals of one company are written, while a search index follows.
//
//   npm run bench -- ingest [--signals 1000000] [--companies 100000] [--company-signals 100000]

import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { from, to } from 'pg-copy-streams'
import { type Database, maybeOne, migrate, one, openDatabase } from '../src/db/index.ts'
import { demoWorld } from '../src/features/demo/index.ts'
import { emptySummary, findSources, ingest } from '../src/features/ingest/index.ts'
import { Stamper } from '../src/features/log/index.ts'
import { signalId, writeRecords } from '../src/features/write-path/index.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { lineOf } from '../test/harness/lines.ts'
import { measureHugeCompany } from './huge-company.ts'
import { percentile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    signals: { type: 'string', default: '1000000' },
    companies: { type: 'string', default: '100000' },
    'company-signals': { type: 'string', default: '100000' },
  },
})
const size = { signals: Number(values.signals), companies: Number(values.companies) }
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-bench-'))
const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
const log = createLog(config)
const db = await openDatabase({ config, log })

try {
  await migrate(() => db.connectDirect())
  const file = join(folder, 'world.ndjson')
  await pipeline(Readable.from(worldLines()), createWriteStream(file))
  const ours = await measureIngest(db, file)
  const { rows } = await one<{ rows: number }>(db.pool('ingest'), 'select count(*) as rows from signals')
  const bare = Math.max(await measureCopy(db), await measureCopy(db))
  const copyRate = rows / bare
  const huge = await measureHugeCompany(db, log, Number(values['company-signals']))
  process.stdout.write(
    table([
      ['signals', size.signals.toLocaleString('en'), `and ${(rows - size.signals).toLocaleString('en')} derived`],
      ['write path', `${Math.round(ours.rate).toLocaleString('en')} signals/s`, `${ours.seconds.toFixed(1)} s`],
      [
        'raw COPY, same rows and indexes',
        `${Math.round(copyRate).toLocaleString('en')} rows/s`,
        `${bare.toFixed(1)} s`,
      ],
      ['ratio', (ours.rate / copyRate).toFixed(3), 'target: 0.25, minimum 0.2'],
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
    ]),
  )
} finally {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
}

function* worldLines(): Generator<string> {
  const until = Math.floor(Date.now() / 1_000)
  for (const record of demoWorld({ ...size, seed: 'bench', until })) yield `${JSON.stringify(lineOf(record))}\n`
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
    write: (records) => writeRecords(database, stamper, records),
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
