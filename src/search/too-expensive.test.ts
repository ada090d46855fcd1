import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignalQuery } from '../query/index.ts'
import { affordableCost, type TableStatistics } from './postgres/estimate-cost.ts'
import { tooExpensive } from './too-expensive.ts'

const chainOf = (steps: number) =>
  Array.from({ length: steps }, () => 'any(text ~ a*|e*|s*|h*|i*|r*|x*)').join(' THEN ')

test('a query that is too expensive is a 422 with advice on making it cheaper', () => {
  const error = tooExpensive(parseSignalQuery(chainOf(20)), 3)
  assert.deepEqual([error.status, error.code], [422, 'query_too_expensive'])
  assert.match(error.message, /most of all any\(text ~ a\*\|/)
  for (const advice of ['a longer prefix than a*', 'a type such as hiring', 'within: 90d', 'fewer THEN']) {
    assert.ok(error.message.includes(advice), error.message)
  }
  assert.deepEqual(error.fields, { details: [{ field: 'signal_query', message: error.message }] })
})

test('only applicable advice is given', () => {
  const query = parseSignalQuery('tool AND hiring(title ~ engineer, within: 30d)')
  assert.equal(
    tooExpensive(query, 1).message,
    'This query is too expensive, most of all hiring(title ~ engineer, within: 30d): fewer clauses would make it cheaper.',
  )
})

test('PostgreSQL rejects, by the statistics of its tables, what would run into its timeout', () => {
  const world = (signals: number): TableStatistics => ({
    signals,
    types: new Map([
      ['hiring', 0.45],
      ['funding', 0.08],
      ['tool', 0.25],
    ]),
  })
  const isRefused = (text: string, signals: number) => {
    try {
      affordableCost(parseSignalQuery(text), false, world(signals))
      return false
    } catch (error) {
      assert.equal((error as { code: string }).code, 'query_too_expensive')
      return true
    }
  }
  assert.equal(isRefused(chainOf(20), 200_000), true)
  assert.equal(isRefused(chainOf(20), 1_000_000), true)
  assert.equal(isRefused(chainOf(20), 20_000), false)
  for (const text of [
    'hiring(title ~ engineer) AND NOT tool(name ~ hubspot)',
    'hiring(title ~ eng*, within: 90d, count >= 2)',
    'ai sdr hiring',
    'funding(within: 90d) THEN hiring(within: 90d) WITHIN 30d',
    'hiring AND funding AND tool',
  ]) {
    assert.equal(isRefused(text, 10_000_000), false, text)
  }
})
