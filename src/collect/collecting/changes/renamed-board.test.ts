// A board that gets another name within its system, or another company.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, type PostedJob, startBoardServer } from '../../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { type Database, many } from '../../../db/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { lastSeenSql } from '../../../write/sources/index.ts'
import { expireSignals, mergeCompanies } from '../../../write/write-path/index.ts'
import { BOARD_COLLECTORS, discovery } from '../../collectors/index.ts'
import { addWatched, removeWatched, showWatched } from '../index.ts'

const COLLECTORS = [discovery, ...BOARD_COLLECTORS]

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
  server.page(`https://${domain}/`, '<a href="/careers">Careers</a>')
})

const jobs = (...ids: number[]): PostedJob[] =>
  ids.map((id) => ({
    id: `${number}00000${id}`.padStart(32, '0').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    title: `Account Executive ${id}`,
    postedAt: 1_790_000_000 + id,
  }))

const show = (name: string, ...ids: number[]) => server.board('ashby', name, jobs(...ids))

const watch = (name?: string) =>
  db.transaction('settings', (tx) =>
    addWatched(tx, [{ domain, ...(name !== undefined && { board: `https://jobs.ashbyhq.com/${name}` }) }], COLLECTORS),
  )

async function collect({ all = true } = {}) {
  const changes = { created: 0, closed: 0 }
  await collectOnce(db, {
    server,
    collectors: COLLECTORS,
    once: { all, domain },
    onVisit: ({ settled }) => {
      changes.created += settled.created
      changes.closed += settled.closed
    },
  })
  return changes
}

const stored = () =>
  many<{ id: string; title: string; status: string; url: string; at: Date; seen: Date }>(
    db.pool('ingest'),
    `select s.id, s.fields ->> 'jobTitle' as title, s.status, s.url, s.occurred_at as at, ${lastSeenSql('s')} as seen
       from signals s join companies c on c.ordinal = s.company_ordinal where c.domain = $1 and s.type = 'hiring' order by title`,
    [domain],
  )

const boards = async () =>
  (await showWatched(db.pool('ingest'), domain))?.sources.filter(({ collector }) => collector === 'ashby') ?? []

/** As if everything had been seen an hour before. */
const passAnHour = () =>
  db.pool('ingest').query(
    `with seen as (update look_times set seen_through = seen_through - interval '1 hour')
     update signals set last_seen_at = last_seen_at - interval '1 hour'`,
  )

test('jobs of a renamed board continue: none is created twice, and missing ones end as usual', async () => {
  const renamed = `${board}-inc`
  const link = (name: string) => {
    server.page(`https://${domain}/careers`, `<a href="https://jobs.ashbyhq.com/${name}">Open roles</a>`)
    server.page(`https://jobs.ashbyhq.com/${name}`, `<a href="https://${domain}/">Home</a>`)
  }
  show(board, 1, 2, 3)
  link(board)
  await watch()
  assert.deepEqual(await collect(), { created: 3, closed: 0 })
  const before = await stored()
  const [{ knownSince, visits } = { knownSince: null, visits: 0 }] = await boards()
  await passAnHour()

  server.removeBoard('ashby', board)
  show(renamed, 2, 3, 4)
  link(renamed)
  assert.deepEqual(await collect(), { created: 1, closed: 0 }, 'only the job that is new')
  const after = await stored()
  assert.deepEqual(
    after.slice(0, 3).map(({ id, status, at }) => [id, status, at]),
    before.map(({ id, status, at }) => [id, status, at]),
  )
  assert.deepEqual(
    after.map(({ url }) => url.includes(`/${renamed}/`)),
    [false, true, true, true],
  )
  assert.deepEqual(
    after.map(({ seen }, i) => seen >= (before[i]?.seen ?? seen)),
    [false, true, true, true],
  )
  const [look, ...others] = await boards()
  assert.deepEqual([look?.target, look?.knownSince, look?.signals.hiring, others], [renamed, knownSince, 4, []])
  assert.deepEqual([look?.failure, look?.failures, look?.pending], [null, 0, true])
  assert.ok((look?.visits ?? 0) > visits)
  assert.equal(look?.history[0]?.message, `The board was called ${board} before`)

  assert.deepEqual(await collect(), { created: 0, closed: 1 })
  assert.deepEqual(await collect(), { created: 0, closed: 0 })
  await removeWatched(db, domain)
  assert.deepEqual(
    (await stored()).map(({ title, status }) => `${title} ${status}`),
    [
      'Account Executive 1 closed',
      'Account Executive 2 active',
      'Account Executive 3 active',
      'Account Executive 4 active',
    ],
  )
})

test('a second name under which a board answers creates no duplicates', async () => {
  show(board, 1, 2)
  await watch(board)
  await collect()
  show(`${board}-jobs`, 1, 2, 3)
  await watch(`${board}-jobs`)
  assert.deepEqual(await collect(), { created: 1, closed: 0 })
  assert.deepEqual(
    (await boards()).map(({ target }) => target),
    [`${board}-jobs`],
  )
  show(board, 1, 2, 3)
  await watch(board)
  assert.deepEqual(await collect(), { created: 0, closed: 0 })
  assert.deepEqual(
    (await boards()).map(({ target }) => target),
    [board],
  )
  assert.equal((await stored()).length, 3)
})

test('the former name of a board may become the name of another one', async () => {
  show(board, 1, 2)
  await watch(board)
  await collect()
  server.removeBoard('ashby', board)
  show(`${board}-inc`, 1, 2)
  await watch(`${board}-inc`)
  await collect()
  show(board, 7)
  await watch(board)
  assert.deepEqual(await collect(), { created: 1, closed: 0 })
  show(board)
  await collect()
  assert.deepEqual(await collect(), { created: 0, closed: 1 })
  assert.deepEqual(
    (await stored()).map(({ status }) => status),
    ['active', 'active', 'closed'],
  )
})

test('jobs of a board that shows none at first under its new name are not created twice', async () => {
  show(board, 1, 2, 3)
  await watch(board)
  await collect()
  server.removeBoard('ashby', board)
  show(`${board}-inc`)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect(), { created: 0, closed: 0 })
  show(`${board}-inc`, 1, 2, 3, 4)
  assert.deepEqual(await collect(), { created: 1, closed: 0 })
  assert.deepEqual(
    (await boards()).map(({ target }) => target),
    [`${board}-inc`],
  )
})

test('a board that loses most of its jobs while it is renamed continues', async () => {
  show(board, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
  await watch(board)
  await collect()
  server.removeBoard('ashby', board)
  await collect()
  show(`${board}-inc`, 1, 2, 3, 13)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect(), { created: 0, closed: 0 }, 'it waits for the next visit')
  assert.deepEqual(await collect(), { created: 1, closed: 0 })
  assert.deepEqual(await collect(), { created: 0, closed: 9 })
  assert.equal((await stored()).length, 13)
})

test('a renamed board continues, although its old name was not visited since and jobs ended in between', async () => {
  const askedOf = (name: string) =>
    server.requests.filter(({ path }) => path.split('?')[0]?.endsWith(`/${name}`)).length
  show(board, 1, 2, 3, 4)
  await watch(board)
  await collect()
  server.removeBoard('ashby', board)
  show(`${board}-inc`, 2, 3, 5)
  await watch(`${board}-inc`)
  const before = askedOf(board)
  assert.deepEqual(await collect({ all: false }), { created: 1, closed: 0 })
  assert.equal(askedOf(board), before + 1, 'the old name was asked once more')
  assert.deepEqual(
    (await boards()).map(({ target }) => target),
    [`${board}-inc`],
  )
  assert.deepEqual(await collect(), { created: 0, closed: 2 })
  assert.equal((await stored()).length, 5)
})

test('a former name that still answers, without the jobs that ended, is a former name', async () => {
  show(board, 1, 2, 3)
  await watch(board)
  await collect()
  show(board)
  show(`${board}-inc`, 2, 3)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect({ all: false }), { created: 0, closed: 0 })
  assert.deepEqual(await collect(), { created: 0, closed: 1 })
  assert.equal((await stored()).length, 3)
})

test('a company that is watched again continues with the jobs of its board, whatever the board was called in between', async () => {
  const unwatch = () => removeWatched(db, domain)
  show(board, 1, 2, 3)
  await watch(board)
  await collect()
  await unwatch()
  server.removeBoard('ashby', board)
  show(`${board}-inc`, 1, 2, 3, 4)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect(), { created: 1, closed: 0 }, 'it was renamed while nobody looked')
  await unwatch()
  show(`${board}-inc`, 2, 3, 4)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect(), { created: 0, closed: 0 }, 'it has the same name as before')
  assert.deepEqual(await collect(), { created: 0, closed: 1 })
  assert.deepEqual(
    (await stored()).map(({ title, status }) => `${title} ${status}`),
    [
      'Account Executive 1 closed',
      'Account Executive 2 active',
      'Account Executive 3 active',
      'Account Executive 4 active',
    ],
  )
})

test('a renamed board continues at another domain of the company', async () => {
  const old = `old-${domain}`
  show(board, 1, 2, 3)
  await watch()
  await collect()
  const current = domain
  domain = old
  server.page(`https://${old}/`, '')
  await watch(board)
  await collect()
  await mergeCompanies(db, new Stamper(db), { from: old, into: current })
  server.removeBoard('ashby', board)
  await collect()
  domain = current
  show(`${board}-inc`, 1, 2, 3, 4)
  await watch(`${board}-inc`)
  assert.deepEqual(await collect(), { created: 1, closed: 0 })
  assert.equal((await stored()).length, 4)
  assert.deepEqual(
    (await boards()).map(({ target, signals }) => [target, signals.hiring]),
    [[`${board}-inc`, 4]],
  )
})

test('two boards of a company are two, although some jobs are on both', async () => {
  show(board, 1, 2, 3)
  await watch(board)
  await collect()
  show(`${board}-eu`, 2, 3, 4)
  await watch(`${board}-eu`)
  await collect()
  assert.deepEqual(
    (await boards()).map(({ target }) => target),
    [board, `${board}-eu`],
  )
})

test('a board is given to another company: what had ended by then was last seen before, and expires', async () => {
  const owner = domain
  show(board, 1, 2)
  await watch(board)
  await collect()
  await removeWatched(db, domain)
  await db.pool('ingest').query(`update signals set last_seen_at = last_seen_at - interval '61 days'`)
  show(board, 2)
  domain = `new-${owner}`
  await watch(board)
  await collect()
  assert.deepEqual(
    (await stored()).map(({ title }) => title),
    ['Account Executive 2'],
  )
  domain = owner
  const [left, ...others] = await stored()
  assert.deepEqual([left?.title, left?.status, others.length], ['Account Executive 1', 'active', 0])
  assert.ok((left?.seen.getTime() ?? 0) < Date.now() - 60 * 86_400_000)
  await expireSignals(db, new Stamper(db))
  assert.deepEqual(
    (await stored()).map(({ status }) => status),
    ['closed'],
  )
})
