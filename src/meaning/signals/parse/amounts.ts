// Amounts of money in words: `5 million`, `€5m`, `5M USD`, `1.5bn`, `12.000.000 EUR`, `1,5 Mio. €`. Ambiguous texts are
// not read: `1.500` may be fifteen hundred or one and a half, `kr` and `¥` are several currencies.

import { roundToDecimals } from '../../../platform/round-half-up.ts'
import { fold } from '../../../platform/text/normalise-text.ts'
import { trim } from '../../../platform/text/trim.ts'

export interface Amount {
  readonly amount: number
  /** ISO 4217, if the text names one. */
  readonly currency?: string
}

const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1e3: 'k thousand tsd mille tys',
    1e5: 'lakh lakhs lac',
    1e6: `m mm mn mln mio million millions millionen millones millon milioni milione miljoen miljoner milhoes milhao
      milionow miliony`,
    1e7: 'crore crores cr',
    1e9: `b bn bln billion billions mrd mld md milliarde milliarden milliards milliard miliardi miliardo miljard
      miliardow`,
  }).flatMap(([scale, names]) => names.split(/\s+/).map((name): [string, number] => [name, Number(scale)])),
)

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: 'USD',
    us$: 'USD',
    usd$: 'USD',
    '€': 'EUR',
    '£': 'GBP',
    '₹': 'INR',
    rs: 'INR',
    '₩': 'KRW',
    '₪': 'ILS',
    '₺': 'TRY',
    '₴': 'UAH',
    '₦': 'NGN',
    '₫': 'VND',
    '฿': 'THB',
    r$: 'BRL',
    a$: 'AUD',
    au$: 'AUD',
    c$: 'CAD',
    ca$: 'CAD',
    nz$: 'NZD',
    s$: 'SGD',
    hk$: 'HKD',
    nt$: 'TWD',
    mx$: 'MXN',
    zl: 'PLN',
    sfr: 'CHF',
    dollar: 'USD',
    dollars: 'USD',
    dolares: 'USD',
    'us dollars': 'USD',
    euro: 'EUR',
    euros: 'EUR',
    pounds: 'GBP',
    'pounds sterling': 'GBP',
    franken: 'CHF',
    'swiss francs': 'CHF',
    rupees: 'INR',
    zloty: 'PLN',
    zlotych: 'PLN',
    reais: 'BRL',
    shekels: 'ILS',
  }),
)

const NUMBER = /\d[\d.,'’\s\u00a0\u202f]*\d|\d/u

/** A larger amount is a mistake in the unit, in every currency. */
export const MAX_AMOUNT = 1e18

/** Undefined if the text is not an amount, or is ambiguous. */
export function readAmount(text: string): Amount | undefined {
  const whole = fold(text).trim()
  const number = NUMBER.exec(whole)?.[0]
  if (number === undefined) return undefined
  const at = whole.indexOf(number)
  const before = tidy(whole.slice(0, at))
  const { scale, rest } = scaleOf(tidy(whole.slice(at + number.length)))
  const value = numberOf(number, scale !== 1)
  if (value === undefined) return undefined
  const names = [before, rest].filter((name) => name !== '').map(currencyOf)
  const [currency, other = currency] = names
  if (names.includes(undefined) || currency !== other) return undefined
  // A third of a cent from 1.1 * 1e6 must not stay.
  const amount = roundToDecimals(value * scale, 2)
  if (amount > MAX_AMOUNT) return undefined
  return { amount, ...(currency !== undefined && { currency }) }
}

/** Without spaces and full stops at its ends. */
function tidy(text: string): string {
  return trim(text.replace(/\s+/g, ' '), ' .')
}

/** "5 millions d'euros" and "5 millones de dólares" have a small word before the currency. */
function scaleOf(text: string): { scale: number; rest: string } {
  const [word = ''] = /^[\p{L}]+/u.exec(text) ?? []
  const scale = SCALES.get(word)
  if (scale === undefined) return { scale: 1, rest: text }
  const rest = text.slice(word.length).replace(/^\.?\s*(?:(?:d['’]|de\s|di\s|of\s))?/, '')
  return { scale, rest: tidy(rest) }
}

/** The ISO 4217 code of a code, a sign or a name. */
export function currencyNamed(name: string): string | undefined {
  return currencyOf(tidy(fold(name)))
}

function currencyOf(name: string): string | undefined {
  if (/^[a-z]{3}$/.test(name) && !SIGNS.has(name)) return name.toUpperCase()
  return SIGNS.get(name)
}

/** With a scale, a separator before one or two digits is decimal; three digits after a single separator can be either. */
function numberOf(text: string, scaled: boolean): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f'’]/gu, ' ')
  const grouped = /^(\d{1,3}(?: \d{3})+)([.,]\d{1,2})?$/.exec(plain)
  if (grouped) return Number(`${grouped[1]?.replaceAll(' ', '')}${(grouped[2] ?? '').replace(',', '.')}`)
  if (plain.includes(' ')) return undefined
  if (/^\d+$/.test(plain)) return Number(plain)
  const thousands = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/.exec(plain)
  if (thousands) {
    const [, digits = '', separator = '', decimals] = thousands
    const groups = digits.split(separator)
    const sure = groups.length > 2 || decimals !== undefined || (separator === ',' && !scaled)
    return sure ? Number(`${groups.join('')}.${decimals ?? 0}`) : undefined
  }
  const decimal = /^(\d+)[.,](\d+)$/.exec(plain)
  if (!decimal || (decimal[2]?.length === 3 && plain.includes(','))) return undefined
  return Number(`${decimal[1]}.${decimal[2]}`)
}
