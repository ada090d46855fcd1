// A source that changes its format is detected across all companies, reported once, and closes nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { recordingLog } from '../../../test/harness/log.ts'
import { checkCollecting } from '../../cli/operate/doctor/collecting.ts'
import { many } from '../../db/index.ts'
import { BOARD_COLLECTORS } from '../collectors/index.ts'
import { addWatched, showWatched, summaryOf, type Visit, visitMetrics } from './index.ts'
import { logFailure } from './start.ts'
import { noteChangedFormats } from './visits/changed-formats.ts'

const db = await openTestDatabase()
const pool = db.pool('ingest')
const server = await startBoardServer()
const { log, lines } = recordingLog()
const registry = new Registry()
const metrics = visitMetrics(registry)
const NAMES = Array.from({ length: 12 }, (_, nth) => `format${nth + 1}`)
const collectors = BOARD_COLLECTORS.filter(({ name }) => name === 'greenhouse')
const feedOf = (name: string) => `https://boards-api.greenhouse.io/v1/boards/${name}/jobs`

const DEBUG = 20

const job = (id: number) => ({ id, internal_job_id: id, title: `Chef ${id}`, company_name: 'x' })

/** A board with this many jobs, some of them in an unknown format. */
function setBoard(name: string, jobs: number, unknown = 0): void {
  const entries = Array.from({ length: jobs }, (_, nth) => (nth < unknown ? { uid: nth, heading: 'Chef' } : job(nth)))
  server.page(feedOf(name), { type: 'application/json', text: JSON.stringify({ jobs: entries }) })
}

async function collect(): Promise<Visit[]> {
  const visits: Visit[] = []
  const onVisit = (visit: Visit) => {
    visits.push(visit)
    metrics.observe(summaryOf(visit))
  }
  await collectOnce(db, { server, collectors, log, once: { all: true }, onVisit })
  return visits
}

const reported = () =>
  lines.splice(0).flatMap(({ msg }) => (/format|read again/.test(String(msg)) ? String(msg).split('.')[0] : []))

const doctor = async () =>
  (
    await checkCollecting(db, {
      COLLECT_CONTACT: 'ops@acme.example',
      COLLECT_REROUTE: undefined,
      COLLECT_UNDOCUMENTED: [],
      LIST_MONITORING: 'on',
    })
  ).message

const endedJobs = async () =>
  (await many(pool, `select from signals where type = 'hiring' and status <> 'active'`)).length

test('odd entries of a few companies are counted, make the visit partial, and raise no alarm', async () => {
  for (const name of NAMES) setBoard(name, 8)
  const boards = NAMES.map((name) => ({ domain: `${name}.example`, board: `https://boards.greenhouse.io/${name}` }))
  await db.transaction('settings', (tx) => addWatched(tx, boards, collectors))
  await collect()
  setBoard('format1', 8, 8)
  setBoard('format2', 8, 2)
  const outcomes = (await collect()).map(({ settled }) => settled.outcome).sort()
  assert.deepEqual(outcomes, ['failed', 'partial', ...Array<string>(10).fill('unchanged')])
  assert.deepEqual(reported(), [])
  assert.doesNotMatch(await doctor(), /format/)
  const { sources = [] } = (await showWatched(pool, 'format2.example')) ?? {}
  assert.equal(sources[0]?.history[0]?.message, "2 of 8 entries can't be read")
  const counted = await registry.getSingleMetricAsString('pro_signal_collect_entries_total')
  assert.match(counted, /source="greenhouse",result="unreadable"\} 10$/m)
})

test('a format that changes for many is reported once over all processes, shown by doctor, and closes nothing', async () => {
  for (const name of NAMES.slice(2)) setBoard(name, 8, 3)
  await collect()
  const told = "greenhouse seems to have changed its format: entries of 12 of 12 companies can't be read"
  assert.deepEqual(reported(), [told])
  assert.match(await doctor(), /greenhouse seems to have changed its format since .* entries of 12 of 12 companies/)
  for (const name of NAMES) setBoard(name, 8, 8)
  const visits = await collect()
  assert.ok(visits.every(({ settled, result }) => settled.closed === 0 && result.kind === 'failed'))
  assert.deepEqual(reported(), [], 'it is known')
  for (const visit of visits) logFailure(log, visit)
  assert.ok(
    lines.splice(0).every(({ level }) => level === DEBUG),
    'nor is there a line for each company',
  )
  assert.deepEqual(
    (await noteChangedFormats(pool)).map(({ source, state }) => `${source} ${state}`),
    ['greenhouse known'],
    'another process reports nothing either',
  )
  server.page(feedOf('format3'), { type: 'application/json', text: '{"openings":[]}' })
  assert.ok((await collect()).every(({ settled }) => settled.closed === 0))
  assert.equal(await endedJobs(), 0)
})

test('it ends on its own when the entries can be read again, not while nothing is visited', async () => {
  await pool.query(`update look_times set visited_at = visited_at - interval '2 days'`)
  assert.deepEqual(await noteChangedFormats(pool), [])
  assert.match(await doctor(), /changed its format/)
  for (const name of NAMES) setBoard(name, 8)
  await collect()
  assert.deepEqual(reported(), ['greenhouse can be read again'])
  assert.doesNotMatch(await doctor(), /format/)
  assert.equal(await endedJobs(), 0)
})

test('four companies that close all their jobs at the same time are trusted, like one', async () => {
  const closing = NAMES.slice(0, 4)
  for (const name of closing) setBoard(name, 0)
  await collect()
  assert.deepEqual(reported(), [])
  const visits = await collect()
  assert.equal(
    visits.reduce((sum, { settled }) => sum + settled.closed, 0),
    4 * 8,
  )
  assert.equal(await endedJobs(), 4 * 8)
  for (const name of closing) setBoard(name, 8)
  await collect()
})

test('a source that shows nothing at many companies is reported once, closes nothing however often, and recovers on its own', async () => {
  const open = async () => (await many(pool, `select from signals where type = 'hiring' and status = 'active'`)).length
  assert.equal(await open(), 12 * 8)
  for (const name of NAMES) setBoard(name, 0)
  await collect()
  assert.deepEqual(reported(), [
    'greenhouse seems to have changed its format: 12 of 12 companies show nothing any more',
  ])
  assert.match(await doctor(), /greenhouse seems to have changed its format since .*: 12 of 12 companies show nothing/)
  for (let again = 0; again < 3; again++) {
    const visits = await collect()
    assert.ok(visits.every(({ settled }) => settled.closed === 0 && settled.outcome === 'waiting'))
  }
  assert.deepEqual(reported(), [], 'it is known')
  const { sources = [] } = (await showWatched(pool, 'format2.example')) ?? {}
  assert.equal(sources[0]?.history[0]?.message, 'It is empty now, like those of many companies at once: ignored')
  for (const name of NAMES.slice(0, 11)) setBoard(name, 8)
  await collect()
  assert.deepEqual(reported(), ['greenhouse can be read again'])
  assert.doesNotMatch(await doctor(), /format/)
  assert.equal(await open(), 12 * 8)
  await collect()
  assert.equal(await open(), 11 * 8, 'the one that has closed its jobs is believed afterwards')
  setBoard('format12', 8)
  await collect()
})

test('truncated answers, and pages that each company designs itself, don’t indicate a changed format', async () => {
  for (const name of NAMES) server.fault(feedOf(name), { kind: 'redirect', to: 'https://www.greenhouse.io/' }, 1)
  const visits = await collect()
  assert.ok(visits.every(({ settled }) => settled.outcome === 'failed'))
  assert.deepEqual(reported(), [])
})
