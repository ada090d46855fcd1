// The amount of a round, in US dollars and as the source wrote it. A source states `amountUsd`, or `amount` with `currency`, as
// numbers or in words: "€5m".

import { type Amount, currencyNamed, MAX_AMOUNT, readAmount } from './amounts.ts'
import { knownCurrencies, toUsd } from './currencies.ts'
import { parseInteger, parseNumber, parseText } from './parse-values.ts'
import { quoted, Rejection } from './rejection.ts'

/** Fields of a line that are not stored under their own names. */
export const AMOUNT_INPUTS = [
  { name: 'amount', kind: 'integer' },
  { name: 'currency', kind: 'text' },
] as const

export interface AmountInput {
  readonly amountUsd: unknown
  readonly amountOriginal: unknown
  readonly amount: unknown
  readonly currency: unknown
}

export interface RoundAmount {
  readonly amountUsd?: number
  readonly amountOriginal?: string
}

/** An amount in another currency is converted at the rate of its day. Dollars that the source states are kept. */
export function roundAmount(input: AmountInput, occurredAt: number): RoundAmount {
  const inDollars = dollars(input.amountUsd)
  const original = originalOf(input, inDollars)
  const stated = inDollars?.currency === 'USD' ? { amountUsd: inDollars.amount } : {}
  if (!original) return stated
  const { amount, currency } = original
  const amountUsd = toUsd(amount, currency, occurredAt)
  if (amountUsd === undefined) throw unknownCurrency(currency)
  if (amountUsd > Number.MAX_SAFE_INTEGER) throw new Rejection(`amount must be at most ${Number.MAX_SAFE_INTEGER}`)
  return { amountUsd, ...stated, ...(currency !== 'USD' && { amountOriginal: `${currency} ${amount}` }) }
}

type Money = Required<Amount>

/** Words without a currency are dollars here, by the field's name. Words with another one are converted. */
function dollars(value: unknown): Money | undefined {
  if (typeof value !== 'string') {
    const amount = parseInteger(value, 'amountUsd', Number.MAX_SAFE_INTEGER)
    return amount === undefined ? undefined : { amount, currency: 'USD' }
  }
  const read = amountIn(value, 'amountUsd')
  if (!read) return undefined
  const { amount, currency = 'USD' } = read
  if (currency !== 'USD') return { amount, currency }
  return { amount: parseInteger(Math.round(amount), 'amountUsd', Number.MAX_SAFE_INTEGER) ?? 0, currency }
}

function originalOf(
  { amountOriginal, amount, currency }: AmountInput,
  inDollars: Money | undefined,
): Money | undefined {
  const named = currencyField(currency)
  const read =
    typeof amount === 'string' ? amountIn(amount, 'amount') : numberOf(parseNumber(amount, 'amount', MAX_AMOUNT))
  if (read) {
    const { amount: value, currency: written = named } = read
    if (written === undefined) throw new Rejection('amount needs a currency, such as EUR; amountUsd needs none')
    if (named !== undefined && written !== named)
      throw new Rejection(`amount is in ${written}, but currency is ${named}`)
    return { amount: value, currency: written }
  }
  if (named !== undefined && named !== 'USD' && inDollars?.currency === 'USD') {
    throw new Rejection(`currency ${named} needs amount: amountUsd is in US dollars`)
  }
  const kept = amountIn(parseText(amountOriginal, 'amountOriginal'), 'amountOriginal')
  if (kept) {
    if (kept.currency === undefined) throw new Rejection('amountOriginal needs a currency, such as EUR 5000000')
    return { amount: kept.amount, currency: kept.currency }
  }
  return inDollars?.currency === 'USD' ? undefined : inDollars
}

function numberOf(amount: number | undefined): Amount | undefined {
  return amount === undefined ? undefined : { amount }
}

function amountIn(value: string | undefined, field: string): Amount | undefined {
  const text = parseText(value, field)
  if (text === undefined) return undefined
  const amount = readAmount(text)
  if (!amount)
    throw new Rejection(`${field} cannot be ${quoted(text)}: use a number, or words such as 5 million or €5m`)
  return amount
}

function currencyField(value: unknown): string | undefined {
  const text = parseText(value, 'currency')
  if (text === undefined) return undefined
  const currency = currencyNamed(text)
  if (currency === undefined || !knownCurrencies().includes(currency)) throw unknownCurrency(text)
  return currency
}

function unknownCurrency(name: string): Rejection {
  return new Rejection(`currency cannot be ${quoted(name)}: the rates are known for ${knownCurrencies().join(', ')}`)
}
