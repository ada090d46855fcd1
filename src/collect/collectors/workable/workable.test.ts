import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readWorkable } from './workable.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/workable.json', import.meta.url), 'utf8')

test('a recorded answer: a job that is repeated for each country is one job in two places', () => {
  const { jobs, name, entries } = readWorkable(sample)
  assert.deepEqual([name, entries], ['Zaelab', 2])
  assert.deepEqual(jobs, [
    {
      id: 'DD136DD7E7',
      title: 'Business Analyst - Spanish Speaking',
      department: 'Business Consulting',
      places: [
        { location: 'Spain', country: 'ES' },
        { location: 'Portugal', country: 'PT' },
      ],
      workplace: 'remote',
      employment: undefined,
      postedAt: Date.UTC(2026, 7, 5) / 1_000,
      url: 'https://apply.workable.com/j/DD136DD7E7',
      description: undefined,
    },
  ])
})

test('the order in which a job is repeated doesn’t matter, and a hidden place doesn’t count', () => {
  const document = JSON.parse(sample)
  const reversed = readWorkable(JSON.stringify({ ...document, jobs: document.jobs.toReversed() }))
  assert.deepEqual(reversed.jobs, readWorkable(sample).jobs)
  document.jobs[1].locations[0].hidden = true
  document.jobs[1].locations.push({ countryCode: 'DE', city: 'Berlin' })
  assert.deepEqual(
    readWorkable(JSON.stringify(document)).jobs[0]?.places.map(({ country }) => country),
    ['DE', 'ES'],
  )
})
