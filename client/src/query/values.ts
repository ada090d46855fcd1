// The values of conditions, and how each is written in a query.

/** A condition that is more than equality. `text` is its operator and value as written. */
export class Condition<Kind extends string> {
  /** Only for the compiler: a comparison is not a search for words. */
  declare readonly kind: Kind
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A search for words, written with `~`. */
export type Match = Condition<'match'>
export type Comparison<T extends number | string> = Condition<`comparison of ${T extends number ? 'numbers' : 'dates'}`>
/** None of the values, written with `!:`. A signal without the field passes. */
export type Exclusion<T> = Condition<'exclusion'> & { readonly of?: T }

export type Scalar = string | number | boolean

/** One value, several of which one must be true, or a condition made by `noneOf`. */
export type ValueCondition<T extends Scalar> = T | readonly T[] | Exclusion<T>
export type TextCondition = ValueCondition<string> | Match | readonly (Match | Exclusion<string>)[]
export type NumberCondition =
  | ValueCondition<number>
  | Comparison<number>
  | readonly (Comparison<number> | Exclusion<number>)[]
export type DateCondition =
  | ValueCondition<string>
  | Comparison<string>
  | readonly (Comparison<string> | Exclusion<string>)[]
export type CountCondition = number | Comparison<number> | readonly Comparison<number>[]
/** A day as YYYY-MM-DD in UTC, an ISO time, or a Date. */
export type TimeCondition = string | Date

/** Any of these texts: of each all words, in any order. A `*` after a word matches every word that begins with it. */
export function words(...texts: [string, ...string[]]): Match {
  return new Condition(`~ ${texts.map(printWords).join('|')}`)
}

/** Any of these phrases: of each all words, in this order, side by side. */
export function phrase(...texts: [string, ...string[]]): Match {
  return new Condition(`~ ${texts.map((text) => quote(wordsIn(text).join(' '))).join('|')}`)
}

/**
 * The words exactly as written, with `~=`: `words('SDR')` also finds "Sales Development Representative", and
 * `literally(words('SDR'))` does not.
 */
export function literally(match: Match): Match {
  return new Condition(match.text.replace(/^~ /, '~= '))
}

export function noneOf<T extends Scalar>(...values: [T, ...T[]]): Exclusion<T> {
  return new Condition(`!: ${values.map(printValue).join('|')}`)
}

/** A number, or a day as YYYY-MM-DD. */
export function atLeast<T extends number | string>(value: T): Comparison<T> {
  return compare('>=', value)
}

export function atMost<T extends number | string>(value: T): Comparison<T> {
  return compare('<=', value)
}

export function moreThan<T extends number | string>(value: T): Comparison<T> {
  return compare('>', value)
}

export function lessThan<T extends number | string>(value: T): Comparison<T> {
  return compare('<', value)
}

function compare<T extends number | string>(operator: string, value: T): Comparison<T> {
  return new Condition(`${operator} ${printValue(value)}`)
}

export class Duration {
  readonly days: number

  constructor(days: number) {
    if (!Number.isInteger(days) || days < 0) throw new TypeError('a duration is a whole number of days')
    this.days = days
  }

  toString(): string {
    return `${this.days}d`
  }
}

export function days(count: number): Duration {
  return new Duration(count)
}

export function weeks(count: number): Duration {
  return new Duration(count * 7)
}

/** Months of 30 days, as in the query language. */
export function months(count: number): Duration {
  return new Duration(count * 30)
}

const KEYWORDS = new Set(['or', 'and', 'not', 'then', 'within'])

function isKeyword(word: string): boolean {
  return KEYWORDS.has(word.toLowerCase())
}

/** The words that the service would find in a text, each with its `*`. */
function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
  const found = plain.match(/[\p{L}\p{N}]+(?:\*(?![\p{L}\p{N}]))?/gu)
  if (!found) throw new TypeError(`a search text needs at least one letter or digit: ${JSON.stringify(text)}`)
  return found
}

/** A keyword among bare words gets a `_`, which the parser drops again. Quotes would turn the words into a phrase. */
function printWords(text: string): string {
  const found = wordsIn(text)
  if (found.length === 1) return isKeyword(found[0] ?? '') ? quote(found[0] ?? '') : (found[0] ?? '')
  return found.map((word) => (isKeyword(word) ? `${word}_` : word)).join(' ')
}

export function printValue(value: Scalar): string {
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'boolean') return String(value)
  const bare = /^[\p{L}\p{N}_-]+( [\p{L}\p{N}]+)*$/u.test(value) && !value.split(' ').some(isKeyword)
  return bare ? value : quote(value)
}

/** The language has no exponents, no negative numbers and at most six decimals. */
function printNumber(value: number): string {
  const text = value.toFixed(6).replace(/(?:\.0{6}|0{1,5})$/, '')
  if (!(value >= 0) || value > Number.MAX_SAFE_INTEGER || Number(text) !== value) {
    throw new TypeError(`a number in a query is not negative and has at most six decimals: ${value}`)
  }
  return text
}

/** Whole days are written as a date. */
export function printTime(value: TimeCondition): string {
  if (typeof value === 'string') return printValue(value)
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : quote(iso)
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
