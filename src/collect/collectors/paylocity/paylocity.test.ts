import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPaylocity } from './paylocity.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/paylocity.html', import.meta.url), 'utf8')

test('a recorded page: the data of its script', () => {
  const { jobs, name } = readPaylocity(sample)
  assert.equal(name, 'North Carolina Advanced Energy Corporation')
  assert.deepEqual(jobs[0], {
    id: '4141169',
    title: 'Engineer/Associate Engineer, Power Systems',
    department: undefined,
    places: [{ location: 'Raleigh, NC', country: 'US' }],
    workplace: 'hybrid',
    postedAt: Date.UTC(2026, 7, 8, 16, 27, 44) / 1_000,
    url: 'https://recruiting.paylocity.com/Recruiting/Jobs/Details/4141169',
  })
})

test('a job for employees isn’t an opening, and a page without the data isn’t a board', () => {
  const internal = sample.replace('"IsInternal":false', '"IsInternal":true')
  assert.equal(readPaylocity(internal).jobs.length, 1)
  assert.throws(() => readPaylocity('<html></html>'), { reason: 'invalid_response' })
})
