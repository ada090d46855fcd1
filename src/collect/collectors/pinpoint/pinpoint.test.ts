import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPinpoint } from './pinpoint.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/pinpoint.json', import.meta.url), 'utf8')

test('a recorded answer: fields of a posting, without its benefits', () => {
  const { jobs } = readPinpoint(sample, 'acme.pinpointhq.com')
  const [{ description = '', ...first }, second] = jobs as [(typeof jobs)[number], (typeof jobs)[number]]
  assert.deepEqual(first, {
    id: 'post-001',
    title: 'Enterprise Applications Architect',
    department: 'Technology',
    places: [{ location: 'United States' }],
    workplace: 'remote',
    employment: undefined,
    url: 'https://acme.pinpointhq.com/en/postings/post-001',
    requisition: 'REQ-001',
  })
  assert.match(description, /roadmap.*<h3>What you will do<\/h3>.*decisions.*CRM platforms/s)
  assert.doesNotMatch(description, /Medical/)
  assert.equal(second.url, 'https://acme.pinpointhq.com/postings/post-002')
  assert.equal(second.department, 'Consulting')
})
