import { COMPANY_FIELDS, type CompanyFacts, normaliseDomain } from '../companies/index.ts'
import { type FieldParser, fieldParserOf, isObject, type JsonObject, ObjectShape } from './field-parsers.ts'
import { parseText } from './parse-values.ts'
import { describeValue, quoted, Rejection } from './rejection.ts'

const FACT_NAMES = ['domain', ...COMPANY_FIELDS.map(({ name }) => name)]

const recordParsers = COMPANY_FIELDS.map((field) => fieldParserOf(field))
const signalCompanyParsers = COMPANY_FIELDS.map((field) => fieldParserOf(field, 'company.'))
const recordShape = new ObjectShape('a company', [...FACT_NAMES, 'record'])
const signalCompanyShape = new ObjectShape('company', FACT_NAMES)

/** The facts of a company record. */
export function parseCompanyRecord(line: JsonObject, now: number): CompanyFacts {
  return parseFacts(recordShape.slotsOf(line), 'domain', recordParsers, now)
}

/** The company of a signal record: its domain, or an object with the domain and other facts. */
export function parseSignalCompany(value: unknown, now: number): CompanyFacts {
  if (typeof value === 'string') return { domain: parseDomain(value, 'company') }
  if (value === undefined || value === null) throw new Rejection('company is required')
  if (!isObject(value)) throw new Rejection(`company must be a domain or an object, not ${describeValue(value)}`)
  return parseFacts(signalCompanyShape.slotsOf(value), 'company.domain', signalCompanyParsers, now)
}

function parseFacts(
  slots: readonly unknown[],
  path: string,
  parsers: readonly FieldParser[],
  now: number,
): CompanyFacts {
  const facts: Record<string, unknown> & { domain: string } = { domain: parseDomain(slots[0], path) }
  for (let i = 0; i < parsers.length; i++) {
    const { name, parse } = parsers[i] as FieldParser
    const value = parse(slots[i + 1], now)
    if (value !== undefined) facts[name] = value
  }
  return facts
}

function parseDomain(value: unknown, path: string): string {
  const domain = typeof value === 'string' ? normaliseDomain(value) : undefined
  if (domain !== undefined) return domain
  const text = parseText(value, path)
  if (text === undefined) throw new Rejection(`${path} is required`)
  const host = /^https?:\/\//i.test(text) && URL.canParse(text) ? normaliseDomain(new URL(text).hostname) : undefined
  throw new Rejection(
    `${path} cannot be ${quoted(text)}: ${host ? `did you mean ${host}?` : 'use a domain such as northwind.example'}`,
  )
}
