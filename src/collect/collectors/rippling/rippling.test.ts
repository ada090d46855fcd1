import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readRippling, readRipplingDetail } from './rippling.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/rippling.json', import.meta.url), 'utf8')

test('a recorded answer: the rows of one job are joined, whatever their order', () => {
  const { jobs } = readRippling(sample)
  assert.deepEqual(jobs, [
    {
      id: '2f0674e6-f01f-4ecd-b459-e947241c211f',
      title: 'Account Executive - Accountants Channel (East Coast)',
      department: 'Sales',
      places: [{ location: 'New York, NY' }, { location: 'Remote (New Jersey, US)' }],
      // One of its places is an office.
      workplace: undefined,
      url: 'https://ats.acme.com/acme/jobs/2f0674e6-f01f-4ecd-b459-e947241c211f',
    },
  ])
  const turned = JSON.stringify(JSON.parse(sample).reverse())
  assert.deepEqual(readRippling(turned).jobs, jobs)
})

test('a job that is remote in all its places is remote', () => {
  const row = (label: string) => ({ uuid: 'x', name: 'Chef', workLocation: { label } })
  const text = JSON.stringify([row('Remote (Texas, US)'), row('Remote (Ohio, US)')])
  assert.equal(readRippling(text).jobs[0]?.workplace, 'remote')
})

test('the page of a job: its date, and the text about the job, not the one about the company', () => {
  const job = {
    ...{ name: 'Chef', createdOn: '2026-08-05T10:00:00.000Z', employmentType: { id: 'Salaried, full-time' } },
    description: { company: '<p>We are hiring</p>', role: '<p>Cook</p>' },
  }
  assert.deepEqual(readRipplingDetail(JSON.stringify(job)), {
    title: 'Chef',
    places: [],
    employment: 'full_time',
    postedAt: Date.UTC(2026, 7, 5, 10) / 1_000,
    description: '<p>Cook</p>',
  })
})
