import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readJobvite } from './jobvite.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/jobvite.html', import.meta.url), 'utf8')
const LIST = 'https://jobs.jobvite.com/feedingamerica/jobs'

test('a recorded page: jobs by the ids in their links', () => {
  const { jobs, isPartial } = readJobvite(sample, LIST, 'FeedingAmerica')
  assert.deepEqual(jobs[0], {
    id: 'octxAfww',
    title: 'Manager, Development (Chicago/Hybrid)',
    places: [],
    url: 'https://jobs.jobvite.com/feedingamerica/job/octxAfww',
  })
  assert.deepEqual([jobs.length, isPartial], [2, false])
})

test('jobs of other boards are left out, and a category with more jobs makes the list incomplete', () => {
  const more = (link: string) => readJobvite(sample.replace('</table>', `</table>${link}`), LIST, 'feedingamerica')
  assert.equal(more('<a href="/other/job/oabcdefg">Chef</a>').jobs.length, 2)
  assert.equal(more('<a href="/feedingamerica/search?c=Sales">Show More</a>').isPartial, true)
})
