// Two batches of new lines are written at the same time. What is stored is the same as if they were not.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { line } from '../../test/harness/lines.ts'
import { type Database, many } from '../db/index.ts'
import { Stamper } from '../write/log/index.ts'
import { lineWriter } from '../write/write-path/index.ts'
import { emptySummary, type IngestOptions, ingest } from './ingest.ts'

const NOW = Date.UTC(2026, 5, 1) / 1_000
const BATCH = 300

let databases: readonly [Database, Database]
before(async () => {
  databases = await Promise.all([openTestDatabase(), openTestDatabase()])
})

async function take(db: Database, lines: readonly object[], change: (options: IngestOptions) => IngestOptions) {
  const text = lines.map((each) => JSON.stringify(each)).join('\n')
  const summary = emptySummary()
  const rejected: number[] = []
  const stamper = new Stamper(db)
  const options: IngestOptions = {
    ...lineWriter(db, stamper),
    declare: async () => 0,
    takeRejects: async (rejects) => void rejected.push(...rejects.map((reject) => reject.line)),
    now: () => NOW,
    batchRecords: BATCH,
  }
  async function* open() {
    yield Buffer.from(text)
  }
  await ingest([{ name: 'x', format: 'ndjson', open }], summary, change(options))
  await stamper.stamp()
  return { summary, rejected }
}

const oneAtATime = ({ writeNew: _, ...options }: IngestOptions): IngestOptions => options

/** The most batches that were being written at once. */
function counting() {
  const seen = { most: 0 }
  let now = 0
  const counted =
    (write: IngestOptions['write']): IngestOptions['write'] =>
    async (records) => {
      seen.most = Math.max(seen.most, ++now)
      return write(records).finally(() => now--)
    }
  const change = (options: IngestOptions): IngestOptions => ({
    ...options,
    write: counted(options.write),
    ...(options.writeNew && { writeNew: counted(options.writeNew) }),
  })
  return { seen, change }
}

/** Everything but ids and times of writing, which are those of each database. */
async function stored(db: Database) {
  const companies = await many<{ [key: string]: unknown }>(
    db.pool('ingest'),
    'select domain, name, employee_count from companies order by domain',
  )
  const signals = await many<{ [key: string]: unknown }>(
    db.pool('ingest'),
    `select s.id, c.domain, s.label, s.status, s.version, s.fields, s.sources is not null as joined
       from signals s join companies c on c.ordinal = s.company_ordinal order by s.id`,
  )
  const events = await many<{ [key: string]: unknown }>(
    db.pool('ingest'),
    `select signal_id, array_agg(action order by batch, n) as actions from events where signal_id is not null
      group by signal_id order by signal_id`,
  )
  return { companies, signals, events }
}

const company = (n: number, more: object) => ({ record: 'company', domain: `c${n}.example`, name: `C${n}`, ...more })
const job = (n: number, key: number, more: object = {}) =>
  line('hiring', { company: `c${n}.example`, key, label: `Job ${key}`, jobTitle: `Planner ${key % 7}`, ...more })

test('new lines of the same companies in many batches are stored as if one batch were written at a time', async () => {
  const lines = Array.from({ length: 2_100 }, (_, i): object => {
    // A company without a name is rejected until its first company line.
    return i % 25 === 0 ? company((i / 25) % 40, { employeeCount: 10 + i }) : job((i * 31) % 40, i)
  })
  const { seen, change } = counting()
  const [one, two] = databases
  const alone = await take(one, lines, oneAtATime)
  const together = await take(two, lines, change)
  assert.equal(seen.most, 2)
  assert.deepEqual(together, alone)
  assert.ok(alone.rejected.length > 0 && alone.summary.signals.created > 1_300)
  assert.deepEqual(await stored(two), await stored(one))
})

const otherwise: Readonly<Record<string, (key: number) => object>> = {
  'a line about a report that is being written': (key) => job(2, key, { label: 'Changed' }),
  'a status': (key) => ({ record: 'signal', source: 'Job Board', key, status: 'closed' }),
  'an alias': () => company(3, { aliases: ['other.example'] }),
  'a merge': () => ({ record: 'company', domain: 'c4.example', name: 'C4', mergedInto: 'c5.example' }),
  'a source': () => ({ record: 'source', source: 'Job Board', completeSince: '2020-01-01' }),
  'a line in other words than those that are looked for': (key) => job(6, key, { key: `"${key}"` }),
}

for (const [i, [name, last]] of Object.entries(otherwise).entries()) {
  test(`${name} waits until the batch before is written`, async () => {
    const from = 10_000 * (i + 1)
    const jobs = Array.from({ length: 2 * BATCH - 1 }, (_, n) => job(n % 40, from + n))
    const { seen, change } = counting()
    const { rejected } = await take(databases[1], [...jobs, last(from)], change)
    assert.deepEqual(rejected, [])
    assert.equal(seen.most, 1)
  })
}

test('without such a line it does not wait', async () => {
  const jobs = Array.from({ length: 2 * BATCH }, (_, n) => job(n % 40, 80_000 + n))
  const { seen, change } = counting()
  await take(databases[1], jobs, change)
  assert.equal(seen.most, 2)
})

test('lines about unchanged companies read none of their signals, in however many batches', async () => {
  const [, db] = databases
  const numbers = Array.from({ length: 40 }, (_, n) => 100 + n)
  const companies = numbers.map((n) => company(n, { employeeCount: 7 }))
  const lines = [...companies, ...numbers.map((n) => job(n, 100_000 + n))]
  await take(db, lines, (options) => options)
  const read: number[] = []
  const noting =
    (write: IngestOptions['write']): IngestOptions['write'] =>
    async (records) => {
      const result = await write(records)
      read.push(result.signalsRead)
      return result
    }
  const { summary } = await take(db, [...companies, ...companies, ...companies], (options) => ({
    ...options,
    batchRecords: companies.length,
    write: noting(options.write),
    ...(options.writeNew && { writeNew: noting(options.writeNew) }),
  }))
  assert.equal(summary.companies.unchanged, 3 * companies.length)
  assert.deepEqual(read, [0, 0, 0])
})

test('an import whose first batch fails ends with its error, and nothing of it is lost when it is run again', async () => {
  const lines = Array.from({ length: 4 * BATCH }, (_, i) => job(i % 40, 90_000 + i))
  const [, db] = databases
  let calls = 0
  const failing = take(db, lines, (options) => ({
    ...options,
    write: async () => {
      calls++
      throw new Error('no space left')
    },
  }))
  await assert.rejects(failing, /no space left/)
  assert.equal(calls, 1)
  const { summary, rejected } = await take(db, lines, (options) => options)
  assert.deepEqual(rejected, [])
  assert.equal(summary.signals.created + summary.signals.unchanged, lines.length)
})
