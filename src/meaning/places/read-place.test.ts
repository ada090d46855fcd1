import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeRows, score } from '../../../eval/score.ts'
import { readPlace } from './read-place.ts'

const PLACES: [location: string, country: string | undefined, city?: string][] = [
  ['Remote - Germany', 'DE'],
  ['Berlin, Germany', 'DE', 'berlin'],
  ['New York, NY', 'US', 'new york'],
  ['London, UK', 'GB', 'london'],
  ['München', 'DE', 'munchen'],
  ['US-Remote', 'US'],
  ['Paris, Texas', 'US', 'paris'],
  ['Atlanta, Georgia', 'US', 'atlanta'],
  ['San Francisco, CA', 'US', 'san francisco'],
  ['Cambridge, MA', 'US', 'cambridge'],
  ['Berlin; Munich', 'DE'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Île-de-France', 'FR'],
  ['Granada, Spain', 'ES', 'granada'],
  ['Granada, ES', 'ES', 'granada'],
  ['Granada, Nicaragua', 'NI', 'granada'],
  ['Norfolk', 'US', 'norfolk'],
  ['Norfolk, VA', 'US', 'norfolk'],
  ['Norfolk, UK', 'GB', 'norfolk'],
  ['Norfolk, United States', 'US', 'norfolk'],
  ['Norfolk Island', 'NF'],
  ['Grenada', 'GD'],
]
for (const [location, country, city] of PLACES) {
  test(`${location} is in ${country}`, () =>
    assert.deepEqual(readPlace(location), { country, ...(city !== undefined && { city }) }))
}

const NOWHERE = [
  'Remote',
  'EMEA',
  'Georgia',
  'CA',
  'Cambridge',
  'Granada',
  'Berlin / London',
  'USA, Canada',
  'Remote (HQ Berlin)',
  '',
]
for (const location of [...NOWHERE, 'Remote - Europe or US', 'Ontario, CA', 'us all', 'To be discussed in Berlin']) {
  test(`${JSON.stringify(location)} names no one country`, () => assert.deepEqual(readPlace(location), {}))
}

test('countries of places kept aside: precision at least 0.97', () => {
  const rows = placeRows()
  assert.ok(rows.length >= 150)
  const aside = rows.filter((row) => row.set === 'aside')
  assert.ok(aside.length / rows.length > 0.32)
  const { precision, recall } = score(aside, 'country')
  assert.ok(precision >= 0.97, `precision ${precision}`)
  assert.ok(recall >= 0.9, `recall ${recall}`)
})
