// Feeds on a real database, with a clock of their own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { newList } from '../../../test/harness/operator.ts'
import { company, DAY, signal } from '../../../test/harness/signals.ts'
import { ListSets } from '../../account/lists/index.ts'
import { createTeam } from '../../account/teams/index.ts'
import { DatabaseClock, type Queryable } from '../../db/index.ts'
import { postgresEngine } from '../../search/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { mergeCompanies, writeRecords } from '../../write/write-path/index.ts'
import { SliceCache, SlicePages } from '../slices/index.ts'
import type { TeamFeed } from './feed-rows.ts'
import { TeamFeeds } from './team-feeds.ts'

const SECOND = 1_000
const now = Math.floor(Date.now() / 1_000)
let teams = 0

async function newWorld() {
  const db = await openTestDatabase()
  const pool = db.pool('search')
  const statements = { all: 0, rounds: 0 }
  const read: Queryable = {
    query: (statement, values) => {
      statements.all++
      if (typeof statement !== 'string' && statement.name === 'list_marks') statements.rounds++
      return pool.query(statement as string, values as unknown[])
    },
  }
  const stamper = new Stamper(db)
  const clock = { ms: 0 }
  const monotonicMs = () => clock.ms
  const slicePages = new SlicePages(read, () => postgresEngine(pool), { monotonicMs })
  const parts = {
    read,
    slicePages,
    slices: new SliceCache(read),
    lists: new ListSets(read),
    clock: new DatabaseClock(read),
  }
  const feeds = new TeamFeeds(parts, monotonicMs)

  async function newTeam(accounts = '') {
    const owner = { email: `owner-${teams++}@example.com`, password: 'a long password' }
    const { id } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
    if (accounts) await newList(db.pool('settings'), id, 'accounts', accounts)
    return id
  }
  /** Companies that look for an AI SDR. */
  async function write(names: readonly string[], title = 'AI SDR') {
    const jobs = names.map((name) =>
      signal(`${name}.example`, `${name} ${title}`, {
        company: { domain: `${name}.example`, name },
        label: `Hiring: ${title}`,
        occurredAt: now - 2 * DAY,
        fields: { jobTitle: title },
      }),
    )
    await writeRecords(db, stamper, jobs)
    await stamper.stamp()
  }
  async function feedAfter(seconds: number, teamId: string): Promise<TeamFeed> {
    clock.ms += seconds * SECOND
    return feeds.of(teamId)
  }
  return { db, stamper, clock, feeds, newTeam, write, feedAfter, statements }
}

const namesOf = ({ rows }: TeamFeed) => rows.map(({ company: { name } }) => name).sort()

test('a company on no list is found although nothing else is written after it', async () => {
  const { newTeam, write, feedAfter } = await newWorld()
  await write(['acme'])
  const team = await newTeam()
  assert.deepEqual(namesOf(await feedAfter(60, team)), ['acme'])
  await write(['globex'])
  // The open page asks shortly after the write, and then while nothing happens.
  assert.deepEqual(namesOf(await feedAfter(1, team)), ['acme'])
  assert.deepEqual(namesOf(await feedAfter(15, team)), ['acme', 'globex'])
})

test('a company that was just found stays when the lists change, and is shown to a team that opens the page then', async () => {
  const { db, newTeam, write, feedAfter } = await newWorld()
  await write(['acme'])
  const team = await newTeam('acme.example globex.example')
  assert.deepEqual(namesOf(await feedAfter(60, team)), ['acme'])
  await write(['globex'])
  assert.deepEqual(namesOf(await feedAfter(1, team)), ['acme', 'globex'])
  // The windows are scanned again, in lists of members that are seconds old.
  await newList(db.pool('settings'), team, 'more', 'initech.example')
  assert.deepEqual(namesOf(await feedAfter(1, team)), ['acme', 'globex'])
  assert.deepEqual(namesOf(await feedAfter(1, await newTeam('globex.example'))), ['globex'])
})

test('a merged company is one row, under the name of the one that it was merged into', async () => {
  const { db, stamper, newTeam, write, feedAfter } = await newWorld()
  await write(['old', 'brand'])
  const team = await newTeam('old.example brand.example')
  assert.deepEqual(namesOf(await feedAfter(60, team)), ['brand', 'old'])
  await mergeCompanies(db, stamper, { from: 'old.example', into: 'brand.example' })
  await stamper.stamp()
  assert.deepEqual(namesOf(await feedAfter(1, team)), ['brand'])
})

test('an agency is left out, unless it is on a list', async () => {
  const { db, stamper, newTeam, feedAfter } = await newWorld()
  const launches = ['acme', 'staffing'].map((name) =>
    signal(`${name}.example`, `${name} endpoint`, {
      type: 'web',
      company: { domain: `${name}.example`, name },
      label: 'MCP endpoint',
      occurredAt: now - 2 * DAY,
      fields: { kind: 'mcp_endpoint', change: 'launched' },
    }),
  )
  await writeRecords(db, stamper, [
    ...launches,
    company('staffing.example', { name: 'staffing', employerKind: 'agency' }),
  ])
  await stamper.stamp()
  assert.deepEqual(namesOf(await feedAfter(60, await newTeam())), ['acme'])
  const team = await newTeam('acme.example staffing.example')
  assert.deepEqual(namesOf(await feedAfter(60, team)), ['acme', 'staffing'])
})

test('a feed that is recomputed with the same rows has the same stamp', async () => {
  const first = await newWorld()
  await first.write(['acme', 'globex', 'initech'])
  const team = await first.newTeam('initech.example acme.example globex.example')
  const { stamp } = await first.feedAfter(60, team)
  await first.write(['globex'], 'Store Manager')
  assert.equal((await first.feedAfter(1, team)).stamp, stamp)
})

test('a request waits for another stamp, and ends without one on timeout or abort', {
  timeout: 60_000,
}, async () => {
  const { clock, feeds, newTeam, write, feedAfter } = await newWorld()
  await write(['globex'])
  const team = await newTeam('acme.example globex.example')
  const { stamp } = await feedAfter(60, team)
  const stop = new AbortController()
  const ask = (maxMs: number) => feeds.stampAfter(team, stamp, maxMs, stop.signal)
  const [calledOff, timedOut] = [ask(60 * SECOND), ask(SECOND)]
  stop.abort()
  assert.equal(await calledOff, stamp)
  clock.ms += SECOND
  assert.equal(await timedOut, stamp)
  const waiting = feeds.stampAfter(team, stamp, 60 * SECOND, new AbortController().signal)
  await write(['acme'])
  clock.ms += SECOND
  assert.notEqual(await waiting, stamp)
})

test('pages of many teams wait with the same few statements, and all get a company that is on their lists', {
  timeout: 60_000,
}, async () => {
  const { clock, feeds, newTeam, write, feedAfter, statements } = await newWorld()
  await write(['globex', 'acme'], 'Store Manager')
  const waiting = []
  for (let n = 0; n < 5; n++) {
    const team = await newTeam('acme.example globex.example')
    const { stamp } = await feedAfter(60, team)
    waiting.push(feeds.stampAfter(team, stamp, 60 * SECOND, new AbortController().signal).then((now) => now !== stamp))
  }
  // The first rounds.
  await untilRounds(statements, 3)
  const before = { ...statements }
  await untilRounds(statements, 4)
  const perRound = (statements.all - before.all) / (statements.rounds - before.rounds)
  assert.ok(perRound <= 4, `${perRound} statements in each round of five teams`)
  await write(['acme'])
  clock.ms += SECOND
  assert.deepEqual(await Promise.all(waiting), [true, true, true, true, true])
})

/** Each round asks once for the marks of all lists. */
async function untilRounds(statements: { readonly rounds: number }, more: number): Promise<void> {
  for (const end = statements.rounds + more; statements.rounds < end; ) await sleep(20)
}
