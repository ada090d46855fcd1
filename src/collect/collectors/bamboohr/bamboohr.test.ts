import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBamboohr, readBamboohrDetail } from './bamboohr.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/bamboohr.json', import.meta.url), 'utf8')

test('a recorded answer: fields of a job, and how many the board says that it has', () => {
  const { jobs, entries, total } = readBamboohr(sample, 'acme.bamboohr.com')
  assert.deepEqual([entries, total], [2, 3])
  assert.deepEqual(jobs[1], {
    id: '87',
    title: 'Marketing & Social Media Intern',
    department: 'Marketing',
    places: [{ location: 'Fort Lauderdale, Florida' }],
    workplace: 'onsite',
    employment: 'internship',
    url: 'https://acme.bamboohr.com/careers/87',
  })
})

test('a place is the office, or where applicants may live', () => {
  const placesOf = (more: object) =>
    readBamboohr(JSON.stringify({ result: [{ id: 1, jobOpeningName: 'Chef', ...more }] }), 'x').jobs[0]?.places
  const nowhere = { city: null, state: null }
  const area = { country: 'Canada', province: 'Quebec', state: null, city: null }
  assert.deepEqual(placesOf({ location: nowhere, atsLocation: area }), [{ location: 'Quebec', country: 'CA' }])
  const country = { ...area, province: null }
  assert.deepEqual(placesOf({ location: nowhere, atsLocation: country }), [{ location: 'Canada', country: 'CA' }])
  assert.deepEqual(placesOf({}), [])
})

test('the page of a job: its date, country, workplace and text', () => {
  const jobOpening = {
    ...{ jobOpeningName: 'Chef', datePosted: '2026-08-05', description: '<p>Cook</p>', locationType: '2' },
    location: { city: 'Bonn', state: null, addressCountry: 'Germany' },
  }
  assert.deepEqual(readBamboohrDetail(JSON.stringify({ result: { jobOpening } })), {
    title: 'Chef',
    department: undefined,
    places: [{ location: 'Bonn', country: 'DE' }],
    workplace: 'hybrid',
    employment: undefined,
    postedAt: Date.UTC(2026, 7, 5) / 1_000,
    description: '<p>Cook</p>',
  })
  assert.throws(() => readBamboohrDetail('{"result":{}}'), { reason: 'invalid_response' })
})
