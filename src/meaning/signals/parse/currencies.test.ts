import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownCurrencies, parseCurrencyTable, readCurrencyTable, replaceCurrencyTable, toUsd } from './currencies.ts'

const at = (date: string) => Date.parse(date) / 1_000

test('an amount is converted at the newest row that is not later than its date', (t) => {
  t.after(() => replaceCurrencyTable(shipped))
  const shipped = readCurrencyTable(`${import.meta.dirname}/currencies.csv`)
  replaceCurrencyTable(parseCurrencyTable('date,EUR,JPY\n2020-01-01,1.5,0.01\n2021-01-01,1.25,0.02\n'))
  const euros = (date?: string) => toUsd(1_000, 'EUR', date === undefined ? undefined : at(date))
  assert.deepEqual(
    ['2019-06-01', '2020-01-01', '2020-12-31', '2021-01-01', '2026-01-01', undefined].map(euros),
    [1_500, 1_500, 1_500, 1_250, 1_250, 1_250],
  )
  assert.equal(toUsd(333, 'JPY', at('2020-01-01')), 3)
  assert.equal(toUsd(5_000_000, 'USD', 0), 5_000_000)
  assert.equal(toUsd(1, 'XXX', at('2020-01-01')), undefined)
  assert.deepEqual(knownCurrencies(), ['USD', 'EUR', 'JPY'])
})

test('the built-in table has the usual currencies, for ten years', () => {
  for (const currency of 'EUR GBP CHF SEK NOK DKK PLN CZK JPY CNY INR CAD AUD NZD BRL MXN SGD HKD KRW ILS'.split(' ')) {
    assert.ok((toUsd(1_000_000, currency, at('2016-03-01')) ?? 0) > 0, currency)
  }
  assert.equal(toUsd(5_000_000, 'EUR', at('2024-02-01')), 5_500_000)
})

const WRONG: [table: string, reason: RegExp][] = [
  ['', /the first line must be date,EUR,GBP/],
  ['date\n2020-01-01', /the first line must be date,EUR,GBP/],
  ['date,euro\n2020-01-01,1', /"euro" in the first line is no ISO 4217 code/],
  ['date,USD\n2020-01-01,1', /"USD" in the first line is no ISO 4217 code of another currency than USD/],
  ['date,EUR,EUR\n2020-01-01,1,1', /the first line has EUR twice/],
  ['date,EUR', /it has no rates/],
  ['date,EUR\n2020-01-01', /line 2 has 1 columns, the first line has 2/],
  ['date,EUR\n1.1.2020,1', /line 2 must begin with a date/],
  ['date,EUR\n2020-01-01,1\n2020-01-01,1', /line 3 must be later than the line before it/],
  ['date,EUR\n2020-01-01,0', /line 2 must have the dollars for one EUR, a number above 0, not "0"/],
  ['date,EUR\n\n2020-01-01,', /line 3 must have the dollars for one EUR/],
]
for (const [table, reason] of WRONG) {
  test(`a table that cannot be used: ${JSON.stringify(table)}`, () =>
    assert.throws(() => parseCurrencyTable(table), reason))
}

test('a missing or invalid file is reported by name', () => {
  assert.throws(
    () => readCurrencyTable('/nowhere/rates.csv'),
    /CURRENCIES_FILE \/nowhere\/rates\.csv cannot be used: ENOENT/,
  )
})
