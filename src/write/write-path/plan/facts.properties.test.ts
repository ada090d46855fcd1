// Reports in any order, split into any batches, give the same facts. Fast-check invents small worlds in which reports
// meet often: few titles, few days, few sources.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { writeRecords } from '../index.ts'
import { rebuildCompanies } from '../maintain/rebuild-companies.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const reports = fc.array(
  fc.record({
    kind: fc.constantFrom('job', 'job', 'round', 'tool', 'web'),
    source: fc.constantFrom('board', 'careers', 'news'),
    key: fc.nat(3),
    title: fc.constantFrom('AI SDR', 'Data Engineer'),
    change: fc.constantFrom(0, 0, 1, 2),
    day: fc.integer({ min: -60, max: 0 }),
    confidence: fc.integer({ min: 1, max: 100 }),
    status: fc.constantFrom('active' as const, 'active' as const, 'closed' as const, 'retracted' as const),
  }),
  { minLength: 1, maxLength: 30 },
)

type Made = typeof reports extends fc.Arbitrary<infer T> ? T : never

/** One record per report: the last one that was made for its (source, key). */
function recordsOf(domain: string, made: Made): IncomingSignal[] {
  const latest = new Map<string, IncomingSignal>()
  for (const { kind, source, key, title, change, day, confidence, status } of made) {
    const occurredAt = JUNE + day * DAY
    const parts = { source, occurredAt, confidence: confidence / 100, status, label: `${kind} of ${source}` }
    const ends = status === 'closed' ? { closedAt: occurredAt + 5 * DAY } : {}
    const name = `${kind} ${key}`
    const record = {
      job: () =>
        signal(domain, `${domain} ${name}`, {
          ...parts,
          ...ends,
          fields: { jobTitle: title, function: 'sales', ...(title === 'AI SDR' && { ai: true, aiFrom: 'title' }) },
        }),
      round: () =>
        signal(domain, `${domain} ${name}`, {
          ...parts,
          ...ends,
          type: 'funding',
          fields: { round: 'seed', amountUsd: 1_000_000 * (1 + change), instrument: 'equity' },
        }),
      tool: () =>
        signal(domain, `${domain} ${name}`, {
          ...parts,
          ...ends,
          type: 'tool',
          fields: { tool: 'Some Tool', change: ['adopted', 'in_use', 'dropped'][change] as string },
        }),
      web: () =>
        signal(domain, `${domain} ${name}`, {
          ...parts,
          ...ends,
          type: 'web',
          fields: { kind: 'ai_feature', change: ['launched', 'up', 'removed'][change] as string },
        }),
    }[kind]()
    latest.set(`${source} ${name}`, record)
  }
  return [...latest.values()]
}

/** The facts, derived signals and scores of a company, without ids, keys and the times of writing. */
async function factsOf(domain: string): Promise<readonly string[]> {
  const rows = await many(
    db.pool('ingest'),
    `select s.type, s.source, s.label, s.confidence, s.status, s.occurred_at as "occurredAt", s.closed_at as "closedAt", s.fields,
            (select jsonb_agg(jsonb_build_array(e -> 'name', e -> 'key', e -> 'status', e -> 'confidence') order by e::text)
               from jsonb_array_elements(s.sources) e) as sources,
            r.heat_key as heat, r.score_tenths as score
       from companies c join signals s on s.company_ordinal = c.ordinal join company_ranks r on r.company_ordinal = c.ordinal
      where c.domain = $1 and (s.status <> 'retracted' or (s.replaced_by is null and s.source <> 'pro-signal'))`,
    [domain],
  )
  return rows.map((row) => JSON.stringify(row)).sort()
}

/** The sum of all events to customers, by type: how many facts there are, and the last event of each. */
async function toldOf(domain: string): Promise<unknown> {
  const rows = await many<{ status: string; type: string; sent: string | null }>(
    db.pool('ingest'),
    `select distinct on (e.signal_id) e.signal_id, e.type, e.image::json ->> 'status' as status, e.image::json ->> 'label' as label,
            (e.image::json ->> 'confidence')::float8 as confidence, e.image::jsonb -> 'fields' as fields,
            (select string_agg(c.action, ' ' order by c.batch, c.n) from events c where c.signal_id = e.signal_id and not c.silent) as sent
       from events e join companies c on c.ordinal = e.company_ordinal
      where c.domain = $1 and e.kind = 'signal' order by e.signal_id, e.batch desc, e.n desc`,
    [domain],
  )
  assert.ok(
    rows.every(({ sent }) => sent === null || /^created(?: updated)*$/.test(sent)),
    'of a fact `created` is sent once, and first',
  )
  return rows
    .filter(({ status }) => status !== 'retracted')
    .map(({ signal_id: _, sent: __, ...row }: Record<string, unknown>) => JSON.stringify(row))
    .sort()
}

async function eventCount(domain: string): Promise<number> {
  const { count } = await one<{ count: number }>(
    db.pool('ingest'),
    `select count(*)::int as count from events e join companies c on c.ordinal = e.company_ordinal where c.domain = $1`,
    [domain],
  )
  return count
}

const write = (records: readonly IncomingSignal[]) => writeRecords(db, stamper, records)
const DOMAIN = 'world.example'

/** Both ways write the same ids, so that reports that are equal but for them are shown alike. */
async function emptyWorld(): Promise<void> {
  await stamper.stamp()
  for (const table of ['company_ranks', 'companies', 'signals', 'reports', 'events']) {
    await db.pool('ingest').query(`delete from ${table}`)
  }
}

async function writeInBatches(records: readonly IncomingSignal[], size: number): Promise<void> {
  for (let i = 0; i < records.length; i += size) await write(records.slice(i, i + size))
}

test('reports in any order, split into any batches, give the same facts, status, scores and events in sum', async () => {
  const orders = fc.infiniteStream(fc.nat(1_000))
  await fc.assert(
    fc.asyncProperty(reports, orders, fc.integer({ min: 1, max: 6 }), async (made, order, size) => {
      const records = recordsOf(DOMAIN, made)
      await emptyWorld()
      await write(records)
      const [facts, told] = [await factsOf(DOMAIN), await toldOf(DOMAIN)]

      await emptyWorld()
      const shuffled = records
        .map((record) => ({ record, rank: order.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ record }) => record)
      await writeInBatches(shuffled, size)
      assert.deepEqual(await factsOf(DOMAIN), facts)
      assert.deepEqual(await toldOf(DOMAIN), told)

      // Re-running, and making everything again from the reports, changes nothing.
      const events = await eventCount(DOMAIN)
      await write(shuffled.toReversed())
      const { ordinal } = await one<{ ordinal: number }>(db.pool('ingest'), 'select ordinal from companies')
      assert.equal(await db.transaction('ingest', (tx) => rebuildCompanies(tx, [ordinal])), 0)
      assert.equal(await eventCount(DOMAIN), events)
      assert.deepEqual(await factsOf(DOMAIN), facts)
    }),
    { numRuns: 40 },
  )
})

test('whatever versions came before, the facts are those of the last versions', async () => {
  await fc.assert(
    fc.asyncProperty(reports, reports, fc.integer({ min: 1, max: 6 }), async (earlier, made, size) => {
      const last = recordsOf(DOMAIN, made)
      const known = new Set(last.map(({ source, key }) => `${source} ${key}`))
      const before = recordsOf(DOMAIN, earlier).filter(({ source, key }) => known.has(`${source} ${key}`))
      await emptyWorld()
      await writeInBatches(before, size)
      await writeInBatches(last, size)
      const facts = await factsOf(DOMAIN)
      await emptyWorld()
      await write(last)
      assert.deepEqual(facts, await factsOf(DOMAIN))
    }),
    { numRuns: 40 },
  )
})
