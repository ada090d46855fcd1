// Rates of exchange, by date: how many US dollars one unit of a currency was worth. The built-in table (currencies.csv)
// is approximate, good enough to compare rounds. An operator can replace it as a whole (CURRENCIES_FILE).
//
// An amount is converted at the newest row that is not later than its date, so an old round does not change when a row is
// added. A date before the first row takes the first row.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, reasonOf } from '../../../platform/app-error.ts'
import { lowerBound } from '../../../platform/binary-search.ts'
import { parseIsoDate } from './parse-iso-time.ts'

export interface CurrencyTable {
  /** Unix seconds, ascending. */
  readonly dates: readonly number[]
  /** US dollars for one unit, by currency; one rate per date. */
  readonly rates: ReadonlyMap<string, readonly number[]>
}

const MAX_ROWS = 10_000

const shippedFile = join(import.meta.dirname, 'currencies.csv')
let current = readCurrencyTable(shippedFile)

/** Replaces the built-in table. Call it before anything is converted. */
export function replaceCurrencyTable(table: CurrencyTable): void {
  current = table
}

/** The table that is used. */
export function currencyTable(): CurrencyTable {
  return current
}

/** The currencies that can be converted: ISO 4217 codes, USD first. */
export function knownCurrencies(): readonly string[] {
  return ['USD', ...current.rates.keys()]
}

/**
 * Whole US dollars, or undefined for a currency that the table does not have. Without a time, at the newest row: a query
 * compares at this rate.
 */
export function toUsd(amount: number, currency: string, onUnixSeconds = Number.MAX_SAFE_INTEGER): number | undefined {
  if (currency === 'USD') return Math.round(amount)
  const rates = current.rates.get(currency)
  const later = lowerBound(current.dates, onUnixSeconds + 1, (date) => date)
  const rate = rates?.[Math.max(0, later - 1)]
  return rate === undefined ? undefined : Math.round(amount * rate)
}

export function readCurrencyTable(file: string): CurrencyTable {
  try {
    return parseCurrencyTable(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new AppError('invalid', `CURRENCIES_FILE ${file} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

/** A header `date,EUR,GBP,…`, then a row per date in ascending order: `2025-01-01,1.035,1.25,…`. */
export function parseCurrencyTable(text: string): CurrencyTable {
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((row, at) => ({ line: at + 1, cells: row.split(',').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...body] = rows
  const [first, ...currencies] = header?.cells ?? []
  if (first?.toLowerCase() !== 'date' || currencies.length === 0) {
    throw new Error('the first line must be date,EUR,GBP,… with the currencies of the columns')
  }
  for (const [at, currency] of currencies.entries()) {
    if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD') {
      throw new Error(`${JSON.stringify(currency)} in the first line is no ISO 4217 code of another currency than USD`)
    }
    if (currencies.indexOf(currency) !== at) throw new Error(`the first line has ${currency} twice`)
  }
  if (body.length === 0) throw new Error('it has no rates')
  if (body.length > MAX_ROWS) throw new Error(`it has ${body.length} rows; the maximum is ${MAX_ROWS}`)
  const dates: number[] = []
  const rates = new Map(currencies.map((currency) => [currency, [] as number[]]))
  for (const { line, cells } of body) {
    if (cells.length !== currencies.length + 1) {
      throw new Error(`line ${line} has ${cells.length} columns, the first line has ${currencies.length + 1}`)
    }
    const date = parseIsoDate(cells[0] ?? '')
    if (date === undefined) throw new Error(`line ${line} must begin with a date such as 2026-01-01`)
    if (date <= (dates.at(-1) ?? Number.NEGATIVE_INFINITY)) {
      throw new Error(`line ${line} must be later than the line before it`)
    }
    dates.push(date)
    for (const [at, currency] of currencies.entries()) {
      const cell = cells[at + 1] ?? ''
      const rate = Number(cell)
      if (cell === '' || !(rate > 0 && rate < 1_000_000)) {
        throw new Error(
          `line ${line} must have the dollars for one ${currency}, a number above 0, not ${JSON.stringify(cell)}`,
        )
      }
      rates.get(currency)?.push(rate)
    }
  }
  return { dates, rates }
}
