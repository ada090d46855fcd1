// What was known when: undoing the record of a company from the present gives every committed state.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { mergeIn } from '../identity/merge-companies.ts'
import {
  maintainHistory,
  mergeCompanies,
  readCompanyChanges,
  readSignalHistory,
  signalId,
  splitCompany,
  writeRecords,
} from '../index.ts'
import { rebuildCompanies } from '../maintain/rebuild-companies.ts'
import { readReportsById } from '../store/report-queries.ts'
import { readSignalsById } from '../store/signal-queries.ts'
import { isDerived, isOwnReport } from '../store/stored-signal.ts'
import type { CompanyWas } from './history-of-batch.ts'
import { readCompanyHistory } from './history-queries.ts'
import { type RecordedReport, recordedReport, undo } from './recorded-report.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

/** Companies with two signals have a digest, so that both ways of planning a batch are taken. */
const write = (...lines: Parameters<typeof writeRecords>[2]) => writeRecords(db, stamper, lines, { digestFrom: 2 })
const pool = () => db.pool('ingest')

/** Everything that is recorded, as it is stored now. */
interface World {
  readonly reports: Map<string, RecordedReport>
  readonly companies: Map<number, Record<string, unknown>>
}

async function readWorld(): Promise<World> {
  const ids = (await many<{ id: string }>(pool(), 'select id from signals union select id from reports')).map(
    ({ id }) => id,
  )
  const own = (await readSignalsById(pool(), ids)).filter((each) => isOwnReport(each) || isDerived(each))
  const all = [...own.map((report) => ({ report, factId: report.id })), ...(await readReportsById(pool(), ids))]
  const companies = await many<{ ordinal: number }>(
    pool(),
    `select ordinal, name, hq_country as "hqCountry", employee_count as "employeeCount", stated_stage as "fundingStage", industry,
            logo, website, stated_kind as "employerKind", parent, merge_parent as "mergedInto" from companies`,
  )
  return {
    reports: new Map(all.map(({ report, factId }) => [report.id, plain(recordedReport(reported(report), factId))])),
    companies: new Map(companies.map(({ ordinal, ...facts }) => [ordinal, facts])),
  }
}

/** Which job is the first of its kind follows from the others, and isn't part of a report. */
function reported<T extends { readonly fields: RecordedReport['fields'] }>(report: T): T {
  const fields = Object.entries(report.fields).filter(([name]) => !/^(?:first|new)[A-Z]/.test(name))
  return { ...report, fields: Object.fromEntries(fields) }
}

const plain = (report: RecordedReport): RecordedReport => JSON.parse(JSON.stringify(report)) as RecordedReport

/** Undoes all rows from the newest to the oldest. Returns the states before each batch, the oldest first. */
async function replayBack({ reports, companies }: World): Promise<World[]> {
  const ordinals = (await many<{ ordinal: number }>(pool(), 'select ordinal from companies')).map((row) => row.ordinal)
  const rows = (await Promise.all(ordinals.map((ordinal) => readCompanyHistory(pool(), ordinal)))).flat()
  const batches = [...Map.groupBy(rows, ({ batch }) => batch)].sort(([a], [b]) => b - a)
  let state: World = { reports, companies }
  return batches
    .map(([, ofBatch]) => {
      state = { reports: new Map(state.reports), companies: new Map(state.companies) }
      for (const { created, changes, companyOrdinal, company: was } of ofBatch) {
        for (const change of changes) {
          const after = state.reports.get(change.id)
          assert.ok(after, change.id)
          if ('was' in change) state.reports.set(change.id, undo(after, change.was))
        }
        for (const id of created) assert.ok(state.reports.delete(id), `${id} was created twice`)
        if (was) undoCompany(state.companies, companyOrdinal, was)
      }
      return state
    })
    .reverse()
}

function undoCompany(companies: World['companies'], ordinal: number, { created, ...was }: CompanyWas): void {
  if (created) companies.delete(ordinal)
  else companies.set(ordinal, { ...companies.get(ordinal), ...was })
}

const DOMAINS = ['a.test', 'b.test', 'c.test'] as const
const job = fc.record({
  domain: fc.constantFrom(...DOMAINS),
  source: fc.constantFrom('ats', 'board'),
  key: fc.integer({ min: 0, max: 3 }),
  title: fc.constantFrom('AI SDR', 'AI Engineer', 'Cook'),
  day: fc.integer({ min: 0, max: 20 }),
  status: fc.constantFrom('active', 'active', 'closed', 'retracted'),
  url: fc.constantFrom(undefined, 'https://jobs.example/1'),
  isRound: fc.boolean(),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ records: fc.array(job, { minLength: 1, maxLength: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ facts: fc.record({ domain: fc.constantFrom(...DOMAINS), employeeCount: fc.nat(3) }) }),
  },
  { weight: 1, arbitrary: fc.record({ merge: fc.shuffledSubarray([...DOMAINS], { minLength: 2, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ split: fc.constantFrom(...DOMAINS) }) },
  { weight: 1, arbitrary: fc.constant({ rebuild: true as const }) },
)

function recordOf({
  domain,
  source,
  key,
  title,
  day,
  status,
  url,
  isRound,
}: typeof job extends fc.Arbitrary<infer T> ? T : never) {
  const parts = {
    source,
    status,
    occurredAt: JUNE + day * DAY,
    ...(url !== undefined && { url }),
  } as Partial<IncomingSignal>
  const round = { type: 'funding', fields: { round: 'series_a', amountUsd: 1_000_000 * (1 + day) } } as const
  const about = { fields: { jobTitle: title, function: 'sales', ai: title.startsWith('AI') } }
  return signal(domain, `${isRound ? 'round' : 'job'}-${key}`, { ...parts, ...(isRound ? round : about), label: title })
}

async function take(step_: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  // A domain that is merged already, or not at all, is refused: nothing happens.
  if ('records' in step_) await write(...step_.records.map(recordOf))
  else if ('facts' in step_) await write(company(step_.facts.domain, { employeeCount: step_.facts.employeeCount }))
  else if ('merge' in step_) {
    const [from = '', into = ''] = step_.merge
    await mergeCompanies(db, stamper, { from, into }).catch(() => {})
  } else if ('split' in step_) await splitCompany(db, stamper, { domain: step_.split }).catch(() => {})
  else {
    const ordinals = await many<{ ordinal: number }>(pool(), 'select ordinal from companies where merged_into is null')
    await db.transaction('ingest', (tx) =>
      rebuildCompanies(
        tx,
        ordinals.map(({ ordinal }) => ordinal),
      ),
    )
  }
}

const TABLES = `company_aliases company_digests company_ranks digest_entries digest_openings companies signals reports events
  signal_history`

async function emptyWorld(): Promise<void> {
  await stamper.stamp()
  for (const table of TABLES.split(/\s+/)) await pool().query(`delete from ${table}`)
}

const batchesOf = async () =>
  (await one<{ count: number }>(pool(), 'select count(distinct batch)::int as count from signal_history')).count

test('undoing the record from the present gives every state that was ever committed, and in the end nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await emptyWorld()
      const states: { world: World; batches: number }[] = []
      for (const each of steps) {
        await take(each)
        states.push({ world: await readWorld(), batches: await batchesOf() })
      }
      const last = states.at(-1)
      if (!last) return
      // With n batches written, the state is the one before batch n; with all of them, the present.
      const past = [...(await replayBack(last.world)), last.world]
      assert.deepEqual(past[0], { reports: new Map(), companies: new Map() })
      for (const { world, batches } of states) assert.deepEqual(past[batches], world)
    }),
    { numRuns: 15 },
  )
})

const historyOf = async (id: string) =>
  (await readSignalHistory(pool(), id)).map(({ source, key, entries }) => ({
    report: `${source} ${key}`,
    entries: entries.map(({ what, was, is }) => [what.join(' '), was, is]),
  }))

test('the record shows when a report was first known, changed, joined, closed and retracted, with its previous content', async () => {
  await emptyWorld()
  const job = (source: string, parts: Partial<IncomingSignal> = {}) => signal('told.test', 'job', { source, ...parts })
  const [ats, board] = [signalId('ats', 'job'), signalId('board', 'job')]
  await write(job('ats', { fields: { jobTitle: 'AI SDR', function: 'sales' } }))
  await write(job('board', { fields: { jobTitle: 'Cook' } }))
  await write(job('board', { label: 'AI SDR', fields: { jobTitle: 'AI SDR', function: 'sales' } }))
  await write(
    job('board', {
      status: 'closed',
      label: 'AI SDR',
      closedAt: JUNE + DAY,
      fields: { jobTitle: 'AI SDR', function: 'sales' },
    }),
  )
  await write(job('ats', { status: 'retracted', fields: { jobTitle: 'AI SDR', function: 'sales' } }))
  assert.deepEqual(await historyOf(ats), [
    {
      report: 'ats job',
      entries: [
        ['first known', undefined, undefined],
        ['retracted', { status: 'active' }, { status: 'retracted' }],
      ],
    },
    {
      report: 'board job',
      entries: [
        ['first known', undefined, undefined],
        [
          'joined changed',
          { fact: board, label: 'Signal job', fields: { jobTitle: 'Cook', function: null } },
          { fact: ats, label: 'AI SDR', fields: { jobTitle: 'AI SDR', function: 'sales' } },
        ],
        ['closed', { status: 'active', closedAt: null }, { status: 'closed', closedAt: JUNE + DAY }],
      ],
    },
  ])
})

test('a report is followed to the company that it came from, and company facts are shown as they were', async () => {
  await emptyWorld()
  await write(company('from.test'), signal('from.test', 'moved'), company('into.test', { employeeCount: 10 }))
  await write(company('into.test', { employeeCount: 12, name: 'Into' }))
  await mergeCompanies(db, stamper, { from: 'from.test', into: 'into.test' })
  const [moved] = await historyOf(signalId('test', 'moved'))
  assert.deepEqual(
    moved?.entries.map(([what]) => what),
    ['first known', 'moved'],
  )
  const rows = await many<{ ordinal: number }>(pool(), 'select ordinal from companies order by domain')
  const changes = await readCompanyChanges(
    pool(),
    rows.map(({ ordinal }) => ordinal),
  )
  assert.deepEqual(
    changes.map(({ was }) => was),
    [{ created: true }, { created: true }, { name: 'into.test', employeeCount: 10 }, { mergedInto: null }],
  )
})

const rowCount = async () =>
  (await one<{ count: number }>(pool(), 'select count(*)::int as count from signal_history')).count

test('what isn’t new is not recorded: the same lines again, and a rebuild by rules that change nothing', async () => {
  await emptyWorld()
  const lines = [company('same.test'), signal('same.test', '1'), signal('same.test', '2', { source: 'board' })]
  await write(...lines)
  const rows = await rowCount()
  await write(...lines)
  await take({ rebuild: true })
  assert.equal(await rowCount(), rows)
})

test('concurrent writers of one company are recorded in the order in which they committed', async () => {
  await emptyWorld()
  await write(company('busy.test'), company('other.test'))
  const labels = Array.from({ length: 12 }, (_, i) => `Label ${i}`)
  const writers = [labels.slice(0, 6), labels.slice(6)].map(async (own) => {
    for (const label of own)
      await write(signal('busy.test', 'contended', { label, occurredAt: JUNE + own.indexOf(label) }))
  })
  await Promise.all([...writers, mergeCompanies(db, stamper, { from: 'busy.test', into: 'other.test' })])
  const [{ entries = [] } = {}] = await readSignalHistory(pool(), signalId('test', 'contended'))
  const said = entries.flatMap(({ is }) => is?.label ?? [])
  const first = entries.find(({ was }) => was?.label !== undefined)?.was?.label
  assert.deepEqual([first, ...said].sort(), labels.toSorted(), 'each version once, none lost')
  assert.deepEqual((await replayBack(await readWorld()))[0], { reports: new Map(), companies: new Map() })
})

test('a transaction that does not commit leaves no row', async () => {
  await emptyWorld()
  await write(signal('torn.test', '1'), company('whole.test'))
  const [rows, world] = [await rowCount(), await readWorld()]
  const merging = db.transaction('ingest', async (tx) => {
    await mergeIn(tx, { from: 'torn.test', into: 'whole.test' })
    throw new Error('the process is killed')
  })
  await assert.rejects(merging, /is killed/)
  assert.deepEqual([await rowCount(), await readWorld()], [rows, world])
})

test('rows are never changed, and are dropped by the month when retention has passed', async () => {
  await write(signal('kept.test', '1'))
  await assert.rejects(pool().query(`update signal_history set batch = 0`), /the history of signals is never changed/)
  await pool().query(
    `create table signal_history_201901 partition of signal_history for values from ('2019-01-01Z') to ('2019-02-01Z')`,
  )
  const kept = await rowCount()
  assert.deepEqual(await maintainHistory(db, 36), ['signal_history_201901'])
  assert.deepEqual(await maintainHistory(db, 36), [])
  assert.equal(await rowCount(), kept)
})

test('a month without a partition gets one when it is written to', async () => {
  const { name } = await one<{ name: string }>(
    pool(),
    `select 'signal_history_' || to_char(now() at time zone 'utc', 'YYYYMM') as name`,
  )
  await pool().query(`drop table ${name}`)
  await write(signal('kept.test', '2'))
  assert.equal(await rowCount(), 1)
})
