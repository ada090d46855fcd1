// Jobs that a board posts again under another id, at visits a day apart.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { type Database, many } from '../../../db/index.ts'
import { BOARD_COLLECTORS } from '../../collectors/index.ts'
import { addWatched } from '../index.ts'

const HOUR = 3_600
const DAY = 24

let db: Database
let server: BoardServer
let number = 0
let domain = ''
let board = ''

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

/** A company of its own for each test. */
beforeEachTest(async () => {
  number++
  domain = `company${number}.example`
  board = `company${number}`
  const request = { domain, board: `https://boards.greenhouse.io/${board}` }
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
})

/** A job of the board. `hoursAgo` is when it was posted. */
const job = (nth: number, hoursAgo: number, title = 'Account Executive'): PostedJob => ({
  ...{ id: String(number * 1_000 + nth), title },
  postedAt: Math.floor(Date.now() / 1_000) - hoursAgo * HOUR,
})

async function visit(...jobs: readonly PostedJob[]): Promise<void> {
  server.board('greenhouse', board, jobs)
  await collectOnce(db, {
    server,
    collectors: BOARD_COLLECTORS,
    once: { all: false, domain },
  })
}

/** As if everything had happened this long ago. */
async function pass(hours: number): Promise<void> {
  const move = (table: string, ...columns: readonly string[]) =>
    db
      .pool('ingest')
      .query(
        `update ${table} set ${columns.map((column) => `${column} = ${column} - make_interval(hours => $1)`).join(', ')}`,
        [hours],
      )
  await move('look_times', 'visited_at', 'seen_through', 'due_at')
  for (const table of ['signals', 'reports'])
    await move(table, 'occurred_at', 'first_seen_at', 'last_seen_at', 'closed_at')
  await db.pool('ingest').query(
    `update look_snapshots set entries = (
       select json_agg(case when e -> 7 is null then e else jsonb_set(e, '{7}', to_jsonb((e ->> 7)::bigint - $1)) end)
         from jsonb_array_elements(entries::jsonb) e)::text`,
    [hours * HOUR],
  )
}

interface Fact {
  readonly status: string
  readonly postedDaysAgo: number
  readonly closedDaysAgo: number | null
  readonly [column: string]: unknown
}

const facts = () =>
  many<Fact>(
    db.pool('ingest'),
    `select status, round(extract(epoch from now() - occurred_at) / 86400)::int as "postedDaysAgo",
            round(extract(epoch from now() - closed_at) / 86400)::int as "closedDaysAgo"
       from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.type = 'hiring' and s.status <> 'retracted' order by closed_at, occurred_at`,
    [domain],
  )

/** The webhook events of the company. */
const heard = async () =>
  (
    await many<{ heard: string }>(
      db.pool('ingest'),
      `select concat_ws(' ', e.action, e.image::jsonb ->> 'status') as heard
         from events e join log l on l.day = e.day and l.batch = e.batch join companies c on c.ordinal = e.company_ordinal
        where c.domain = $1 and e.kind = 'signal' and e.type = 'hiring' and not l.quiet and not coalesce(e.silent, false)
        order by e.batch, e.n`,
      [domain],
    )
  ).map((row) => row.heard)

test('a job ended when it was first missing, and was last seen at the visit before', async () => {
  await visit(job(1, 10 * DAY), job(2, 10 * DAY, 'Chef'))
  await pass(DAY)
  await visit(job(2, 11 * DAY, 'Chef'))
  await pass(3 * DAY)
  await visit(job(2, 14 * DAY, 'Chef'))
  const [ended] = (await facts()).filter(({ status }) => status === 'closed')
  assert.equal(ended?.closedDaysAgo, 3)
  const [seen] = await many<{ daysAgo: number }>(
    db.pool('ingest'),
    `select round(extract(epoch from now() - last_seen_at) / 86400)::int as "daysAgo" from signals s
       join companies c on c.ordinal = s.company_ordinal where c.domain = $1 and s.status = 'closed'`,
    [domain],
  )
  assert.equal(seen?.daysAgo, 4)
})

test('a job that is posted again before the next visit is the same job: it never closes, and is not new', async () => {
  await visit(job(1, 10 * DAY), job(2, 10 * DAY, 'Chef'))
  await pass(DAY)
  await visit(job(3, 12), job(2, 11 * DAY, 'Chef'))
  const open = { status: 'active', postedDaysAgo: 11, closedDaysAgo: null }
  assert.deepEqual(await facts(), [open, open])
  assert.deepEqual(await heard(), ['updated active'])
  await pass(DAY)
  await visit(job(3, 36), job(2, 12 * DAY, 'Chef'))
  assert.deepEqual(await heard(), ['updated active'])
})

for (const [name, days] of [
  ['a day', 1],
  ['a week', 7],
] as const) {
  test(`a job that is posted again ${name} after it disappeared is the same job`, async () => {
    await visit(job(1, 10 * DAY), job(2, 10 * DAY, 'Chef'))
    for (let day = 1; day <= days; day++) {
      await pass(DAY)
      await visit(job(2, (10 + day) * DAY, 'Chef'))
    }
    await pass(DAY)
    await visit(job(3, 1), job(2, (11 + days) * DAY, 'Chef'))
    const open = { status: 'active', postedDaysAgo: 11 + days, closedDaysAgo: null }
    assert.deepEqual(await facts(), [open, open])
    assert.ok(!(await heard()).some((event) => event.startsWith('created')), (await heard()).join())
  })
}

test('a job that is posted again 46 days after it disappeared is another one', async () => {
  await visit(job(1, 10 * DAY), job(2, 10 * DAY, 'Chef'))
  await pass(DAY)
  await visit(job(2, 11 * DAY, 'Chef'))
  await pass(DAY)
  await visit(job(2, 12 * DAY, 'Chef'))
  await pass(45 * DAY)
  await visit(job(3, 1), job(2, 57 * DAY, 'Chef'))
  assert.deepEqual(
    (await facts()).map(({ status, closedDaysAgo }) => [status, closedDaysAgo]),
    [
      ['closed', 46],
      ['active', null],
      ['active', null],
    ],
  )
  assert.equal((await heard()).at(-1), 'created active')
})

test('a job that was written as a draft while the old one was open, or after days without a visit, is a repost too', async () => {
  await visit(job(1, 20 * DAY))
  await pass(6 * DAY)
  await visit(job(2, 5 * DAY))
  assert.equal((await facts()).length, 1)
  await pass(DAY)
  await visit(job(3, 4 * DAY))
  assert.deepEqual(await facts(), [{ status: 'active', postedDaysAgo: 27, closedDaysAgo: null }])
})

test('a board that gives all its jobs other ids has no new job', async () => {
  const jobs = (from: number, hoursAgo: number) =>
    Array.from({ length: 12 }, (_, i) => job(from + i, hoursAgo, `Account Executive ${i}`))
  await visit(...jobs(1, 10 * DAY))
  await pass(DAY)
  await visit(...jobs(101, 12))
  assert.deepEqual(await heard(), [], 'it waits for the next visit')
  await pass(DAY)
  await visit(...jobs(101, 36))
  assert.deepEqual(
    await facts(),
    jobs(1, 0).map(() => ({ status: 'active', postedDaysAgo: 12, closedDaysAgo: null })),
  )
  assert.ok((await heard()).every((event) => event === 'updated active'))
})

test('only as many missing jobs end as are posted again, and an additional one is a job of its own', async () => {
  await visit(job(1, 10 * DAY), job(2, 9 * DAY))
  await pass(DAY)
  await visit(job(3, 12))
  assert.deepEqual(
    (await facts()).map(({ status }) => status),
    ['active', 'active'],
  )
  await pass(DAY)
  await visit(job(3, 36), job(1, 12 * DAY), job(2, 11 * DAY))
  assert.equal((await facts()).length, 3)
})

test('a job whose old id is back after a repost is not new: no created event is sent', async () => {
  await visit(job(1, 10 * DAY), job(2, 10 * DAY, 'Chef'))
  for (let day = 1; day <= 4; day++) {
    await pass(DAY)
    await visit(day % 2 === 1 ? job(3, 12) : job(1, (10 + day) * DAY), job(2, (10 + day) * DAY, 'Chef'))
  }
  const open = (await facts()).filter(({ status }) => status === 'active')
  assert.deepEqual(
    open.map(({ postedDaysAgo }) => postedDaysAgo),
    [14, 14],
  )
  assert.ok(!(await heard()).some((event) => event.startsWith('created')), (await heard()).join())
})
