import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './amounts.ts'

const READ: [text: string, amount: number, currency?: string][] = [
  ['5 million', 5_000_000],
  ['€5m', 5_000_000, 'EUR'],
  ['5M USD', 5_000_000, 'USD'],
  ['1.5bn', 1_500_000_000],
  ['$12,000,000', 12_000_000, 'USD'],
  ['12.000.000 €', 12_000_000, 'EUR'],
  ['12 000 000 EUR', 12_000_000, 'EUR'],
  ['1,5 Mio. €', 1_500_000, 'EUR'],
  ['1.1 million dollars', 1_100_000, 'USD'],
  ["2,4 millions d'euros", 2_400_000, 'EUR'],
  ['3 millones de euros', 3_000_000, 'EUR'],
  ['5 millones de dólares', 5_000_000, 'USD'],
  ['20 Mrd. EUR', 20_000_000_000, 'EUR'],
  ['£3.2 million', 3_200_000, 'GBP'],
  ['CHF 4m', 4_000_000, 'CHF'],
  ['5 M€', 5_000_000, 'EUR'],
  ['US$750k', 750_000, 'USD'],
  ['A$10m', 10_000_000, 'AUD'],
  ['₹50 crore', 500_000_000, 'INR'],
  ['eur 5m', 5_000_000, 'EUR'],
  ['1,500', 1_500],
  ['1,234,567.89 usd', 1_234_567.89, 'USD'],
  ['5000000', 5_000_000],
]
for (const [text, amount, currency] of READ) {
  test(`${text} is read`, () =>
    assert.deepEqual(readAmount(text), { amount, ...(currency !== undefined && { currency }) }))
}

const NOT_READ = ['', 'undisclosed', '1.500', '1,250 million', '1.250 Mio', '5-10m', '~5m', 'kr 5m', '¥500m', '€5m USD']
for (const text of [...NOT_READ, 'over 5m', '5m 6m', '12,00,000', '5 thousand million']) {
  test(`${JSON.stringify(text)} isn't an amount, or is two`, () => assert.equal(readAmount(text), undefined))
}
