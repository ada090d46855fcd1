// Reads values of a foreign JSON document. Its shape is never trusted: a value that isn't as expected is absent.

import { countryCode, UNKNOWN_COUNTRY } from '../../../meaning/companies/index.ts'
import { readPlace } from '../../../meaning/places/index.ts'
import { parseHtml } from '../../../platform/text/parse-html.ts'
import { VisitFailure } from '../collector.ts'

/** In characters. A board of 5,000 jobs with long descriptions has about 50 million. */
export const MAX_TEXT = 64_000_000
const MAX_WORDS = 300
const MAX_ID = 80
const MAX_URL = 2_000

export type Json = Readonly<Record<string, unknown>>

/** Throws a VisitFailure if the text is something else: a page for people, a truncated document. */
export function readJson(text: string, what: string): unknown {
  if (text.length > MAX_TEXT) throw new VisitFailure('too_large', `${what} has more than ${MAX_TEXT} characters`)
  try {
    return JSON.parse(text)
  } catch {
    const isMarkup = /^\s*</.test(text.slice(0, 1_000))
    throw new VisitFailure(
      'invalid_response',
      isMarkup ? `${what} is a page for people, not JSON` : `${what} is not complete JSON`,
    )
  }
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** In JSON-LD a value and a list of one value are the same. */
export function manyOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

/** The types of a JSON-LD node, written as a name or as an address: `JobPosting`, `https://schema.org/JobPosting`. */
export function typesOf(node: Json): readonly string[] {
  const names = manyOf(node['@type']).filter((type) => typeof type === 'string')
  return names.map((name) => name.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, ''))
}

/** The list that the document must have. Throws a VisitFailure without one: that isn't an empty board. */
export function promisedList(value: unknown, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw new VisitFailure('invalid_response', `${what} has no list of jobs`)
  return value.map(objectOf)
}

/** Other words in angle brackets may belong to a title. */
const TAG = /<\/?(?:a|b|br|div|em|font|h[1-6]|i|li|mark|p|small|span|strong|sub|sup|u|ul)(?:\s[^<>]{0,900})?\/?>/gi

/**
 * Words for people, in one line: entities decoded (some boards escape twice), no tags, no control characters, at most 300
 * characters.
 */
export function wordsIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const decoded = value.includes('&') ? decodeEntities(decodeEntities(value.slice(0, 10_000))) : value.slice(0, 10_000)
  const text = (decoded.includes('<') ? decoded.replace(TAG, ' ') : decoded)
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS)
    .trim()
    .toWellFormed()
    .normalize('NFC')
  return text === '' ? undefined : text
}

/** An id as text. A number too large for JSON is not an id. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  const id = wordsIn(value)
  return id === undefined || id.length > MAX_ID ? undefined : id
}

export function urlIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return undefined
  const url = new URL(value)
  const isPublic = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
  return isPublic && url.href.length <= MAX_URL ? url.href : undefined
}

/** A code in any case, or a name in the languages that places are read in: "Deutschland", "England". */
export function countryIn(value: unknown): string | undefined {
  const text = wordsIn(value)
  if (text === undefined) return undefined
  const code = countryCode(text.toUpperCase()) ?? countryCode(text) ?? readPlace(text).country
  return code === UNKNOWN_COUNTRY ? undefined : code
}

export function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** The text without one level of escaping. Tags stay. */
function decodeEntities(text: string): string {
  const parts: string[] = []
  parseHtml(text.replaceAll('<', '&lt;'), { ontext: (part) => parts.push(part) })
  return parts.join('')
}
