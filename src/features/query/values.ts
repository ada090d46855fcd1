// What stands on the right of an operator, checked by the kind of its field and normalised.

import { nearest } from '../../platform/nearest.ts'
import { equalityKey, fold, slugOf } from '../../platform/words.ts'
import { countryCode, nearestCountries } from '../companies/index.ts'
import type { FieldKind } from '../signals/index.ts'
import { invalidQuery, type Span, shown } from './errors.ts'
import type { ConditionField } from './fields.ts'
import { readDate } from './times.ts'
import type { Pattern, ScalarValue } from './tree.ts'

/** One value as written: bare words with what stands between them, or the inside of quotes. */
export interface Value extends Span {
  readonly raw: string
  readonly quoted: boolean
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/**
 * The words to look for. A `*` at the end of a word makes it a prefix, in quotes too. Elsewhere it would be dropped like
 * any other sign; bare that is refused, because whoever writes `*ops` expects it to do something.
 */
export function readPattern(value: Value): Pattern {
  const folded = fold(value.raw)
  const wordWithStar = /([\p{L}\p{N}]+)(\*(?![\p{L}\p{N}]))?/gu
  const words = [...folded.matchAll(wordWithStar)].map(([, text = '', star]) => ({ text, prefix: star !== undefined }))
  if (words.length === 0) {
    throw invalidQuery('There is no letter or digit here to look for.', value, { expected: ['a word'] })
  }
  if (!value.quoted && folded.replace(wordWithStar, '').includes('*')) {
    const suggestions = [folded.replaceAll(/\*(?=[\p{L}\p{N}*])|(?<![\p{L}\p{N}])\*/gu, ' ').trim()]
    throw invalidQuery('A * stands at the end of a word.', value, { expected: ['word*'], suggestions })
  }
  return { phrase: value.quoted && words.length > 1, words }
}

/**
 * Decimals with an optional $ and k, m or b. The scale is read as an exponent, because 1.1 × 1,000,000 is not 1,100,000
 * in floating point. Six decimals at most: what is read can then be printed without an exponent.
 */
export function readNumber(value: Value, wanted: { readonly whole: boolean; readonly max?: number }): number {
  const [, digits, scale = ''] = /^\$?(\d+(?:\.\d{1,6})?|\.\d{1,6})([kmb]?)$/i.exec(value.raw) ?? []
  if (digits === undefined || value.quoted) throw notANumber(value, wanted.max)
  const exponent = { k: 3, m: 6, b: 9 }[scale.toLowerCase()] ?? 0
  const number = Number(`${digits}e${exponent}`)
  if (number > Number.MAX_SAFE_INTEGER) {
    throw invalidQuery('This number is too large.', value, { expected: ['a smaller number'] })
  }
  if (wanted.whole && !Number.isInteger(number)) {
    throw invalidQuery('A whole number is needed here.', value, { suggestions: [String(Math.round(number))] })
  }
  if (wanted.max !== undefined && number > wanted.max) {
    throw invalidQuery(`This goes from 0 to ${wanted.max}.`, value, { suggestions: shareOf(number, wanted.max) })
  }
  return number
}

/** Whoever writes 80 or 80% where 1 is the most means 0.8. */
function shareOf(number: number, max: number | undefined): string[] {
  return max === 1 && number > 1 && number <= 100 ? [String(Math.round(number * 100) / 10_000)] : []
}

function notANumber(value: Value, max: number | undefined): Error {
  const [, positive] = /^[-−–]\s*([$\d.].*)/s.exec(value.raw) ?? []
  if (positive !== undefined) {
    return invalidQuery('Numbers are never negative here.', value, { expected: ['a number'], suggestions: [positive] })
  }
  const [, inner = ''] = /^[^\d.]{0,3}(\d+(?:\.\d{1,6})?[kmb]?)\D*$/i.exec(value.raw) ?? []
  const share = shareOf(Number(inner), max)
  return invalidQuery(`${shown(value.raw)} is no number: write 250000, 250k, 1.5m or 2b.`, value, {
    expected: ['a number'],
    suggestions: inner === '' ? [] : share.length > 0 ? share : [inner],
  })
}

function readEnum(value: Value, values: readonly string[]): string {
  const slug = slugOf(value.raw)
  if (values.includes(slug)) return slug
  const near = nearest(slug, values)
  throw invalidQuery(`${shown(value.raw)} is none of ${values.join(', ')}.`, value, {
    expected: values,
    suggestions: near.length > 0 || values.length > 3 ? near : values,
  })
}

function readCountry(value: Value): string {
  const code = countryCode(value.raw.trim())
  if (code !== undefined) return code
  throw invalidQuery(`There is no country ${shown(value.raw)}.`, value, {
    expected: ['a country, such as DE'],
    suggestions: nearestCountries(value.raw.trim()).map((near) => near.code),
  })
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

function readBoolean(value: Value): boolean {
  const word = value.raw.trim().toLowerCase()
  const known = Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word] : undefined
  if (known !== undefined) return known
  throw invalidQuery('This is true or false.', value, { expected: ['true', 'false'], suggestions: ['true', 'false'] })
}

function readText(value: Value, key: string): string {
  if (key !== '') return key
  throw invalidQuery('There is nothing here to compare with.', value, { expected: ['a value'] })
}

/** A value for `:`, `!:` or a comparison. */
export function readScalar(value: Value, field: ConditionField): ScalarValue {
  switch (field.kind as FieldKind) {
    case 'enum':
      return readEnum(value, field.values ?? [])
    case 'country':
      return readCountry(value)
    case 'boolean':
      return readBoolean(value)
    case 'integer':
    case 'number':
      return readNumber(value, { whole: field.kind === 'integer', ...(field.max !== undefined && { max: field.max }) })
    case 'date':
      return readDate(value)
    case 'slug':
      return readText(value, slugOf(value.raw))
    default:
      return readText(value, equalityKey(value.raw))
  }
}
