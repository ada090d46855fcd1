import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../test/harness/database.ts'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { line } from '../../test/harness/lines.ts'
import { type Database, one } from '../db/index.ts'
import { loadToolsFile } from '../meaning/tools/index.ts'
import { Stamper } from '../write/log/index.ts'
import { type LineRecogniser, lineRecogniser, mergeCompanies, writeRecords } from '../write/write-path/index.ts'
import type { Source } from './formats/sources.ts'
import { emptySummary, ingest } from './ingest.ts'

const NOW = Date.UTC(2026, 5, 1) / 1_000

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})
cleanup(() => loadToolsFile(undefined))

const company = (domain: string, more = {}) => ({ record: 'company', domain, name: domain, ...more })
const job = (domain: string, key: string | number, more = {}) =>
  line('hiring', { company: domain, key, label: 'A job', jobTitle: 'Planner', ...more })

const otherOrder = (line: object) => Object.fromEntries(Object.entries(line).toReversed())

/** Imports lines, given as values or as text. `written` is how many records the write path got. */
async function take(lines: readonly unknown[], recognise: LineRecogniser = lineRecogniser(db), batchRecords?: number) {
  const summary = emptySummary()
  let written = 0
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const source: Source = {
    name: 'x',
    format: 'ndjson',
    async *open() {
      yield Buffer.from(text)
    },
  }
  await ingest([source], summary, {
    write: (records) => {
      written += records.length
      return writeRecords(db, stamper, records)
    },
    recognise,
    declare: async () => 0,
    takeRejects: async () => {},
    now: () => NOW,
    ...(batchRecords !== undefined && { batchRecords }),
  })
  const { created, updated, unchanged } = summary.signals
  return { signals: [created, updated, unchanged], written, rejected: summary.rejected }
}

const row = (key: string) =>
  one<{ status: string; version: number; name: string; label: string; age: number }>(
    db.pool('ingest'),
    `select s.status, s.version, s.label, c.name, extract(epoch from now() - s.last_seen_at)::int as age
       from signals s join companies c on c.ordinal = s.company_ordinal where s.key = $1`,
    [key],
  )

test('an unchanged line is not parsed, and nothing is written', async () => {
  const lines = [
    job('a.example', 'a1'),
    job('a.example', 4_711),
    job('a.example', 'a2', { company: { domain: 'a.example' } }),
    job('a.example', 'a3', { company: { domain: 'a.example', name: 'A {x}, "quoted" no', employeeCount: 20 } }),
    job('a.example', 'a4', { company: { domain: 'a.example', name: 'A {x}, "quoted" no' } }),
    job('a.example', 'schlüssel', { label: 'Zahnärztin' }),
  ]
  const spaced = lines.map((line) => JSON.stringify(line).replaceAll('":', '": ').replaceAll(',"', ', "'))
  assert.deepEqual(await take([company('a.example'), ...lines]), { signals: [6, 0, 0], written: 7, rejected: 0 })
  // A quote in a name is escaped: such a line is read, and recognised as a record.
  assert.deepEqual(await take(lines), { signals: [0, 0, 6], written: 2, rejected: 0 })
  // The same in another form is compared once, and recognised from then on.
  assert.deepEqual((await take(spaced)).signals, [0, 0, 6])
  assert.deepEqual(await take(spaced), { signals: [0, 0, 6], written: 2, rejected: 0 })
})

test('a line that changed in any field is written', async () => {
  const line = job('b.example', 'b1', { company: { domain: 'b.example', name: 'B' }, status: 'active' })
  await take([line])
  const changes: Record<string, unknown>[] = [
    { occurredAt: '2026-05-05' },
    { confidence: 0.8 },
    { label: 'Another job' },
    { status: 'closed' },
    { jobTitle: 'Nurse' },
    { url: 'https://b.example/1' },
    { seenAt: '2026-05-20' },
    { location: 'Berlin' },
    { company: { domain: 'b.example', name: 'B', industry: 'software' } },
  ]
  for (const [at, change] of changes.entries()) {
    assert.deepEqual(await take([line]), { signals: [0, 0, 1], written: 0, rejected: 0 }, `before ${at}`)
    const isFact = 'company' in change || 'seenAt' in change
    assert.deepEqual(
      (await take([{ ...line, ...change }])).signals,
      isFact ? [0, 0, 1] : [0, 1, 0],
      JSON.stringify(change),
    )
    assert.deepEqual((await take([line])).signals, isFact ? [0, 0, 1] : [0, 1, 0], JSON.stringify(change))
    await take([line])
  }
})

test('each line finds what the lines before it did, in its batch and in earlier ones', async () => {
  const line = job('c.example', 'c1')
  const closed = { record: 'signal', source: 'Job Board', key: 'c1', status: 'closed' }
  await take([company('c.example'), line])
  assert.deepEqual((await take([line, line])).written, 0)
  assert.deepEqual((await take([closed, line, closed])).signals, [0, 3, 0])
  assert.equal((await row('c1')).status, 'closed')
  assert.deepEqual((await take([line])).signals, [0, 1, 0])
  assert.deepEqual((await take([line, { ...line, label: 'Other' }, line])).signals, [0, 2, 1])
  assert.equal((await row('c1')).label, 'A job')
  // The same content in another form, and different content, in one batch.
  const reordered = otherOrder(line)
  assert.deepEqual((await take([reordered, { ...line, label: 'Other' }, reordered])).signals, [0, 2, 1])
  assert.equal((await row('c1')).label, 'A job')
})

test('batches are looked up ahead while nothing is written, and again after something was', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => job('l.example', `l${n}`))
  await take([company('l.example'), ...lines])
  let lookups = 0
  let most = 0
  let running = 0
  const recognise = lineRecogniser(db)
  const counting: LineRecogniser = {
    ...recognise,
    find: async (prepared) => {
      lookups++
      most = Math.max(most, ++running)
      const found = await recognise.find(prepared)
      running--
      return found
    },
  }
  assert.deepEqual((await take(lines, counting, 2)).signals, [0, 0, 20])
  assert.deepEqual([lookups, most], [10, 2])
  lookups = 0
  // The unchanged line, right after a batch that changes its report.
  const changed = [...lines.slice(0, 10), { ...lines[0], label: 'Other' }, lines[1], lines[0], ...lines.slice(10, 15)]
  assert.deepEqual((await take(changed, counting, 2)).signals, [0, 2, 16])
  assert.equal((await row('l0')).label, 'A job')
  assert.ok(lookups > 9, 'the batch after a change is looked up again')
})

test('a line’s company facts are written again after another line has changed them', async () => {
  const named = (key: string, name: string) => job('d.example', key, { company: { domain: 'd.example', name } })
  await take([named('d1', 'One')])
  assert.equal((await take([named('d1', 'One')])).written, 0)
  await take([company('d.example', { name: 'Two' })])
  await take([named('d1', 'One')])
  assert.equal((await row('d1')).name, 'One')
  await take([company('d.example', { name: 'Two' }), named('d1', 'One')])
  assert.equal((await row('d1')).name, 'One')
  // In the previous form, but after a line of the same batch changed the name.
  await take([named('d2', 'Three'), otherOrder(named('d1', 'One'))])
  assert.equal((await row('d1')).name, 'One')
})

test('a line is written in order if its company is merged before', async () => {
  const line = job('old.example', 'e1', { company: { domain: 'old.example', name: 'Old', hqCountry: 'FR' } })
  await take([line, company('new.example')])
  await mergeCompanies(db, stamper, { from: 'old.example', into: 'new.example' })
  assert.deepEqual((await take([line])).signals, [0, 0, 1])
  assert.deepEqual(await take([line]), { signals: [0, 0, 1], written: 0, rejected: 0 })
  assert.equal((await row('e1')).name, 'new.example')
  const below = job('jobs.acme.example', 'e2')
  await take([company('acme.example'), company('other.example'), below])
  assert.equal((await row('e2')).name, 'acme.example')
  const aliases = company('other.example', { aliases: ['jobs.acme.example'] })
  assert.equal((await take([aliases, below])).written, 2)
  assert.equal((await row('e2')).name, 'other.example')
  await take([aliases, below])
  // Aliases that are known move nothing: only the line of the company is left.
  assert.equal((await take([aliases, below])).written, 1)
})

test('an unchanged line is seen again at most once a day', async () => {
  const lines = [job('f.example', 'f1'), job('f.example', 'f2', { source: 'careers' })]
  await take([company('f.example'), lines[0]])
  const pool = db.pool('ingest')
  await pool.query(`update signals set last_seen_at = now() - interval '20 hours' where key = 'f1'`)
  assert.equal((await take([lines[0]])).written, 0)
  assert.ok((await row('f1')).age > 70_000)
  await pool.query(`update signals set last_seen_at = now() - interval '30 hours' where key = 'f1'`)
  await pool.query(`update sources set last_delivery_at = now() - interval '3 days'`)
  assert.equal((await take([lines[0]])).written, 0)
  const { age, version } = await row('f1')
  assert.deepEqual([age < 600, version], [true, 1])
  const { since } = await one<{ since: number }>(
    pool,
    `select extract(epoch from now() - last_delivery_at)::int as since from sources where name = 'Job Board'`,
  )
  assert.ok(since < 600)
})

test('one of several reports of a fact is recognised', async () => {
  const reports = ['board', 'careers'].map((source) => job('g.example', 'g1', { source }))
  await take([company('g.example'), ...reports])
  assert.deepEqual(await take(reports), { signals: [0, 0, 2], written: 0, rejected: 0 })
  await db.pool('ingest').query(`update reports set last_seen_at = now() - interval '30 hours' where key = 'g1'`)
  assert.deepEqual(await take(reports), { signals: [0, 0, 2], written: 2, rejected: 0 })
  assert.deepEqual(await take(reports), { signals: [0, 0, 2], written: 0, rejected: 0 })
})

test('a line is read again by another catalogue of tools', async () => {
  const line = { ...job('i.example', 'i1'), type: 'tool', jobTitle: undefined, tool: 'Frobnicator' }
  await take([company('i.example'), line])
  assert.equal((await take([line])).written, 0)
  const file = join(temporaryFolder(), 'tools.json')
  const product = {
    product: 'frobnicator',
    name: 'Frobnicator',
    family: 'frobnicator',
    vendor: 'Frob',
    category: 'crm',
  }
  writeFileSync(file, JSON.stringify({ families: [], products: [{ ...product, aliases: [], ai: false }] }))
  loadToolsFile(file)
  assert.deepEqual((await take([line])).signals, [0, 1, 0])
  assert.equal((await take([line])).written, 0)
})

test('a line that another writer overtakes counts as written before it', async () => {
  const line = job('j.example', 'j1')
  await take([company('j.example'), line])
  const recognise = lineRecogniser(db)
  const { signals } = await take([line], {
    ...recognise,
    find: async (lines) => {
      const found = await recognise.find(lines)
      await writeRecords(db, stamper, [{ record: 'status', source: 'Job Board', key: 'j1', status: 'closed' }])
      return found
    },
  })
  assert.deepEqual(signals, [0, 0, 1])
  assert.equal((await row('j1')).status, 'closed')
})

test('lines that are stored are recognised among new ones', async () => {
  const batch = 300
  const jobs = Array.from({ length: 3 * batch }, (_, n) => job(`k${n % 5}.example`, `k${n}`))
  const companies = Array.from({ length: 5 }, (_, n) => company(`k${n}.example`))
  const [same, changed, moved, last] = [batch + 1, batch + 2, batch + 4, 2 * batch] as const
  await take([...companies, ...[same, changed, moved, last].map((n) => jobs[n])])
  const lines = jobs
    .with(changed, job(`k${changed % 5}.example`, `k${changed}`, { label: 'Changed' }))
    .with(moved, job('k0.example', `k${moved}`))
  const { signals, written } = await take(lines, lineRecogniser(db), batch)
  assert.deepEqual(signals, [lines.length - 4, 2, 2])
  assert.equal(written, lines.length - 2)
  assert.equal((await row(`k${changed}`)).label, 'Changed')
  assert.equal((await row(`k${moved}`)).name, 'k0.example')
  assert.deepEqual((await take(lines)).signals, [0, 0, lines.length])
})
