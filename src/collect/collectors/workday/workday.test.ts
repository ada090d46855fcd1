import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import type { VisitContext } from '../collector.ts'
import { readWorkday, readWorkdayDetail, workday } from './workday.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/workday.json', import.meta.url), 'utf8')
const server = await startBoardServer()
const POSTED = Date.UTC(2026, 7, 5) / 1_000
const NO_DETAILS = { maxDetails: 0 }

const jobs = (count: number, more: (nth: number) => Partial<PostedJob> = () => ({})): PostedJob[] =>
  Array.from({ length: count }, (_, i) => ({ id: `R-${i + 1}`, title: 'Clerk', postedAt: POSTED, ...more(i) }))

/** The number of requests for its list, and what was read. */
async function visit(name: string, context: Partial<VisitContext> = {}) {
  const before = server.requests.length
  const snapshot = await workday.visit(`${name}.wd5.External`, visitContext(server, context))
  const lists = server.requests.slice(before).filter(({ path }) => path.endsWith('/jobs'))
  return { snapshot, lists }
}

/** A list of `total` jobs whose pages are those of `pageAt`. */
function listOf(name: string, total: number, pageAt: (offset: number) => readonly string[]): void {
  const url = `https://${name}.wd5.myworkdayjobs.com/wday/cxs/${name}/External`
  let asked = 0
  server.page(`${url}/jobs`, () => {
    const jobPostings = pageAt(20 * asked++).map((id) => ({ title: 'Clerk', externalPath: `/job/X/Clerk_${id}` }))
    return { type: 'application/json', text: JSON.stringify({ total, jobPostings, facets: [] }) }
  })
  for (let i = 0; i < total; i++) {
    const text = JSON.stringify({ jobPostingInfo: { title: 'Clerk' } })
    server.page(`${url}/job/X/Clerk_R${i}`, { type: 'application/json', text })
  }
}

test('a recorded answer: the number in the path is the id, and several places are on the job’s own page', () => {
  const { jobs, total } = readWorkday(sample, 'https://acme.wd12.myworkdayjobs.com/External')
  assert.equal(total, 2)
  assert.deepEqual(jobs[0], {
    id: 'JR354232',
    title: 'Solution Architect / Senior Solution Architect - PubSec - SLED/NGO',
    places: [],
    url: 'https://acme.wd12.myworkdayjobs.com/External/job/Virginia---Washington-DC-Metro---Remote/Solution-Architect---Senior-Solution-Architect---PubSec---SLED-NGO_JR354232',
  })
})

test('the id is the number at the end of the path, with the number of the post', () => {
  for (const [path, id] of [
    ['/job/Berlin/Chef_R-123', 'R-123'],
    ['/job/Berlin/Chef_R-123-1', 'R-123-1'],
    ['/job/Berlin/Chef_JR_0042', 'JR_0042'],
    ['/job/Level_3_Engineer_REQ7', 'REQ7'],
    ['/job/Berlin/Chef', 'Chef'],
  ]) {
    const text = JSON.stringify({ total: 1, jobPostings: [{ title: 'Chef', externalPath: path }] })
    assert.equal(readWorkday(text, 'https://x.example').jobs[0]?.id, id, path)
  }
})

test('the page of a job: its date, country, workplace, places and requisition', () => {
  const job = {
    ...{ title: 'Chef', location: 'Berlin', additionalLocations: ['Paris', 'Bern'], startDate: '2026-08-05' },
    ...{ country: { descriptor: 'United States of America' }, remoteType: 'Hybrid Remote', timeType: 'Part time' },
    ...{ jobReqId: 'R-1', jobDescription: '<p>Cook</p>', postedOn: 'Posted 30+ Days Ago' },
  }
  assert.deepEqual(readWorkdayDetail(JSON.stringify({ jobPostingInfo: job })), {
    title: 'Chef',
    places: [{ location: 'Berlin', country: 'US' }, { location: 'Bern' }, { location: 'Paris' }],
    workplace: 'hybrid',
    employment: 'part_time',
    postedAt: POSTED,
    requisition: 'R-1',
    description: '<p>Cook</p>',
  })
})

test('a list is read page by page, although only its first page has the total', async () => {
  server.board('workday', 'paged', jobs(45))
  const { snapshot, lists } = await visit('paged')
  assert.deepEqual([snapshot.signals.length, snapshot.complete], [45, true])
  assert.deepEqual(
    lists.map(({ sent }) => JSON.parse(sent)),
    [0, 20, 40].map((offset) => ({ appliedFacets: {}, limit: 20, offset, searchText: '' })),
  )
})

test('a list that restarts with its first page ends there, and is not complete', async () => {
  const first = Array.from({ length: 20 }, (_, i) => `R${i}`)
  listOf('wraps', 60, () => first)
  const { snapshot, lists } = await visit('wraps')
  assert.deepEqual([snapshot.signals.length, snapshot.complete, lists.length], [20, false, 2])
})

test('a job added or removed while the list is read makes the visit incomplete', async () => {
  const ids = Array.from({ length: 25 }, (_, i) => `R${i}`)
  listOf('whole', 25, (offset) => ids.slice(offset, offset + 20))
  assert.equal((await visit('whole')).snapshot.complete, true)
  listOf('moves', 25, (offset) => ids.slice(offset === 0 ? 0 : 21, offset + 20))
  assert.equal((await visit('moves')).snapshot.complete, false)
})

test('a board with more than 2,000 jobs is read by job family; with jobs outside of all families it is not complete', async () => {
  const family = (nth: number) => ({ department: ['Sales', 'Law', 'Care'][nth % 3] as string })
  server.board('workday', 'large', jobs(2_100, family))
  const known = { has: () => true, get: () => ['key'] } as unknown as ReadonlyMap<string, readonly string[]>
  const { snapshot, lists } = await visit('large', { known })
  assert.deepEqual([snapshot.kept, snapshot.complete, lists.length], [['key'], true, 1 + 3 * 35])
  const outside = jobs(2_001, (nth) => (nth === 0 ? {} : family(nth)))
  server.board('workday', 'large', outside)
  assert.equal((await visit('large', { known })).snapshot.complete, false)
})

test('an unknown tenant answers 406, an unknown site 404: both are missing', async () => {
  await assert.rejects(visit('nobody', NO_DETAILS), { reason: 'missing' })
  server.board('workday', 'acme', jobs(1))
  const context = visitContext(server, NO_DETAILS)
  await assert.rejects(async () => workday.visit('acme.wd5.Elsewhere', context), { reason: 'missing' })
})
