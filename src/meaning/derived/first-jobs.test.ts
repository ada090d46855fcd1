import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, signal } from '../../../test/harness/base-signals.ts'
import { contextOf, type KnownContext } from './context.ts'
import { computedFields, isSmallCompany } from './first-jobs.ts'

const LOOKED = at('2025-01-01')
const job = (date: string, fields: Parameters<typeof signal>[2], rest = {}) => signal('hiring', at(date), fields, rest)
/** A small, monitored company with known headquarters. */
const KNOWN: KnownContext = { lookedSince: LOOKED, hqCountry: 'NZ', isSmall: true }
const fieldsOf = (facts: ReturnType<typeof job>[], known: KnownContext = {}) => {
  const fields = computedFields(facts, contextOf(facts, { ...KNOWN, ...known }))
  return facts.map(({ id }) => Object.keys(fields.get(id) ?? {}))
}
const computed = (...about: Parameters<typeof fieldsOf>) =>
  fieldsOf(...about).map((names) => names.filter((name) => name !== 'opensCountry').join())

test('the first known job of its function and in its country, with at least 365 monitored days before it', () => {
  const sales = { function: 'sales', country: 'DE' }
  assert.deepEqual(computed([job('2026-01-01', sales), job('2026-01-02', sales)]), ['first,newCountry', 'newCountry'])
  assert.deepEqual(computed([job('2025-12-31', sales), job('2026-01-02', sales)]), ['', ''], 'a day too early')
  assert.deepEqual(computed([job('2020-01-01', { function: 'legal', country: 'DE' }), job('2026-01-01', sales)]), [
    '',
    'first',
  ])
})

test('a country is new for 90 days: one job does not make an office', () => {
  const jobs = ['2026-01-01', '2026-04-01', '2026-04-02'].map((date) => job(date, { country: 'DE' }))
  assert.deepEqual(computed(jobs), ['newCountry', 'newCountry', ''])
})

test('an opening in several countries is the first one in each of them', () => {
  const both = job('2026-01-01', { country: 'DE', countries: ['DE', 'FR'] })
  const inFrance = job('2026-06-01', { country: 'FR' })
  assert.deepEqual(computed([both, inFrance]), ['newCountry', ''])
  assert.deepEqual(computed([both], { hqCountry: 'DE' }), ['newCountry'])
  assert.deepEqual(computed([job('2020-01-01', { country: 'FR' }), both], { hqCountry: 'DE' }), ['', ''])
})

test('the country of the headquarters is never new', () => {
  const known = { hqCountry: 'DE' }
  assert.deepEqual(computed([job('2026-02-01', { country: 'DE' }), job('2026-02-01', { country: 'PL' })], known), [
    '',
    'newCountry',
  ])
})

test('without monitoring, nothing is known to be the first', () => {
  const facts = [job('2026-01-01', { function: 'sales' })]
  assert.equal(computedFields(facts, contextOf(facts, { isSmall: true })).size, 0)
})

test('only a company that is known to have at most 250 employees has a first job of a function', () => {
  assert.deepEqual([0, 1, 250, 251].map(isSmallCompany), [false, true, true, false])
  assert.deepEqual(computed([job('2026-01-01', { function: 'legal', country: 'DE' })], { isSmall: false }), [
    'newCountry',
  ])
})

test('a job of an intern or a beginner, or a temporary one, isn’t the first of its function, and the next one is', () => {
  const passing = [
    { seniority: 'intern' },
    { seniority: 'junior' },
    { employmentType: 'internship' },
    { employmentType: 'temporary' },
  ]
  for (const fields of passing) {
    const jobs = [job('2026-03-01', { function: 'sales', ...fields }), job('2026-04-01', { function: 'sales' })]
    assert.deepEqual(computed(jobs), ['', 'first'], JSON.stringify(fields))
  }
  assert.deepEqual(computed([job('2026-03-01', { function: 'sales', seniority: 'mid' })]), ['first'])
})

test('without known headquarters, a country is new after a year of jobs elsewhere', () => {
  const unknown = { hqCountry: 'ZZ' }
  const inPoland = job('2026-03-01', { country: 'PL' })
  assert.deepEqual(computed([inPoland], unknown), [''], 'it may be at home')
  assert.deepEqual(computed([job('2025-03-02', { country: 'DE' }), inPoland], unknown), ['', ''], 'a day too few')
  assert.deepEqual(computed([job('2025-03-01', { country: 'DE' }), inPoland], unknown), ['', 'newCountry'])
  assert.deepEqual(computed([job('2025-03-01', { country: 'ZZ' }), inPoland], unknown), ['', ''], 'an unknown country')
})

test('jobs of the same second are first together', () => {
  const sales = { function: 'sales' }
  assert.deepEqual(computed([job('2026-03-01', sales), job('2026-03-01', sales)]), ['first', 'first'])
})

test('a retracted job never existed, a closed one did', () => {
  const [sales, later] = [{ function: 'sales' }, job('2026-03-01', { function: 'sales' })]
  assert.deepEqual(computed([job('2026-02-01', sales, { status: 'retracted' }), later]), ['', 'first'])
  assert.deepEqual(computed([job('2026-02-01', sales, { status: 'closed' }), later]), ['first', ''])
})

test('an unknown function or country, and jobs of agencies, are never the first', () => {
  assert.deepEqual(computed([job('2026-03-01', { function: 'other', country: 'ZZ' }), job('2026-03-01', {})]), ['', ''])
  const sales = [job('2026-03-01', { function: 'sales' })]
  assert.deepEqual(computed(sales, { employerKind: 'agency' }), [''])
})

test('two jobs in a new country open it, or a leader of the country: a single other leader or one job in each of two opens none', () => {
  const opens = (...jobs: [date: string, fields: Parameters<typeof signal>[2]][]) =>
    fieldsOf(jobs.map(([date, fields]) => job(date, fields))).map((names) => names.includes('opensCountry'))
  const [poland, france] = [{ country: 'PL' }, { country: 'FR' }]
  assert.deepEqual(opens(['2026-03-01', poland], ['2026-03-09', france]), [false, false])
  assert.deepEqual(opens(['2026-03-01', poland], ['2026-05-30', poland]), [true, true])
  assert.deepEqual(opens(['2026-03-01', poland], ['2026-05-31', poland]), [false, false], 'a day too late')
  assert.deepEqual(opens(['2026-03-01', poland], ['2026-03-01', poland]), [true, true], 'in the same second')
  assert.deepEqual(opens(['2026-03-01', { ...poland, seniority: 'intern' }], ['2026-03-09', poland]), [false, false])
  assert.deepEqual(opens(['2026-03-01', { ...poland, seniority: 'vp', jobTitle: 'VP of Sales' }]), [false])
  for (const jobTitle of ['Country Manager', 'Country Lead Poland', 'Managing Director, Poland', 'Head of Poland']) {
    assert.deepEqual(opens(['2026-03-01', { ...poland, jobTitle }]), [true], jobTitle)
  }
  for (const jobTitle of [
    'Director of Sales',
    'General Manager',
    'Managing Director',
    'Head of Growth',
    'Head of France',
  ]) {
    assert.deepEqual(opens(['2026-03-01', { ...poland, jobTitle, seniority: 'director' }]), [false], jobTitle)
  }
  const lead = { ...poland, jobTitle: 'Country Manager' }
  assert.deepEqual(opens(['2020-03-01', poland], ['2026-03-01', lead]), [false, false])
})
