import { COMPANY_FIELDS, type CompanyFacts } from '../../companies/index.ts'
import type { IncomingCompany } from '../records.ts'
import { type FieldParser, fieldParserOf, isObject, type JsonObject, ObjectShape } from './field-parsers.ts'
import { parseDomain } from './parse-values.ts'
import { describeValue, Rejection } from './rejection.ts'

const SIGNAL_COMPANY_FIELDS = COMPANY_FIELDS.filter(({ recordOnly }) => !recordOnly)
const namesOf = (fields: typeof COMPANY_FIELDS) => ['domain', ...fields.map(({ name }) => name)]

const recordParsers = COMPANY_FIELDS.map((field) => fieldParserOf(field))
const signalCompanyParsers = SIGNAL_COMPANY_FIELDS.map((field) => fieldParserOf(field, 'company.'))
const recordShape = new ObjectShape('a company', [...namesOf(COMPANY_FIELDS), 'record'])
const signalCompanyShape = new ObjectShape('company', namesOf(SIGNAL_COMPANY_FIELDS))

export function parseCompanyRecord(line: JsonObject, now: number): IncomingCompany {
  const { aliases, mergedInto, ...company } = parseFacts(recordShape.slotsOf(line), 'domain', recordParsers, now)
  if (mergedInto === company.domain) throw new Rejection('mergedInto cannot be the domain of the company itself')
  if (mergedInto !== undefined && aliases !== undefined) {
    throw new Rejection('aliases belong to the company that mergedInto names: state them there')
  }
  return { record: 'company', company, ...(aliases && { aliases }), ...(mergedInto !== undefined && { mergedInto }) }
}

/** The company of a signal record: its domain, or an object with the domain and other facts. */
export function parseSignalCompany(value: unknown, now: number): CompanyFacts {
  if (typeof value === 'string') return { domain: requiredDomain(value, 'company') }
  if (value === undefined || value === null) throw new Rejection('company is required')
  if (!isObject(value)) throw new Rejection(`company must be a domain or an object, not ${describeValue(value)}`)
  return parseFacts(signalCompanyShape.slotsOf(value), 'company.domain', signalCompanyParsers, now)
}

function parseFacts(
  slots: readonly unknown[],
  path: string,
  parsers: readonly FieldParser[],
  now: number,
): CompanyFacts & Pick<IncomingCompany, 'aliases' | 'mergedInto'> {
  const facts: Record<string, unknown> & { domain: string } = { domain: requiredDomain(slots[0], path) }
  for (let i = 0; i < parsers.length; i++) {
    const { name, parse } = parsers[i] as FieldParser
    const value = parse(slots[i + 1], now)
    if (value !== undefined) facts[name] = value
  }
  return facts
}

function requiredDomain(value: unknown, path: string): string {
  const domain = parseDomain(value, path)
  if (domain === undefined) throw new Rejection(`${path} is required`)
  return domain
}
