import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_NAMES, countryCode } from './countries.ts'
import { countryCodes, REGION_NAMES, REGIONS, regionName } from './regions.ts'

test('regions: EU, EEA, Europe, EMEA, DACH, Nordics, Benelux, LATAM, APAC, MENA', () => {
  assert.equal(REGION_NAMES.join(', '), 'EU, EEA, Europe, EMEA, DACH, Nordics, Benelux, LATAM, APAC, MENA')
})

test('a region lists each of its countries once, in order', () => {
  for (const [name, countries] of Object.entries(REGIONS)) {
    assert.deepEqual(countries, [...new Set(countries)].sort(), name)
    for (const code of countries) assert.ok(code in COUNTRY_NAMES, `${name}: ${code}`)
  }
})

test('regions contain each other as their names say', () => {
  const { EU = [], EEA = [], Europe = [], EMEA = [], DACH = [], Nordics = [], Benelux = [], ...rest } = REGIONS
  const { LATAM = [], APAC = [], MENA = [] } = rest
  assert.equal(EU.length, 27)
  assert.equal(EEA.length, 30)
  const inside = (small: readonly string[], large: readonly string[]) => small.every((code) => large.includes(code))
  assert.ok(inside(EU, EEA) && inside(EEA, Europe) && inside(Europe, EMEA) && inside(MENA, EMEA))
  assert.ok(inside(DACH, Europe) && inside(Nordics, Europe) && inside(Benelux, EU))
  const territories = [...EMEA, ...LATAM, ...APAC]
  assert.equal(new Set(territories).size, territories.length, 'EMEA, LATAM and APAC share no country')
})

test('never NA: that is Namibia', () => {
  assert.deepEqual(countryCodes('NA'), ['NA'])
  assert.deepEqual(countryCodes('na'), ['NA'])
})

test('a requested country is invalid if a sign negates it, and records may have any signs', () => {
  for (const text of ['-DE', '!DE', '~DE', '−DACH', ' - DE', 'D%', '%DE%'])
    assert.equal(countryCodes(text), undefined, text)
  for (const text of ['(DE)', 'U.S.A.', "Côte d'Ivoire", 'Guinea-Bissau']) assert.ok(countryCodes(text), text)
  assert.equal(countryCode('- Germany'), 'DE')
})

test('regions are read in any case, and no country is taken for one', () => {
  assert.equal(regionName('dach'), 'DACH')
  assert.deepEqual(countryCodes('benelux'), ['BE', 'LU', 'NL'])
  assert.deepEqual(countryCodes('Germany'), ['DE'])
  assert.equal(countryCodes('Atlantis'), undefined)
  for (const code of Object.keys(COUNTRY_NAMES)) assert.deepEqual(countryCodes(code), [code])
})
