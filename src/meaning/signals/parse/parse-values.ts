// One parser per kind of value. A parser takes a JSON value and returns it in its stored form, or undefined if it is
// absent: null and empty text count as absent. Any other value is rejected with a message that names the field.
//
// Ingest parses millions of these, so the usual case (short ASCII text, already in its stored form) is recognised in one
// pass over the characters. Only unusual values take the slow path.

import { withoutBidiControls } from '../../../closed-sets/bidi-controls.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import { roundToDecimals } from '../../../platform/round-half-up.ts'
import { nearest } from '../../../platform/text/edit-distance.ts'
import { slugOf } from '../../../platform/text/normalise-text.ts'
import {
  countryCode,
  isPlainDomain,
  nearestCountries,
  normaliseDomain,
  readDomain,
  refusalOf,
} from '../../companies/index.ts'
import { parseIsoDate, parseIsoTime } from './parse-iso-time.ts'
import { describeValue, quoted, Rejection } from './rejection.ts'

/** The limits for one line. Characters are UTF-16 code units. */
export const RECORD_LIMITS = {
  text: 500,
  url: 2_000,
  slug: 100,
  source: 100,
  key: 200,
  listEntries: 50,
  earliest: Date.UTC(1990, 0, 1) / 1_000,
  aheadSeconds: 86_400,
} as const

export function parseText(value: unknown, field: string, max: number = RECORD_LIMITS.text): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Rejection(`${field} must be text, not ${describeValue(value)}`)
  const text = isPlainText(value) ? value : normaliseText(value, field)
  if (text.length > max) throw new Rejection(`${field} has ${text.length} characters; the maximum is ${max}`)
  return text === '' ? undefined : text
}

/** Printable ASCII without spaces at either end is already trimmed, composed, well-formed and harmless. */
function isPlainText(text: string): boolean {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return text.charCodeAt(0) !== 0x20 && text.charCodeAt(length - 1) !== 0x20
}

/** They identify a report. With other characters it would be another one. */
const IDENTITY_FIELDS: ReadonlySet<string> = new Set(['source', 'key'])

function normaliseText(value: string, field: string): string {
  const text = (IDENTITY_FIELDS.has(field) ? value : withoutBidiControls(value)).trim()
  if (!text.isWellFormed()) throw new Rejection(`${field} is not well-formed Unicode: it has an unpaired surrogate`)
  const control = /\p{Cc}/u.exec(text)?.[0]
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw new Rejection(`${field} has a control character (U+${code})`)
  }
  return text.normalize('NFC')
}

export function parseTexts(value: unknown, field: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new Rejection(`${field} must be a list of texts, not ${describeValue(value)}`)
  if (value.length > RECORD_LIMITS.listEntries) {
    throw new Rejection(`${field} has ${value.length} entries; the maximum is ${RECORD_LIMITS.listEntries}`)
  }
  const texts: string[] = []
  for (let at = 0; at < value.length; at++) {
    const text = parseText(value[at], `${field}[${at}]`)
    if (text !== undefined) texts.push(text)
  }
  return texts.length === 0 ? undefined : texts
}

/** One of a closed set. Case is ignored, and `-`, `_` and spaces are equivalent. */
export function parseEnum(value: unknown, field: string, values: readonly string[]): string | undefined {
  if (typeof value === 'string' && values.includes(value)) return value
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const slug = slugOf(text)
  if (values.includes(slug)) return slug
  const near = nearest(slug, values)
  const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `use one of ${values.join(', ')}`
  throw new Rejection(`${field} cannot be ${quoted(text)}: ${advice}`)
}

export function parseSlug(value: unknown, field: string): string | undefined {
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const slug = slugOf(text)
  if (slug === '') throw new Rejection(`${field} cannot be ${quoted(text)}: it has no letters or digits`)
  if (slug.length > RECORD_LIMITS.slug) {
    throw new Rejection(`${field} has ${slug.length} characters; the maximum is ${RECORD_LIMITS.slug}`)
  }
  return slug
}

export function parseCountry(value: unknown, field: string): string | undefined {
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const code = countryCode(text)
  if (code !== undefined) return code
  const near = nearestCountries(text).map((country) => `${country.code} (${country.name})`)
  const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'use an ISO 3166-1 code such as DE'
  throw new Rejection(`${field} cannot be ${quoted(text)}: ${advice}`)
}

export function parseNumber(value: unknown, field: string, max: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw new Rejection(`${field} must be a number, not ${describeValue(value)}`)
  // The negation also catches NaN. Adding 0 turns -0 into 0.
  if (!(value >= 0 && value <= max)) throw new Rejection(`${field} must be a number from 0 to ${max}, not ${value}`)
  return value + 0
}

export function parseInteger(value: unknown, field: string, max: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw new Rejection(`${field} must be a whole number, not ${describeValue(value)}`)
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
    throw new Rejection(`${field} must be a whole number from 0 to ${max}, not ${value}`)
  }
  return value + 0
}

export function parseBoolean(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new Rejection(`${field} must be true or false, not ${describeValue(value)}`)
  return value
}

/** Rounded to two decimals, which is what is stored, compared and shown. */
export function parseConfidence(value: unknown, field: string): number | undefined {
  const confidence = parseNumber(value, field, 1)
  return confidence === undefined ? undefined : roundToDecimals(confidence, 2)
}

/** Unix seconds. A time far in the future would always count as new; one before 1990 is some program's default. */
export function parseTime(value: unknown, field: string, now: number): number | undefined {
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const seconds = parseIsoTime(text)
  if (seconds === undefined) {
    throw new Rejection(
      `${field} cannot be ${quoted(text)}: use a date or time such as 2026-05-04 or 2026-05-04T09:30:00Z`,
    )
  }
  return inBounds(seconds, text, field, now)
}

export function parseDate(value: unknown, field: string, now: number): string | undefined {
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const seconds = parseIsoDate(text)
  if (seconds === undefined) throw new Rejection(`${field} cannot be ${quoted(text)}: use a date such as 2026-05-04`)
  inBounds(seconds, text, field, now)
  return text
}

function inBounds(seconds: number, text: string, field: string, now: number): number {
  if (seconds < RECORD_LIMITS.earliest) throw new Rejection(`${field} cannot be ${quoted(text)}: it is before 1990`)
  if (seconds > now + RECORD_LIMITS.aheadSeconds) {
    throw new Rejection(`${field} cannot be ${quoted(text)}: it is more than a day in the future`)
  }
  return seconds
}

/** Stored as written, unless it has spaces or non-ASCII characters: then it is stored in its encoded form. */
export function parseUrl(value: unknown, field: string): string | undefined {
  const text = parseText(value, field, RECORD_LIMITS.url)
  if (text === undefined || isPlainUrl(text)) return text
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new Rejection(`${field} cannot be ${quoted(text)}: use a URL that starts with https:// or http://`)
  }
  return /^[\x21-\x7e]*$/.test(text) ? text : parseUrl(new URL(text).href, field)
}

/** An ordinary host and nothing to encode: the URL parser, which takes half a microsecond, would accept it. */
function isPlainUrl(text: string): boolean {
  const from = text.startsWith('https://') ? 8 : text.startsWith('http://') ? 7 : 0
  if (from === 0) return false
  const slash = text.indexOf('/', from)
  const host = slash === -1 ? text.slice(from) : text.slice(from, slash)
  return !text.includes(' ') && isPlainText(text) && !host.includes('xn--') && isPlainDomain(host)
}

/**
 * A domain that can be a company's. Most are known to be valid already: a file names the same companies again and
 * again.
 */
export function parseDomain(value: unknown, field: string): string | undefined {
  if (typeof value === 'string') {
    const known = goodDomains.get(value)
    if (known !== undefined) return known
  }
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const domain = normaliseDomain(text)
  if (domain === undefined) throw new Rejection(`${field} cannot be ${quoted(text)}: ${adviceOnDomain(text)}`)
  const refused = refusalOf(domain)
  if (refused !== undefined) throw new Rejection(`${field} cannot be ${quoted(text)}: ${refused}`)
  goodDomains.set(text, domain)
  return domain
}

const goodDomains = new LruMap<string, string>(20_000)

function adviceOnDomain(text: string): string {
  const read = readDomain(text)
  if (read === undefined) return 'use a domain such as northwind.example'
  return 'refused' in read ? read.refused : `did you mean ${read.domain}?`
}

export function parseDomains(value: unknown, field: string): readonly string[] | undefined {
  const texts = parseTexts(value, field)
  const domains = texts?.map((text, at) => parseDomain(text, `${field}[${at}]`) ?? text)
  return domains && [...new Set(domains)]
}
