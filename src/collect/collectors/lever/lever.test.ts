import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readLever } from './lever.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/lever.json', import.meta.url), 'utf8')

test('a recorded answer: fields of a posting', () => {
  const { jobs } = readLever(sample)
  const [{ description = '', ...first }] = jobs as [(typeof jobs)[number]]
  assert.deepEqual(first, {
    id: 'a24ec4e5-5caa-473d-abd4-b71f09a8167b',
    title: '(1099 Contract) Nonprofit Salesforce Consultant: Enterprise Project Manager',
    department: 'Services Team',
    places: [{ location: 'Chicago, IL', country: 'US' }],
    workplace: 'remote',
    employment: 'contract',
    postedAt: 1_764_205_361,
    url: 'https://jobs.lever.co/idealistconsulting/a24ec4e5-5caa-473d-abd4-b71f09a8167b',
  })
  assert.match(description, /<h3>How You'll Contribute<\/h3>/)
})

test('an unspecified workplace is absent, and the country is that of the main place', () => {
  const posting = {
    id: 'x',
    text: 'Engineer',
    workplaceType: 'unspecified',
    country: 'DE',
    categories: { location: 'Berlin', allLocations: ['Paris', 'Berlin', 'Amsterdam'] },
  }
  const [job] = readLever(JSON.stringify([posting])).jobs
  assert.equal(job?.workplace, undefined)
  assert.deepEqual(job?.places, [
    { location: 'Berlin', country: 'DE' },
    { location: 'Amsterdam' },
    { location: 'Paris' },
  ])
})
