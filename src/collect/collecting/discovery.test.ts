// What happens to boards that discovery has found, or could not read.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, jobPosting, startBoardServer } from '../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, one } from '../../db/index.ts'
import { BOARD_COLLECTORS, discovery, COLLECTORS as EVERY } from '../collectors/index.ts'
import { addWatched, listMatches, showWatched } from './index.ts'
import type { Visit } from './node.ts'

const COLLECTORS = [discovery, ...BOARD_COLLECTORS, ...EVERY.filter(({ name }) => name === 'job-posting')]
const HOUR = 3_600_000

let db: Database
let server: BoardServer
let number = 0
let domain = ''
let board = ''

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

/** A company whose careers page links its board. */
beforeEachTest(async () => {
  number++
  domain = `company${number}.example`
  board = `company${number}`
  server.page(`https://${domain}/`, '<a href="/careers">Careers</a>')
  server.page(`https://${domain}/careers`, `<a href="https://boards.greenhouse.io/${board}">Open roles</a>`)
  server.board('greenhouse', board, [{ id: `${number}`, title: 'Chef', postedAt: 1_790_000_000 }])
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], COLLECTORS))
})

async function collect(): Promise<string[]> {
  const visits: string[] = []
  await collectOnce(db, {
    server,
    collectors: COLLECTORS,
    once: { all: true, domain },
    onVisit: ({ look, settled }) => visits.push(`${look.collector} ${settled.outcome}`),
  })
  return visits
}

async function look(collector: string) {
  const found = (await showWatched(db.pool('ingest'), domain))?.sources.find((each) => each.collector === collector)
  assert.ok(found, collector)
  return found
}

/** After a failure it is up to a fifth later, so that looks spread over time. */
async function assertNextVisit(collector: string, hours: number): Promise<void> {
  const next = ((await look(collector)).nextVisitAt.getTime() - Date.now()) / HOUR
  assert.ok(next > hours * 0.9 && next <= hours * 1.2, `in ${next} hours`)
}

const waiting = async () =>
  (await listMatches(db.pool('ingest'))).filter((match) => match.domain === domain).map(({ why }) => why)

test('a careers page or a board that fails is requested again after an hour: nothing is proposed, and the next visit finds it', async () => {
  server.fault(`https://${domain}/careers`, { kind: 'status', status: 503 }, 1)
  assert.deepEqual(await collect(), ['discovery failed'])
  assert.equal((await look('discovery')).failure, `unavailable: ${domain} answered 503. (https://${domain}/careers)`)
  await assertNextVisit('discovery', 1)
  server.fault('boards-api.greenhouse.io', { kind: 'status', status: 503 }, 1)
  assert.deepEqual(await collect(), ['discovery failed'])
  assert.match((await look('discovery')).failure ?? '', /boards-api\.greenhouse\.io answered 503/)
  await assertNextVisit('discovery', 2)
  assert.deepEqual(await waiting(), [])
  assert.deepEqual(await collect(), ['discovery first', 'greenhouse first'])
  assert.equal((await look('discovery')).failures, 0)
})

test('the board of one careers page is accepted although another page fails, which is requested again soon', async () => {
  server.page(`https://${domain}/`, '<a href="/careers">Careers</a><a href="/jobs">Jobs</a>')
  server.fault(`https://${domain}/jobs`, { kind: 'status', status: 500 }, 1)
  assert.deepEqual(await collect(), ['discovery partial', 'greenhouse first'])
  const { failure, failures, history } = await look('discovery')
  assert.deepEqual([failure, failures], [`unavailable: ${domain} answered 500. (https://${domain}/jobs)`, 1])
  assert.equal(history[0]?.message, failure)
  await assertNextVisit('discovery', 1)
})

test('a board that waited because it couldn’t be read waits no longer once it is watched', async () => {
  server.fault('boards-api.greenhouse.io', { kind: 'html' }, 1)
  assert.deepEqual(await collect(), ['discovery first'])
  assert.match((await waiting()).join(), /could not be read/)
  assert.deepEqual(await collect(), ['discovery unchanged', 'greenhouse first'])
  assert.deepEqual(await waiting(), [])
})

test('a waiting board is accepted by the next visit that finds enough proof, and a rejected one is not', async () => {
  const pool = db.pool('ingest')
  await pool.query(
    `insert into matches (domain, collector, target, page, why) values ($1, 'lever', $2, $3, 'It did not say whose it is.')`,
    [domain, board, `https://${domain}/careers`],
  )
  server.page(`https://${domain}/careers`, `<a href="https://jobs.lever.co/${board}">Open roles</a>`)
  server.page(`https://jobs.lever.co/${board}`, `<title>Company${number}</title>`)
  server.board('lever', board, [{ id: 'L', title: 'Chef', postedAt: 1_790_000_000 }])
  assert.deepEqual(await collect(), ['discovery first', 'lever first'])
  assert.deepEqual(await waiting(), [])
  server.page(`https://${domain}/careers`, `<a href="https://jobs.ashbyhq.com/${board}">Open roles</a>`)
  server.board('ashby', board, [{ id: 'A', title: 'Chef', postedAt: 1_790_000_000 }])
  await pool.query(
    `insert into matches (domain, collector, target, page, why, decision, decided_at)
     values ($1, 'ashby', $2, $3, 'No.', 'rejected', now())`,
    [domain, board, `https://${domain}/careers`],
  )
  assert.deepEqual(
    (await collect()).filter((visit) => visit.startsWith('ashby')),
    [],
  )
})

test('a board that is watched for another domain of the same company does not wait', async () => {
  assert.deepEqual(await collect(), ['discovery first', 'greenhouse first'])
  const [first, alias] = [domain, `company${number}.test`]
  await db
    .pool('ingest')
    .query(
      `insert into company_aliases (domain, company_ordinal) select $2, ordinal from companies where domain = $1`,
      [first, alias],
    )
  domain = alias
  server.page(`https://${alias}/`, '<a href="/careers">Careers</a>')
  server.page(`https://${alias}/careers`, `<a href="https://boards.greenhouse.io/${board}">Open roles</a>`)
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain: alias }], COLLECTORS))
  assert.deepEqual(await collect(), ['discovery first'])
  assert.deepEqual(await waiting(), [])
})

/** A look at the usual addresses of the domain, as earlier versions added it for every page with jobs. */
async function addOldLook(): Promise<void> {
  await db.pool('ingest').query(
    `with added as (insert into looks (domain, collector, target, types) values ($1, 'job-posting', $1, '{hiring}') returning id)
     insert into look_times (look_id, lane) select id, 'web' from added`,
    [domain],
  )
}

/** The company's own page with a job, which its home page links. */
function setOwnPage(path: string): void {
  const posting = jobPosting({ id: 'R-1', title: 'Chef', postedAt: 1_790_000_000 })
  server.page(`https://${domain}/`, `<a href="${path}">Careers</a>`)
  server.page(`https://${domain}${path}`, `<script type="application/ld+json">${JSON.stringify(posting)}</script>`)
  server.removePage(`https://${domain}/careers`)
}

const ownPages = async () =>
  ((await showWatched(db.pool('ingest'), domain))?.sources ?? [])
    .filter(({ collector }) => collector === 'job-posting')
    .map(({ target }) => target)

async function countJobs(): Promise<number> {
  const { jobs } = await one<{ jobs: number }>(
    db.pool('ingest'),
    `select count(*)::int as jobs from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1`,
    [domain],
  )
  return jobs
}

test('a page with jobs that a look at the usual addresses reads already is not watched twice', async () => {
  setOwnPage('/jobs')
  await addOldLook()
  for (let visit = 0; visit < 2; visit++) await collect()
  assert.deepEqual([await ownPages(), await countJobs()], [[domain], 1])
})

test('once the look at the usual addresses has found no jobs for days, it continues at the page that has them', async () => {
  setOwnPage('/jobs')
  await addOldLook()
  await collect()
  server.page(`https://${domain}/careers`, 'Work with us')
  await db.pool('ingest').query(
    `update look_times t set seen_through = seen_through - interval '4 days' from looks l
      where l.id = look_id and l.domain = $1 and l.collector = 'job-posting'`,
    [domain],
  )
  for (let visit = 0; visit < 2; visit++) await collect()
  assert.deepEqual([await ownPages(), await countJobs()], [[`${domain}%2Fjobs`], 1])
})

test('a page with jobs takes the place of a look that never found one', async () => {
  await addOldLook()
  await collect()
  setOwnPage('/team-and-careers')
  await collect()
  assert.deepEqual(await ownPages(), [`${domain}%2Fteam-and-careers`])
})

test('the sources that begin at the home page request it once, and their receipts have the time', async () => {
  const names = ['discovery', 'home-page', 'announcements', 'subprocessors']
  const collectors = EVERY.filter(({ name }) => names.includes(name))
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], collectors))
  const outcomes: string[] = []
  const onVisit = ({ look: { collector }, settled }: Visit) => outcomes.push(`${collector} ${settled.outcome}`)
  await collectOnce(db, { server, collectors, once: { all: true, domain }, onVisit })
  assert.equal(outcomes.length, names.length, outcomes.join())
  assert.ok(!outcomes.some((outcome) => outcome.endsWith('failed')), outcomes.join())
  assert.equal(server.asked(domain).filter(({ path }) => path === '/').length, 1)
})
