import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { icims, readIcims } from './icims.ts'

const sample = readFileSync(new URL('../../../../test/fixtures/boards/icims.html', import.meta.url), 'utf8')
const POSTED = Date.UTC(2026, 7, 7) / 1_000

test('a recorded page: jobs by the numbers in their links', () => {
  const { jobs } = readIcims(sample, 'https://careers-acme.icims.com/jobs/search')
  assert.deepEqual(jobs[0], {
    id: '8214',
    title: 'Payroll Tax Specialist',
    places: [],
    url: 'https://careers-wipfli.icims.com/jobs/8214/payroll-tax-specialist/job',
  })
  assert.equal(jobs.length, 2)
})

test('a list ends with a page without a new job, even if that is the last page again', async () => {
  const server = await startBoardServer()
  const jobs = Array.from({ length: 25 }, (_, i) => ({ id: String(i + 1), title: 'Clerk', postedAt: POSTED }))
  server.board('icims', 'acme', jobs)
  const visit = async () => {
    const from = server.requests.length
    const { signals, complete } = await icims.visit('acme.icims.com', visitContext(server))
    const lists = server.requests.slice(from).filter(({ path }) => path.startsWith('/jobs/search')).length
    return [signals.length, complete, lists]
  }
  assert.deepEqual(await visit(), [25, true, 3])
  const link = '<a class="iCIMS_Anchor" href="/jobs/1/clerk/job"><h3>Clerk</h3></a>'
  server.page('https://acme.icims.com/jobs/search', `<html><body>${link}</body></html>`)
  assert.deepEqual(await visit(), [1, true, 2])
})
