// Numbers in a sentence: employees, amounts of money, and how many jobs.

import { amountOf } from '../parse/times.ts'
import { PhraseTable } from './phrase-table.ts'

export type Sign = '>' | '>=' | '<' | '<='

export interface Bound {
  readonly sign: Sign
  /** As the query language reads it: `50`, `20m`, `5m EUR`. */
  readonly value: string
}

export interface Quantity {
  readonly kind: 'employees' | 'amount' | 'number'
  readonly bounds: readonly Bound[]
  /** In words. */
  readonly length: number
}

const COMPARISONS = new PhraseTable<Sign | 'between'>([
  ['>', 'more than, over, above, greater than, larger than, bigger than, upwards of'],
  ['>=', 'at least, minimum, min, minimum of, a minimum of, no fewer than, no less than'],
  ['<', 'less than, fewer than, under, below, smaller than'],
  ['<=', 'up to, at most, max, maximum, maximum of, a maximum of, no more than'],
  ['between', 'between'],
])
const EMPLOYEES = new Set('employees employee headcount fte ftes'.split(' '))
const PEOPLE = new Set('people staff person persons'.split(' '))
const SCALES: Readonly<Record<string, string>> = {
  k: 'k',
  thousand: 'k',
  m: 'm',
  mn: 'm',
  mil: 'm',
  mio: 'm',
  million: 'm',
  millions: 'm',
  b: 'b',
  bn: 'b',
  billion: 'b',
  billions: 'b',
}
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  dollars: 'USD',
  usd: 'USD',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  pounds: 'GBP',
}

interface ReadNumber {
  readonly digits: string
  readonly scale: string
  readonly currency: string
  readonly plus: boolean
  readonly length: number
}

function numberAt(words: readonly string[], at: number): ReadNumber | undefined {
  const word = words[at] ?? ''
  const [, sign = '', digits, suffix = '', plus = ''] =
    /^([$€£])?(\d{1,12}(?:,\d{3})*(?:\.\d{1,6})?)(k|mn|mil|mio|m|bn|b)?(\+)?$/.exec(word) ?? []
  const spelt = digits === undefined && word !== 'a' ? amountOf(word) : undefined
  if (digits === undefined && spelt === undefined) return undefined
  let length = 1
  let scale = SCALES[suffix] ?? ''
  if (scale === '' && words[at + length] !== undefined && Object.hasOwn(SCALES, words[at + length] as string)) {
    scale = SCALES[words[at + length] as string] ?? ''
    length++
  }
  let currency = sign === '' ? '' : (CURRENCIES[sign] ?? '')
  if (currency === '' && Object.hasOwn(CURRENCIES, words[at + length] ?? '')) {
    currency = CURRENCIES[words[at + length] as string] ?? ''
    length++
  }
  return { digits: (digits ?? String(spelt)).replaceAll(',', ''), scale, currency, plus: plus !== '', length }
}

/** `50-200`, `10 to 50 million`, `more than 20 people`, `5+`, `$5m`. `inMoney`: the words are about a round. */
export function quantityAt(words: readonly string[], from: number, inMoney: boolean): Quantity | undefined {
  const comparison = COMPARISONS.at(words, from)
  const at = from + (comparison?.length ?? 0)
  const range = /^(\d{1,9})[-–](\d{1,9})$/.exec(words[at] ?? '')
  const first = range ? undefined : numberAt(words, at)
  if (!range && !first) return undefined
  let end = at + (first?.length ?? 1)
  const joined = words[end] === 'to' || (comparison?.value === 'between' && words[end] === 'and')
  const second = joined ? numberAt(words, end + 1) : undefined
  if (second) end += 1 + second.length
  if (comparison?.value === 'between' && !second && !range) return undefined
  const orMore = words[end] === 'or' && (words[end + 1] === 'more' || words[end + 1] === 'over')
  const orLess = words[end] === 'or' && (words[end + 1] === 'fewer' || words[end + 1] === 'less')
  if (orMore || orLess) end += 2
  const last = second ?? first
  const money = inMoney || (last?.currency !== undefined && last.currency !== '') || /^[mb]$/.test(last?.scale ?? '')
  const unit = words[end] ?? ''
  const kind = EMPLOYEES.has(unit) || (PEOPLE.has(unit) && !inMoney) ? 'employees' : money ? 'amount' : 'number'
  const length = end - from + (kind === 'employees' ? 1 : 0)
  const written = (number: ReadNumber) => {
    const currency = [number, last].map((each) => each?.currency ?? '').find((each) => each !== '') ?? ''
    // "10 to 50 million": the scale is given once.
    const text = `${number.digits}${number.scale === '' && second ? (last?.scale ?? '') : number.scale}`
    return kind === 'amount' && currency !== '' && currency !== 'USD' ? `${text} ${currency}` : text
  }
  if (range) {
    return {
      kind,
      length,
      bounds: [
        { sign: '>=', value: range[1] ?? '' },
        { sign: '<=', value: range[2] ?? '' },
      ],
    }
  }
  if (!first) return undefined
  if (second) {
    return {
      kind,
      length,
      bounds: [
        { sign: '>=', value: written(first) },
        { sign: '<=', value: written(second) },
      ],
    }
  }
  const stated = comparison?.value === 'between' ? undefined : comparison?.value
  return { kind, length, bounds: [{ sign: orLess ? '<=' : (stated ?? '>='), value: written(first) }] }
}

/** A number of employees as a filter takes it. */
export function employeesFrom(bounds: readonly Bound[]): { employeesMin?: number; employeesMax?: number } {
  const filter: { employeesMin?: number; employeesMax?: number } = {}
  for (const { sign, value } of bounds) {
    const number = Number(value.replace(/k$/, '')) * (value.endsWith('k') ? 1_000 : 1)
    if (!Number.isSafeInteger(number)) continue
    if (sign === '>') filter.employeesMin = number + 1
    else if (sign === '>=') filter.employeesMin = number
    else if (sign === '<') filter.employeesMax = Math.max(0, number - 1)
    else filter.employeesMax = number
  }
  return filter
}
