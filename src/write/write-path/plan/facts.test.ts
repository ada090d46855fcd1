// Reports become facts as they are written: what is stored, what customers get, and what only search indexes get.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many } from '../../../db/index.ts'
import type { IncomingLine, IncomingSignal } from '../../../meaning/signals/index.ts'
import { Stamper } from '../../log/index.ts'
import { declareSources } from '../../sources/index.ts'
import { signalId, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = async (...records: IncomingLine[]) => (await writeRecords(db, stamper, records)).outcomes

interface FactRow {
  [column: string]: unknown
}

const factsOf = (domain: string) =>
  many<FactRow>(
    db.pool('ingest'),
    `select s.id, s.source, s.key, s.label, s.status, extract(epoch from s.occurred_at)::bigint as "occurredAt",
            extract(epoch from s.closed_at)::bigint as "closedAt", s.replaced_by as "replacedBy", s.fields,
            (select array_agg(e ->> 'name' order by e ->> 'name') from jsonb_array_elements(s.sources) e) as sources,
            (select count(*)::int from reports r where r.fact_id = s.id) as reports
       from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.source <> 'pro-signal' order by s.occurred_at, s.first_seen_at, s.key`,
    [domain],
  )

const liveFactsOf = async (domain: string) => (await factsOf(domain)).filter(({ status }) => status !== 'retracted')

/** Such as "created active", "updated closed", "(updated active)" for a silent one. */
async function eventsOf(domain: string): Promise<string[]> {
  const rows = await many<{ event: string }>(
    db.pool('ingest'),
    `select case when e.silent then '(' else '' end || e.action || ' ' || (e.image::json ->> 'status')
            || case when e.silent then ')' else '' end as event
       from events e join companies c on c.ordinal = e.company_ordinal
      where c.domain = $1 and e.kind = 'signal' and e.type not in ('velocity', 'funding_ai') order by e.batch, e.n`,
    [domain],
  )
  return rows.map(({ event }) => event)
}

const job = (domain: string, source: string, parts: Partial<IncomingSignal> = {}) =>
  signal(domain, `${source}-${domain}`, { source, label: `Hiring, says ${source}`, ...parts })

const tool = (domain: string, source: string, change: string, day: number, parts: Partial<IncomingSignal> = {}) =>
  signal(domain, `${source}-${domain}-${day}`, {
    type: 'tool',
    source,
    occurredAt: JUNE + day * DAY,
    fields: { tool: 'HubSpot', change },
    ...parts,
  })

test('the same job from three sources is one fact, created once, with three sources', async () => {
  const domain = 'three.example'
  assert.deepEqual(await write(job(domain, 'board')), ['created'])
  const later = { occurredAt: JUNE + DAY }
  assert.deepEqual(await write(job(domain, 'careers', later), job(domain, 'agency', later)), ['created', 'created'])
  const [fact, ...others] = await factsOf(domain)
  assert.deepEqual(others, [])
  assert.equal(fact?.id, signalId('board', `board-${domain}`))
  assert.equal(fact?.label, 'Hiring, says board')
  assert.deepEqual([fact?.sources, fact?.reports], [['agency', 'board', 'careers'], 3])
  assert.deepEqual(await eventsOf(domain), ['created active', '(updated active)'])
})

test('re-running a file changes nothing: no event, not even a silent one', async () => {
  const domain = 'again.example'
  const lines = [
    job(domain, 'board'),
    job(domain, 'careers', { confidence: 0.95 }),
    tool(domain, 'scan', 'adopted', -30),
    tool(domain, 'dns', 'in_use', -20),
    tool(domain, 'scan', 'dropped', -10),
  ]
  await write(...lines)
  const [facts, events] = [await factsOf(domain), await eventsOf(domain)]
  for (const again of [lines, lines.toReversed()]) {
    assert.deepEqual(
      await write(...again),
      again.map(() => 'unchanged'),
    )
    for (const line of again) assert.deepEqual(await write(line), ['unchanged'])
  }
  assert.deepEqual([await factsOf(domain), await eventsOf(domain)], [facts, events])
})

test('the most certain report is shown; customers get an event when that changes what is shown', async () => {
  const domain = 'certain.example'
  await write(job(domain, 'board', { confidence: 0.8 }))
  await write(job(domain, 'careers', { confidence: 0.95 }))
  await write(job(domain, 'agency', { confidence: 0.5 }))
  const [fact] = await factsOf(domain)
  assert.deepEqual(
    [fact?.id, fact?.source, fact?.label],
    [signalId('board', `board-${domain}`), 'careers', 'Hiring, says careers'],
  )
  assert.deepEqual(await eventsOf(domain), ['created active', 'updated active', '(updated active)'])
})

test('a fact is closed when its last open report is, at the time that its source states', async () => {
  const domain = 'closing.example'
  await write(job(domain, 'board'), job(domain, 'careers'))
  const close = (source: string, closedAt: number): IncomingLine => ({
    record: 'status',
    source,
    key: `${source}-${domain}`,
    status: 'closed',
    closedAt,
  })
  assert.deepEqual(await write(close('board', JUNE + DAY)), ['updated'])
  assert.deepEqual(
    (await factsOf(domain)).map(({ status }) => status),
    ['active'],
  )
  assert.deepEqual(await write(close('careers', JUNE + 3 * DAY)), ['updated'])
  assert.deepEqual(
    (await factsOf(domain)).map(({ status, closedAt }) => [status, closedAt]),
    [['closed', JUNE + 3 * DAY]],
  )
  assert.equal((await eventsOf(domain)).at(-1), 'updated closed')
})

test('a fact of one report that closes without a stated time ended when that was written', async () => {
  const domain = 'closed-now.example'
  await write(job(domain, 'board'))
  const before = Math.floor(Date.now() / 1_000) - 5
  await write(job(domain, 'board', { status: 'closed' }))
  const [fact] = await factsOf(domain)
  assert.ok((fact?.closedAt as number) >= before)
  assert.equal(fact?.reports, 0)
})

test('a batch that opens and closes a report again leaves its end as it is stored, unless one is stated', async () => {
  const domain = 'closed-again.example'
  const ended = async (...lines: IncomingLine[]) => {
    await write(...lines)
    return (await factsOf(domain)).map(({ status, closedAt }) => [status, closedAt])
  }
  const [open, closed] = [job(domain, 'board'), job(domain, 'board', { status: 'closed' })]
  const past = [['closed', JUNE + 3 * DAY]]
  assert.deepEqual(await ended({ ...closed, closedAt: JUNE + 3 * DAY }), past)
  assert.deepEqual(await ended(open, closed), past)
  assert.deepEqual(await ended(open, { record: 'status', source: 'board', key: open.key, status: 'closed' }), past)
  assert.deepEqual(await ended(open, { ...closed, closedAt: JUNE + 4 * DAY }), [['closed', JUNE + 4 * DAY]])
  assert.notDeepEqual(await ended(open), past)
  assert.notDeepEqual(
    await ended(closed),
    [['closed', JUNE + 4 * DAY]],
    'in another batch it ends when that is written',
  )
})

test('when two facts turn out to be one, the younger id is retracted and says what replaced it', async () => {
  const domain = 'two-in-one.example'
  const elsewhere = { fields: { jobTitle: 'Data Engineer', function: 'data' } }
  await write(job(domain, 'board'))
  await db
    .pool('ingest')
    .query(`update signals set first_seen_at = first_seen_at - interval '1 hour' where source = 'board'`)
  await write(job(domain, 'careers', elsewhere))
  assert.equal((await factsOf(domain)).length, 2)
  await write(job(domain, 'careers'))
  const facts = await factsOf(domain)
  const older = signalId('board', `board-${domain}`)
  assert.deepEqual(
    facts.map(({ id, status, replacedBy }) => [id, status, replacedBy]).sort(),
    [
      [older, 'active', null],
      [signalId('careers', `careers-${domain}`), 'retracted', older],
    ].sort(),
  )
  assert.deepEqual(await eventsOf(domain), [
    'created active',
    'created active',
    '(updated active)',
    'updated retracted',
  ])
})

test('when a fact comes apart, the part without the id is created, and a part that was a fact before is one again', async () => {
  const domain = 'apart.example'
  const elsewhere = { fields: { jobTitle: 'Data Engineer', function: 'data' } }
  await write(job(domain, 'board'), job(domain, 'careers'))
  await write(job(domain, 'board', elsewhere))
  assert.deepEqual(
    (await liveFactsOf(domain)).map(({ source, sources, reports }) => [source, sources, reports]).sort(),
    [
      ['board', null, 0],
      ['careers', null, 0],
    ],
  )
  assert.deepEqual((await eventsOf(domain)).sort(), ['created active', 'created active', 'updated active'])
  await write(job(domain, 'board'))
  await write(job(domain, 'board', elsewhere))
  assert.equal((await liveFactsOf(domain)).length, 2)
  const created = (await eventsOf(domain)).filter((event) => event.startsWith('created'))
  assert.equal(created.length, 2, 'an id is created once')
})

test('a report that changes its type is refused with a reason', async () => {
  const domain = 'type.example'
  await write(job(domain, 'board'))
  const other = { ...job(domain, 'board'), type: 'funding', fields: { round: 'seed' } } as const
  assert.deepEqual(await write(other), [
    {
      rejected: `type cannot be funding: "board" has reported the key "board-${domain}" as hiring, and a report keeps its type`,
    },
  ])
  assert.deepEqual(await eventsOf(domain), ['created active'])
})

test('a tool that was dropped is no longer in use: the adoption is closed when the drop begins, and comes back if that was wrong', async () => {
  const domain = 'dropped.example'
  await write(tool(domain, 'scan', 'adopted', -100))
  await write(tool(domain, 'scan', 'dropped', -10))
  const states = async () =>
    (await liveFactsOf(domain)).map(({ fields, status, closedAt }) => [
      (fields as { change: string }).change,
      status,
      closedAt,
    ])
  assert.deepEqual(await states(), [
    ['adopted', 'closed', JUNE - 10 * DAY],
    ['dropped', 'active', null],
  ])
  await write({ record: 'status', source: 'scan', key: `scan-${domain}--10`, status: 'retracted' })
  assert.deepEqual(await states(), [['adopted', 'active', null]])
  assert.deepEqual(await eventsOf(domain), [
    'created active',
    'created active',
    'updated closed',
    'updated retracted',
    '(updated active)',
  ])
})

test('another source that sees a tool in use is no news', async () => {
  const domain = 'in-use.example'
  await write(tool(domain, 'scan', 'adopted', -100))
  await write(tool(domain, 'dns', 'in_use', -5))
  assert.deepEqual(
    (await factsOf(domain)).map(({ sources }) => sources),
    [['dns', 'scan']],
  )
  assert.deepEqual(await eventsOf(domain), ['created active', '(updated active)'])
})

test('a refreshed date is no news, and the day of a round is', async () => {
  const domain = 'dates.example'
  const round = (occurredAt: number) =>
    signal(domain, 'dates-round', { type: 'funding', occurredAt, fields: { round: 'seed' } })
  await write(job(domain, 'board'), round(JUNE))
  await write(job(domain, 'board', { occurredAt: JUNE + DAY }))
  await write(round(JUNE + DAY))
  assert.deepEqual(await eventsOf(domain), ['created active', 'created active', '(updated active)', 'updated active'])
})

test('a report of a fact moves to another company and leaves the others behind', async () => {
  const [from, to] = ['moves-from.example', 'moves-to.example']
  await write(job(from, 'board'), job(from, 'careers'))
  const moved = { ...job(from, 'careers'), company: { domain: to, name: to } }
  assert.deepEqual(await write(moved), ['updated'])
  assert.deepEqual(
    (await liveFactsOf(from)).map(({ source, reports }) => [source, reports]),
    [['board', 0]],
  )
  assert.deepEqual(
    (await liveFactsOf(to)).map(({ source, reports }) => [source, reports]),
    [['careers', 0]],
  )
  // Back again, into the fact.
  await write(job(from, 'careers'))
  assert.deepEqual(
    (await liveFactsOf(from)).map(({ sources }) => sources),
    [['board', 'careers']],
  )
  assert.deepEqual(await liveFactsOf(to), [])
})

test('a country is no longer new once a company record says that the headquarters are there', async () => {
  const domain = 'moves.example'
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'looks', completeSince: JUNE - 800 * DAY }]),
  )
  await write(company(domain, { hqCountry: 'DE' }))
  await write(job(domain, 'looks', { fields: { jobTitle: 'Seller', country: 'FR' } }))
  const isNewCountry = async () => (await factsOf(domain)).map(({ fields }) => (fields as FactRow).newCountry)
  assert.deepEqual(await isNewCountry(), [true])
  await write(company(domain, { hqCountry: 'FR' }))
  assert.deepEqual(await isNewCountry(), [undefined])
})

test('two writers report the same job at once from two sources: one fact, created once', async () => {
  for (let i = 0; i < 6; i++) {
    const domain = `at-once-${i}.example`
    await Promise.all(['board', 'careers', 'agency'].map((source) => write(job(domain, source))))
    assert.deepEqual(
      (await factsOf(domain)).map(({ sources }) => sources),
      [['agency', 'board', 'careers']],
    )
    assert.equal((await eventsOf(domain)).filter((event) => event.startsWith('created')).length, 1)
  }
})

test('the first job of a function is marked after a year of monitoring, and no event is sent when it stops being the first', async () => {
  const domain = 'first.example'
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'complete', completeSince: JUNE - 800 * DAY }]),
  )
  const of = (key: string, jobFunction: string, day: number) =>
    signal(domain, key, {
      source: 'complete',
      occurredAt: JUNE + day * DAY,
      fields: { jobTitle: key, function: jobFunction },
    })
  await write(company(domain, { employeeCount: 250 }))
  await write(of('Lawyer', 'legal', 0), of('Seller', 'sales', -700))
  const firsts = async () =>
    (await liveFactsOf(domain)).filter(({ fields }) => (fields as { first?: boolean }).first).map(({ key }) => key)
  assert.deepEqual(await firsts(), ['Lawyer'])
  assert.deepEqual(await eventsOf(domain), ['created active', 'created active'])
  await write(of('Counsel', 'legal', -100))
  assert.deepEqual(await firsts(), ['Counsel'])
  assert.deepEqual((await eventsOf(domain)).slice(2), ['created active', '(updated active)'])
  assert.deepEqual(await write(of('Lawyer', 'legal', 0)), ['unchanged'])
  await write(company(domain, { employeeCount: 251 }))
  assert.deepEqual(await firsts(), [], 'a larger company has every function')
})

test('a surge needs 120 days of a source: what it declares counts, else when its first report was written', async () => {
  const surge = (domain: string, source: string) =>
    Array.from({ length: 14 }, (_, i) =>
      signal(domain, `${domain} ${i}`, {
        source,
        occurredAt: JUNE + i * DAY,
        fields: { jobTitle: `Role ${i}`, function: 'sales' },
      }),
    )
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'declared', completeSince: JUNE - 400 * DAY }]),
  )
  await write(...surge('declared.example', 'declared'), ...surge('undeclared.example', 'undeclared'))
  const surges = await many<{ domain: string }>(
    db.pool('ingest'),
    `select distinct c.domain from signals s join companies c on c.ordinal = s.company_ordinal where s.type = 'velocity'`,
  )
  assert.deepEqual(surges, [{ domain: 'declared.example' }])
})
