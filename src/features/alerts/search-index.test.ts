// A saved search is found for every company that matches it, whichever of the fields that a condition compares says so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clause, signal } from '../../../test/harness/arbitraries.ts'
import { at, signal as fact } from '../../../test/harness/base-signals.ts'
import { printQuery, satisfies } from '../query/index.ts'
import { definitionOf } from './definition.ts'
import { SearchIndex } from './search-index.ts'

const COMPANY = {
  ordinal: 1,
  hqCountry: 'DE',
  employeeCount: 10,
  fundingStage: 'seed',
  industry: 'retail_tech',
  employerKind: 'direct',
  looked: 0,
  scoreTenths: 0,
} as const

const search = (n: number, query: string) =>
  definitionOf({ n, version: 1, teamId: '', query, filters: {}, listId: null }, { facts: {} }, {}, undefined)

function found(query: string, signals: Parameters<SearchIndex['find']>[1], asOf: number): boolean {
  const index = new SearchIndex(() => [])
  index.add(search(1, query))
  return index.find(COMPANY, signals, asOf).has(1)
}

test('a job in several countries is found by each of them', () => {
  const asOf = at('2026-05-10')
  const fields = {
    jobTitle: 'AE',
    location: 'Berlin',
    country: 'DE',
    countries: ['DE', 'GB'],
    locations: ['Berlin', 'Hull'],
  }
  const job = fact('hiring', at('2026-05-04'), fields)
  for (const query of [
    'hiring(country: DE)',
    'hiring(country: GB)',
    'hiring(location: Hull)',
    'hiring(location ~ hull)',
  ]) {
    assert.ok(found(query, [job], asOf), query)
  }
  assert.equal(found('hiring(country: FR)', [job], asOf), false)
})

test('every signal that satisfies a clause finds its search', () => {
  fc.assert(
    fc.property(clause, signal, fc.integer({ min: 0, max: 100 * 86_400 }), ({ count: _, ...one }, each, asOf) => {
      fc.pre(satisfies(one, each, asOf))
      assert.ok(found(printQuery(one), [each], asOf), printQuery(one))
    }),
    { numRuns: 50 },
  )
})
