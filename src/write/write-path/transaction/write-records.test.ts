import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, one } from '../../../db/index.ts'
import type { IncomingRecord, IncomingSignal } from '../../../meaning/signals/index.ts'
import { readLog, Stamper } from '../../log/index.ts'
import { companyId, refreshRanks, signalId, writeRecords } from '../index.ts'
import { readBatchTime } from '../store/batch-queries.ts'

let db: Database
let stamper: Stamper
/** Never stamps, like a writer that crashed after its commit. */
const crashedStamper = { stamp: () => Promise.resolve(0) } as Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = (records: readonly IncomingRecord[]) => writeRecords(db, stamper, records)

interface EventRow {
  signalId: string
  type: string
  action: string
  unix: number
  [key: string]: unknown
}

/** The signal events of a company, in the order of the log. */
async function eventsOf(domain: string): Promise<EventRow[]> {
  await stamper.stamp()
  return many<EventRow>(
    db.pool('ingest'),
    `select e.signal_id as "signalId", e.type, e.action, e.unix, e.image::json->>'status' as status
       from log l join events e using (day, batch) join companies c on c.ordinal = e.company_ordinal
      where c.domain = $1 and e.kind = 'signal' order by l.position, e.n`,
    [domain],
  )
}

test('a new signal is created, a changed one updated, and the same one again unchanged', async () => {
  const first = signal('one.example', 'one-a')
  assert.deepEqual(await write([first]), {
    outcomes: ['created'],
    companiesCreated: 1,
    companiesUpdated: 0,
    signalsRead: 0,
    signalsReadForFewRecords: 0,
  })
  assert.deepEqual((await write([first])).outcomes, ['unchanged'])
  assert.deepEqual((await write([{ ...first, label: 'Another label' }])).outcomes, ['updated'])
  assert.deepEqual((await write([{ ...first, label: 'Another label', status: 'closed' }])).outcomes, ['updated'])
  const events = await eventsOf('one.example')
  assert.deepEqual(
    events.map(({ action, status }) => [action, status]),
    [
      ['created', 'active'],
      ['updated', 'active'],
      ['updated', 'closed'],
    ],
  )
})

test('two events of one signal never have the same second, so their ids never collide', async () => {
  const versions = Array.from({ length: 6 }, (_, i) => signal('fast.example', 'fast-a', { label: `Version ${i}` }))
  assert.deepEqual((await write(versions)).outcomes, ['created', 'updated', 'updated', 'updated', 'updated', 'updated'])
  const seconds = (await eventsOf('fast.example')).map(({ unix }) => unix)
  assert.equal(new Set(seconds).size, 6)
  assert.deepEqual(
    seconds,
    seconds.toSorted((a, b) => a - b),
  )
})

test('the same record several times in one batch is one signal and one event', async () => {
  const line = signal('same.example', 'same-a')
  assert.deepEqual((await write([line, line, line])).outcomes, ['created', 'unchanged', 'unchanged'])
  assert.equal((await eventsOf('same.example')).length, 1)
})

test('ids are computed from the identity', async () => {
  await write([signal('ids.example', 'ids-a')])
  const row = await one<{ signal: string; company: string }>(
    db.pool('ingest'),
    `select s.id as signal, c.id as company from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = 'ids.example'`,
  )
  assert.deepEqual(row, { signal: signalId('test', 'ids-a'), company: companyId('ids.example') })
})

test('a signal of an unknown company is rejected until a record has the name of the company', async () => {
  const nameless = { ...signal('late.example', 'late-a'), company: { domain: 'late.example' } }
  const { outcomes } = await write([nameless, company('late.example'), { ...nameless, key: 'late-b' }])
  assert.deepEqual(outcomes, [{ rejected: 'company late.example is unknown: add its name' }, 'created', 'created'])
  assert.equal((await eventsOf('late.example')).length, 1)
})

test('a batch says which of the signals it read were for companies with few records', async () => {
  const jobs = (domain: string, count: number, label: string) =>
    Array.from({ length: count }, (_, i) => signal(domain, `${domain} ${i}`, { label }))
  await write([...jobs('many.example', 30, 'First'), ...jobs('few.example', 20, 'First')])
  const again = await write([...jobs('many.example', 12, 'Second'), ...jobs('few.example', 2, 'Second')])
  assert.deepEqual([again.signalsRead, again.signalsReadForFewRecords], [50, 20])
})

test('absent facts leave the stored ones unchanged', async () => {
  await write([company('facts.example', { name: 'Facts', employeeCount: 50, hqCountry: 'DE' })])
  const carried = { ...signal('facts.example', 'f'), company: { domain: 'facts.example', employeeCount: 60 } }
  assert.deepEqual(await write([carried]), {
    outcomes: ['created'],
    companiesCreated: 0,
    companiesUpdated: 1,
    signalsRead: 0,
    signalsReadForFewRecords: 0,
  })
  assert.deepEqual((await write([company('facts.example', { name: 'Facts' })])).outcomes, ['unchanged'])
  const row = await one(
    db.pool('ingest'),
    `select name, employee_count, hq_country from companies where domain = 'facts.example'`,
  )
  assert.deepEqual(row, { name: 'Facts', employee_count: 60, hq_country: 'DE' })
})

test('a version older than the stored one is ignored', async () => {
  await write([signal('order.example', 'o', { seenAt: JUNE + 100, label: 'New' })])
  const older = signal('order.example', 'o', { seenAt: JUNE + 50, label: 'Old' })
  assert.deepEqual((await write([older])).outcomes, ['unchanged'])
  assert.deepEqual((await write([{ ...older, seenAt: JUNE + 101 }])).outcomes, ['updated'])
})

const round = (domain: string, parts: Partial<IncomingSignal> = {}) =>
  signal(domain, `${domain}-round`, {
    type: 'funding',
    label: 'Raised a round',
    fields: { round: 'seed', amountUsd: 5_000_000 },
    ...parts,
  })
const aiTool = (domain: string, parts: Partial<IncomingSignal> = {}) =>
  signal(domain, `${domain}-tool`, {
    type: 'tool',
    fields: { tool: 'OpenAI API', category: 'llm', ai: true, change: 'adopted' },
    ...parts,
  })

test('funding_ai is derived in the same transaction, and is retracted and restored with its evidence', async () => {
  const domain = 'fai.example'
  await write([round(domain)])
  assert.deepEqual(
    (await eventsOf(domain)).map(({ type }) => type),
    ['funding'],
  )
  await write([aiTool(domain)])
  await write([aiTool(domain, { status: 'retracted' })])
  await write([aiTool(domain)])
  assert.deepEqual(
    (await eventsOf(domain)).map(({ type, action, status }) => [type, action, status]),
    [
      ['funding', 'created', 'active'],
      ['tool', 'created', 'active'],
      ['funding_ai', 'created', 'active'],
      ['tool', 'updated', 'retracted'],
      ['funding_ai', 'updated', 'retracted'],
      ['tool', 'updated', 'active'],
      ['funding_ai', 'updated', 'active'],
    ],
  )
})

test('when a signal moves to another company, the derived signals of both companies follow', async () => {
  const [from, to] = ['from.example', 'to.example']
  await write([round(from), aiTool(from), round(to)])
  const moved = { ...aiTool(from), company: { domain: to, name: to } }
  assert.deepEqual((await write([moved])).outcomes, ['updated'])
  const types = async (domain: string) =>
    (await eventsOf(domain)).filter(({ type }) => type === 'funding_ai').at(-1)?.status
  assert.equal(await types(from), 'retracted')
  assert.equal(await types(to), 'active')
})

test('ten concurrent writers of the same records produce one row and one created event per identity', async () => {
  const domains = Array.from({ length: 8 }, (_, i) => `race${i}.example`)
  const records = domains.flatMap((domain) => [round(domain), aiTool(domain), signal(domain, `${domain}-job`)])
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      write(
        [...records.slice(i), ...records.slice(0, i)].flatMap((record) => [company(record.company.domain), record]),
      ),
    ),
  )
  for (const domain of domains) {
    const events = await eventsOf(domain)
    assert.deepEqual(events.map(({ type, action }) => `${type} ${action}`).sort(), [
      'funding created',
      'funding_ai created',
      'hiring created',
      'tool created',
    ])
  }
})

test('a writer that waited for a company comes after the writer it waited for: events of a signal keep their order', async () => {
  // Each write locks several companies, so batches wait for each other in many combinations. The log is stamped late.
  const domains = Array.from({ length: 6 }, (_, i) => `order${i}.example`)
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 12; n++) {
        const picked = [0, 1, 2].map((k) => domains[(writer * 5 + n * 7 + k * 2) % domains.length] ?? '')
        const records = picked.map((domain) =>
          signal(domain, `${domain}-k`, { label: `${writer}.${n}`, source: 'order' }),
        )
        await writeRecords(db, crashedStamper, records)
      }
    }),
  )
  await stamper.stamp()
  const disordered = await many(
    db.pool('ingest'),
    `select signal_id from (
       select e.signal_id, (e.image::json->>'version')::int as version,
              row_number() over (partition by e.signal_id order by l.position, e.n) as place
         from log l join events e using (day, batch) join signals s on s.id = e.signal_id where s.source = 'order') x
      where version <> place`,
  )
  assert.deepEqual(disordered, [])
})

test('an older version never overwrites a newer one, even after a version without seenAt', async () => {
  const at = (label: string, seenAt?: number) =>
    signal('dated.example', 'dated', { label, ...(seenAt !== undefined && { seenAt: JUNE + seenAt }) })
  const outcomes = async (...records: IncomingRecord[]) => (await write(records)).outcomes
  assert.deepEqual(await outcomes(at('A', 10)), ['created'])
  assert.deepEqual(await outcomes(at('A', 30)), ['unchanged'])
  assert.deepEqual(await outcomes(at('B', 20)), ['unchanged'])
  assert.deepEqual(await outcomes(at('C')), ['updated'])
  assert.deepEqual(await outcomes(at('D', 29)), ['unchanged'])
  assert.deepEqual(await outcomes(at('E', 31), at('F', 30)), ['updated', 'unchanged'])
  assert.deepEqual(await outcomes(at('E', 35), at('G', 40), at('G', 50)), ['unchanged', 'updated', 'unchanged'])
  assert.deepEqual(await outcomes(at('H', 49)), ['unchanged'])
  assert.deepEqual(await outcomes(at('G', 60), at('I', 70)), ['unchanged', 'updated'])
  assert.deepEqual(await outcomes(at('J', 65)), ['unchanged'])
})

test('many versions of one signal in one batch are one row and one event each', async () => {
  const versions = Array.from({ length: 300 }, (_, i) => signal('flip.example', 'flip', { label: i % 2 ? 'a' : 'b' }))
  const { outcomes } = await write(versions)
  assert.equal(outcomes.filter((outcome) => outcome === 'updated').length, 299)
  assert.equal((await eventsOf('flip.example')).length, 300)
})

test('one identity written for two companies at the same time ends up in one of them', async () => {
  for (let i = 0; i < 10; i++) {
    await Promise.all(
      ['left', 'right'].map((side) => write([{ ...signal(`${side}.example`, `torn-${i}`), source: 'torn' }])),
    )
  }
  const { count } = await one<{ count: number }>(
    db.pool('ingest'),
    `select count(*) as count from signals where source = 'torn'`,
  )
  assert.equal(count, 10)
})

test('scores of an earlier day are refreshed, and the log has one event for it', async () => {
  await write([signal('stale.example', 's', { fields: { jobTitle: 'AI Engineer', ai: true } })])
  await db.pool('ingest').query(`update company_ranks set as_of = as_of - 3, score_tenths = 999`)
  const { position } = await readLog(db.pool('ingest'), await stamper.stamp(), 10)
  const refreshed = await refreshRanks(db, stamper)
  assert.ok(refreshed > 0)
  assert.equal(await refreshRanks(db, stamper), 0)
  const { events } = await readLog(db.pool('ingest'), position, 10)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['ranks'],
  )
  const { stale } = await one<{ stale: number }>(
    db.pool('ingest'),
    `select count(*) as stale from company_ranks where score_tenths = 999`,
  )
  assert.equal(stale, 0)
})

test('the time of a batch is rounded down to the second', async () => {
  for (let i = 0; i < 20; i++) {
    await db.transaction('ingest', async (tx) => {
      const { now } = await readBatchTime(tx)
      const { exact } = await one<{ exact: number }>(tx, 'select extract(epoch from now())::float8 as exact')
      assert.equal(now, Math.floor(exact))
    })
  }
})
