import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPersonio } from './personio.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/personio.xml', import.meta.url), 'utf8')
const HOST = 'acme.jobs.personio.com'

test('a recorded answer: a position that is repeated is one job', () => {
  const { jobs, name, entries } = readPersonio(sample, HOST)
  assert.deepEqual([name, entries], ['Acme SE & Co. KG', 2])
  assert.deepEqual(jobs, [
    {
      id: '1834171',
      title: 'Staff Software Engineer, Data Platform',
      department: 'Product and Tech',
      places: [{ location: 'Munich' }, { location: 'Berlin' }],
      workplace: undefined,
      employment: 'full_time',
      postedAt: Date.UTC(2024, 10, 13, 14, 10, 41) / 1_000,
      url: 'https://acme.jobs.personio.com/job/1834171',
      description: '',
    },
  ])
})

function position(fields: string): string {
  return `<workzag-jobs><position><id>1</id><name>Engineer</name>${fields}</position></workzag-jobs>`
}

test('a time zone without a colon is read', () => {
  const [job] = readPersonio(position('<createdAt>2025-06-01T12:00:00+0200</createdAt>'), HOST).jobs
  assert.equal(job?.postedAt, Date.UTC(2025, 5, 1, 10) / 1_000)
})

test('the employment is of the schedule, unless the kind of contract says more', () => {
  const employment = (type: string, schedule: string) =>
    readPersonio(position(`<employmentType>${type}</employmentType><schedule>${schedule}</schedule>`), HOST).jobs[0]
      ?.employment
  assert.equal(employment('permanent', 'part-time'), 'part_time')
  assert.equal(employment('intern', 'full-time'), 'internship')
  assert.equal(employment('working_student', 'part-time'), 'part_time')
  assert.equal(employment('freelance', 'full-time'), 'contract')
  assert.equal(employment('temporary', 'full-time'), 'temporary')
})

test('half a document, another document and markup for people are failures', () => {
  for (const text of [sample.slice(0, sample.length / 2), '<rss></rss>', '<!doctype html><html><body>Hi', '']) {
    assert.throws(() => readPersonio(text, HOST), { reason: 'odd' }, text.slice(0, 30))
  }
})
