import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { line } from '../../test/harness/lines.ts'
import { memoryWriter } from '../../test/harness/memory-writer.ts'
import { findSources, type Source } from './formats/sources.ts'
import { emptySummary, type IngestOptions, ingest, type WriteRecords } from './ingest.ts'
import { type Reject, RejectsFile } from './rejects.ts'

const NOW = Date.UTC(2026, 5, 1) / 1_000

const company = (domain: string, more = {}) => ({ record: 'company', domain, name: domain, ...more })
const job = (domain: string, key: string, more = {}) =>
  line('hiring', { company: domain, key, label: 'A job', jobTitle: 'Planner', ...more })
const ndjson = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

function inMemory(name: string, text: string, format: Source['format'] = 'ndjson'): Source {
  return {
    name,
    format,
    async *open(onRead) {
      onRead(text.length)
      yield Buffer.from(text)
    },
  }
}

async function run(sources: readonly Source[], options: Partial<IngestOptions> = {}) {
  const writer = memoryWriter()
  const rejects: Reject[] = []
  const summary = emptySummary()
  const takeRejects = async (more: readonly Reject[]) => void rejects.push(...more)
  const ended = await ingest(sources, summary, {
    write: writer.write,
    declare: async () => 0,
    takeRejects,
    now: () => NOW,
    ...options,
  })
  return { ...writer, ended, summary, places: rejects.map(({ file, line, reason }) => `${file}:${line}: ${reason}`) }
}

test('companies and signals are counted by their outcome', async () => {
  const text = ndjson(
    company('a.example'),
    company('a.example'),
    company('a.example', { employeeCount: 5 }),
    job('a.example', '1'),
    job('a.example', '1'),
    job('a.example', '1', { status: 'closed' }),
    job('b.example', '2'),
    job('b.example', '2', { company: { domain: 'b.example', name: 'B' } }),
    job('b.example', '3', { company: { domain: 'b.example', name: 'B', hqCountry: 'DE' } }),
    { record: 'signal' },
  )
  const { summary, places, ended } = await run([inMemory('x', text)])
  assert.equal(ended, 'complete')
  assert.deepEqual(summary, {
    companies: { created: 2, updated: 2, unchanged: 1 },
    signals: { created: 3, updated: 1, unchanged: 1 },
    rejected: 2,
    failed: [],
  })
  assert.deepEqual(places, ['x:7: company b.example is unknown: add its name', 'x:10: type is required'])
})

test('rejects are in the order of the input, across files and batches, whether parsing or the write path rejected them', async () => {
  const bad = (key: number) => (key % 2 === 0 ? job('unknown.example', `${key}`) : { record: 'signal' })
  const text = ndjson(...Array.from({ length: 25 }, (_, key) => bad(key)))
  const { places, summary, batches } = await run([inMemory('x', text), inMemory('y', text)], { batchRecords: 7 })
  assert.equal(summary.rejected, 50)
  assert.deepEqual(
    places.map((place) => place.split(': ', 1)[0]),
    ['x', 'y'].flatMap((file) => Array.from({ length: 25 }, (_, at) => `${file}:${at + 1}`)),
  )
  assert.equal(batches.length, 8)
})

test('one batch is written while the next is read, and never two', async () => {
  const text = ndjson(...Array.from({ length: 100 }, (_, key) => company(`c${key}.example`)))
  let inFlight = 0
  let read = 0
  const sizes: number[] = []
  async function* open() {
    for (const line of text.split(/(?<=\n)/)) {
      read++
      yield Buffer.from(line)
    }
  }
  await run([{ name: 'x', format: 'ndjson', open }], {
    batchRecords: 10,
    async write(records) {
      assert.equal(++inFlight, 1)
      const before = read
      for (let tick = 0; tick < 200; tick++) await new Promise(setImmediate)
      sizes.push(read - before)
      inFlight--
      return {
        outcomes: records.map(() => 'created' as const),
        companiesCreated: 0,
        companiesUpdated: 0,
        signalsRead: 0,
      }
    },
  })
  assert.ok(
    sizes.every((ahead) => ahead <= 11),
    `${sizes}`,
  )
  assert.ok(
    sizes.slice(0, 9).every((ahead) => ahead >= 9),
    `${sizes}`,
  )
})

test('an abort stops it after the current batch, and running it again completes the work', async () => {
  const text = ndjson(...Array.from({ length: 95 }, (_, key) => company(`c${key}.example`)))
  const controller = new AbortController()
  const writer = memoryWriter()
  const { ended, summary } = await run([inMemory('x', text)], {
    batchRecords: 10,
    signal: controller.signal,
    async write(records) {
      if (writer.batches.length === 3) controller.abort()
      return writer.write(records)
    },
  })
  assert.equal(ended, 'stopped')
  assert.equal(summary.companies.created, writer.companies.size)
  assert.ok(writer.companies.size >= 40 && writer.companies.size < 95)
  const again = await run([inMemory('x', text)], { write: writer.write })
  assert.deepEqual(again.summary.companies, {
    created: 95 - summary.companies.created,
    updated: 0,
    unchanged: summary.companies.created,
  })
})

test('a failure of the write path ends ingest, and the counts so far are available', async () => {
  const text = ndjson(...Array.from({ length: 50 }, (_, key) => company(`c${key}.example`)))
  const writer = memoryWriter()
  const summary = emptySummary()
  const write: IngestOptions['write'] = async (records) => {
    if (writer.batches.length === 2) throw new Error('the database has gone')
    return writer.write(records)
  }
  const options = { write, declare: async () => 0, takeRejects: async () => {}, now: () => NOW, batchRecords: 10 }
  await assert.rejects(ingest([inMemory('x', text)], summary, options), /the database has gone/)
  assert.equal(summary.companies.created, 20)
})

test('NDJSON and CSV, plain and gzipped, from a folder', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '1.ndjson'), ndjson(company('a.example'), job('a.example', '1')))
  writeFileSync(join(folder, '2.jsonl.gz'), gzipSync(ndjson(job('a.example', '2'), 'no object')))
  const csv = `type,company,companyName,source,key,occurredAt,confidence,label,tool,ai
tool,b.example,B,Crawler,t1,2026-05-04T09:00:00Z,0.5,Uses a tool,Northwind Suite,no
tool,b.example,,Crawler,t2,2026-05-04T09:00:00Z,high,Uses a tool,Northwind Suite,
`
  writeFileSync(join(folder, '3.csv.gz'), gzipSync(csv))
  const { summary, places, signals } = await run(await findSources([folder]))
  assert.deepEqual(summary, {
    companies: { created: 2, updated: 0, unchanged: 0 },
    signals: { created: 3, updated: 0, unchanged: 0 },
    rejected: 2,
    failed: [],
  })
  assert.deepEqual(places, [
    `${folder}/2.jsonl.gz:2: a line must be a JSON object, not the text "no object"`,
    `${folder}/3.csv.gz:3: confidence must be a number, not the text "high"`,
  ])
  assert.deepEqual((signals.get('Crawler\nt1') as { fields: object }).fields, {
    tool: 'Northwind Suite',
    ai: false,
    change: 'adopted',
  })
})

test('the rejects file has the file, line, reason and beginning of the text', async () => {
  const path = join(temporaryFolder(), 'rejects.ndjson')
  writeFileSync(path, 'from an earlier run\n')
  const file = await RejectsFile.create(path)
  const long = `${'x'.repeat(999)}🚀`
  await run([inMemory('x', `nonsense\n\n${long}\n`)], { takeRejects: file.take })
  await file.close()
  assert.deepEqual(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    [
      { file: 'x', line: 1, reason: 'the line is not valid JSON', text: 'nonsense' },
      { file: 'x', line: 3, reason: 'the line is not valid JSON', text: 'x'.repeat(999) },
    ],
  )
  await assert.rejects(RejectsFile.create(join(path, 'nowhere')), /The rejects file .*nowhere cannot be written/)
})

test('batches shrink when companies have a long history, and grow again', async () => {
  const sizes: number[] = []
  let history = 400_000
  const write: WriteRecords = async (records) => {
    sizes.push(records.length)
    if (sizes.length === 5) history = 0
    return {
      outcomes: records.map(() => 'unchanged' as const),
      companiesCreated: 0,
      companiesUpdated: 0,
      signalsRead: history,
    }
  }
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    JSON.stringify({ record: 'company', domain: `c${i}.example`, name: 'C' }),
  )
  async function* open() {
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
  const source: Source = { name: 'x', format: 'ndjson', open }
  await ingest([source], emptySummary(), { write, declare: async () => 0, takeRejects: async () => {}, now: () => 0 })
  assert.ok(Math.min(...sizes.slice(3, 6)) <= 400, `${sizes}`)
  assert.ok((sizes.at(-2) ?? 0) > 1_000, `${sizes}`)
})

test('a bad file doesn’t stop the folder', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '1.csv'), 'a.example;A\n')
  writeFileSync(join(folder, '2.ndjson'), ndjson(company('a.example')))
  symlinkSync(join(folder, 'nowhere'), join(folder, '3.csv'))
  writeFileSync(join(folder, '4.json'), `[${JSON.stringify(company('b.example'))},`)
  writeFileSync(join(folder, '5.csv.gz'), gzipSync(`domain,name\n${'c.example,C\n'.repeat(5_000)}`).subarray(0, 60))
  writeFileSync(join(folder, '6.tsv'), 'Domain\tName\nd.example\tD\n')
  const { summary, ended, companies } = await run(await findSources([folder]))
  assert.equal(ended, 'complete')
  assert.deepEqual(
    summary.failed.map(({ file, reason }) => [relative(folder, file), reason.replaceAll(`${folder}/`, '')]),
    [
      ['1.csv', '1.csv: the first line must be a header with a column company or domain, not "a.example;A".'],
      ['3.csv', '3.csv cannot be read: there is no such file.'],
      ['4.json', '4.json is incomplete: its JSON list is not closed.'],
      ['5.csv.gz', '5.csv.gz cannot be read: the gzip data is incomplete.'],
    ],
  )
  assert.deepEqual(
    [...companies.keys()].filter((domain) => domain !== 'c.example'),
    ['a.example', 'b.example', 'd.example'],
  )
})

test('a file that shrinks while it is read, or before its turn, is a failed file', async () => {
  const folder = temporaryFolder()
  const names = ['1.ndjson', '2.ndjson'].map((name) => join(folder, name))
  const text = ndjson(
    ...Array.from({ length: 9_000 }, (_, at) => company(`c${at}.example`, { industry: 'x'.repeat(90) })),
  )
  for (const name of names) writeFileSync(name, text)
  const sources = await findSources(names)
  const writer = memoryWriter()
  const { summary } = await run(sources, {
    batchRecords: 100,
    write: async (records) => {
      if (writer.batches.length === 0) for (const name of names) truncateSync(name, 5_000)
      return writer.write(records)
    },
  })
  assert.deepEqual(
    summary.failed.map(({ reason }) => reason),
    names.map(
      (name) => `${name} has shrunk while it was read, from ${text.length.toLocaleString('en')} to 5,000 bytes.`,
    ),
  )
})

test('lines from a stream are written within a second, though the stream continues', { timeout: 60_000 }, async () => {
  const stdin = new Readable({ read() {} })
  const sources = await findSources(['-'], { stdin })
  const writer = memoryWriter()
  const written = Promise.withResolvers<void>()
  const rejected = Promise.withResolvers<readonly Reject[]>()
  const running = run(sources, {
    write: async (records) => {
      written.resolve()
      return writer.write(records)
    },
    takeRejects: async (rejects) => {
      if (rejects.length > 0) rejected.resolve(rejects)
    },
  })
  // The stream would wait forever: only a batch that is written early lets this test continue.
  stdin.push(ndjson(company('a.example')))
  await written.promise
  stdin.push('nonsense\n')
  assert.equal((await rejected.promise)[0]?.line, 2)
  stdin.push(null)
  assert.equal((await running).ended, 'complete')
})

test('a stream that never pauses for half a second is written while it continues', async () => {
  let writtenAt = 0
  let pushed = 0
  async function* open() {
    // Ends the loop at the first write, and after a minute at the latest.
    while (writtenAt === 0 && pushed < 3_000) {
      pushed++
      yield Buffer.from(ndjson(company(`c${pushed}.example`)))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const writer = memoryWriter()
  await run([{ name: '-', format: 'ndjson', open }], {
    write: async (records) => {
      writtenAt ||= pushed
      return writer.write(records)
    },
  })
  assert.ok(writtenAt > 0 && writtenAt < 3_000, `${writtenAt}`)
})

test('a source that waits for input is ended when the writing fails', { timeout: 60_000 }, async () => {
  const stdin = new Readable({ read() {} })
  stdin.push(ndjson(company('a.example')))
  const write = () => Promise.reject(new Error('the database has gone'))
  await assert.rejects(run(await findSources(['-'], { stdin }), { write }), /the database has gone/)
  assert.ok(stdin.destroyed)
})

test('an import into one huge company reads a small multiple of its signals, and not their square', async () => {
  const records = 100_000
  let stored = 0
  let read = 0
  const sizes: number[] = []
  const write: WriteRecords = async (batch) => {
    const result = {
      outcomes: batch.map(() => 'created' as const),
      companiesCreated: 0,
      companiesUpdated: 0,
      signalsRead: stored,
      signalsReadForFewRecords: 0,
    }
    read += stored
    stored += batch.length
    sizes.push(batch.length)
    return result
  }
  async function* open() {
    const line = Buffer.from(`${JSON.stringify({ record: 'company', domain: 'huge.example', name: 'Huge' })}\n`)
    const chunk = Buffer.concat(Array.from({ length: 100 }, () => line))
    for (let i = 0; i < records; i += 100) yield chunk
  }
  const source: Source = { name: 'x', format: 'ndjson', open }
  await ingest([source], emptySummary(), { write, declare: async () => 0, takeRejects: async () => {}, now: () => 0 })
  assert.equal(stored, records)
  assert.ok(read < 5 * records, `${read} signals were read for ${records}`)
  assert.ok(Math.max(...sizes) <= 32_000, `${sizes}`)
})
