// Watched companies, real collectors and a server that speaks for their boards, on a real database.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BoardServer, type Fault, type PostedJob, startBoardServer } from '../../../test/harness/board-server.ts'
import { beforeEachTest } from '../../../test/harness/cleanup.ts'
import { collectOnce } from '../../../test/harness/collect-once.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { type Database, many, one } from '../../db/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { expireSignals } from '../../write/write-path/index.ts'
import { BOARD_COLLECTORS, type Collector } from '../collectors/index.ts'
import { addWatched, type CollectOptions, listMatches, removeWatched, showWatched } from './index.ts'

let db: Database
let server: BoardServer
let number = 0

before(async () => {
  db = await openTestDatabase()
  server = await startBoardServer()
})

/** A company of its own for each test. */
let domain = ''
let board = ''
beforeEachTest(() => {
  number++
  domain = `company${number}.example`
  board = `company${number}`
})

const HOUR = 3_600
const POSTED = Math.floor(Date.now() / 1_000) - 20 * 24 * HOUR
const jobs = (count: number, from = 1): PostedJob[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(number * 1_000 + from + i),
    title: `Account Executive ${from + i}`,
    postedAt: POSTED,
  }))

async function watch(more: Partial<Parameters<typeof addWatched>[1][number]> = {}): Promise<void> {
  const request = { domain, board: `https://boards.greenhouse.io/${board}`, ...more }
  await db.transaction('settings', (tx) => addWatched(tx, [request], BOARD_COLLECTORS))
}

async function collect(options: Partial<CollectOptions> = {}) {
  const tally = { visits: 0, created: 0, updated: 0, closed: 0, failed: 0 }
  const outcomes: string[] = []
  await collectOnce(db, {
    server,
    collectors: BOARD_COLLECTORS,
    once: { all: true, domain },
    onVisit: ({ settled }) => {
      tally.visits++
      outcomes.push(settled.outcome)
      for (const name of ['created', 'updated', 'closed'] as const) tally[name] += settled[name]
      if (settled.outcome === 'failed') tally.failed++
    },
    ...options,
  })
  return { ...tally, outcomes }
}

/** As if everything had happened this long ago. */
async function pass(hours: number): Promise<void> {
  await db.pool('ingest').query(
    `update look_times set visited_at = visited_at - make_interval(hours => $1), seen_through = seen_through - make_interval(hours => $1),
            due_at = due_at - make_interval(hours => $1)`,
    [hours],
  )
  const rows = await many<{ id: number; entries: string }>(
    db.pool('ingest'),
    `select look_id as id, entries from look_snapshots`,
  )
  for (const { id, entries } of rows) {
    const moved = (JSON.parse(entries) as unknown[][]).map((entry) =>
      entry[7] === undefined ? entry : [...entry.slice(0, 7), (entry[7] as number) - hours * HOUR],
    )
    await db
      .pool('ingest')
      .query(`update look_snapshots set entries = $2 where look_id = $1`, [id, JSON.stringify(moved)])
  }
}

const stored = () =>
  many<{ status: string; title: string; version: number; fields: Record<string, unknown> }>(
    db.pool('ingest'),
    `select s.status, s.fields ->> 'jobTitle' as title, s.version, s.fields from signals s join companies c on c.ordinal = s.company_ordinal
      where c.domain = $1 and s.type = 'hiring' order by title`,
    [domain],
  )
const statuses = async () => (await stored()).map(({ status }) => status)

test('a name from a page of the company stays, whichever of its looks is written first', async () => {
  const collector = (name: string, company?: { name: string }): Collector => ({
    ...{ name, title: name, every: 'week', types: ['web'] },
    visit: async () => ({ signals: [], complete: true, ...(company && { company }) }),
  })
  const collectors = [collector('a'), collector('page', { name: 'Northwind Inc.' }), collector('z')]
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], collectors))
  assert.equal((await collect({ collectors })).visits, 3)
  const name = async () =>
    (await one<{ name: string }>(db.pool('ingest'), 'select name from companies where domain = $1', [domain])).name
  assert.equal(await name(), 'Northwind Inc.')
  await collect({ collectors: [collector('a'), collector('page'), collector('z')] })
  assert.equal(await name(), 'Northwind Inc.', 'a visit that finds no name keeps the one that is known')
})

test('a first visit is history: quiet, and the start of known-since', async () => {
  server.board('greenhouse', board, jobs(3), 'Northwind')
  await watch()
  assert.deepEqual(await collect(), { visits: 1, created: 3, updated: 0, closed: 0, failed: 0, outcomes: ['first'] })
  const company = await one<{ name: string; looked: number }>(
    db.pool('ingest'),
    `select name, looked from companies c join company_ranks r on r.company_ordinal = c.ordinal where domain = $1`,
    [domain],
  )
  assert.equal(company.name, 'Northwind')
  assert.equal(company.looked & 1, 1, 'somebody has looked for jobs')
})

test('an unchanged visit touches no signal and moves seen_through', async () => {
  server.board('greenhouse', board, jobs(3))
  await watch()
  await collect()
  await pass(30)
  const before = await stored()
  assert.deepEqual((await collect()).outcomes, ['unchanged'])
  assert.deepEqual(await stored(), before)
  const [look] = (await showWatched(db.pool('ingest'), domain))?.sources ?? []
  assert.ok(Date.now() - (look?.seenThrough?.getTime() ?? 0) < 60_000)
  assert.equal(look?.visits, 2)
  assert.equal(look?.history.length, 1, 'an unchanged visit is only counted')
})

test('new jobs are created, changed ones updated, missing ones closed after two visits', async () => {
  server.board('greenhouse', board, jobs(3))
  await watch()
  await collect()
  const [one_, two, three] = jobs(3)
  server.board('greenhouse', board, [{ ...(one_ as PostedJob), title: 'Sales Lead' }, two as PostedJob, ...jobs(1, 4)])
  assert.deepEqual(await collect(), { visits: 1, created: 1, updated: 1, closed: 0, failed: 0, outcomes: ['changed'] })
  assert.deepEqual(await collect(), { visits: 1, created: 0, updated: 0, closed: 1, failed: 0, outcomes: ['changed'] })
  const closed = (await stored()).filter(({ status }) => status === 'closed')
  assert.deepEqual(
    closed.map(({ title }) => title),
    [three?.title],
  )
})

test('without --all two visits that close must be 20 hours apart, and nothing is visited twice an hour', async () => {
  server.board('greenhouse', board, jobs(2))
  const due = { once: { all: false, domain } }
  await watch()
  await collect(due)
  assert.equal((await collect(due)).visits, 0)
  server.board('greenhouse', board, jobs(1))
  await pass(25)
  assert.deepEqual((await collect(due)).outcomes, ['changed'])
  await db.pool('ingest').query(`update look_times set due_at = now(), visited_at = now() - interval '2 hours'`)
  await collect(due)
  assert.deepEqual(await statuses(), ['active', 'active'])
  await pass(25)
  assert.equal((await collect(due)).closed, 1)
})

test('a failed visit closes nothing, and is retried later', async () => {
  server.board('greenhouse', board, jobs(2))
  await watch()
  await collect()
  server.fault('boards-api.greenhouse.io', { kind: 'html' }, 2)
  assert.deepEqual((await collect()).outcomes, ['failed'])
  assert.deepEqual((await collect()).outcomes, ['failed'])
  const [look] = (await showWatched(db.pool('ingest'), domain))?.sources ?? []
  assert.equal(look?.failures, 2)
  assert.match(look?.failure ?? '', /^invalid_response: /)
  assert.deepEqual((await collect({ once: { all: false, domain } })).outcomes, [], 'backoff')
  assert.deepEqual((await collect()).outcomes, ['unchanged'])
  assert.deepEqual(await statuses(), ['active', 'active'])
})

test('a board that empties for one visit closes nothing', async () => {
  server.board('greenhouse', board, jobs(12))
  await watch()
  await collect()
  server.board('greenhouse', board, [])
  assert.deepEqual((await collect()).outcomes, ['waiting'])
  server.board('greenhouse', board, jobs(12))
  assert.deepEqual((await collect()).outcomes, ['unchanged'])
  assert.equal((await statuses()).filter((status) => status === 'active').length, 12)
  server.board('greenhouse', board, jobs(11, 2))
  await collect()
  server.board('greenhouse', board, jobs(1))
  assert.deepEqual((await collect()).outcomes, ['waiting'], 'one is there again, the others are not')
  const { outcome, created } = (await showWatched(db.pool('ingest'), domain))?.sources[0]?.history[0] ?? {}
  assert.deepEqual([outcome, created], ['waiting', 0])
  server.board('greenhouse', board, jobs(12))
  await collect()
  server.board('greenhouse', board, [])
  assert.deepEqual([(await collect()).closed, (await collect()).closed, (await collect()).closed], [0, 0, 12])
})

for (const status of [429, 403, 503]) {
  test(`${status} with Retry-After of one board is for all boards of the system, and the look stays due`, async () => {
    const other = `other${number}`
    server.board('ashby', board, jobs(1))
    server.board('ashby', other, jobs(1))
    await watch({ board: `https://jobs.ashbyhq.com/${board}` })
    server.fault('api.ashbyhq.com', { kind: 'status', status, retryAfter: 600 }, 1)
    assert.deepEqual((await collect()).outcomes, ['failed'])
    await watch({ domain: `other-${domain}`, board: `https://jobs.ashbyhq.com/${other}` })
    const asked = server.asked('api.ashbyhq.com').length
    const outcome = await collect({ once: { all: true, domain: `other-${domain}` } })
    assert.deepEqual(outcome.outcomes, ['postponed'])
    assert.equal(server.asked('api.ashbyhq.com').length, asked)
    await db.pool('ingest').query(`delete from host_turns`)
  })
}

test('a board that moves to another system: its jobs do not close as if hiring had stopped', async () => {
  const old = Array.from({ length: 4 }, (_, i) => ({
    ...(jobs(1, i + 1)[0] as PostedJob),
    postedAt: POSTED - 100 * 24 * HOUR,
  }))
  server.board('greenhouse', board, old)
  await watch()
  await collect()
  server.board('greenhouse', board, [])
  server.board(
    'lever',
    board,
    old.map(({ title }, i) => ({
      id: `00000000-0000-4000-8000-${String(number * 100 + i).padStart(12, '0')}`,
      title,
      postedAt: POSTED,
    })),
  )
  await watch({ board: `https://jobs.lever.co/${board}` })
  await collect()
  await collect()
  await collect()
  const now = (await stored()).filter(({ status }) => status !== 'retracted')
  assert.deepEqual(
    now.map(({ status }) => status),
    Array.from({ length: 4 }, () => 'active'),
  )
})

test('a removed company keeps its signals and when they were last seen', async () => {
  server.board('greenhouse', board, jobs(1))
  await watch()
  await collect()
  await db
    .pool('ingest')
    .query(
      `update signals set last_seen_at = now() - interval '90 days' where source = 'greenhouse' and key like $1 || '/%'`,
      [board],
    )
  await collect()
  assert.equal(await removeWatched(db, domain), 'removed')
  const { seen } = await one<{ seen: boolean }>(
    db.pool('ingest'),
    `select last_seen_at > now() - interval '1 minute' as seen from signals s join companies c on c.ordinal = s.company_ordinal where domain = $1`,
    [domain],
  )
  assert.equal(seen, true)
})

test('what visits keep seeing does not expire, and what they no longer contain does', async () => {
  server.board('greenhouse', board, jobs(2))
  await watch()
  await collect()
  await db
    .pool('ingest')
    .query(
      `update signals set last_seen_at = now() - interval '90 days' where source = 'greenhouse' and key like $1 || '/%'`,
      [board],
    )
  await db.pool('ingest').query(`update sources set last_delivery_at = now()`)
  await db.pool('ingest').query(`update expiry set day = null, done_to = null`)
  assert.equal(await expireSignals(db, new Stamper(db)), 0)
  await db.pool('ingest').query(
    `insert into missing_signals (signal_id, look_id)
     select s.id, l.id from signals s join looks l on l.domain = $1 where s.key like $2 || '/%' limit 1`,
    [domain, board],
  )
  await db.pool('ingest').query(`update expiry set day = null, done_to = null`)
  assert.equal(await expireSignals(db, new Stamper(db)), 1)
})

test('a board with proof is visited in the same run, another one waits', async () => {
  server.board('workable', board, jobs(1))
  const found = (name: string, proven: boolean) => ({
    collector: 'workable',
    board: name,
    page: `https://${domain}/careers`,
    proven,
    why: 'The careers page links it.',
  })
  const discovery: Collector = {
    name: 'test-discovery',
    title: 'Discovery',
    every: 'month',
    types: [],
    visit: async () => ({ complete: true, signals: [], boards: [found(board, true), found(`${board}x`, false)] }),
  }
  const collectors = [...BOARD_COLLECTORS, discovery]
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], collectors))
  assert.equal((await collect({ collectors })).created, 1)
  const matches = (await listMatches(db.pool('ingest'))).filter((match) => match.domain === domain)
  assert.deepEqual(
    matches.map(({ target }) => target),
    [`${board}x`],
  )
})

test('a tool in use at the first visit is not news, one that appears later is adopted', async () => {
  const tools = ['HubSpot CRM']
  const dns: Collector = {
    name: 'test-dns',
    title: 'DNS',
    every: 'week',
    types: ['tool'],
    visit: async () => ({
      complete: true,
      signals: tools.map((tool) => ({ type: 'tool', key: tool, confidence: 0.75, fields: { tool } })),
    }),
  }
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], [dns]))
  await collect({ collectors: [dns] })
  tools.push('Notion')
  await collect({ collectors: [dns] })
  const changes = await many<{ change: string }>(
    db.pool('ingest'),
    `select fields ->> 'change' as change from signals s join companies c on c.ordinal = s.company_ordinal where domain = $1 order by occurred_at, 1 desc`,
    [domain],
  )
  assert.deepEqual(changes.map(({ change }) => change).sort(), ['adopted', 'in_use'])
})

test('whatever a server does wrong, no job is closed, and the next good visit continues as before', async () => {
  server.board('greenhouse', board, jobs(12))
  await watch()
  await collect()
  const before = await stored()
  const faults: readonly Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 404 },
    { kind: 'status', status: 403 },
    { kind: 'html' },
    { kind: 'redirect', to: 'https://www.greenhouse.example/marketing' },
    { kind: 'half' },
    { kind: 'cut' },
    { kind: 'reset' },
    { kind: 'bomb', megabytes: 64 },
  ]
  for (const fault of faults) {
    server.fault('boards-api.greenhouse.io', fault, 1)
    assert.deepEqual((await collect()).outcomes, ['failed'], JSON.stringify(fault))
    assert.deepEqual((await collect()).outcomes, ['unchanged'], `after ${JSON.stringify(fault)}`)
  }
  assert.deepEqual(await stored(), before)
  const last = server.asked('boards-api.greenhouse.io').at(-1)
  assert.ok(last?.headers['if-none-match'], 'a good visit is answered with 304')
})

test('a DNS record that vanished ends its evidence and says nothing about the tool', async () => {
  const records: Record<string, string[]> = { 'test-dns-a': ['HubSpot CRM', 'Notion'], 'test-dns-b': ['HubSpot CRM'] }
  const collectors = Object.keys(records).map(
    (name): Collector => ({
      ...{ name, title: name, every: 'week', types: ['tool'] },
      visit: async () => ({
        complete: true,
        signals: (records[name] ?? []).map((tool) => ({ type: 'tool', key: tool, confidence: 0.75, fields: { tool } })),
      }),
    }),
  )
  await db.transaction('settings', (tx) => addWatched(tx, [{ domain }], collectors))
  await collect({ collectors })
  records['test-dns-a'] = []
  await collect({ collectors })
  await collect({ collectors })
  const tools = await many<{ tool: string; status: string; change: string }>(
    db.pool('ingest'),
    `select fields ->> 'tool' as tool, status, fields ->> 'change' as change
       from signals s join companies c on c.ordinal = s.company_ordinal where domain = $1 order by 1`,
    [domain],
  )
  assert.deepEqual(
    tools.map(({ tool, status, change }) => [tool, status, change]),
    [
      ['HubSpot CRM', 'active', 'in_use'],
      ['Notion', 'closed', 'in_use'],
    ],
  )
})
