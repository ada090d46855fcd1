// Reads the value after an operator: checks it by the kind of its field, and normalises it.

import { countryCodes, nearestCountries } from '../../meaning/companies/index.ts'
import { knownCurrencies, readAmount, toUsd } from '../../meaning/signals/index.ts'
import { namedInTitle, readTitle } from '../../meaning/titles/index.ts'
import type { FieldKind } from '../../meaning/types/index.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import { equalityKey, fold, isNegated, slugOf } from '../../platform/text/normalise-text.ts'
import { withEquivalents } from '../tree/equivalents.ts'
import { excerpt, invalidQuery } from '../tree/errors.ts'
import type { ConditionField } from '../tree/fields.ts'
import type { Pattern, ScalarValue } from '../tree/tree.ts'
import type { Value } from './lexer.ts'
import { readDate } from './times.ts'

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** The words to search for, with their equivalents. A prefix has none. */
export function readPattern(value: Value): Pattern {
  const { phrase, words } = readLiteralPattern(value)
  return { phrase, words: words.map(withEquivalents) }
}

/**
 * The words as written. A `*` at the end of a word makes it a prefix, in quotes too. Elsewhere a `*` in quotes is
 * ignored like any other symbol. In bare words it is rejected, because the author of `*ops` expects it to do something.
 */
export function readLiteralPattern(value: Value): Pattern {
  if (!value.quoted) rejectNegated(value)
  const folded = fold(value.raw)
  const wordWithStar = /([\p{L}\p{N}]+)(\*(?![\p{L}\p{N}]))?/gu
  const words = [...folded.matchAll(wordWithStar)].map(([, text = '', star]) => ({ text, prefix: star !== undefined }))
  if (words.length === 0) {
    throw invalidQuery('A search text needs at least one letter or digit.', value, { expected: ['a word'] })
  }
  if (!value.quoted && folded.replace(wordWithStar, '').includes('*')) {
    const suggestions = [folded.replaceAll(/\*(?=[\p{L}\p{N}*])|(?<![\p{L}\p{N}])\*/gu, ' ').trim()]
    throw invalidQuery('"*" can only be used at the end of a word.', value, { expected: ['word*'], suggestions })
  }
  return { phrase: value.quoted && words.length > 1, words }
}

/** Signs aren't part of a value's words, so `-sales` would mean sales. */
function rejectNegated(value: Value): void {
  if (!isNegated(value.raw)) return
  const message = `${excerpt(value.raw.trim().slice(0, 1))} can't negate a value. Use !: for a condition, or NOT for a clause.`
  throw invalidQuery(message, value, { expected: ['a value', '!:', 'NOT'] })
}

const NUMBER =
  /^\$?\s{0,9}(\d{1,1000}(?:\.\d{1,6})?|\.\d{1,6})\s{0,9}(?:(k|m|b|thousand|mn|mil|mio|millions?|bn|billions?)(?:\s{0,9}(?:usd|dollars|us dollars))?|usd|dollars|us dollars)?$/i
const EXPONENTS: Readonly<Record<string, number>> = { k: 3, t: 3, m: 6, b: 9 }

/**
 * A decimal number with an optional $ and an optional scale: k, m, b, million and the like. The scale is read as an
 * exponent, because 1.1 × 1,000,000 is not 1,100,000 in floating point. With at most six decimals, the number can be
 * printed without an exponent.
 */
export function readNumber(value: Value, wanted: { readonly whole: boolean; readonly max?: number }): number {
  const [, digits, scale = ''] = NUMBER.exec(value.raw) ?? []
  if (digits === undefined || value.quoted) throw notANumber(value, wanted.max)
  const exponent = EXPONENTS[scale.slice(0, 1).toLowerCase()] ?? 0
  const number = Number(`${digits}e${exponent}`)
  if (number > Number.MAX_SAFE_INTEGER) {
    throw invalidQuery('This number is too large.', value, { expected: ['a smaller number'] })
  }
  if (wanted.whole && !Number.isInteger(number)) {
    throw invalidQuery('Expected a whole number.', value, { suggestions: [String(Math.round(number))] })
  }
  if (wanted.max !== undefined && number > wanted.max) {
    throw invalidQuery(`The value must be from 0 to ${wanted.max}.`, value, {
      suggestions: shareOf(number, wanted.max),
    })
  }
  return number
}

/** Whole US dollars: `5 million`, `5M USD`, `€5m`. Other currencies are converted at the newest rate. */
function readUsd(value: Value): number {
  const { amount, currency = 'USD' } = (value.quoted ? undefined : readAmount(value.raw)) ?? {}
  if (amount === undefined || currency === 'USD') return readNumber(value, { whole: true })
  const usd = toUsd(amount, currency)
  if (usd !== undefined && usd <= Number.MAX_SAFE_INTEGER) return usd
  throw invalidQuery(`${excerpt(value.raw)} can't be converted to US dollars.`, value, { expected: knownCurrencies() })
}

/** If the maximum is 1, 80 and 80% mean 0.8. */
function shareOf(number: number, max: number | undefined): string[] {
  return max === 1 && number > 1 && number <= 100 ? [String(Math.round(number * 100) / 10_000)] : []
}

function notANumber(value: Value, max: number | undefined): Error {
  const [, positive] = /^[-−–]\s*([$\d.].*)/s.exec(value.raw) ?? []
  if (positive !== undefined) {
    return invalidQuery("Numbers can't be negative.", value, { expected: ['a number'], suggestions: [positive] })
  }
  const [, inner = ''] = /^[^\d.]{0,3}(\d+(?:\.\d{1,6})?[kmb]?)\D*$/i.exec(value.raw) ?? []
  const share = shareOf(Number(inner), max)
  return invalidQuery(`${excerpt(value.raw)} is not a number. Write it like 250000, 250k, 1.5m or 2b.`, value, {
    expected: ['a number'],
    suggestions: inner === '' ? [] : share.length > 0 ? share : [inner],
  })
}

function readEnum(value: Value, field: ConditionField): string {
  const { values = [] } = field
  rejectNegated(value)
  const meant = value.raw.includes('%') ? undefined : oneValue(value, field)
  if (meant !== undefined) return meant
  const slug = slugOf(value.raw)
  const within = values.filter((each) => slug.length > 2 && each.includes(slug))
  const near = [...new Set([...nearest(slug, values), ...within])].slice(0, 3)
  throw invalidQuery(`Unknown value ${excerpt(value.raw)}. The values are ${values.join(', ')}.`, value, {
    expected: values,
    suggestions: near.length > 0 || values.length > 3 ? near : values,
  })
}

/** What separates the parts of a list in words: `sales / marketing`, `sales & marketing`. `R&D` is one part. */
const LIST_SIGNS = /[/,;|+]|(?<!\b\w)&|&(?!\w\b)|\s(?:and|or|und|oder)\s/i

/** Undefined if the text names no value. `:` is equality, so a text that names several is an error. */
function oneValue(value: Value, field: ConditionField): string | undefined {
  const known = knownValue(field, value.raw)
  if (known !== undefined || (field.name !== 'function' && field.name !== 'seniority')) return known
  const { name, values = [] } = field
  const parts = value.raw.split(LIST_SIGNS).map((part) => {
    const named = [knownValue(field, part) ?? namedInTitle(part)[name]].flat()
    // A part that nearly equals a value is misspelt. Other parts only describe, as in `people & culture`.
    const mayBeTypo = named.length === 0 && part !== value.raw && part.trim().length > 3
    const near = mayBeTypo ? nearest(slugOf(part), values, 1) : []
    return { part, misspelt: near.length > 0, meant: [...named, ...near] }
  })
  const misspelt = parts.find((part) => part.misspelt)
  const [first, ...others] = new Set(parts.flatMap(({ meant }) => meant))
  if (others.length === 0 && !misspelt) return first ?? readTitle(value.raw)[name]
  const list = [first, ...others].join('|')
  const problem = misspelt
    ? `Unknown value ${excerpt(misspelt.part.trim())} in a list.`
    : `${excerpt(value.raw)} names several values.`
  throw invalidQuery(`${problem} Separate values with |.`, value, { expected: [list], suggestions: [list] })
}

/** A value of the field, or a synonym with an obvious meaning: `Vice President` is vp, `open` is active. */
function knownValue({ name, values = [] }: ConditionField, text: string): string | undefined {
  const slug = slugOf(text)
  const joined = slug.replaceAll('_', '')
  const known = values.find((each) => each === slug || each.replaceAll('_', '') === joined)
  const synonym = `${name} ${slug}`
  return known ?? (Object.hasOwn(VALUE_SYNONYMS, synonym) ? VALUE_SYNONYMS[synonym] : undefined)
}

const VALUE_SYNONYMS: Readonly<Record<string, string>> = {
  'seniority executive': 'c_level',
  'seniority exec': 'c_level',
  'seniority c_suite': 'c_level',
  'seniority entry': 'junior',
  'seniority senior_vice_president': 'vp',
  'status open': 'active',
  'status current': 'active',
  'status live': 'active',
  'status ended': 'closed',
  'status filled': 'closed',
  'change added': 'adopted',
  'change installed': 'adopted',
  'change removed': 'dropped',
  'change churned': 'dropped',
  'workplaceType in_office': 'onsite',
  'workplaceType office': 'onsite',
  'workplaceType home_office': 'remote',
  'employmentType freelance': 'contract',
  'employmentType permanent': 'full_time',
}

/** A region stands for its countries. */
function readCountries(value: Value): readonly string[] {
  rejectNegated(value)
  const codes = countryCodes(value.raw.trim())
  if (codes !== undefined) return codes
  throw invalidQuery(`Unknown country ${excerpt(value.raw)}.`, value, {
    expected: ['a country, such as DE', 'a region, such as DACH'],
    suggestions: nearestCountries(value.raw.trim()).map((near) => near.code),
  })
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false }

function readBoolean(value: Value): boolean {
  const word = value.raw.trim().toLowerCase()
  const boolean = Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word] : undefined
  if (boolean !== undefined) return boolean
  throw invalidQuery('The value must be true or false.', value, {
    expected: ['true', 'false'],
    suggestions: ['true', 'false'],
  })
}

function readText(value: Value, key: string): string {
  if (!value.quoted) rejectNegated(value)
  if (key !== '') return key
  throw invalidQuery('The value is empty.', value, { expected: ['a value'] })
}

/** The values for `:` and `!:`. */
export function readScalars(values: readonly Value[], field: ConditionField): ScalarValue[] {
  if (field.kind !== 'country') return values.map((value) => readScalar(value, field))
  return values.flatMap(readCountries)
}

/** A value for `:`, `!:` or a comparison, of any kind except a country, which can stand for several. */
export function readScalar(value: Value, field: ConditionField): ScalarValue {
  switch (field.kind as FieldKind) {
    case 'enum':
      return readEnum(value, field)
    case 'boolean':
      return readBoolean(value)
    case 'integer':
    case 'number':
      if (field.name === 'amountUsd') return readUsd(value)
      return readNumber(value, { whole: field.kind === 'integer', ...(field.max !== undefined && { max: field.max }) })
    case 'date':
      return readDate(value)
    case 'slug':
      return readText(value, slugOf(value.raw))
    default:
      return readText(value, equalityKey(value.raw))
  }
}
