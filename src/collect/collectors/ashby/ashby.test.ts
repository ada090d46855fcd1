import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readAshby } from './ashby.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/ashby.json', import.meta.url), 'utf8')

test('a recorded answer: a hybrid job is hybrid although isRemote is true', () => {
  const { jobs } = readAshby(sample)
  assert.deepEqual(
    jobs.map(({ description, ...job }) => job),
    [
      {
        id: '90fb3621-899e-4b59-925d-25080ec91e18',
        title: 'Senior Technical Recruiter',
        department: 'HighlightTA',
        places: [{ location: 'Canada', country: 'CA' }],
        workplace: 'remote',
        employment: 'full_time',
        postedAt: Date.UTC(2026, 3, 20, 22, 43, 56) / 1_000,
        url: 'https://jobs.ashbyhq.com/HighlightTA/90fb3621-899e-4b59-925d-25080ec91e18',
      },
      {
        id: 'fc2f1f85-46a0-4a31-b165-683e39c07c04',
        title: 'Senior Site Reliability Engineer',
        department: 'HighlightTA Confidential',
        places: [{ location: 'Toronto, Ontario', country: 'CA' }],
        workplace: 'hybrid',
        employment: 'full_time',
        postedAt: Date.UTC(2026, 6, 8, 19, 48, 19) / 1_000,
        url: 'https://jobs.ashbyhq.com/HighlightTA/fc2f1f85-46a0-4a31-b165-683e39c07c04',
      },
    ],
  )
})

test('a job that is not listed is skipped; isRemote counts if nothing else is stated', () => {
  const job = (id: string, more: object) => ({ id, title: 'Engineer', isListed: true, isRemote: true, ...more })
  const { jobs, isPartial } = readAshby(
    JSON.stringify({
      jobs: [job('1', { isListed: false }), job('2', { workplaceType: null }), job('3', { workplaceType: 'OnSite' })],
    }),
  )
  assert.deepEqual(
    jobs.map(({ id, workplace }) => [id, workplace]),
    [
      ['2', 'remote'],
      ['3', 'onsite'],
    ],
  )
  assert.equal(isPartial, false)
})

test('the countries of further places are read, whose addresses are flat', () => {
  const place = (addressCountry: string) => ({ location: 'Remote', address: { addressCountry } })
  const job = {
    ...{ id: '1', title: 'Engineer', isListed: true, location: 'Remote' },
    address: { postalAddress: { addressCountry: 'Canada' } },
    secondaryLocations: [place('USA'), { location: 'Berlin' }, place('Germany')],
  }
  assert.deepEqual(readAshby(JSON.stringify({ jobs: [job] })).jobs[0]?.places, [
    { location: 'Remote', country: 'CA' },
    { location: 'Berlin' },
    { location: 'Remote', country: 'DE' },
    { location: 'Remote', country: 'US' },
  ])
})

test('a country is read in the language that the board writes it in', () => {
  const countryOf = (addressCountry: string) => {
    const job = {
      id: '1',
      title: 'Engineer',
      isListed: true,
      location: 'Remote',
      address: { postalAddress: { addressCountry } },
    }
    return readAshby(JSON.stringify({ jobs: [job] })).jobs[0]?.places[0]?.country
  }
  const names = [
    'Deutschland',
    'España',
    'Nederland',
    'England',
    'United States of America',
    'CA',
    'gb',
    'EMEA',
    'Remote',
  ]
  assert.deepEqual(names.map(countryOf), ['DE', 'ES', 'NL', 'GB', 'US', 'CA', 'GB', undefined, undefined])
})
