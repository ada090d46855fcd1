import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { oracle, readOracle, readOracleDetail } from './oracle.ts'

const sampleOf = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/boards/${name}.json`, import.meta.url), 'utf8')
const BOARD = 'acme.fa.us2.oraclecloud.com:CX_1'
const POSTED = Date.UTC(2026, 7, 7) / 1_000

test('a recorded answer: fields of a requisition, the main place first', () => {
  const { jobs } = readOracle(sampleOf('oracle'), BOARD)
  assert.deepEqual(jobs[1], {
    id: '26876',
    title: 'Technology and Communications Sector Leader',
    department: undefined,
    places: [
      { location: 'SAN FRANCISCO, CA, United States' },
      { location: 'HOUSTON, TX, United States', country: 'US' },
      { location: 'ATLANTA, GA, United States', country: 'US' },
      { location: 'MIAMI, FL, United States', country: 'US' },
      { location: 'IRVINE, CA, United States', country: 'US' },
    ],
    workplace: undefined,
    employment: undefined,
    postedAt: POSTED,
    url: 'https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/26876',
  })
})

test('a recorded page of a job: country, workplace and texts; the other places stay', () => {
  const listed = { id: '1', title: 'Leader', places: [{ location: 'Atlanta, GA' }, { location: 'Miami' }] }
  const { description = '', ...detail } = readOracleDetail(sampleOf('oracle-detail'), listed)
  assert.deepEqual(detail, {
    title: 'Technology and Communications Sector Leader',
    places: [{ location: 'Atlanta, GA', country: 'US' }, { location: 'Miami' }],
    workplace: 'hybrid',
    employment: undefined,
    postedAt: Date.UTC(2026, 7, 19) / 1_000,
  })
  assert.match(description, /enterprise systems.*roadmap.*CRM delivery/s)
  assert.throws(() => readOracleDetail('{"items":[]}', listed), { reason: 'missing' })
})

test('paging is inside the finder, and jobs that move between pages make the visit incomplete', async () => {
  const server = await startBoardServer()
  const jobs = Array.from({ length: 450 }, (_, i) => ({ id: String(i + 1), title: 'Clerk', postedAt: POSTED }))
  server.board('oracle', 'acme', jobs)
  const known = { has: () => true, get: () => ['key'] } as unknown as ReadonlyMap<string, readonly string[]>
  const visit = () => oracle.visit(BOARD, visitContext(server, { known }))
  assert.equal((await visit()).complete, true)
  assert.deepEqual(
    server.requests.map(({ path }) => path.split('finder=')[1]),
    [0, 200, 400].map((offset) => `findReqs;siteNumber=CX_1,limit=200,offset=${offset}`),
  )
  const list = 'https://acme.fa.us2.oraclecloud.com/hcmRestApi/resources/latest/recruitingCEJobRequisitions'
  server.page(list, () => {
    const requisitionList = jobs.slice(0, 200).map(({ id, title }) => ({ Id: id, Title: title }))
    return { type: 'application/json', text: JSON.stringify({ items: [{ TotalJobsCount: 450, requisitionList }] }) }
  })
  assert.equal((await visit()).complete, false, 'the second page is the first one again')
})
