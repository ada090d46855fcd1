import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ACME, NO_DNS } from '../../../../test/harness/collecting.ts'
import type { Ask } from '../collector.ts'
import { readTeamtailor, teamtailor } from './teamtailor.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/teamtailor.json', import.meta.url), 'utf8')

test('a recorded answer: a job is identified by the number in its link, and may have several places', () => {
  const { jobs, name, next } = readTeamtailor(sample)
  assert.deepEqual([name, next], ['Teamtailor', undefined])
  assert.deepEqual(
    jobs.map(({ id, title, places, postedAt }) => ({ id, title, places, postedAt })),
    [
      {
        id: '7167985',
        title: 'Account Executive - Italy (Madrid based)',
        places: [{ location: 'Madrid', country: 'ES' }],
        postedAt: Date.UTC(2026, 1, 4, 8, 26, 20) / 1_000,
      },
      {
        id: '7069633',
        title: 'Mid-Market Account Executive - Copenhagen',
        places: [
          { location: 'København', country: 'DK' },
          { location: 'Stockholm', country: 'SE' },
        ],
        postedAt: Date.UTC(2026, 0, 18, 18, 35, 57) / 1_000,
      },
    ],
  )
})

test('a remote job without a place is where applicants must live', () => {
  const placesOf = (posting: object) => {
    const item = { url: 'https://acme.teamtailor.com/jobs/1-dev', title: 'Developer', _jobposting: posting }
    return readTeamtailor(JSON.stringify({ items: [item] })).jobs[0]?.places
  }
  const from = (name: string) => ({ '@type': 'Country', name })
  const [germany, austria] = [from('Germany'), from('AT')]
  assert.deepEqual(placesOf({ applicantLocationRequirements: germany }), [{ location: 'Germany', country: 'DE' }])
  assert.deepEqual(placesOf({ jobLocation: [], applicantLocationRequirements: [germany, austria] }), [
    { location: 'AT', country: 'AT' },
    { location: 'Germany', country: 'DE' },
  ])
  const georgia = { '@type': 'State', name: 'Georgia' }
  assert.deepEqual(placesOf({ applicantLocationRequirements: georgia }), [{ location: 'Georgia' }])
  const paris = { address: { addressLocality: 'Paris', addressCountry: 'FR' } }
  assert.deepEqual(placesOf({ jobLocation: paris, applicantLocationRequirements: germany }), [
    { location: 'Paris', country: 'FR' },
  ])
})

test('a feed that always has a next page ends with the jobs that one answer may have', async () => {
  let pages = 0
  const ask: Ask = async ({ url }) => {
    const item = (n: number) => ({
      id: `${pages}-${n}`,
      title: 'Account Executive',
      url: `https://jobs.acme.example/jobs/${pages * 4_000 + n}`,
    })
    const items = Array.from({ length: 4_000 }, (_, n) => item(n))
    const text = JSON.stringify({
      title: 'Acme',
      items,
      next_url: `https://jobs.acme.example/jobs.json?page=${++pages}`,
    })
    return { status: 200, contentType: 'application/json', text, url }
  }
  const { signals, complete } = await teamtailor.visit('jobs.acme.example', {
    ...{ ask, dns: NO_DNS, company: ACME, now: 1_790_000_000 },
  })
  assert.deepEqual([pages, signals.length, complete], [3, 10_000, false])
})
