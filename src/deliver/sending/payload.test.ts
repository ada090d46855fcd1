// Payloads of real events: the write path writes signals, and the payloads are made from the log.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Type } from 'typebox'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { DAY, JUNE, signal } from '../../../test/harness/signals.ts'
import { EVENT_ACTIONS } from '../../closed-sets/events.ts'
import { type Database, many } from '../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../../meaning/companies/index.ts'
import { SIGNAL_STATUSES } from '../../meaning/signals/index.ts'
import { type FieldDeclaration, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { type LogEvent, readLog, Stamper } from '../../write/log/index.ts'
import { declareSources } from '../../write/sources/index.ts'
import { writeRecords } from '../../write/write-path/index.ts'
import { eventIdOf, eventPayload } from './payload.ts'
import { sampleEvent } from './sample-event.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
formats.default(ajv)

function assertValid(type: SignalType, payload: unknown): void {
  const validate = ajv.compile({ ...payloadSchema(type), additionalProperties: false })
  assert.ok(validate(payload), `${type}: ${ajv.errorsText(validate.errors)}`)
}

let db: Database
const events: LogEvent[] = []
const companies = new Map<number, Company>()

before(async () => {
  db = await openTestDatabase()
  const stamper = new Stamper(db)
  const domain = 'acme.example'
  const jobs = Array.from({ length: 14 }, (_, i) =>
    signal(domain, `job-${i}`, { occurredAt: JUNE + i * DAY, fields: { jobTitle: `Role ${i}`, function: 'sales' } }),
  )
  // First seen long enough ago to have a baseline.
  const before = Array.from({ length: 5 }, (_, i) =>
    signal(domain, `old-${i}`, { occurredAt: JUNE - (40 + i * 40) * DAY }),
  )
  const ai = { jobTitle: 'AI SDR', function: 'sales', ai: true, jobUrl: 'https://acme.example/jobs/1' }
  await db.transaction('ingest', (tx) =>
    declareSources(tx, [{ record: 'source', source: 'test', completeSince: JUNE - 400 * DAY }]),
  )
  await writeRecords(db, stamper, [
    {
      ...signal(domain, 'ai-job', { fields: ai }),
      company: { domain, name: domain, logo: 'https://acme.example/logo.svg' },
    },
    ...before,
    ...jobs,
    signal(domain, 'round', {
      type: 'funding',
      fields: {
        round: 'series_a',
        amountUsd: 12_000_000,
        investors: ['Northwind Ventures'],
        announcedOn: '2026-06-01',
      },
    }),
    signal(domain, 'page', {
      type: 'web',
      url: 'https://acme.example/ai',
      fields: { kind: 'ai_product_page', pageUrl: 'https://acme.example/ai' },
    }),
    signal(domain, 'crm', { type: 'tool', fields: { tool: 'HubSpot', category: 'crm', ai: false, change: 'adopted' } }),
  ])
  await writeRecords(db, stamper, [
    signal(domain, 'ai-job', { fields: ai, status: 'closed' }),
    signal('bare.example', 'bare'),
  ])
  await stamper.stamp()
  events.push(...(await readLog(db.pool('ingest'), 0, 1_000)).events.filter(({ kind }) => kind === 'signal'))
  const rows = await many<Company & Record<string, unknown>>(
    db.pool('ingest'),
    `select ${COMPANY_COLUMNS} from companies`,
  )
  for (const row of rows) companies.set(row.ordinal, row)
})

const payloadOf = (event: LogEvent) =>
  eventPayload(event, companies.get(event.companyOrdinal ?? 0) ?? assert.fail('no company'))

test('events of every type become payloads that match their schema, even after JSON serialisation', () => {
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(SIGNAL_TYPES))
  for (const event of events) {
    const payload = payloadOf(event)
    assertValid(event.type as SignalType, payload)
    assert.deepEqual(JSON.parse(JSON.stringify(payload)), payload)
  }
})

test('a payload has the documented fields, and its id consists of signal, action and second', () => {
  const closed = events.find(({ action }) => action === 'updated') ?? assert.fail()
  const { signal: sent, ...rest } = payloadOf(closed)
  const company = [...companies.values()].find(({ domain }) => domain === 'acme.example')
  assert.deepEqual(rest, {
    eventId: `wh_${closed.signalId}_updated_${closed.unix}`,
    type: 'hiring',
    action: 'updated',
    occurredAt: new Date(closed.unix * 1_000).toISOString(),
    signalId: closed.signalId,
    company: { id: company?.id, name: 'acme.example', domain: 'acme.example', logo: 'https://acme.example/logo.svg' },
  })
  assert.deepEqual(
    [sent.id, sent.label, sent.confidence, 'jobTitle' in sent && sent.jobTitle, sent.status],
    [closed.signalId, 'Signal ai-job', 0.9, 'AI SDR', 'closed'],
  )
  assert.equal(sent.occurredAt, '2026-06-01T00:00:00.000Z')
  assert.equal('version' in sent, false, 'what only the service needs stays inside')
})

test('a company without a logo has null', () => {
  const bare = events.find(({ companyOrdinal }) => companies.get(companyOrdinal ?? 0)?.domain === 'bare.example')
  assert.equal(payloadOf(bare ?? assert.fail()).company.logo, null)
})

test('an event that is not about a signal throws', () => {
  const [event] = events
  assert.throws(() =>
    eventPayload({ ...(event ?? assert.fail()), image: null }, { id: '', name: '', domain: '', logo: null }),
  )
})

test('the test event has all fields of its type, a sample company and a new id each time', () => {
  for (const type of SIGNAL_TYPES) {
    const [first, second] = [sampleEvent(type, JUNE), sampleEvent(type, JUNE)]
    assertValid(type, first)
    assert.match(first.eventId, new RegExp(`^wh_[0-9a-f-]{36}_created_${JUNE}$`))
    assert.equal(first.eventId, eventIdOf(first.signalId, 'created', JUNE))
    assert.notEqual(first.eventId, second.eventId)
    assert.match(`${first.company.name} ${first.signal.label}`, /sample.*test event.*sample/i)
    const signal: Record<string, unknown> = { ...first.signal }
    for (const { name, kind } of SIGNAL_DECLARATIONS[type].fields) {
      assert.ok(name in signal, `${type}.${name}`)
      if (kind === 'date') assert.equal(signal[name], String(signal.occurredAt).slice(0, 10), 'it is of one time')
    }
  }
})

const uuid = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })

/** The JSON Schema of one type's payload, from the declarations of its fields. */
function payloadSchema(type: SignalType) {
  const fields = SIGNAL_DECLARATIONS[type].fields.map((field: FieldDeclaration) => {
    const schema = fieldSchema(field)
    return [field.name, field.required ? schema : Type.Optional(schema)] as const
  })
  return Type.Object({
    eventId: Type.String(),
    type: Type.Literal(type),
    action: Type.Union(EVENT_ACTIONS.map((action) => Type.Literal(action))),
    occurredAt: Type.String({ format: 'date-time' }),
    signalId: uuid,
    company: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      domain: Type.String(),
      logo: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
    }),
    signal: Type.Object({
      id: uuid,
      type: Type.Literal(type),
      label: Type.String(),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      status: Type.Union(SIGNAL_STATUSES.map((status) => Type.Literal(status))),
      occurredAt: Type.String({ format: 'date-time' }),
      firstSeenAt: time,
      lastSeenAt: time,
      closedAt: Type.Optional(Type.String({ format: 'date-time' })),
      replacedBy: Type.Optional(Type.String({ format: 'uuid' })),
      source: Type.Object({ name: Type.String(), url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]) }),
      ...Object.fromEntries(fields),
    }),
  })
}

function fieldSchema({ kind, values = [] }: FieldDeclaration) {
  switch (kind) {
    case 'integer':
      return Type.Integer({ minimum: 0 })
    case 'number':
      return Type.Number({ minimum: 0 })
    case 'boolean':
      return Type.Boolean()
    case 'texts':
    case 'countries':
      return Type.Array(Type.String())
    case 'enum':
      return Type.Union(values.map((value) => Type.Literal(value)))
    case 'date':
      return Type.String({ format: 'date' })
    case 'url':
      return Type.String({ format: 'uri' })
    case 'text':
    case 'note':
    case 'slug':
    case 'country':
      return Type.String()
  }
}
