// The distinct values of all fields: texts, numbers, booleans and lists of texts, each with a number. 0 is no value.

import type { FieldValue } from '../../../meaning/types/index.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'

export const MISSING = 0
export const FALSE = 1
export const TRUE = 2
const FIRST_VALUES: readonly FieldValue[] = ['', false, true]

/** The number by which a value is compared. A date is its digits, which keeps dates in order. */
export function comparisonNumber(value: FieldValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && IS_DATE.test(value)) return dateNumber(value)
  return Number.NaN
}

const IS_DATE = /^\d{4}-\d{2}-\d{2}$/

export const dateNumber = (date: string) => Number(date.replaceAll('-', ''))

/** The words by which a value is found, each once. */
export function wordsOfValue(value: FieldValue): string[] {
  if (typeof value === 'string') return [...new Set(wordsOf(value))]
  if (typeof value === 'object') return [...new Set(value.flatMap(wordsOf))]
  return []
}

/** Assigns numbers to values, the same number to the same value. */
export class ValueTable {
  readonly values: FieldValue[]
  readonly #first: number
  readonly #texts = new Map<string, number>()
  readonly #numbers = new Map<number, number>()
  readonly #lists = new Map<string, number>()

  /** Numbering starts after `first` values that are stored elsewhere. */
  constructor(first = 0) {
    this.#first = first
    this.values = first === 0 ? [...FIRST_VALUES] : []
  }

  numberFor(value: FieldValue | undefined): number {
    switch (typeof value) {
      case 'undefined':
        return MISSING
      case 'boolean':
        return value ? TRUE : FALSE
      case 'string':
        return this.#findOrAdd(this.#texts, value, value)
      case 'number':
        return this.#findOrAdd(this.#numbers, value, value)
      default:
        return this.#findOrAdd(this.#lists, JSON.stringify(value), value)
    }
  }

  /** Undefined for a value that has no number in this table. */
  find(value: string | number | readonly string[]): number | undefined {
    if (typeof value === 'string') return this.#texts.get(value)
    return typeof value === 'number' ? this.#numbers.get(value) : this.#lists.get(JSON.stringify(value))
  }

  #findOrAdd<Key>(known: Map<Key, number>, key: Key, value: FieldValue): number {
    const number = known.get(key)
    if (number !== undefined) return number
    const next = this.#first + this.values.length
    this.values.push(value)
    known.set(key, next)
    return next
  }
}
