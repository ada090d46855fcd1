// Durations and points in time. All days are UTC days.

import { excerpt, invalidQuery } from '../tree/errors.ts'
import type { Value } from './lexer.ts'

export const DAY_SECONDS = 86_400

const UNIT_DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, mo: 30, y: 365 }

/** A hundred years. There is no older data, and no engine can overflow. */
const MAX_DAYS = 36_500

/** Units that people write, and the unit that they mean. `m` can be minutes or months, so it is only ever suggested. */
const INTENDED_UNIT: Readonly<Record<string, string>> = {
  '': 'd',
  day: 'd',
  days: 'd',
  wk: 'w',
  wks: 'w',
  week: 'w',
  weeks: 'w',
  m: 'mo',
  mon: 'mo',
  mos: 'mo',
  month: 'mo',
  months: 'mo',
  yr: 'y',
  yrs: 'y',
  year: 'y',
  years: 'y',
}

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  ['a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, i) => [
    word,
    i + 1,
  ]),
)

/** The days of a period in words: `day`, `weeks`, `quarter`. */
export function daysOfUnit(word: string): number | undefined {
  const unit = word.toLowerCase()
  if (unit === 'quarter' || unit === 'quarters') return 90
  const intended = unit.length > 2 && Object.hasOwn(INTENDED_UNIT, unit) ? INTENDED_UNIT[unit] : undefined
  return intended === undefined ? undefined : UNIT_DAYS[intended]
}

/** `30`, or a small number in words. */
export function amountOf(word: string): number | undefined {
  return /^\d{1,5}$/.test(word) ? Number(word) : NUMBER_WORDS.get(word.toLowerCase())
}

export function isDuration(word: string): boolean {
  return /^\d+(d|w|mo|y)$/i.test(word)
}

export function isYear(word: string): boolean {
  return /^(19|20|21)\d\d$/.test(word)
}

/** The duration that `3m` or `30 days` is meant to be. */
export function guessDuration(text: string): string | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})\s*([a-z]*)$/i.exec(text.trim()) ?? []
  const lower = unit.toLowerCase()
  const guess = Object.hasOwn(UNIT_DAYS, lower)
    ? lower
    : Object.hasOwn(INTENDED_UNIT, lower)
      ? INTENDED_UNIT[lower]
      : undefined
  return amount === undefined || guess === undefined ? undefined : `${amount}${guess}`
}

export function readDays(value: Value): number {
  const [, amount, unit = ''] = /^(\d+)(d|w|mo|y)$/i.exec(value.raw) ?? []
  if (amount === undefined || value.quoted) {
    const guess = guessDuration(value.raw)
    throw invalidQuery(
      `${excerpt(value.raw)} is not a duration. Write a whole number and d, w, mo or y, such as 30d.`,
      value,
      {
        expected: ['30d', '4w', '3mo', '1y'],
        suggestions: guess === undefined ? [] : [guess],
      },
    )
  }
  const days = Number(amount) * (UNIT_DAYS[unit.toLowerCase()] ?? 1)
  if (days > MAX_DAYS) {
    throw invalidQuery('A duration is at most 100 years.', value, { suggestions: [`${MAX_DAYS}d`] })
  }
  return days
}

const DATE = /^(?:19|20|21)\d\d-\d\d-\d\d$/
const TIME =
  /^((?:19|20|21)\d\d-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/i
const EARLIEST = Date.parse('1900-01-01') / 1000
const LATEST = Date.parse('2200-01-01') / 1000

/** A day that exists: Date.parse would turn 30 February into 2 March. */
function isDay(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function readDate(value: Value): string {
  if (isDay(value.raw)) return value.raw
  throw invalidQuery(`${excerpt(value.raw)} is not a date. Write YYYY-MM-DD, from 1900 to 2199.`, value, {
    expected: ['YYYY-MM-DD'],
  })
}

/**
 * Unix seconds of the start of a day, or of a quoted ISO time, which is UTC unless it has an offset. Signals have integer
 * seconds, so rounding a fraction up changes nothing for `since` or for `before`.
 */
export function readTime(value: Value): number {
  if (isDay(value.raw)) return Date.parse(value.raw) / 1000
  const [, day, clock, zone = 'Z'] = TIME.exec(value.raw) ?? []
  const seconds = day && isDay(day) ? Math.ceil(Date.parse(`${day}T${clock}${zone.toUpperCase()}`) / 1000) : Number.NaN
  if (seconds >= EARLIEST && seconds < LATEST) return seconds
  // 2026 is a year, hardly a number of days.
  const guess = isYear(value.raw) ? undefined : guessDuration(value.raw)
  throw invalidQuery(
    `${excerpt(value.raw)} is not a time. Write YYYY-MM-DD, or an ISO time in quotes, from 1900 to 2199.`,
    value,
    {
      expected: ['YYYY-MM-DD', '"YYYY-MM-DDThh:mm:ssZ"', ...(guess === undefined ? [] : [`within: ${guess}`])],
    },
  )
}

/** The shortest text that parses back to the same second. */
export function printTime(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString()
  return seconds % DAY_SECONDS === 0 ? iso.slice(0, 10) : `"${iso.slice(0, 19)}Z"`
}

export function startOfDay(seconds: number): number {
  return Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
}
