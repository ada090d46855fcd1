// A company with a digest is written as if all its signals were read: the same facts, derived signals, ranks, events and
// outcomes, for any records in any batches. And after any write, its digest is that of all its signals.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { declareSources, readSourceState } from '../../sources/index.ts'
import { writeLines } from '../lines/write-lines.ts'
import { readFacts } from '../plan/batch-facts.ts'
import { emptyPlan } from '../plan/plan-batch.ts'
import { findCompanies } from '../store/company-queries.ts'
import { readDigests } from './digest-queries.ts'
import { digestsOf } from './whole-digests.ts'

const RUNS = Number(process.env.DIGEST_RUNS ?? 10)

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
  // The jobs of a source that is complete count in surges and first jobs.
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'board', completeSince: JUNE - 800 * DAY }]),
  )
})

const TITLES = ['Seller', 'Data Engineer', 'Nurse', 'Baker', 'AI Engineer', 'Pilot', 'Cook', 'Driver', 'Tutor', 'Judge']
const FUNCTIONS = ['sales', 'data', 'other']
const COUNTRIES = ['DE', 'FR', 'US']

const step = fc.record({
  kind: fc.constantFrom(
    'job',
    'job',
    'job',
    'job',
    'job',
    'job',
    'job',
    'job',
    'round',
    'tool',
    'web',
    'status',
    'company',
  ),
  domain: fc.constantFrom('one.example', 'one.example', 'one.example', 'two.example'),
  source: fc.constantFrom('board', 'board', 'careers', 'news'),
  key: fc.nat(25),
  title: fc.nat(TITLES.length - 1),
  detail: fc.nat(5),
  day: fc.oneof(fc.integer({ min: -60, max: 0 }), fc.integer({ min: -500, max: 0 })),
  confidence: fc.integer({ min: 0, max: 100 }),
  status: fc.constantFrom(
    'active' as const,
    'active' as const,
    'active' as const,
    'closed' as const,
    'retracted' as const,
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function lineOf({ kind, domain, source, key, title, detail, day, confidence, status }: Step): IncomingLine {
  const occurredAt = JUNE + day * DAY
  const name = `${kind === 'status' ? 'job' : kind} ${key}`
  const ends = status === 'closed' ? { closedAt: occurredAt + 5 * DAY } : {}
  if (kind === 'status') return { record: 'status', source, key: name, status, ...ends }
  if (kind === 'company') {
    const kinds = ['direct', 'direct', 'agency'] as const
    const employerKind = kinds[detail]
    const hqCountry = COUNTRIES[key % 3] as string
    return { record: 'company', company: { domain, name: 'Some', hqCountry, ...(employerKind && { employerKind }) } }
  }
  const company = { domain, name: detail === 5 ? 'Some Ltd' : 'Some' }
  const parts = { source, occurredAt, confidence: confidence / 100, status, ...ends, company }
  const change = detail % 3
  switch (kind) {
    case 'job': {
      const jobTitle = TITLES[title] as string
      const fields = {
        jobTitle,
        function: FUNCTIONS[title % 3] as string,
        ...(detail < 4 && { country: COUNTRIES[detail % 3] as string }),
        ...(detail === 3 && { requisition: `r${key % 4}` }),
        ...(detail === 4 && { jobUrl: `https://${domain}/jobs/${key % 4}` }),
        ...(title === 4 && { ai: true, aiFrom: 'title' }),
        ...(title === 5 && { seniority: key % 2 === 0 ? 'intern' : 'senior' }),
      }
      return signal(domain, name, { ...parts, label: `Hiring: ${jobTitle}`, fields })
    }
    case 'round':
      return signal(domain, name, {
        ...parts,
        type: 'funding',
        label: 'Raised',
        fields: { round: 'seed', amountUsd: 1_000_000 },
      })
    case 'tool': {
      const fields = {
        tool: 'OpenAI API',
        change: ['adopted', 'in_use', 'dropped'][change] as string,
        category: 'llm',
        ai: true,
      }
      return signal(domain, name, { ...parts, type: 'tool', label: 'Tool', fields })
    }
    default: {
      const fields = { kind: 'ai_feature', change: ['launched', 'up', 'removed'][change] as string }
      return signal(domain, name, { ...parts, type: 'web', label: 'Page', fields })
    }
  }
}

const TIMES = `'{firstSeenAt,lastSeenAt}'::text[]`

/** Everything that was written, without the times of writing. */
async function everything(): Promise<unknown> {
  const pool = db.pool('ingest')
  const sources = `(select jsonb_agg(e - ${TIMES} order by n) from jsonb_array_elements(sources) with ordinality x (e, n)) as sources`
  const row = `type, source, key, label, confidence, status, occurred_at, closed_at, url, fields, given_domain`
  const signals = await many(
    pool,
    `select s.id, domain, ${row}, version, replaced_by, search_text, ${sources}
       from signals s join companies on ordinal = company_ordinal order by s.id`,
  )
  const reports = await many(
    pool,
    `select r.id, fact_id, domain, ${row} from reports r join companies on ordinal = company_ordinal order by r.id`,
  )
  const ranks = await many(
    pool,
    `select domain, to_jsonb(r) - 'company_ordinal' as rank from company_ranks r join companies on ordinal = company_ordinal order by 1`,
  )
  const events = await many<{ [key: string]: unknown }>(
    pool,
    `select signal_id, domain, type, action, silent, image::jsonb - ${TIMES} - 'sources' - 'movedFrom' as image,
            image::jsonb ? 'movedFrom' as moved
       from events join companies on ordinal = company_ordinal
      where kind = 'signal' order by signal_id, batch, n`,
  )
  return { signals, reports, ranks, events }
}

async function emptyWorld(): Promise<void> {
  await stamper.stamp()
  const tables = ['company_ranks', 'companies', 'signals', 'reports', 'events', 'digest_entries', 'digest_openings']
  for (const table of [...tables, 'company_digests']) await db.pool('ingest').query(`delete from ${table}`)
}

async function writeInBatches(lines: readonly IncomingLine[], size: number, digestFrom: number) {
  const outcomes: unknown[] = []
  let read = 0
  for (let at = 0; at < lines.length; at += size) {
    const result = await writeLines(db, stamper, lines.slice(at, at + size), { digestFrom })
    outcomes.push(...result.outcomes)
    read += result.signalsRead
  }
  return { outcomes, read, written: await everything() }
}

/** The digests are those of all signals. Of each measure a digest may have fewer of the greatest values. */
async function assertDigests(): Promise<number> {
  return db.transaction('ingest', async (tx) => {
    const companies = await findCompanies(tx, ['one.example', 'two.example'])
    const stored = await readDigests(
      tx,
      companies.map(({ ordinal }) => ordinal),
    )
    const digested = companies.filter(({ ordinal }) => stored.get(ordinal))
    const state = { now: 0, companies: new Map(), ...(await readFacts(tx, [...stored.keys()])) }
    const whole = { plan: emptyPlan(), state, before: state, digested: new Set<number>(), digestFrom: 0 }
    for (const fresh of digestsOf(digested, { ...whole, sourceState: await readSourceState(tx, [...stored.keys()]) })) {
      const digest = stored.get(fresh.ordinal)?.digest
      assert.ok(digest && fresh.digest)
      assert.deepEqual(digest.surges, fresh.digest.surges)
      assert.deepEqual(digest.rounds?.toSorted(), fresh.digest.rounds?.toSorted())
      assert.deepEqual([...digest.measures.keys()].sort(), [...fresh.digest.measures.keys()].sort())
      for (const [name, { count, greatest }] of digest.measures) {
        const all = fresh.digest.measures.get(name)
        assert.equal(count, all?.count, name)
        const known = Math.min(greatest.length, all?.greatest.length ?? 0)
        assert.deepEqual(greatest.slice(0, known), all?.greatest.slice(0, known), name)
      }
      const entries = await many<{ [key: string]: unknown }>(
        tx,
        'select list, place, id, data from digest_entries where company_ordinal = $1',
        [fresh.ordinal],
      )
      const sorted = (rows: readonly unknown[]) => rows.map((each) => JSON.stringify(each)).sort()
      assert.deepEqual(sorted(entries), sorted(fresh.entries.added))
      const openings = await many<{ series: string; counts: number[] }>(
        tx,
        'select series, counts from digest_openings where company_ordinal = $1',
        [fresh.ordinal],
      )
      const flat = [...fresh.openings].map(([series, weeks]) => ({
        series,
        counts: [...weeks].map(([week, { opened, window, baseline, yearBefore }]) => [
          week,
          opened,
          window,
          baseline,
          yearBefore,
        ]),
      }))
      const grouped = openings.map(({ series, counts }) => ({
        series,
        counts: Array.from({ length: counts.length / 5 }, (_, i) => counts.slice(5 * i, 5 * i + 5)),
      }))
      assert.deepEqual(nonZero(grouped), nonZero(flat))
    }
    return digested.length
  })
}

function nonZero(series: readonly { series: string; counts: number[][] }[]): string[] {
  return series
    .flatMap(({ series: name, counts }) => counts.map(([week, ...numbers]) => ({ name, week, numbers })))
    .filter(({ numbers }) => numbers.some((number) => number !== 0))
    .map((each) => JSON.stringify(each))
    .sort()
}

test('a company with a digest is written as if all its signals were read', async () => {
  let [read, readByDigest, digested] = [0, 0, 0]
  const steps = fc.array(step, { minLength: 10, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 12 }), fc.boolean(), async (made, size, hasOneSource) => {
      const lines = (hasOneSource ? made.map((each) => ({ ...each, source: 'board' as const })) : made).map(lineOf)
      await emptyWorld()
      const whole = await writeInBatches(lines, size, Number.POSITIVE_INFINITY)
      await emptyWorld()
      const near = await writeInBatches(lines, size, 1)
      assert.deepEqual(near.outcomes, whole.outcomes)
      assert.deepEqual(near.written, whole.written)
      digested += await assertDigests()
      read += whole.read
      readByDigest += near.read
    }),
    { numRuns: RUNS, endOnFailure: process.env.DIGEST_RUNS !== undefined },
  )
  assert.ok(digested > 0 && readByDigest < read, `${readByDigest} of ${read} signals were read, ${digested} digests`)
})

test('a new company gets its digest with its next batch: many are never written again', async () => {
  await emptyWorld()
  const jobs = Array.from({ length: 30 }, (_, n) => {
    const jobTitle = `${TITLES[n % 10]} ${['north', 'south', 'east'][n % 3]}`
    return signal('one.example', `n${n}`, { fields: { jobTitle, function: 'other' } })
  })
  const digests = () => many<{ [key: string]: unknown }>(db.pool('ingest'), 'select from company_digests')
  await writeLines(db, stamper, jobs.slice(0, 28), { digestFrom: 20 })
  assert.equal((await digests()).length, 0)
  const second = await writeLines(db, stamper, jobs.slice(28, 29), { digestFrom: 20 })
  assert.deepEqual([second.signalsRead, (await digests()).length], [28, 1])
  const third = await writeLines(db, stamper, jobs.slice(29), { digestFrom: 20 })
  assert.ok(third.signalsRead < 5)
  assert.equal(await assertDigests(), 1)
})

test('reads of a company with a digest also count by its number of records', async () => {
  await emptyWorld()
  const job = (n: number) => {
    const jobTitle = `${TITLES[n % 10]} ${['north', 'south', 'east'][n % 3]}`
    return signal('one.example', `n${n}`, { fields: { jobTitle, function: 'other', requisition: `r${n}` } })
  }
  const write = (from: number, to: number) =>
    writeLines(
      db,
      stamper,
      Array.from({ length: to - from }, (_, n) => job(from + n)),
      { digestFrom: 20 },
    )
  await write(0, 60)
  await write(60, 61)
  const few = await write(61, 63)
  assert.ok(few.signalsRead > 0 && few.signalsRead < 20)
  assert.equal(few.signalsReadForFewRecords, few.signalsRead)
  const many = await write(63, 75)
  assert.ok(many.signalsRead > few.signalsRead && many.signalsRead < 63)
  assert.equal(many.signalsReadForFewRecords, 0)
})

test('for new open jobs of one source, jobs with the same titles are not read', async () => {
  await emptyWorld()
  const job = (n: number, parts: Partial<Parameters<typeof signal>[2]> = {}) =>
    signal('one.example', `n${n}`, { fields: { jobTitle: TITLES[n % 2] as string, function: 'other' }, ...parts })
  const jobs = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => job(from + n))
  const write = (lines: readonly IncomingLine[]) => writeLines(db, stamper, lines, { digestFrom: 20 })
  await write(jobs(0, 60))
  await write(jobs(60, 61))
  assert.equal((await write(jobs(61, 75))).signalsRead, 0)
  const closed = await write([job(0, { status: 'closed' }), ...jobs(75, 76)])
  assert.ok(closed.signalsRead > 30, 'a job that is closed may be posted again')
  assert.ok((await write(jobs(76, 77))).signalsRead > 30, 'it was closed by an earlier batch')
  assert.equal((await write(jobs(77, 78))).signalsRead, 0, 'nothing of the other title was closed')
  const elsewhere = await write([job(79, { source: 'careers' })])
  assert.ok(elsewhere.signalsRead > 30, 'another source may report the same job')
  assert.equal(await assertDigests(), 1)
})
