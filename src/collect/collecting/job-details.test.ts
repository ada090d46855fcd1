// Boards whose jobs are read one by one, from visit to visit.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../test/harness/board-server.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many } from '../../db/index.ts'
import { BOARD_COLLECTORS } from '../collectors/index.ts'
import { addWatched, type Visit } from './index.ts'

const POSTED = Math.floor(Date.now() / 1_000) - 20 * 86_400
const DETAIL = /\/job\/Somewhere\/.*_(R\d+)$/

let db: Database
let server: BoardServer

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

const job = (id: number, more: Partial<PostedJob> = {}): PostedJob => ({
  ...{ id: `R${id}`, title: 'Clerk', location: 'Berlin', country: 'DE', postedAt: POSTED },
  description: '<p>You keep our Salesforce clean.</p>',
  ...more,
})

function watch(name: string): Promise<unknown> {
  const request = { domain: `${name}.example`, board: `https://${name}.wd5.myworkdayjobs.com/External` }
  return db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
}

/** The outcome, the jobs whose pages were asked for, and when the next visit is due, in hours. */
async function collect(name: string, jobs: readonly PostedJob[]) {
  server.board('workday', name, jobs)
  const from = server.requests.length
  const visits: Visit[] = []
  await collectOnce(db, {
    ...{ server, collectors: BOARD_COLLECTORS, once: { all: true, domain: `${name}.example` } },
    onVisit: (visit) => visits.push(visit),
  })
  const asked = server.requests.slice(from).flatMap(({ path }) => DETAIL.exec(path)?.[1] ?? [])
  const [due] = await many<{ hours: number }>(
    db.pool('ingest'),
    `select round(extract(epoch from due_at - visited_at) / 3600)::int as hours
       from look_times t join looks l on l.id = t.look_id where l.domain = $1`,
    [`${name}.example`],
  )
  return { outcome: visits[0]?.settled.outcome, asked, hours: due?.hours }
}

function stored(name: string) {
  return many<{ key: string; status: string; country: string; day: string; [column: string]: unknown }>(
    db.pool('ingest'),
    `select key, status, fields ->> 'country' as country, occurred_at::date::text as day
       from signals where key like $1 order by key`,
    [`${name}.wd5.External/%`],
  )
}

test('the page of a job is requested once, and its content is kept', async () => {
  await watch('once')
  const first = await collect('once', [job(1), job(2)])
  assert.deepEqual([first.outcome, first.asked], ['first', ['R1', 'R2']])
  const before = await stored('once')
  assert.equal(before.length, 3, 'two jobs and a tool')
  assert.deepEqual((await collect('once', [job(1), job(2)])).asked, [])
  const third = await collect('once', [job(1), job(2), job(3, { location: 'Paris' })])
  assert.deepEqual([third.outcome, third.asked], ['changed', ['R3']])
  assert.deepEqual(
    (await stored('once')).filter(({ key }) => !key.endsWith('R3')),
    before,
  )
  const fourth = await collect('once', [job(1), job(2, { title: 'Senior Clerk' }), job(3, { location: 'Paris' })])
  assert.deepEqual([fourth.outcome, fourth.asked], ['changed', ['R2']], 'the list shows it in another way')
})

test('a job that disappears from the list closes, and the others stay open without being requested', async () => {
  await watch('closes')
  await collect('closes', [job(1), job(2)])
  for (let visit = 0; visit < 2; visit++) assert.deepEqual((await collect('closes', [job(2)])).asked, [])
  const states = (await stored('closes')).map(({ key, status }) => [key.split('/').at(-1), status])
  assert.deepEqual(states, [
    ['R1', 'closed'],
    ['R2', 'active'],
    ['salesforce', 'active'],
  ])
  const back = await collect('closes', [job(1), job(2)])
  assert.deepEqual(back.asked, ['R1'])
})

test('the first read of a large board is spread over visits an hour apart, closes nothing and is history', async () => {
  await watch('large')
  const jobs = Array.from({ length: 450 }, (_, i) => job(i + 1, { description: '' }))
  const visits = []
  for (let visit = 0; visit < 4; visit++) visits.push(await collect('large', jobs))
  assert.deepEqual(
    visits.map(({ outcome, asked, hours }) => [outcome, asked.length, (hours ?? 0) > 1]),
    [
      ['partial', 200, false],
      ['partial', 200, false],
      ['first', 50, true],
      ['unchanged', 0, true],
    ],
  )
  const states = new Set((await stored('large')).map(({ status, country }) => `${status} ${country}`))
  assert.deepEqual([(await stored('large')).length, [...states]], [450, ['active DE']])
  const sent = await many(
    db.pool('ingest'),
    `select from visits v join looks l on l.id = v.look_id where l.domain = $1 and closed > 0`,
    ['large.example'],
  )
  assert.equal(sent.length, 0)
})

test('jobs that no complete visit has seen for long are requested again, so that they do not expire', async () => {
  await watch('unseen')
  await collect('unseen', [job(1)])
  const long = `interval '50 days'`
  await db.pool('ingest').query(`update look_times set seen_through = seen_through - ${long}`)
  await db.pool('ingest').query(
    `update look_snapshots set entries = replace(entries, e.at, (e.at::bigint - 50 * 86400)::text)
       from (select look_id, substring(entries from ',1,(\\d{10}),') as at from look_snapshots) e
      where e.look_id = look_snapshots.look_id and e.at is not null`,
  )
  assert.deepEqual((await collect('unseen', [job(1)])).asked, ['R1'])
})
