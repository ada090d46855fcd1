// One reader per kind of value. A reader takes what JSON gave, and returns it in the form in which it is stored, or
// nothing when it is absent: null and empty text say no more than a missing key. Whatever else is refused by name.
//
// Ingest reads millions of these, so that the usual case (short ASCII text, values already in their form) is decided by
// one look at each character, and everything else may take its time.

import { nearest } from '../../platform/nearest.ts'
import { slugOf } from '../../platform/words.ts'
import { countryCode, isPlainDomain, nearestCountries } from '../companies/index.ts'
import { secondsOfDay, unixSecondsOf } from './iso-times.ts'
import { kindOf, quoted, Refusal } from './refusal.ts'

/** The bounds of what one line may say. Characters are UTF-16 units. */
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

export function readText(value: unknown, field: string, most: number = RECORD_LIMITS.text): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Refusal(`${field} must be text, not ${kindOf(value)}`)
  const text = isPlainText(value) ? value : tidied(value, field)
  if (text.length > most) throw new Refusal(`${field} has ${text.length} characters; ${most} are allowed`)
  return text === '' ? undefined : text
}

/** Printable ASCII without blanks at its ends: it is trimmed, composed, well-formed and harmless. */
function isPlainText(text: string): boolean {
  const { length } = text
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e) return false
  }
  return text.charCodeAt(0) !== 0x20 && text.charCodeAt(length - 1) !== 0x20
}

function tidied(value: string, field: string): string {
  const text = value.trim()
  if (!text.isWellFormed()) throw new Refusal(`${field} is not well-formed Unicode: it has half of a surrogate pair`)
  const control = /\p{Cc}/u.exec(text)?.[0]
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw new Refusal(`${field} has a control character (U+${code})`)
  }
  return text.normalize('NFC')
}

export function readTexts(value: unknown, field: string): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new Refusal(`${field} must be a list of texts, not ${kindOf(value)}`)
  if (value.length > RECORD_LIMITS.listEntries) {
    throw new Refusal(`${field} has ${value.length} entries; ${RECORD_LIMITS.listEntries} are allowed`)
  }
  const texts: string[] = []
  for (let at = 0; at < value.length; at++) {
    const text = readText(value[at], `${field}[${at}]`)
    if (text !== undefined) texts.push(text)
  }
  return texts.length === 0 ? undefined : texts
}

/** One of a closed set, without regard to case and with `-`, `_` and blanks alike. */
export function readEnum(value: unknown, field: string, values: readonly string[]): string | undefined {
  if (typeof value === 'string' && values.includes(value)) return value
  const text = readText(value, field)
  if (text === undefined) return undefined
  const slug = slugOf(text)
  if (values.includes(slug)) return slug
  const near = nearest(slug, values)
  const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `it is one of ${values.join(', ')}`
  throw new Refusal(`${field} cannot be ${quoted(text)}: ${advice}`)
}

export function readSlug(value: unknown, field: string): string | undefined {
  const text = readText(value, field)
  if (text === undefined) return undefined
  const slug = slugOf(text)
  if (slug === '') throw new Refusal(`${field} cannot be ${quoted(text)}: it has neither letter nor digit`)
  if (slug.length > RECORD_LIMITS.slug) {
    throw new Refusal(`${field} has ${slug.length} characters; ${RECORD_LIMITS.slug} are allowed`)
  }
  return slug
}

export function readCountry(value: unknown, field: string): string | undefined {
  const text = readText(value, field)
  if (text === undefined) return undefined
  const code = countryCode(text)
  if (code !== undefined) return code
  const near = nearestCountries(text).map((country) => `${country.code} (${country.name})`)
  const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'write an ISO 3166-1 code such as DE'
  throw new Refusal(`${field} cannot be ${quoted(text)}: ${advice}`)
}

export function readNumber(value: unknown, field: string, most: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw new Refusal(`${field} must be a number, not ${kindOf(value)}`)
  // The negation also catches what is no number at all; adding 0 makes -0 plain.
  if (!(value >= 0 && value <= most)) throw new Refusal(`${field} must be a number from 0 to ${most}`)
  return value + 0
}

export function readInteger(value: unknown, field: string, most: number): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw new Refusal(`${field} must be a whole number, not ${kindOf(value)}`)
  if (!(Number.isInteger(value) && value >= 0 && value <= most)) {
    throw new Refusal(`${field} must be a whole number from 0 to ${most}`)
  }
  return value + 0
}

export function readBoolean(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new Refusal(`${field} must be true or false, not ${kindOf(value)}`)
  return value
}

/** Two decimals: what is stored, compared and shown. */
export function readConfidence(value: unknown, field: string): number | undefined {
  const confidence = readNumber(value, field, 1)
  return confidence === undefined ? undefined : Math.round(confidence * 100) / 100
}

/** Unix seconds. A time far ahead would count as news for ever, and one before 1990 is a default of some program. */
export function readTime(value: unknown, field: string, now: number): number | undefined {
  const text = readText(value, field)
  if (text === undefined) return undefined
  const seconds = unixSecondsOf(text)
  if (seconds === undefined) {
    throw new Refusal(
      `${field} cannot be ${quoted(text)}: write a date or time such as 2026-05-04 or 2026-05-04T09:30:00Z`,
    )
  }
  return inBounds(seconds, text, field, now)
}

export function readDate(value: unknown, field: string, now: number): string | undefined {
  const text = readText(value, field)
  if (text === undefined) return undefined
  const seconds = secondsOfDay(text)
  if (seconds === undefined) throw new Refusal(`${field} cannot be ${quoted(text)}: write a date such as 2026-05-04`)
  inBounds(seconds, text, field, now)
  return text
}

function inBounds(seconds: number, text: string, field: string, now: number): number {
  if (seconds < RECORD_LIMITS.earliest) throw new Refusal(`${field} cannot be ${quoted(text)}: it is before 1990`)
  if (seconds > now + RECORD_LIMITS.aheadSeconds) {
    throw new Refusal(`${field} cannot be ${quoted(text)}: it is more than a day ahead`)
  }
  return seconds
}

/** Kept as it was written, but for blanks and letters beyond ASCII, which are percent-encoded. */
export function readUrl(value: unknown, field: string): string | undefined {
  const text = readText(value, field, RECORD_LIMITS.url)
  if (text === undefined || isPlainUrl(text)) return text
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new Refusal(`${field} cannot be ${quoted(text)}: write a URL that begins with https:// or http://`)
  }
  return /^[\x21-\x7e]*$/.test(text) ? text : readUrl(new URL(text).href, field)
}

/** An ordinary host and nothing that would have to be encoded: the parser, at half a microsecond, would take it. */
function isPlainUrl(text: string): boolean {
  const from = text.startsWith('https://') ? 8 : text.startsWith('http://') ? 7 : 0
  if (from === 0) return false
  const slash = text.indexOf('/', from)
  const host = slash === -1 ? text.slice(from) : text.slice(from, slash)
  return !text.includes(' ') && isPlainText(text) && !host.includes('xn--') && isPlainDomain(host)
}
