import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../../test/harness/signals.ts'
import { type Database, many, maybeOne, one } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { Stamper } from '../../log/index.ts'
import { companyId, mergeCompanies, resolveDomains, signalId, splitCompany, writeRecords } from '../index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const write = async (lines: readonly IncomingLine[]) => (await writeRecords(db, stamper, lines)).outcomes
const merge = (from: string, into: string) => mergeCompanies(db, stamper, { from, into })
const split = (domain: string, from?: string) => splitCompany(db, stamper, { domain, from })

interface StoredReport {
  key: string
  domain: string
  given: string | null
  [column: string]: unknown
}

/** The reports with these keys, by key: the domain of their company, and the given one. */
async function reportsOf(prefix: string): Promise<Record<string, [domain: string, given: string | null]>> {
  const rows = await many<StoredReport>(
    db.pool('ingest'),
    `select s.key, c.domain, s.given_domain as given from companies c join (
       select key, source, company_ordinal, given_domain from signals where sources is null and replaced_by is null
       union all select key, source, company_ordinal, given_domain from reports) s on s.company_ordinal = c.ordinal
      where starts_with(s.key, $1) and s.source <> 'pro-signal' order by 1`,
    [prefix],
  )
  return Object.fromEntries(rows.map(({ key, domain, given }) => [key, [domain, given]]))
}

interface EventRow {
  domain: string
  signalId: string
  action: string
  status: string
  silent: boolean
  [column: string]: unknown
}

/** The signal events since the last call. */
let position = 0
async function newEvents(): Promise<EventRow[]> {
  await stamper.stamp()
  const rows = await many<EventRow & { position: number }>(
    db.pool('ingest'),
    `select l.position, c.domain, e.signal_id as "signalId", e.action, e.silent, e.image::json->>'status' as status
       from log l join events e using (day, batch) join companies c on c.ordinal = e.company_ordinal
      where e.kind = 'signal' and l.position > $1 order by l.position, e.n`,
    [position],
  )
  position = rows.at(-1)?.position ?? position
  return rows.map(({ position: _, ...row }) => row)
}

const rankOf = (domain: string) =>
  maybeOne<{ heat: number; score: number }>(
    db.pool('ingest'),
    `select heat_key as heat, score_tenths as score from company_ranks r join companies c on c.ordinal = r.company_ordinal
      where c.domain = $1`,
    [domain],
  )

const factsOf = (domain: string) =>
  one(
    db.pool('ingest'),
    `select name, hq_country as country, employee_count as employees, funding_stage as stage, stated_stage as stated,
            industry, parent, employer_kind as kind from companies where domain = $1`,
    [domain],
  )

const conflict = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError && error.kind === 'conflict', String(error))
  assert.match(error.message, message)
  return true
}

test('jobs.acme.example is acme.example, and the report keeps the domain as given', async () => {
  assert.deepEqual(await write([signal('jobs.acme.example', 'acme-1'), signal('acme.example', 'acme-2')]), [
    'created',
    'created',
  ])
  assert.deepEqual(await reportsOf('acme-'), {
    'acme-1': ['acme.example', 'jobs.acme.example'],
    'acme-2': ['acme.example', null],
  })
  await write([{ ...signal('eu.acme.example', 'acme-3'), company: { domain: 'eu.acme.example', name: 'Other' } }])
  assert.equal(
    ((await factsOf('acme.example')) as { name: string }).name,
    'acme.example',
    'a subdomain does not rename it',
  )
  await write([signal('acme.example', 'acme-1')])
  assert.deepEqual((await reportsOf('acme-1'))['acme-1'], ['acme.example', null], 'given under another domain later')
})

/** A company whose own domain is a subdomain. */
async function storeSubdomain(domain: string): Promise<void> {
  await db
    .pool('ingest')
    .query(
      `insert into companies (ordinal, id, domain, name, stated_stage) values (nextval('company_ordinals'), $1, $2, $2, 'unknown')`,
      [companyId(domain), domain],
    )
}

test('a company that is a subdomain gets its reports until it is merged by command', async () => {
  await storeSubdomain('jobs.old.example')
  await write([signal('old.example', 'old-1'), signal('jobs.old.example', 'old-2'), signal('de.old.example', 'old-3')])
  assert.deepEqual(await reportsOf('old-'), {
    'old-1': ['old.example', null],
    'old-2': ['jobs.old.example', null],
    'old-3': ['old.example', 'de.old.example'],
  })
  const { reports } = await merge('jobs.old.example', 'old.example')
  assert.equal(reports, 1)
  await write([signal('jobs.old.example', 'old-4')])
  const after = await reportsOf('old-')
  assert.deepEqual(after['old-2'], ['old.example', 'jobs.old.example'])
  assert.deepEqual(after['old-4'], ['old.example', 'jobs.old.example'])
})

test('company lines take aliases: a domain is either an alias or a company', async () => {
  assert.deepEqual(
    await write([
      { ...company('multi.example'), aliases: ['multi-shop.example', 'jobs.multi.example'] },
      signal('multi-shop.example', 'multi-1'),
      signal('www2.multi-shop.example', 'multi-2'),
    ]),
    ['created', 'created', 'created'],
  )
  assert.deepEqual(await reportsOf('multi-'), {
    'multi-1': ['multi.example', 'multi-shop.example'],
    'multi-2': ['multi.example', 'www2.multi-shop.example'],
  })
  assert.deepEqual(await write([{ ...company('multi.example'), aliases: ['multi-shop.example'] }]), ['unchanged'])
  assert.deepEqual(await write([{ ...company('multi.example'), aliases: ['multi.de'] }]), ['updated'])
  await write([company('alone.example')])
  assert.deepEqual(await write([{ ...company('multi.example'), aliases: ['alone.example', 'multi.fr'] }]), [
    {
      rejected:
        'aliases cannot have alone.example: it is a company of its own. Merge it: bin/pro-signal companies merge --from alone.example --into multi.example',
    },
  ])
  assert.deepEqual(await write([{ ...company('alone.example'), aliases: ['multi.de'] }]), [
    { rejected: 'aliases cannot have multi.de: it is a domain of multi.example' },
  ])
  assert.equal((await resolveDomains(db.pool('ingest'), ['multi.fr'])).companies.size, 0, 'all aliases or none')
})

test('an alias below another company takes the reports that were given under it', async () => {
  await write([signal('lab.host.example', 'lab-1'), signal('host.example', 'lab-2'), company('lab.example')])
  assert.deepEqual(await write([{ ...company('lab.example'), aliases: ['lab.host.example'] }]), ['updated'])
  assert.deepEqual(await reportsOf('lab-'), {
    'lab-1': ['lab.example', 'lab.host.example'],
    'lab-2': ['host.example', null],
  })
})

test('a merge moves everything to the survivor, and webhooks learn of it by updates', async () => {
  const round = { type: 'funding', fields: { round: 'series_b', amountUsd: 20_000_000 } } as const
  const aiJob = { fields: { jobTitle: 'AI Engineer', function: 'engineering', ai: true, aiFrom: 'title' } }
  await write([
    company('before.example', { name: 'Before', hqCountry: 'DE', employeeCount: 40, industry: 'logistics' }),
    signal('before.example', 'move-1', { ...round, label: 'Raised a Series B' }),
    signal('before.example', 'move-2', { ...aiJob, occurredAt: JUNE - DAY }),
    company('after.example', { name: 'After', employeeCount: 50 }),
    { ...signal('after.example', 'move-3', { source: 'other' }), company: { domain: 'after.example' } },
  ])
  await newEvents()
  const { from, into, reports } = await merge('before.example', 'after.example')
  assert.deepEqual([from.domain, into.domain, reports], ['before.example', 'after.example', 2])

  const events = await newEvents()
  assert.ok(events.length >= 2)
  const ofReport = (key: string) => events.filter((event) => event.signalId === signalId('test', key))
  for (const key of ['move-1', 'move-2']) {
    assert.deepEqual(
      ofReport(key).map(({ action, domain, status, silent }) => [action, domain, status, silent]),
      [['updated', 'after.example', 'active', false]],
    )
  }
  const derived = events.filter(({ signalId: id }) => !['move-1', 'move-2'].some((key) => id === signalId('test', key)))
  assert.deepEqual(
    derived.map(({ action, domain, status }) => [action, domain, status]).sort(),
    [
      ['created', 'after.example', 'active'],
      ['updated', 'before.example', 'retracted'],
    ],
    'funding plus AI is derived for the survivor, with an id that nobody has received',
  )
  assert.deepEqual(await reportsOf('move-'), {
    'move-1': ['after.example', 'before.example'],
    'move-2': ['after.example', 'before.example'],
    'move-3': ['after.example', null],
  })
  assert.equal(await rankOf('before.example'), undefined, 'it is no longer found')
  assert.deepEqual(await factsOf('after.example'), {
    name: 'After',
    country: 'DE',
    employees: 50,
    stage: 'series_b',
    stated: 'unknown',
    industry: 'logistics',
    parent: null,
    kind: 'unknown',
  })
  assert.deepEqual(await write([signal('jobs.before.example', 'move-4'), company('before.example')]), [
    'created',
    'unchanged',
  ])
  assert.deepEqual((await reportsOf('move-4'))['move-4'], ['after.example', 'jobs.before.example'])
})

test('a company is merged once, never with itself and never in a circle', async () => {
  await write([company('one.example'), company('two.example'), company('three.example')])
  await merge('one.example', 'two.example')
  await assert.rejects(
    merge('one.example', 'two.example'),
    conflict(/one\.example is a domain of two\.example already/),
  )
  await assert.rejects(
    merge('two.example', 'one.example'),
    conflict(/one\.example is a domain of two\.example already/),
  )
  await assert.rejects(merge('two.example', 'two.example'), conflict(/are one company already/))
  await assert.rejects(merge('one.example', 'three.example'), conflict(/is a domain of two\.example, not a company/))
  await assert.rejects(merge('nobody.example', 'two.example'), /No company has the domain nobody\.example/)
  await merge('two.example', 'three.example')
  await assert.rejects(merge('three.example', 'one.example'), conflict(/one\.example is a domain of three\.example/))
})

test('a merge of a merged company, and the splits that undo both', async () => {
  const domains = ['a.chain.test', 'a-chain.example', 'b-chain.example', 'c-chain.example']
  const [, a = '', b = '', c = ''] = domains
  await write([
    company(a, { hqCountry: 'FR' }),
    company(b, { employeeCount: 7 }),
    company(c),
    ...[a, b, c].map((domain, i) => signal(domain, `chain-${i}`, { label: domain, occurredAt: JUNE + i * DAY })),
  ])
  await merge(a, b)
  await merge(b, c)
  const given = { 'chain-0': [c, a], 'chain-1': [c, b], 'chain-2': [c, null] }
  assert.deepEqual(await reportsOf('chain-'), given)
  const { company: apart, reports } = await split(b, c)
  assert.deepEqual([apart?.domain, reports], [b, 2], 'with what was merged into it before')
  assert.deepEqual(await reportsOf('chain-'), { 'chain-0': [b, a], 'chain-1': [b, null], 'chain-2': [c, null] })
  assert.deepEqual((await factsOf(c)) as object, { ...((await factsOf(c)) as object), country: 'ZZ', employees: 0 })
  await split(a)
  assert.deepEqual(await reportsOf('chain-'), { 'chain-0': [a, null], 'chain-1': [b, null], 'chain-2': [c, null] })
  assert.deepEqual((await factsOf(b)) as object, { ...((await factsOf(b)) as object), country: 'ZZ', employees: 7 })
  for (const domain of [a, b, c]) assert.ok(await rankOf(domain), domain)
  await assert.rejects(split(a), conflict(/is a company of its own already/))
})

test('a subdomain becomes a company of its own by a split', async () => {
  await write([signal('group.example', 'split-1'), signal('unit.group.example', 'split-2', { label: 'unit' })])
  await newEvents()
  const { company: unit, reports } = await split('unit.group.example')
  assert.deepEqual([unit?.domain, unit?.name, reports], ['unit.group.example', 'unit.group.example', 1])
  assert.deepEqual(
    (await newEvents()).map(({ action, domain }) => [action, domain]),
    [['updated', 'unit.group.example']],
  )
  await write([signal('unit.group.example', 'split-3')])
  assert.deepEqual(await reportsOf('split-'), {
    'split-1': ['group.example', null],
    'split-2': ['unit.group.example', null],
    'split-3': ['unit.group.example', null],
  })
  await assert.rejects(split('else.group.example'), /there is nothing to split/)
  await assert.rejects(split('nobody.test'), /No company has the domain nobody\.test/)
  await assert.rejects(
    split('jobs.group.example', 'acme.example'),
    conflict(/is a domain of group\.example, not of acme/),
  )
})

test('company lines say what a company was merged into', async () => {
  await write([signal('sold.example', 'sold-1'), company('buyer.example')])
  const sold = { ...company('sold.example'), mergedInto: 'buyer.example' }
  assert.deepEqual(await write([sold, signal('sold.example', 'sold-2')]), ['updated', 'created'])
  assert.deepEqual(await write([sold]), ['unchanged'])
  assert.deepEqual(await reportsOf('sold-'), {
    'sold-1': ['buyer.example', 'sold.example'],
    'sold-2': ['buyer.example', 'sold.example'],
  })
  assert.deepEqual(
    await write([
      { ...company('unheard.example'), mergedInto: 'buyer.example' },
      signal('unheard.example', 'sold-3'),
      { ...company('sold.example'), mergedInto: 'unknown.example' },
      { ...company('buyer.example'), mergedInto: 'sold.example' },
    ]),
    [
      'updated',
      'created',
      { rejected: 'mergedInto: company unknown.example is unknown' },
      { rejected: 'mergedInto: sold.example is a domain of buyer.example already' },
    ],
  )
  assert.deepEqual((await reportsOf('sold-3'))['sold-3'], ['buyer.example', 'unheard.example'])
})

test('merging while both companies are written loses and doubles nothing', async () => {
  const [from, into] = ['busy-old.example', 'busy-new.example']
  await write([company(from), company(into)])
  const jobs = (round: number, domain: string) =>
    Array.from({ length: 12 }, (_, i) =>
      signal(i % 3 === 0 ? `jobs.${domain}` : domain, `busy-${round}-${domain}-${i}`, { label: `Job ${round} ${i}` }),
    )
  const rounds = Array.from({ length: 10 }, (_, round) => round)
  const writers = [from, into].map(async (domain) => {
    for (const round of rounds) await write(jobs(round, domain))
  })
  await Promise.all([...writers, merge(from, into)])
  const reports = await reportsOf('busy-')
  assert.equal(Object.keys(reports).length, 240)
  assert.deepEqual(new Set(Object.values(reports).map(([domain]) => domain)), new Set([into]))
  await Promise.all([write(jobs(10, from)), split(from), write(jobs(11, from)), write(jobs(10, into))])
  const after = await reportsOf('busy-')
  assert.equal(Object.keys(after).length, 276)
  for (const [key, [domain]] of Object.entries(after)) assert.equal(domain, key.includes(from) ? from : into, key)
})

test('two merges of one company at the same time: one wins, the other is refused', async () => {
  await write([
    company('torn.example'),
    company('left.example'),
    company('right.example'),
    signal('torn.example', 'torn-1'),
  ])
  const results = await Promise.allSettled([
    merge('torn.example', 'left.example'),
    merge('torn.example', 'right.example'),
  ])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const circle = await Promise.allSettled([
    merge('left.example', 'right.example'),
    merge('right.example', 'left.example'),
  ])
  assert.deepEqual(circle.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(Object.keys(await reportsOf('torn-')).length, 1)
})
