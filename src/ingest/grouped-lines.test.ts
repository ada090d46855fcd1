import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvLayout, CsvReader } from './formats/csv.ts'
import { NdjsonReader } from './formats/ndjson.ts'
import type { RawRecord } from './formats/raw-record.ts'
import { groupedByCompany } from './grouped-lines.ts'
import { emptySummary, ingest } from './ingest.ts'
import { LineWindow } from './line-window.ts'
import { SeenReports } from './seen-reports.ts'

const signal = (domain: string, key: string, more = {}) => ({
  ...{ record: 'signal', type: 'hiring', company: { domain }, source: 'Board', key, label: key },
  ...more,
})

function recordsOf(values: readonly unknown[], from = 1): RawRecord[] {
  const records: RawRecord[] = []
  const reader = new NdjsonReader()
  for (const [n, value] of values.entries()) {
    reader.take({ number: from + n, text: typeof value === 'string' ? value : JSON.stringify(value) }, records)
  }
  return records
}

/** The line numbers in the order in which they are returned. */
async function orderOf(values: readonly unknown[], isWorthIt = () => true): Promise<number[]> {
  const lines: number[] = []
  async function* reading() {
    for (const [n, value] of values.entries()) yield recordsOf([value], n + 1)
  }
  for await (const records of groupedByCompany(reading(), isWorthIt, { share: 0 }, new NdjsonReader())) {
    lines.push(...records.map(({ line }) => line))
  }
  return lines
}

/** Whether it has all lines, and those of each company in their order. */
function assertSameForEachCompany(order: readonly number[], companies: readonly string[]): void {
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    companies.map((_, n) => n + 1),
  )
  for (const company of new Set(companies)) {
    const own = order.filter((line) => companies[line - 1] === company)
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
    )
  }
}

test('the lines of a company follow each other in their order', async () => {
  const companies = ['a.example', 'b.example', 'c.example', 'a.example', 'c.example', 'jobs.a.example', 'b.example']
  const order = await orderOf(companies.map((domain, n) => signal(domain, `${n}`)))
  const names = companies.map((domain) => domain.replace('jobs.', ''))
  assertSameForEachCompany(order, names)
  const sequence = order.map((line) => names[line - 1])
  assert.equal(sequence.filter((name, n) => name !== sequence[n - 1]).length, 3)
})

test('a row that is a company and a signal waits once, and both are returned once', async () => {
  const layout: CsvLayout = {
    isColumn: () => true,
    readHeader: () => (cells) => [
      { record: 'company', domain: cells[0], name: cells[1] },
      signal(cells[0] ?? '', cells[1] ?? ''),
    ],
  }
  const reader = new CsvReader('x.csv', undefined, layout)
  async function* reading() {
    for (const [n, text] of ['domain,name', 'a.example,1', 'b.example,2', 'a.example,3', 'é.example,4'].entries()) {
      const records: RawRecord[] = []
      reader.take({ number: n + 1, text }, records)
      yield records
    }
  }
  const back: string[] = []
  for await (const records of groupedByCompany(reading(), () => true, { share: 0 }, reader)) {
    for (const { line, text } of records) back.push(`${line} ${JSON.parse(text).record}`)
  }
  assert.deepEqual(
    back.toSorted(),
    [2, 3, 4, 5].flatMap((line) => [`${line} company`, `${line} signal`]),
  )
})

test('a file stays in its order until grouping is worth it', async () => {
  let asked = 0
  const values = ['a', 'b', 'a', 'b', 'a', 'b'].map((name, n) => signal(`${name}.example`, `${n}`))
  const order = await orderOf(values, () => ++asked > 2)
  assert.deepEqual(order.slice(0, 2), [1, 2])
  assert.deepEqual(await orderOf(values, () => false), [1, 2, 3, 4, 5, 6])
})

test('lines whose order matters stay in place', async () => {
  const [a, b] = [signal('a.example', '1'), signal('b.example', '2')]
  for (const between of [
    { record: 'signal', source: 'Board', key: '1', status: 'closed' },
    { record: 'company', domain: 'a.example', aliases: ['b.example'] },
    { record: 'company', domain: 'a.example', mergedInto: 'b.example' },
    { record: 'source', source: 'Board', completeSince: '2024-01-01' },
    // The report was one of the other company.
    signal('b.example', '1'),
    signal('a.example', ' 2'),
    signal('A.example', '3'),
    'no JSON',
  ]) {
    const order = await orderOf([a, b, between, signal('a.example', '4'), signal('b.example', '5')])
    assert.equal(order.indexOf(3), 2, JSON.stringify(between))
  }
})

test('the lines of a truncated file are returned before the error', async () => {
  async function* reading() {
    yield recordsOf([signal('a.example', '1'), signal('b.example', '2')])
    throw new Error('broken off')
  }
  const lines: number[] = []
  await assert.rejects(async () => {
    for await (const records of groupedByCompany(reading(), () => true, { share: 0 }, new NdjsonReader())) {
      lines.push(...records.map(({ line }) => line))
    }
  }, /broken off/)
  assert.deepEqual(lines.toSorted(), [1, 2])
})

test('a window larger than its memory returns every line, those of a company in their order', async () => {
  const window = new LineWindow()
  const companies = Array.from({ length: 3_000 }, (_, n) => `company-${(n * n) % 17}.example`)
  for (const [n, company] of companies.entries()) {
    assert.ok(window.add({ number: n + 1, text: `ü${'x'.repeat(4_000)}`, company, report: `Board\n${n}` }))
    if (n % 50 === 0) await window.store()
  }
  const order: number[] = []
  for await (const lines of window.drain()) {
    assert.ok(lines.every(({ text }) => text.length === 4_001))
    order.push(...lines.map(({ number }) => number))
  }
  await window.close()
  assertSameForEachCompany(order, companies)
})

test('a window that can store nothing is full, and returns every line', async () => {
  const before = process.env.TMPDIR
  process.env.TMPDIR = '/no/such/folder'
  using _ = {
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    },
  }
  const window = new LineWindow()
  const companies = Array.from({ length: 400 }, (_, n) => `company-${n % 3}.example`)
  for (const [n, company] of companies.entries()) {
    assert.ok(window.add({ number: n + 1, text: 'x'.repeat(1_000), company }))
  }
  assert.ok(!window.isFull())
  await window.store()
  assert.ok(window.isFull())
  const order: number[] = []
  for await (const lines of window.drain()) order.push(...lines.map(({ number }) => number))
  await window.close()
  assertSameForEachCompany(order, companies)
})

test('a report that a second company claims is recognised among thousands', () => {
  const seen = new SeenReports()
  for (let n = 0; n < 50_000; n++) assert.ok(seen.add(`Board\n${n}`, n % 100))
  assert.ok(seen.add('Board\n777', 77))
  assert.ok(!seen.add('Board\n777', 78))
})

test('an import that reads much for a few lines each continues company by company, and a file of few reads does not', async () => {
  for (const signalsRead of [1_000, 0]) {
    const text = Array.from({ length: 40 }, (_, n) => {
      const fields = { occurredAt: '2026-05-04', confidence: 0.9, jobTitle: 'AI SDR' }
      return `${JSON.stringify(signal(`company-${n % 10}.example`, `${n}`, fields))}\n`
    })
    const written: string[] = []
    const progress: number[] = []
    async function* open(onRead: (bytes: number) => void) {
      for (const line of text) {
        await new Promise(setImmediate)
        onRead(line.length)
        yield Buffer.from(line)
      }
    }
    const bytes = text.join('').length
    await ingest([{ name: 'scattered.ndjson', format: 'ndjson', bytes, open }], emptySummary(), {
      write: async (records) => {
        written.push(...records.map((record) => (record.record === 'status' ? '' : record.company.domain)))
        return { outcomes: records.map(() => 'created'), companiesCreated: 0, companiesUpdated: 0, signalsRead }
      },
      declare: async () => 0,
      takeRejects: async (rejects) => assert.deepEqual(rejects, []),
      now: () => Date.UTC(2026, 5, 1) / 1_000,
      onProgress: (done) => progress.push(done.bytes),
      batchRecords: 5,
    })
    assert.equal(written.length, 40)
    const runs = written.filter((domain, n) => domain !== written[n - 1]).length
    assert.equal(runs < 30, signalsRead > 0)
    assert.equal(progress.at(-1), bytes)
    assert.deepEqual(
      progress.toSorted((a, b) => a - b),
      progress,
    )
  }
})

test('rows of CSV are grouped too, and are the same records as in their order', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `hiring,c${n % 7}.example,Board,k${n},"Job, ""${n}"""`)
  const reader = new CsvReader('x.csv')
  async function* reading(): AsyncGenerator<RawRecord[]> {
    for (const [n, text] of ['type,company,source,key,label', ...rows].entries()) {
      const records: RawRecord[] = []
      reader.take({ number: n + 1, text }, records)
      yield records
    }
  }
  const grouped: RawRecord[] = []
  for await (const records of groupedByCompany(reading(), () => true, { share: 0 }, reader)) grouped.push(...records)
  const companies = grouped.map(({ text }) => (JSON.parse(text) as { company: string }).company)
  const changes = companies.filter((company, n) => company !== companies[n - 1]).length
  assert.equal(changes, 7, 'the rows of a company follow each other')
  assert.deepEqual(
    grouped.toSorted((a, b) => a.line - b.line).map(({ line, original }) => `${line}: ${original}`),
    rows.map((row, n) => `${n + 2}: ${row}`),
  )
})
