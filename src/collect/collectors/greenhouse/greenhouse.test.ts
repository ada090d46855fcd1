import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { linesOf, unescaped } from '../../../meaning/descriptions/lines.ts'
import { readGreenhouse } from './greenhouse.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/greenhouse.json', import.meta.url), 'utf8')

test('a recorded answer: fields of a post, without what changes for no reason', () => {
  const { jobs, name, total, entries } = readGreenhouse(sample)
  assert.deepEqual([name, total, entries], ['Amplitude', 37, 2])
  const [{ description, ...first }, second] = jobs as [(typeof jobs)[number], (typeof jobs)[number]]
  assert.deepEqual(first, {
    id: '8636903002',
    title: 'Customer Data Scientist - Experimentation',
    department: 'Solutions Consulting',
    places: [{ location: 'London, UK' }],
    workplace: undefined,
    employment: 'full_time',
    postedAt: Date.UTC(2026, 6, 16, 15, 55, 32) / 1_000,
    url: 'https://job-boards.greenhouse.io/amplitude/jobs/8636903002',
    requisition: '6446232002',
    isEscaped: true,
  })
  assert.equal(second.requisition, '6453494002')
  const moved = sample.replaceAll(/"updated_at": "[^"]+"/g, '"updated_at": "2026-08-30T00:00:00-04:00"')
  assert.notEqual(moved, sample)
  assert.deepEqual(readGreenhouse(moved), readGreenhouse(sample))
})

test('entities that are escaped twice are decoded', () => {
  const [job] = readGreenhouse(sample).jobs
  assert.equal(job?.isEscaped, true)
  const lines = linesOf(unescaped(job?.description ?? '')).map(({ text }) => text)
  assert.match(lines[0] ?? '', /^Amplitude is the leading AI analytics platform, helping/)
  assert.ok(lines.some((line) => line.includes('Diversity Equity & Inclusion (DEI): Amplitude believes')))
  const title = readGreenhouse(
    JSON.stringify({ jobs: [{ id: 1, internal_job_id: 1, title: 'Sales &amp;amp; Ops &lt;EMEA&gt;' }] }),
  )
  assert.equal(title.jobs[0]?.title, 'Sales & Ops <EMEA>')
})

test('posts of one opening share its requisition; a prospect post has none and is skipped', () => {
  const post = (id: number, internal: number | null, name: string) => {
    return { id, internal_job_id: internal, title: 'Engineer', location: { name } }
  }
  const { jobs, entries } = readGreenhouse(
    JSON.stringify({ jobs: [post(1, 7, 'Berlin'), post(2, 7, 'Remote - Germany'), post(3, null, 'Paris')] }),
  )
  assert.equal(entries, 3)
  assert.deepEqual(
    jobs.map(({ id, requisition, places, workplace }) => [id, requisition, places[0]?.location, workplace]),
    [
      ['1', '7', 'Berlin', undefined],
      ['2', '7', 'Remote - Germany', 'remote'],
    ],
  )
})

test('a location that names several places is several places', () => {
  const placesOf = (name: string) => {
    const [job] = readGreenhouse(
      JSON.stringify({ jobs: [{ id: 1, internal_job_id: 7, title: 'Chef', location: { name } }] }),
    ).jobs
    return [job?.places.map(({ location }) => location), job?.workplace]
  }
  assert.deepEqual(placesOf('London, UK; Berlin, Germany'), [['London, UK', 'Berlin, Germany'], undefined])
  assert.deepEqual(placesOf('Remote - US | Remote - Canada'), [['Remote - US', 'Remote - Canada'], 'remote'])
  assert.deepEqual(placesOf('Austin, TX • Hybrid'), [['Austin, TX'], 'hybrid'])
  assert.deepEqual(placesOf('Austin, TX; Remote;'), [['Austin, TX'], 'remote'])
  assert.deepEqual(placesOf('Remote'), [['Remote'], 'remote'])
  assert.deepEqual(placesOf(' | '), [[], undefined])
})

test('unreadable entries are counted, and entries left out on purpose count as read', () => {
  const board = (...jobs: object[]) => JSON.stringify({ jobs })
  const prospects = { id: 3, internal_job_id: null, title: 'Prospects' }
  const { entries, unreadable } = readGreenhouse(
    board({ uid: 1 }, { id: 2, internal_job_id: 2, title: 'Engineer' }, prospects),
  )
  assert.deepEqual([entries, unreadable], [3, 1])
  assert.throws(() => readGreenhouse(board({ uid: 1 }, { uid: 2 })), { reason: 'invalid_response', unreadable: 2 })
})
