import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignalQuery, printQuery } from '../../query/index.ts'
import { searchOfSlice } from './search-of-slice.ts'
import { shippedSlices } from './shipped.ts'

const searchOf = (slug: string) =>
  searchOfSlice(shippedSlices().find(({ definition }) => definition.slug === slug) ?? assert.fail(slug))

test('the search of a slice has the slice’s query, limited to its window', () => {
  for (const slice of shippedSlices()) {
    const { query } = searchOfSlice(slice)
    assert.equal(printQuery(parseSignalQuery(query)), query, slice.definition.slug)
  }
  assert.equal(
    searchOf('ai-sdr-hiring').query,
    'hiring(title ~ ai sdr|ai bdr|gtm engineer, seniority !: intern|junior, employmentType !: internship|temporary, within: 45d)',
  )
})

test('a slice about jobs has no agencies, and one with NOT has only monitored companies', () => {
  assert.deepEqual(searchOf('ai-sdr-hiring').filters, { employerKind: ['direct', 'unknown'] })
  assert.deepEqual(searchOf('fresh-funding').filters, {})
  assert.ok(searchOf('funded-not-hiring').filters.watched?.includes('hiring'))
})
