import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { placeRows, score } from '../../../eval/score.ts'
import { tablesIn } from '../../../test/harness/markdown-tables.ts'
import { wordsOf } from '../../platform/text/normalise-text.ts'
import { readPlace } from './read-place.ts'

const page = readFileSync(new URL('../../../docs/meaning.md', import.meta.url), 'utf8')

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
  // Codes of states and provinces, by their city.
  ['Gurugram, HR', 'IN', 'gurugram'],
  ['Zagreb, HR', 'HR', 'zagreb'],
  ['Milano, MI', 'IT', 'milano'],
  ['Florence, AL', 'US', 'florence'],
  ['Alessandria, AL', 'IT', 'alessandria'],
  ['Salem, OR', 'US', 'salem'],
  ['Bhubaneswar, OR', 'IN', 'bhubaneswar'],
  ['Recife, PE', 'BR', 'recife'],
  ['Charlottetown, PE', 'CA', 'charlottetown'],
  ['Lima, PE', 'PE', 'lima'],
  ['Amsterdam, NH', 'NL', 'amsterdam'],
  ['Santiago, CL', 'CL', 'santiago'],
  ['Hong Kong, China', 'HK'],
  ['San Juan, Puerto Rico, USA', 'PR', 'san juan'],
  ['Halle (Saale)', 'DE', 'halle'],
  ['Valladolid, CL', 'ES', 'valladolid'],
  ['Durango, CO', 'US', 'durango'],
  ['Halle, BE', 'BE', 'halle'],
  ['Berlin, BE', 'DE', 'berlin'],
  ['Bogotá, D.C.', 'CO', 'bogota'],
  ['Riga, RI, Latvia', 'LV', 'riga'],
  ['Denmark, WI', 'US'],
  ['Mexico, MO', 'US'],
  ['Middletown, DE', 'US', 'middletown'],
  ['Bad Nauheim, DE', 'DE'],
  ['Cornelius NC', 'US'],
  ['Bloomington IN', 'US', 'bloomington'],
  ['philadelphia, pa', 'US', 'philadelphia'],
  ['Ontario, CA 91761', 'US'],
  ['Itajaí, SC', 'BR', 'itajai'],
  ['Três Pontas, MG', 'BR'],
  ['Remote (NL)', 'NL'],
  // Several words and several places.
  ['Perth WA Australia', 'AU', 'perth'],
  ['Hauptstr. 5 80331 München', 'DE', 'munchen'],
  ['1012 AB Amsterdam', 'NL', 'amsterdam'],
  ['Sarajevo, Bosnia and Herzegovina', 'BA', 'sarajevo'],
  ['Berlin, Hamburg und München', 'DE'],
  ['Bangalore, Mumbai, Noida + 1', 'IN'],
  ['Holland & Barrett, Leeds', 'GB', 'leeds'],
  ['Poland Street, London', 'GB', 'london'],
  ['Plant Wolfsburg', 'DE', 'wolfsburg'],
  ['REMOTE IN USA', 'US'],
  ['東京', 'JP', '東京'],
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
const MORE = [
  'Remote - Europe or US',
  'Ontario, CA',
  'us all',
  'To be discussed in Berlin',
  'London/NY',
  'London, DE',
  'New Berlin',
]
for (const location of [...NOWHERE, ...MORE]) {
  test(`${JSON.stringify(location)} doesn't name exactly one country`, () => assert.deepEqual(readPlace(location), {}))
}

test('the examples of docs/meaning.md are read as it says', () => {
  const [rows = []] = tablesIn(page, 'location', 'country')
  const examples = rows.flatMap(([locations = '', country]) =>
    [...locations.matchAll(/`([^`]+)`/g)].map(([, location = '']) => ({ location, country })),
  )
  assert.ok(examples.length >= 70)
  for (const { location, country } of examples) assert.equal(readPlace(location).country ?? 'none', country, location)
})

test('countries of held-out places: precision at least 0.99, recall at least 0.95, as in docs/meaning.md', () => {
  const rows = placeRows()
  const aside = rows.filter((row) => row.set === 'aside')
  assert.ok(aside.length / rows.length > 0.32)
  const { precision, recall } = score(aside, 'country')
  assert.ok(precision >= 0.99, `precision ${precision}`)
  assert.ok(recall >= 0.95, `recall ${recall}`)
  const said = `Of ${rows.length} labelled locations ${aside.length} were kept aside: precision is ${precision.toFixed(3)} and recall ${recall.toFixed(3)}`
  assert.ok(page.replaceAll(/\s+/g, ' ').includes(said), said)
})

test('the lists of places have every name once in a country, as texts are compared', () => {
  for (const file of ['cities.txt', 'regions.txt']) {
    const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    const seen = new Set<string>()
    for (const line of lines.filter((each) => !each.startsWith('#'))) {
      const [, key = '', names = ''] = /^([A-Z]{2}(?:-[A-Z/]+)?): (.+)$/.exec(line) ?? []
      assert.notEqual(key, '', line)
      for (const name of names.split(', ')) {
        const bare = name.replace(/\*$/, '')
        assert.equal(bare, wordsOf(bare).join(' '), line)
        assert.ok(!seen.has(`${key} ${bare}`), `${file} has ${bare} twice in ${key}`)
        seen.add(`${key} ${bare}`)
      }
    }
  }
})
