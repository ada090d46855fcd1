// Job boards of watched companies, which the nodes collect while they are under fire, and what must be true of them in the end.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { addWatched, CollectingNode } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS } from '../../src/collect/collectors/index.ts'
import { openFetcher } from '../../src/collect/fetching/index.ts'
import { type Database, many, one } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { type BoardServer, type PostedJob, startBoardServer } from '../harness/board-server.ts'
import { startDnsServer } from '../harness/dns-server.ts'
import { silentLog } from '../harness/log.ts'
import { waitUntil } from './end-checks.ts'

const COMPANIES = 30
/** On each board. Fewer than from where on a large loss waits for the next visit. */
const JOBS = 5
const ROUND_MS = 6_000
/** Long enough for requests at the same time to be seen. */
const ANSWER_MS = 50
const SYSTEMS = [
  ['greenhouse', (name: string) => `https://boards.greenhouse.io/${name}`],
  ['ashby', (name: string) => `https://jobs.ashbyhq.com/${name}`],
  ['workable', (name: string) => `https://apply.workable.com/${name}`],
  ['recruitee', (name: string) => `https://${name}.recruitee.com`],
] as const

/** SQL: the looks at the boards. */
const OF_BOARDS = `t.look_id in (select id from looks where collector = any('{${SYSTEMS.map(([name]) => name).join(',')}}'))`
const COLLECTED = `signals s join companies c on c.ordinal = s.company_ordinal where s.type = 'hiring' and c.domain like 'board-%'`

export interface Boards {
  /** For the nodes. */
  readonly env: Record<string, string>
  readonly server: BoardServer
  /** How often they have changed. */
  rounds: number
}

export async function watchBoards(db: Database): Promise<Boards> {
  const server = await startBoardServer()
  server.delay(ANSWER_MS)
  const { address } = await startDnsServer(() => undefined)
  const env = { COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin, COLLECT_DNS: address }
  const boards: Boards = { env, server, rounds: 0 }
  post(boards)
  const requests = Array.from({ length: COMPANIES }, (_, i) => ({
    domain: `board-${i}.example`,
    board: systemOf(i)[1](`board-${i}`),
  }))
  await db.transaction('settings', (tx) => addWatched(tx, requests, BOARD_COLLECTORS))
  return boards
}

const systemOf = (company: number) => SYSTEMS[company % SYSTEMS.length] ?? SYSTEMS[0]

/** In each round a board has one job more, and its oldest is gone. */
const jobsOf = ({ rounds }: Boards, company: number) =>
  Array.from({ length: JOBS }, (_, n): PostedJob => {
    const number = rounds + n
    const id = String(company * 100_000 + number + 1)
    return { id, title: `Clerk ${number}`, location: 'Oslo', postedAt: 1_760_000_000 }
  })

function post(boards: Boards): void {
  for (let i = 0; i < COMPANIES; i++) boards.server.board(systemOf(i)[0], `board-${i}`, jobsOf(boards, i))
}

/** Until the signal. The boards are due after each change. */
export async function changeAllTheTime(db: Database, boards: Boards, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    boards.rounds++
    post(boards)
    // The database may be away. Then they are due after the next change.
    await makeDue(db, new Date()).catch(() => {})
    await sleep(ROUND_MS, undefined, { signal }).catch(() => {})
  }
}

/**
 * What was not visited since then is due. A look that was lost again and again waits for up to a day after the end of its
 * node's lease: here that day passes.
 */
async function makeDue(db: Database, since: Date): Promise<void> {
  await db.pool('settings').query(
    `update collect_nodes set expires_at = expires_at - interval '1 day'
      where expires_at between now() - interval '1 hour' and now()`,
  )
  await db.pool('settings').query(
    `update look_times t set due_at = now(), visited_at = now() - interval '2 hours'
      where ${OF_BOARDS} and coalesce(holder, 0) = 0 and (seen_through is null or seen_through <= $1)`,
    [since],
  )
}

/** Everything is visited once more. In words, what was collected. */
export async function assertCollected(db: Database, boards: Boards): Promise<string> {
  const pool = db.pool('settings')
  const { changed } = await one<{ changed: Date }>(pool, `select clock_timestamp() as changed`)
  let left = 0
  await waitUntil('every board was visited', async () => {
    await makeDue(db, changed)
    await sleep(1_000)
    const row = await one<{ left: number }>(
      pool,
      `select count(*)::int as left from look_times t
        where ${OF_BOARDS} and (coalesce(holder, 0) <> 0 or seen_through is null or seen_through <= $1)`,
      [changed],
    )
    left = row.left
    return left === 0
  }).catch((error: unknown) => assert.fail(`${error}: ${left} left`))

  const wrong = await many(
    pool,
    `select c.domain, s.label, s.status, s.first_seen_at, s.closed_at from ${COLLECTED}
        and (s.status <> 'active' or s.first_seen_at > now() + interval '1 minute')`,
  )
  assert.deepEqual(wrong, [], 'nothing ends within 20 hours, and nothing was seen in the future')
  const ahead = await many(
    pool,
    `select t.look_id, t.seen_through, t.due_at from look_times t
      where ${OF_BOARDS} and (t.seen_through > now() + interval '1 minute' or t.due_at > now() + interval '25 hours')`,
  )
  assert.deepEqual(ahead, [], 'visits are at the time of the database')

  // Two visits count however short the time between them is.
  const config = loadConfig(boards.env)
  const openAsker = () => openFetcher(config, silentLog)
  const options = { collectors: BOARD_COLLECTORS, openAsker, log: silentLog, once: { all: true } }
  await new CollectingNode(db, options).run(new AbortController().signal)
  const active = await many<{ job: string }>(
    pool,
    `select c.domain || ': ' || (s.fields ->> 'jobTitle') as job from ${COLLECTED} and s.status = 'active'`,
  )
  const expected = Array.from({ length: COMPANIES }, (_, i) =>
    jobsOf(boards, i).map(({ title }) => `board-${i}.example: ${title}`),
  )
  assert.deepEqual(active.map(({ job }) => job).sort(), expected.flat().sort())
  const twice = await many(
    pool,
    `select e.signal_id from events e where e.kind = 'signal' and e.action = 'created'
        and e.signal_id in (select s.id from ${COLLECTED}) group by e.signal_id having count(*) > 1`,
  )
  assert.deepEqual(twice, [], 'created twice')
  assertOneAtATime(boards)
  const { signals } = await one<{ signals: number }>(pool, `select count(*)::int as signals from ${COLLECTED}`)
  return `${COMPANIES} boards changed ${boards.rounds} times, ${boards.server.requests.length} requests, ${signals} jobs`
}

function assertOneAtATime({ server }: Boards): void {
  const hosts = Map.groupBy(server.requests, ({ host }) => (host.endsWith('.recruitee.com') ? 'recruitee' : host))
  for (const [host, asked] of hosts) {
    const overlapping = asked.filter(({ startedAt }, i) => {
      const before = asked[i - 1]
      return before && (before.endedAt ?? Number.POSITIVE_INFINITY) > startedAt + 1
    })
    assert.deepEqual(overlapping, [], `${host} was asked twice at once`)
  }
}
