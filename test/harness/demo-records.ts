// For tests of the demo: checks records against the declarations, and derives signals as the service would.

import assert from 'node:assert/strict'
import { type CompanyFacts, FUNDING_STAGES } from '../../src/meaning/companies/index.ts'
import { type BaseSignal, computedFields, contextOf, derive, isSmallCompany } from '../../src/meaning/derived/index.ts'
import { factOf, groupReports } from '../../src/meaning/facts/index.ts'
import {
  type IncomingRecord,
  type IncomingSignal,
  SIGNAL_STATUSES,
  type Signal,
} from '../../src/meaning/signals/index.ts'
import {
  DERIVED_TYPES,
  type FieldDeclaration,
  type FieldValue,
  SIGNAL_DECLARATIONS,
} from '../../src/meaning/types/index.ts'

const DOMAIN = /^[a-z0-9]+(-[a-z0-9]+)*\.example$/

export function assertGoodRecord(record: IncomingRecord): void {
  assert.match(record.company.domain, DOMAIN)
  if (record.record === 'signal') assertGoodSignal(record)
  else assertGoodCompany(record.company)
}

function assertGoodCompany({ name, hqCountry, employeeCount, fundingStage, industry }: CompanyFacts): void {
  assert.ok(name && FUNDING_STAGES.some((stage) => stage === fundingStage))
  assert.match(hqCountry ?? '', /^[A-Z]{2}$/)
  assert.match(industry ?? '', /^[a-z]+(_[a-z]+)*$/)
  assert.ok(Number.isInteger(employeeCount) && (employeeCount ?? 0) > 0)
}

export function assertGoodSignal(signal: IncomingSignal): void {
  const { type, fields, confidence, status, occurredAt, key } = signal
  assert.ok(!DERIVED_TYPES.some((derived) => derived === type), `${type} is a derived type`)
  assert.ok(confidence > 0 && confidence < 1 && Number(confidence.toFixed(2)) === confidence, `${confidence}`)
  assert.ok(SIGNAL_STATUSES.includes(status) && Number.isInteger(occurredAt) && key.length < 200)
  const declared = SIGNAL_DECLARATIONS[type].fields
  for (const [name, value] of Object.entries(fields)) {
    const field = declared.find((each) => each.name === name) ?? assert.fail(`${type} has no field ${name}`)
    assert.ok(fits(field, value), `${type}.${name}: ${JSON.stringify(value)}`)
  }
  for (const field of declared) assert.ok(!field.required || fields[field.name] !== undefined, field.name)
}

function fits({ kind, values }: FieldDeclaration, value: FieldValue): boolean {
  switch (kind) {
    case 'enum':
      return values?.includes(value as string) ?? false
    case 'integer':
      return Number.isInteger(value) && (value as number) > 0
    case 'boolean':
      return typeof value === 'boolean'
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '')
    default:
      return typeof value === 'string' && PATTERNS[kind]?.test(value) !== false && value !== ''
  }
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  slug: /^[a-z0-9]+(_[a-z0-9]+)*$/,
  country: /^[A-Z]{2}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  url: /^https:\/\/([a-z]+\.)?[a-z0-9-]+\.example\//,
}

/** Each company's facts, including derived ones, as the write path would make them. All of them are monitored. */
export function signalsByCompany(records: Iterable<IncomingRecord>): Map<string, Signal[]> {
  const reports = new Map<string, BaseSignal[]>()
  const companies = new Map<string, CompanyFacts>()
  for (const record of records) {
    const { domain } = record.company
    companies.set(domain, { ...companies.get(domain), ...record.company })
    if (record.record === 'company') reports.set(domain, [])
    else (reports.get(domain) ?? assert.fail(`a signal of ${domain} comes before its company`)).push(baseSignal(record))
  }
  return new Map(
    [...reports].map(([domain, each]) => [domain, factsOf(domain, each, companies.get(domain) ?? { domain })]),
  )
}

function baseSignal(record: IncomingSignal): BaseSignal {
  const { type, label, key, confidence, status, occurredAt, closedAt, source, fields } = record
  const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
  const ended = closedAt === undefined ? {} : { closedAt }
  return { id: key, key, type, label, confidence, status, source: { name: source }, fields, ...times, ...ended }
}

function factsOf(domain: string, reports: readonly BaseSignal[], company: CompanyFacts): Signal[] {
  const facts = groupReports(reports).map((group): BaseSignal => ({ ...factOf(group), id: group.reports[0]?.id ?? '' }))
  const { hqCountry = 'ZZ', employeeCount = 0 } = company
  const context = contextOf(facts, { lookedSince: 0, hqCountry, isSmall: isSmallCompany(employeeCount) })
  const computed = computedFields(facts, context)
  const complete = facts.map((fact) => ({ ...fact, fields: { ...fact.fields, ...computed.get(fact.id) } }))
  const derived = derive(domain, facts, context).map(({ key, occurredAt, ...rest }): Signal => {
    const times = { occurredAt, firstSeenAt: occurredAt, lastSeenAt: occurredAt }
    return { ...rest, id: key, status: 'active', source: { name: 'derived' }, ...times }
  })
  return [...complete, ...derived]
}
