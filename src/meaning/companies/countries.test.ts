import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_NAMES, countryCode, nearestCountries } from './countries.ts'

const known: [written: string, code: string][] = [
  ['DE', 'DE'],
  ['de', 'DE'],
  ['DEU', 'DE'],
  ['Germany', 'DE'],
  ['germany', 'DE'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['GBR', 'GB'],
  ['USA', 'US'],
  ['U.S.', 'US'],
  ['United States of America', 'US'],
  ['the Netherlands', 'NL'],
  ['Côte d’Ivoire', 'CI'],
  ["cote d'ivoire", 'CI'],
  ['Bosnia & Herzegovina', 'BA'],
  ['Türkiye', 'TR'],
  ['Vietnam', 'VN'],
  ['Congo', 'CG'],
  ['DR Congo', 'CD'],
  ['South Korea', 'KR'],
  ['ZZ', 'ZZ'],
  ['zz', 'ZZ'],
]
for (const [written, code] of known) {
  test(`${written} is ${code}`, () => {
    assert.equal(countryCode(written), code)
    assert.equal(countryCode(written), code, 'from the cache too')
  })
}

test('every code and every displayed name is recognised', () => {
  assert.ok(Object.keys(COUNTRY_NAMES).length > 240)
  for (const [code, name] of Object.entries(COUNTRY_NAMES)) {
    assert.equal(countryCode(code), code)
    assert.equal(countryCode(name), code, name)
  }
})

test('text that is not a country has no code, and similar countries are suggested', () => {
  for (const text of ['', 'XX', 'Europe', '__proto__', 'constructor', 'x'.repeat(100_000)]) {
    assert.equal(countryCode(text), undefined)
  }
  assert.deepEqual(nearestCountries('Germny')[0], { code: 'DE', name: 'Germany' })
  assert.deepEqual(nearestCountries('x'.repeat(100_000)), [])
})
