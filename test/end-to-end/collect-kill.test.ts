// kill -9 of collecting nodes in a loop, while three of them work on many companies. `npm run soak:collect` makes it large.

import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addWatched } from '../../src/collect/collecting/index.ts'
import { BOARD_COLLECTORS } from '../../src/collect/collectors/index.ts'
import { type Database, many, one } from '../../src/db/index.ts'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type BoardServer, type PostedJob, startBoardServer } from '../harness/board-server.ts'
import { cleanup } from '../harness/cleanup.ts'
import { openTestDatabase } from '../harness/database.ts'

const COMPANIES = Number(process.env.COLLECT_COMPANIES ?? 48)
const KILLS = Number(process.env.COLLECT_KILLS ?? 1)
const LEASE_SECONDS = 2
const PATIENCE_MS = 60_000 + COMPANIES * 200
const JOBS = 3

const SYSTEMS = [
  ['greenhouse', (name: string) => `https://boards.greenhouse.io/${name}`],
  ['ashby', (name: string) => `https://jobs.ashbyhq.com/${name}`],
  ['workable', (name: string) => `https://apply.workable.com/${name}`],
  ['recruitee', (name: string) => `https://${name}.recruitee.com`],
] as const

const nodes = new Set<ChildProcess>()

async function startNode(url: string, origin: string): Promise<ChildProcess> {
  const settings = JSON.stringify({ url, origin, pauseMs: 5, leaseSeconds: LEASE_SECONDS })
  const child = fork(join(packageRoot, 'test/harness/collect-node-process.ts'), [settings], { stdio: 'inherit' })
  nodes.add(child)
  cleanup(() => child.kill('SIGKILL'))
  await new Promise((resolve) => child.once('message', resolve))
  return child
}

function post(server: BoardServer, round: number): void {
  for (let i = 0; i < COMPANIES; i++) {
    const [system] = SYSTEMS[i % SYSTEMS.length] as (typeof SYSTEMS)[number]
    const jobs = Array.from(
      { length: JOBS + round },
      (_, n): PostedJob => ({
        id: String(i * 100 + n + 1),
        title: `Job ${n}`,
        location: `Place ${n}`,
        postedAt: 1_760_000_000,
      }),
    )
    server.board(system, `company${i}`, jobs)
  }
}

/**
 * Until no visits are in progress, and every look has had a complete visit since then, in Unix seconds. A look that was
 * lost repeatedly waits for up to a day after the end of its node's lease. Here that day passes.
 */
async function untilVisited(db: Database, since: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await db
      .pool('settings')
      .query(
        `update collect_nodes set expires_at = expires_at - interval '1 day' where expires_at between now() - interval '1 hour' and now()`,
      )
    const { left } = await one<{ left: number }>(
      db.pool('settings'),
      `select count(*)::int as left from look_times
        where coalesce(holder, 0) <> 0 or seen_through is null or seen_through < to_timestamp($1)`,
      [since],
    )
    if (left === 0) return
    assert.ok(performance.now() < until, `${left} looks were not visited`)
    await sleep(100)
  }
}

test('three nodes that are killed again and again visit everything, ask no host twice at once, and create nothing twice', async () => {
  const db = await openTestDatabase()
  const server = await startBoardServer()
  post(server, 0)
  const requests = Array.from({ length: COMPANIES }, (_, i) => {
    const [, address] = SYSTEMS[i % SYSTEMS.length] as (typeof SYSTEMS)[number]
    return { domain: `company${i}.example`, board: address(`company${i}`) }
  })
  await db.transaction('settings', (tx) => addWatched(tx, requests, BOARD_COLLECTORS))
  const running = await Promise.all([1, 2, 3].map(() => startNode(db.url, server.origin)))
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(300 + Math.random() * 700)
    running[kill % 3]?.kill('SIGKILL')
    running[kill % 3] = await startNode(db.url, server.origin)
  }
  await untilVisited(db, 0)
  // A second round, with a new job on every board.
  post(server, 1)
  const { now } = await one<{ now: number }>(
    db.pool('settings'),
    `with due as (update look_times set due_at = now(), visited_at = now() - interval '2 hours')
     select floor(extract(epoch from now()))::bigint as now`,
  )
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(200 + Math.random() * 400)
    running[kill % 3]?.kill('SIGKILL')
    running[kill % 3] = await startNode(db.url, server.origin)
  }
  await untilVisited(db, now)
  for (const node of nodes) node.kill('SIGKILL')

  const hosts = Map.groupBy(server.requests, ({ host }) => (host.endsWith('.recruitee.com') ? 'recruitee' : host))
  for (const [host, asked] of hosts) {
    const overlapping = asked.filter((each, i) => {
      const before = asked[i - 1]
      return before && (before.endedAt ?? Number.POSITIVE_INFINITY) > each.startedAt + 1
    })
    assert.deepEqual(overlapping, [], `${host} was asked twice at once`)
  }
  const { signals } = await one<{ signals: number }>(
    db.pool('settings'),
    `select count(*)::int as signals from signals where type = 'hiring' and status = 'active'`,
  )
  assert.equal(signals, COMPANIES * (JOBS + 1))
  const twice = await many(
    db.pool('settings'),
    `select signal_id from events where kind = 'signal' and action = 'created' group by signal_id having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
  const wrong = await many(
    db.pool('settings'),
    `select signal_id from events where kind = 'signal' and action = 'updated' and type = 'hiring'`,
  )
  assert.deepEqual(wrong, [], 'a visit that is made twice changes nothing the second time')
})
