import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSmartrecruiters } from './smartrecruiters.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/smartrecruiters.json', import.meta.url), 'utf8')

test('a recorded answer: fields of a posting, and nothing of its creator', () => {
  const { jobs, total, name } = readSmartrecruiters(sample)
  assert.deepEqual([total, name], [1, 'Knight Gayles'])
  assert.deepEqual(jobs, [
    {
      id: '743999671674844',
      title: 'CNA / LPN - Consistent Hours. Start Next Week.',
      department: 'Health Care Provider',
      places: [{ location: 'St. Louis, MO', country: 'US' }],
      workplace: undefined,
      employment: 'part_time',
      postedAt: Date.UTC(2018, 5, 8, 2, 11, 28) / 1_000,
      url: 'https://jobs.smartrecruiters.com/Knight/743999671674844',
      requisition: 'REF30D',
    },
  ])
})

test('a page without the number of jobs is odd', () => {
  assert.throws(() => readSmartrecruiters('{"content":[]}'), { reason: 'invalid_response' })
})

test('missing parts of a place are not shown', () => {
  const placeOf = (location: object) => {
    const content = [{ id: '1', name: 'Chef', location }]
    return readSmartrecruiters(JSON.stringify({ totalFound: 1, content })).jobs[0]?.places[0]?.location
  }
  assert.equal(placeOf({ fullLocation: 'Dubai, , United Arab Emirates' }), 'Dubai, United Arab Emirates')
  assert.equal(placeOf({ city: '', fullLocation: ', , United States' }), 'United States')
  assert.equal(placeOf({ city: 'Berlin', region: ' ', fullLocation: 'Berlin, , Germany' }), 'Berlin')
  assert.equal(placeOf({ fullLocation: ', ,' }), undefined)
})
