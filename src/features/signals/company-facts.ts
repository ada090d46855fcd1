import { COMPANY_FIELDS, type CompanyFacts, normaliseDomain } from '../companies/index.ts'
import { type FieldReader, type Incoming, isObject, readerOf, Shape } from './field-readers.ts'
import { kindOf, quoted, Refusal } from './refusal.ts'
import { readText } from './value-readers.ts'

const FACT_NAMES = ['domain', ...COMPANY_FIELDS.map(({ name }) => name)]

const ofRecord = COMPANY_FIELDS.map((field) => readerOf(field))
const ofSignal = COMPANY_FIELDS.map((field) => readerOf(field, 'company.'))
const recordShape = new Shape('a company', [...FACT_NAMES, 'record'])
const factShape = new Shape('company', FACT_NAMES)

/** The facts of a company's own line. */
export function readCompanyLine(line: Incoming, now: number): CompanyFacts {
  return readFacts(recordShape.take(line), 'domain', ofRecord, now)
}

/** The company of a signal's line: its domain, or an object with the domain and what else is known. */
export function readCompanyOf(value: unknown, now: number): CompanyFacts {
  if (typeof value === 'string') return { domain: readDomain(value, 'company') }
  if (value === undefined || value === null) throw new Refusal('company is required')
  if (!isObject(value)) throw new Refusal(`company must be a domain or an object, not ${kindOf(value)}`)
  return readFacts(factShape.take(value), 'company.domain', ofSignal, now)
}

function readFacts(
  slots: readonly unknown[],
  path: string,
  readers: readonly FieldReader[],
  now: number,
): CompanyFacts {
  const facts: Record<string, unknown> & { domain: string } = { domain: readDomain(slots[0], path) }
  for (let at = 0; at < readers.length; at++) {
    const { name, read } = readers[at] as FieldReader
    const value = read(slots[at + 1], now)
    if (value !== undefined) facts[name] = value
  }
  return facts
}

function readDomain(value: unknown, path: string): string {
  const domain = typeof value === 'string' ? normaliseDomain(value) : undefined
  if (domain !== undefined) return domain
  const text = readText(value, path)
  if (text === undefined) throw new Refusal(`${path} is required`)
  const host = /^https?:\/\//i.test(text) && URL.canParse(text) ? normaliseDomain(new URL(text).hostname) : undefined
  throw new Refusal(
    `${path} cannot be ${quoted(text)}: ${host ? `did you mean ${host}?` : 'write a domain such as northwind.example'}`,
  )
}
