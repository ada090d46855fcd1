import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readRecruitee } from './recruitee.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/recruitee.json', import.meta.url), 'utf8')

test('a recorded answer: fields of an offer, and neither its mailbox nor its updates', () => {
  const { jobs, name } = readRecruitee(sample)
  assert.equal(name, 'Acme')
  const [{ description = '', ...first }, second] = jobs as [(typeof jobs)[number], (typeof jobs)[number]]
  assert.deepEqual(first, {
    id: '2700825',
    title: '(Senior) Financial Accountant (f/m/d) - Berlin/Brandenburg Region, Germany',
    department: 'Finance',
    places: [{ location: 'Berlin', country: 'DE' }],
    workplace: 'hybrid',
    employment: 'full_time',
    postedAt: Date.UTC(2026, 7, 5, 10, 10, 39) / 1_000,
    url: 'https://jobs.acme.com/o/senior-financial-accountant-fmd-berlinbrandenburg-region-germany',
  })
  assert.equal(second.id, '2697184')
  assert.match(description, /DATEV general ledger.*<h3>Requirements<\/h3>.*Expert knowledge of DATEV/s)
  assert.doesNotMatch(JSON.stringify(jobs), /@acme\.recruitee\.com/)
})

test('an offer that is not published is skipped', () => {
  const offers = [
    { id: 1, title: 'Engineer', status: 'internal' },
    { id: 2, title: 'Analyst', remote: true, on_site: true },
  ]
  const { jobs } = readRecruitee(JSON.stringify({ offers }))
  assert.deepEqual(
    jobs.map(({ id, workplace }) => [id, workplace]),
    [['2', 'hybrid']],
  )
})
