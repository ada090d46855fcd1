import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillFromDictionary } from './dictionary.ts'
import { refillJob } from './job-words.ts'

const filled = (fields: Record<string, string | boolean>) => fillFromDictionary('hiring', fields)

test("a job's words fill in what the source left out", () => {
  assert.deepEqual(filled({ jobTitle: 'Senior ML Engineer', location: 'Berlin, Germany' }), {
    jobTitle: 'Senior ML Engineer',
    location: 'Berlin, Germany',
    function: 'engineering',
    seniority: 'senior',
    ai: true,
    aiFrom: 'title',
    country: 'DE',
  })
})

test("a source's value is never overwritten", () => {
  const job = {
    jobTitle: 'AI Engineer',
    location: 'Berlin',
    function: 'research',
    seniority: 'lead',
    ai: false,
    country: 'AT',
  }
  assert.deepEqual(filled(job), job)
  const described = { jobTitle: 'Specialist', ai: true, aiFrom: 'description' }
  assert.deepEqual(filled(described), described)
})

test('ai is absent when unknown, never a guessed false, and has aiFrom', () => {
  assert.equal('ai' in filled({ jobTitle: 'Account Executive' }), false)
  assert.deepEqual(
    filled({ jobTitle: 'Specialist', ai: true }),
    { jobTitle: 'Specialist', ai: true },
    'stated by the source',
  )
  assert.equal(filled({ jobTitle: 'AI Engineer', ai: true }).aiFrom, 'title', 'stated by the source and by the title')
  assert.equal('aiFrom' in filled({ jobTitle: 'AI Engineer', ai: false }), false)
})

test('a remote job without a named country has none', () => {
  for (const location of ['Remote', 'Remote, EMEA', 'Anywhere', 'Remote (HQ Berlin)']) {
    assert.equal('country' in filled({ jobTitle: 'Specialist', location, workplaceType: 'remote' }), false, location)
  }
})

test('the department is used only when the title implies no function', () => {
  assert.equal(filled({ jobTitle: 'Ninja', department: 'Sales' }).function, 'sales')
  assert.equal(filled({ jobTitle: 'Engineer', department: 'Sales' }).function, 'engineering')
})

test("a title is read without codes, the job's place and the employer's name", () => {
  const posted = { jobTitle: 'Office Manager - Berlin [REQ-8812], Lumen AI', location: 'Berlin' }
  const read = filled(posted)
  assert.deepEqual([read.jobTitle, read.ai, read.aiFrom], ['Office Manager, Lumen AI', true, 'title'])
  const employer = { names: ['Lumen AI'], domains: ['lumen.example'] }
  const { ai, aiFrom, jobTitle } = refillJob(read, employer)
  assert.deepEqual([jobTitle, ai, aiFrom], ['Office Manager', undefined, undefined])
  const stated = refillJob({ ...read, ai: true, aiFrom: 'description' }, employer)
  assert.deepEqual([stated.ai, stated.aiFrom], [true, 'description'], 'what another text says stays')
  const other = refillJob(read, { names: ['Contoso'], domains: ['contoso.example'] })
  assert.equal(other, read, 'the name of another company is a part of the title')
})

test('an explicit title makes a job temporary, unless the source states its kind', () => {
  assert.equal(filled({ jobTitle: 'Seasonal Picker' }).employmentType, 'temporary')
  assert.equal(filled({ jobTitle: 'Saisonkraft (m/w/d)' }).employmentType, 'temporary')
  assert.equal(filled({ jobTitle: 'Seasonal Picker', employmentType: 'part_time' }).employmentType, 'part_time')
  for (const jobTitle of ['Template Designer', 'Vendeur temps plein']) {
    assert.equal('employmentType' in filled({ jobTitle }), false, jobTitle)
  }
})
