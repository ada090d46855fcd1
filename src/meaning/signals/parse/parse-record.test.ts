import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line, NOW } from '../../../../test/harness/lines.ts'
import { canBeStated, REPORTED_TYPES, type ReportedType, SIGNAL_DECLARATIONS } from '../../types/index.ts'
import type { IncomingRecord } from '../records.ts'
import { parseRecord } from './parse-record.ts'
import { Rejection } from './rejection.ts'

function accepted(value: unknown): IncomingRecord {
  const record = parseRecord(value, NOW)
  assert.ok(
    !(record instanceof Rejection) && record.record !== 'status' && record.record !== 'source',
    JSON.stringify(record),
  )
  return record
}

/** The type's own fields of a signal, or the fields of a company. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const record = accepted(value)
  return { ...(record.record === 'company' ? record.company : record.fields) }
}

test('the minimal record of each type', () => {
  const common = {
    record: 'signal',
    company: { domain: 'northwind.example' },
    source: 'Job Board',
    key: 'k1',
    occurredAt: Date.UTC(2026, 4, 4) / 1_000,
    confidence: 0.9,
    label: 'A fact',
    status: 'active',
  }
  const own: Record<ReportedType, object> = {
    hiring: { jobTitle: 'Specialist' },
    funding: { instrument: 'equity' },
    web: { kind: 'llms_txt', change: 'launched' },
    tool: { tool: 'Northwind Suite', change: 'adopted' },
  }
  for (const type of REPORTED_TYPES) assert.deepEqual(accepted(line(type)), { ...common, type, fields: own[type] })
})

test('every declared field is accepted with its example value, in the declared order', () => {
  for (const type of REPORTED_TYPES) {
    const stated = SIGNAL_DECLARATIONS[type].fields.filter(canBeStated)
    const examples = Object.fromEntries(stated.map(({ name, example }) => [name, example]))
    const reversed = Object.fromEntries(Object.entries(examples).reverse())
    const parsed = Object.entries(fieldsOf(line(type, reversed)))
    const fields = Object.fromEntries(parsed.filter(([field]) => stated.some(({ name }) => name === field)))
    assert.deepEqual(fields, examples)
    assert.deepEqual(Object.keys(fields), Object.keys(examples))
  }
})

test('a round is read for its instrument and for rumours, and what the source states is not overwritten', () => {
  const read = (label: string, parts = {}) => fieldsOf(line('funding', { label, ...parts }))
  assert.deepEqual(read('Secures a bank loan'), { instrument: 'debt' })
  assert.deepEqual(read('In talks to raise $5M'), { instrument: 'equity', rumour: true })
  const stated = { instrument: 'Grant', rumour: false }
  assert.deepEqual(read('In talks to raise $5M', stated), { instrument: 'grant', rumour: false })
  assert.deepEqual(read('Raised $5M', { rumour: true }), { instrument: 'equity', rumour: true })
})

test('the dictionary fills in missing fields and overwrites nothing', () => {
  const sdr = { jobTitle: 'Senior AI SDR' }
  const read = { function: 'sales', seniority: 'senior', ai: true, aiFrom: 'title' }
  assert.deepEqual(fieldsOf(line('hiring', sdr)), { ...sdr, ...read })
  const complete = { ...sdr, function: 'finance', seniority: 'mid', ai: false }
  assert.deepEqual(fieldsOf(line('hiring', complete)), complete)
  const byDepartment = fieldsOf(line('hiring', { jobTitle: 'Specialist', department: 'Marketing' }))
  assert.equal(byDepartment.function, 'marketing')
  assert.equal(fieldsOf(line('hiring', { jobTitle: 'Specialist' })).function, undefined)
  const crm = { product: 'hubspot_crm', family: 'hubspot', category: 'crm', vendor: 'HubSpot', ai: false }
  assert.deepEqual(fieldsOf(line('tool', { tool: 'HubSpot CRM' })), { tool: 'HubSpot CRM', ...crm, change: 'adopted' })
  const categories = ['crm', 'marketing_automation']
  const family = { tool: 'HubSpot', family: 'hubspot', vendor: 'HubSpot', categories, change: 'adopted' }
  assert.deepEqual(fieldsOf(line('tool', { tool: 'HubSpot' })), family)
})

test('a company, in its own record and in a signal', () => {
  const facts = {
    domain: 'northwind.example',
    name: 'Northwind',
    hqCountry: 'DE',
    employeeCount: 240,
    fundingStage: 'series_a',
    industry: 'logistics_software',
    logo: 'https://northwind.example/logo.svg',
    website: 'https://northwind.example',
  }
  const written = {
    domain: 'WWW.Northwind.example.',
    name: ' Northwind ',
    hqCountry: 'Germany',
    employeeCount: 240,
    fundingStage: 'Series A',
    industry: 'Logistics – Software',
    logo: facts.logo,
    website: facts.website,
  }
  assert.deepEqual(fieldsOf({ record: 'company', ...written }), facts)
  assert.deepEqual(accepted(line('web', { company: written })).company, facts)
  assert.deepEqual(fieldsOf({ record: 'company', domain: 'a.example', name: null, logo: '' }), { domain: 'a.example' })
})

test('bidirectional controls stay in what identifies a report: without them it would be another one', () => {
  const given = { source: 'Board\u202e', key: 'a\u202eb', label: 'A\u202eB' }
  const record = accepted(line('web', given))
  assert.deepEqual(record, { ...record, ...given, label: 'AB' })
})

const forms: [what: string, parts: Record<string, unknown>, field: string, form: unknown][] = [
  ['text is trimmed and composed', { label: ' Cafe\u0301\n' }, 'label', 'Café'],
  ['500 characters', { label: 'x'.repeat(500) }, 'label', 'x'.repeat(500)],
  ['a pair of surrogates', { label: '🚀' }, 'label', '🚀'],
  ['confidence has two decimals', { confidence: 0.876 }, 'confidence', 0.88],
  ['without signs that turn the direction', { label: '\u202a Acme \u2067\u202eevil\u202c' }, 'label', 'Acme evil'],
  ['a tie of confidence goes up', { confidence: 0.285 }, 'confidence', 0.29],
  ['confidence 0', { confidence: -0 }, 'confidence', 0],
  ['a time in UTC', { occurredAt: '2026-05-04T09:30:15Z' }, 'occurredAt', Date.UTC(2026, 4, 4, 9, 30, 15) / 1_000],
  [
    'a time in a zone',
    { occurredAt: '2026-05-04T09:30:15+02:00' },
    'occurredAt',
    Date.UTC(2026, 4, 4, 7, 30, 15) / 1_000,
  ],
  [
    'a fraction is cut off',
    { occurredAt: '2026-05-04T09:30:15.999Z' },
    'occurredAt',
    Date.UTC(2026, 4, 4, 9, 30, 15) / 1_000,
  ],
  ['no zone is UTC', { occurredAt: '2026-05-04 09:30' }, 'occurredAt', Date.UTC(2026, 4, 4, 9, 30) / 1_000],
  ['a day in the future', { occurredAt: '2026-06-02T12:00:00Z' }, 'occurredAt', NOW + 86_400],
  ['the first day', { occurredAt: '1990-01-01' }, 'occurredAt', Date.UTC(1990, 0, 1) / 1_000],
  ['seenAt', { seenAt: '2026-05-05T00:00:00Z' }, 'seenAt', Date.UTC(2026, 4, 5) / 1_000],
  ['status in another case', { status: 'Closed' }, 'status', 'closed'],
  ['a URL', { url: 'https://jobs.example/a?b=c#d' }, 'url', 'https://jobs.example/a?b=c#d'],
  [
    'a URL with letters beyond ASCII',
    { url: 'https://münchen.example/ä b' },
    'url',
    'https://xn--mnchen-3ya.example/%C3%A4%20b',
  ],
  ['a URL with a port', { url: 'http://jobs.example:8080/' }, 'url', 'http://jobs.example:8080/'],
  ['an absent URL', { url: null }, 'url', undefined],
]
for (const [what, parts, field, form] of forms) {
  test(`accepted: ${what}`, () => assert.deepEqual((accepted(line('funding', parts)) as never)[field], form))
}

const ownForms: [type: string, parts: Record<string, unknown>, form: Record<string, unknown>][] = [
  ['hiring', { country: 'germany' }, { country: 'DE' }],
  ['hiring', { country: 'uk' }, { country: 'GB' }],
  ['hiring', { workplaceType: 'OnSite' }, { workplaceType: 'onsite' }],
  ['hiring', { employmentType: 'Full-Time' }, { employmentType: 'full_time' }],
  ['hiring', { seniority: 'C-Level' }, { seniority: 'c_level' }],
  ['funding', { round: 'Series A' }, { round: 'series_a' }],
  ['funding', { amountUsd: 0 }, { amountUsd: 0 }],
  ['funding', { amountUsd: 1.5e6 }, { amountUsd: 1_500_000 }],
  ['funding', { amountUsd: '5 million' }, { amountUsd: 5_000_000 }],
  ['funding', { amountUsd: '5M USD' }, { amountUsd: 5_000_000 }],
  ['funding', { amountUsd: '1.5bn' }, { amountUsd: 1_500_000_000 }],
  ['funding', { amountUsd: '€5m' }, { amountUsd: 5_875_000, amountOriginal: 'EUR 5000000' }],
  ['funding', { amount: '€5m' }, { amountUsd: 5_875_000, amountOriginal: 'EUR 5000000' }],
  ['funding', { amount: 5e6, currency: 'eur' }, { amountUsd: 5_875_000, amountOriginal: 'EUR 5000000' }],
  ['funding', { amount: '5 Mio.', currency: '€' }, { amountUsd: 5_875_000, amountOriginal: 'EUR 5000000' }],
  ['funding', { amount: 5e6, currency: 'USD' }, { amountUsd: 5_000_000 }],
  [
    'funding',
    { amountUsd: 5_800_000, amount: 5e6, currency: 'EUR' },
    { amountUsd: 5_800_000, amountOriginal: 'EUR 5000000' },
  ],
  ['funding', { amountOriginal: 'EUR 5000000' }, { amountUsd: 5_875_000, amountOriginal: 'EUR 5000000' }],
  ['funding', { amountUsd: 5e6, currency: 'USD' }, { amountUsd: 5_000_000 }],
  ['funding', { currency: 'EUR' }, {}],
  ['funding', { investors: [' A ', null, '', 'B'] }, { investors: ['A', 'B'] }],
  ['funding', { investors: [], round: null, announcedOn: '' }, {}],
  ['funding', { announcedOn: '2024-02-29' }, { announcedOn: '2024-02-29' }],
  ['tool', { change: 'DROPPED' }, { change: 'dropped' }],
]
for (const [type, parts, form] of ownForms) {
  test(`accepted: ${type} ${JSON.stringify(parts)}`, () => {
    const fields = fieldsOf(line(type, parts))
    for (const [name, value] of Object.entries(form)) assert.deepEqual(fields[name], value)
    if (type === 'funding') assert.deepEqual(fields, { ...form, instrument: 'equity' })
  })
}

test('a key that is a whole number is read as text', () => {
  const record = accepted(line('hiring', { key: 4711 }))
  assert.equal(record.record === 'signal' && record.key, '4711')
})

test('just source, key and status are a change of status, with or without record', () => {
  const change = { source: 'Job Board', key: 'k1', status: 'closed' }
  assert.deepEqual(parseRecord(change, NOW), { record: 'status', ...change })
  assert.deepEqual(parseRecord({ record: 'signal', type: null, ...change, key: 7, seenAt: '2026-05-04' }, NOW), {
    record: 'status',
    ...change,
    key: '7',
    seenAt: Date.UTC(2026, 4, 4) / 1_000,
  })
})

test('a pool of applications is stored as retracted: it isn’t a job', () => {
  const statusOf = (jobTitle: string, more: object = {}) => {
    const record = accepted({ ...line('hiring'), jobTitle, ...more })
    return record.record === 'signal' ? [record.status, record.closedAt] : undefined
  }
  assert.deepEqual(statusOf('Talent community'), ['retracted', undefined])
  const closed = { status: 'closed', closedAt: '2026-05-05T00:00:00Z' }
  assert.deepEqual(statusOf('Initiativbewerbung (m/w/d)', closed), ['retracted', undefined])
  assert.deepEqual(statusOf('Open Position: Chef'), ['active', undefined])
})
