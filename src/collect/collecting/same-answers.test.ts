// What is not requested or parsed twice: answers with the same content, and boards that discovery has read.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many, one } from '../../db/index.ts'
import { BOARD_COLLECTORS, type Collector, discovery } from '../collectors/index.ts'
import { addWatched } from './index.ts'

const POSTED = Math.floor(Date.now() / 1_000) - 20 * 86_400

let db: Database
let server: BoardServer
let number = 0
let domain = ''
let board = ''

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

beforeEachTest(() => {
  number++
  domain = `company${number}.example`
  board = `company${number}`
})

const jobs = (count: number): PostedJob[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(number * 1_000 + i), title: `Chef ${i}`, postedAt: POSTED }))

async function watch(domains: readonly string[], collectors: readonly Collector[], boardUrl?: string): Promise<void> {
  const requests = domains.map((each) => ({ domain: each, ...(boardUrl !== undefined && { board: boardUrl }) }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, collectors))
}

/** Each visit and its outcome, in order. */
async function collect(all = true, collectors: readonly Collector[] = BOARD_COLLECTORS): Promise<string[]> {
  const visits: string[] = []
  await collectOnce(db, {
    server,
    collectors,
    once: { all },
    onVisit: ({ look, result, settled }) => {
      if (look.domain.startsWith(board)) visits.push(`${look.collector} ${result.kind} ${settled.outcome}`)
    },
  })
  return visits
}

test('an answer with the same content is not parsed, unless today’s rules would read it differently', async () => {
  let noise = 0
  let shown = jobs(3)
  server.page(`https://boards-api.greenhouse.io/v1/boards/${board}/jobs`, () => {
    const entry = ({ id, title }: PostedJob) => ({
      ...{ id: Number(id), internal_job_id: Number(id), title, noise: noise++ },
      content: `You report in Tableau on ${title}.`,
    })
    return {
      type: 'application/json',
      headers: { etag: `"${noise}"` },
      text: JSON.stringify({ jobs: shown.map(entry) }),
    }
  })
  const answer = () =>
    one<{ kept: { edition: string } }>(db.pool('ingest'), `select validators as kept from looks where domain = $1`, [
      domain,
    ])
  const change = (to: object) =>
    db
      .pool('ingest')
      .query(`update looks set validators = validators || $2 where domain = $1`, [domain, JSON.stringify(to)])
  await watch([domain], BOARD_COLLECTORS, `https://boards.greenhouse.io/${board}`)
  assert.deepEqual(await collect(), ['greenhouse snapshot first'])
  const before = await answer()
  assert.deepEqual(await collect(), ['greenhouse same unchanged'])
  assert.deepEqual(await answer(), before, 'what moves for no reason is not written')
  for (const to of [{ edition: 'other rules' }, { until: POSTED }]) {
    await change(to)
    assert.deepEqual(await collect(), ['greenhouse snapshot unchanged'])
    assert.equal((await answer()).kept.edition, before.kept.edition)
  }
  await db.pool('ingest').query(`update companies set name = 'Tableau' where domain = $1`, [domain])
  assert.deepEqual(await collect(), ['greenhouse snapshot changed'], 'its own product is no tool that it uses')
  shown = jobs(2)
  assert.deepEqual(await collect(), ['greenhouse snapshot changed'])
  assert.deepEqual(await collect(), ['greenhouse snapshot changed'], 'the second visit without a job ends it')
  assert.deepEqual(await collect(), ['greenhouse same unchanged'])
  const statuses = await many<{ status: string }>(
    db.pool('ingest'),
    `select status from signals where type = 'hiring' and key like $1 || '/%' order by key`,
    [board],
  )
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['active', 'active', 'closed'],
  )
})

test('an answer that could not be read completely stays incomplete, however often it is repeated', async () => {
  const url = `https://boards-api.greenhouse.io/v1/boards/${board}/jobs`
  const entry = { id: number * 1_000, internal_job_id: 1, title: 'Chef' }
  const answer = (...entries: object[]) => ({ type: 'application/json', text: JSON.stringify({ jobs: entries }) })
  const seen = () =>
    one(db.pool('ingest'), `select seen_through from look_times t join looks l on l.id = look_id where domain = $1`, [
      domain,
    ])
  server.page(url, answer(entry))
  await watch([domain], BOARD_COLLECTORS, `https://boards.greenhouse.io/${board}`)
  assert.deepEqual(await collect(), ['greenhouse snapshot first'])
  const before = await seen()
  server.page(url, answer(entry, { uid: 2 }))
  assert.deepEqual(await collect(), ['greenhouse snapshot partial'])
  assert.deepEqual(await collect(), ['greenhouse snapshot partial'])
  assert.deepEqual(await seen(), before)
})

test('a board system gets one request for each new company, and boards are discovered before anything else', async () => {
  const names = Array.from({ length: 5 }, (_, i) => `${board}${'abcde'[i]}`)
  const other: Collector = {
    ...{ name: 'a-page', title: 'A page', every: 'week', types: ['web'] },
    visit: async () => ({ signals: [], complete: true }),
  }
  for (const name of names) {
    server.board('greenhouse', name, jobs(2), name)
    server.page(`https://${name}.example/`, '<a href="/careers">Careers</a>')
    server.page(`https://${name}.example/careers`, `<a href="https://boards.greenhouse.io/${name}">Open roles</a>`)
  }
  await watch(
    names.map((name) => `${name}.example`),
    [discovery, other, ...BOARD_COLLECTORS],
  )
  const due = await many<{ collector: string }>(
    db.pool('ingest'),
    `select collector from look_times join looks on id = look_id where domain like $1 || '%' order by due_at, id`,
    [board],
  )
  assert.deepEqual(
    due.map(({ collector }) => collector),
    [...names.map(() => 'discovery'), ...names.map(() => 'a-page')],
  )
  const visits = await collect(false, [discovery, other, ...BOARD_COLLECTORS])
  assert.deepEqual(visits.toSorted(), [
    ...names.map(() => 'a-page snapshot first'),
    ...names.map(() => 'discovery snapshot first'),
    ...names.map(() => 'greenhouse snapshot first'),
  ])
  for (const name of names) {
    const asked = server.requests.filter(({ path }) => path.includes(`/boards/${name}/`))
    assert.equal(asked.length, 1, `${name} was asked ${asked.length} times`)
  }
  const { open } = await one<{ open: number }>(
    db.pool('ingest'),
    `select count(*)::int as open from signals where type = 'hiring' and key like $1 || '%' and status = 'active'`,
    [board],
  )
  assert.equal(open, names.length * 2)
})

test('a board that discovery reads waits for the turn of its system, like every other request to it', async () => {
  const collectors = [...BOARD_COLLECTORS, discovery]
  const host = (name: string) => `${name}.jobs.personio.com`
  server.page(`https://${domain}/`, '<a href="/careers">Careers</a>')
  server.page(`https://${domain}/careers`, `<a href="https://${host(board)}/">Jobs</a>`)
  server.fault(host(board), { kind: 'status', status: 429, retryAfter: 600 })
  await watch([domain], collectors)
  assert.deepEqual(await collect(false, collectors), ['discovery failed failed'])
  assert.equal(server.asked(host(board)).length, 1)
  const other = `${board}x`
  server.board('personio', other, jobs(1))
  await watch([`${other}.example`], BOARD_COLLECTORS, `https://${host(other)}/`)
  assert.deepEqual(await collect(false), ['personio postponed postponed'], 'the system has asked for a pause')
  assert.equal(server.asked(host(other)).length, 0)
})

test('a tool that is stored without the job that names it gets its URL, without an event', async () => {
  const pool = db.pool('ingest')
  const job = { ...(jobs(1)[0] as PostedJob), description: '<p>You report in Tableau.</p>' }
  server.board('ashby', board, [job])
  await watch([domain], BOARD_COLLECTORS, `https://jobs.ashbyhq.com/${board}`)
  await collect()
  const tools = () =>
    many<{ url: string | null }>(pool, `select url from signals where type = 'tool' and key like $1 || '/%'`, [board])
  const [tool] = await tools()
  assert.ok(tool?.url)
  // As an earlier version has stored it.
  await pool.query(`update signals set url = null where type = 'tool' and key like $1 || '/%'`, [board])
  await pool.query(`update looks set records_hash = 'other', validators = null where domain = $1`, [domain])
  await pool.query(
    `update look_snapshots set entries = (
       select json_agg(case when e ->> 1 = 'tool' then jsonb_set(e, '{2}', '"other"') else e end)
         from jsonb_array_elements(entries::jsonb) e)::text
      where look_id = (select id from looks where domain = $1)`,
    [domain],
  )
  assert.deepEqual(await collect(), ['ashby snapshot changed'])
  assert.deepEqual(await tools(), [tool])
  const events = await many<{ type: string; action: string; silent: boolean }>(
    pool,
    `select e.type, e.action, e.silent from events e join log l on l.day = e.day and l.batch = e.batch
       join companies c on c.ordinal = e.company_ordinal where c.domain = $1 and e.kind = 'signal' and not l.quiet`,
    [domain],
  )
  assert.deepEqual(events, [{ type: 'tool', action: 'updated', silent: true }])
  assert.deepEqual(await collect(), ['ashby same unchanged'])
})
