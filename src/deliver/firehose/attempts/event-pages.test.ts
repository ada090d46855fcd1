// The delivery log by event, on a log of a few hundred real events whose attempts are written as the firehose stores them.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, writeSignals } from '../../../../test/harness/firehose.ts'
import type { Database } from '../../../db/index.ts'
import { readHead, Stamper } from '../../../write/log/index.ts'
import { makeAttemptPartitions } from '../progress/retention.ts'
import { type EventQuery, pageOfEvents } from './event-pages.ts'
import { listFailures } from './failures.ts'

const DELIVERED = 130
let db: Database
let teamId: string
let webhookId: string
/** Of the signal events, in the order of the log. */
let positions: number[]

before(async () => {
  db = await openTestDatabase()
  teamId = await newTeam(db)
  const pool = db.pool('settings')
  const stamper = new Stamper(db)
  webhookId = (await saveWebhook(db, teamId, { url: 'http://127.0.0.1:9/in' })).id
  const start = await readHead(pool)
  await writeSignals(db, stamper, 'log', DELIVERED + 4)
  const { rows } = await pool.query<{ position: string }>(
    `select l.position - l.events + 1 + e.n as position from log l join events e on e.day = l.day and e.batch = l.batch
      where l.position > $1 and e.kind = 'signal' and not e.silent order by 1`,
    [start],
  )
  positions = rows.map(({ position }) => Number(position))
  assert.equal(positions.length, DELIVERED + 4)
  await makeAttemptPartitions(pool)
  // 13 commits of ten deliveries, a second apart. A slow request is in a commit with later ones.
  await pool.query(
    `insert into webhook_deliveries (day, webhook_id, at, first_position, positions, statuses, latencies_ms)
     select (now() at time zone 'utc')::date, $1, date_trunc('second', now()) - make_interval(secs => 100 - n), min(p),
            array_agg(p), array_agg(200::smallint), array_agg(12)
       from (select p, (place - 1) / 10 as n from unnest($2::bigint[]) with ordinality u (p, place)) each group by n`,
    [webhookId, positions.slice(0, DELIVERED)],
  )
  const [replayed, retrying, failed, waiting] = [at(3), at(DELIVERED), at(DELIVERED + 1), at(DELIVERED + 2)]
  await pool.query(
    `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
     values ($1, $2, gen_random_uuid(), 'hiring', 2, now() + interval '5 minutes', null),
            ($1, $3, gen_random_uuid(), 'hiring', 9, now(), now() - interval '1 hour'),
            ($1, $4, gen_random_uuid(), 'hiring', 0, now(), null)`,
    [webhookId, retrying, failed, waiting],
  )
  const attempts = [
    [retrying, 'first', 1, 503, 'status', 50],
    [retrying, 'late', 2, 503, 'status', 40],
    [failed, 'late', 8, null, 'refused', 39],
    [failed, 'late', 9, 503, 'status', 38],
    [replayed, 'replay', 1, 500, 'status', 30],
    [at(DELIVERED + 3), 'first', 1, 500, 'status', 29],
    [at(DELIVERED + 3), 'late', 2, 200, null, 28],
  ]
  for (const [position, lane, attempt, status, reason, secondsAgo] of attempts) {
    await pool.query(
      `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms)
       values ((now() at time zone 'utc')::date, $1, date_trunc('second', now()) - make_interval(secs => $7), $2, $3, $4, $5, $6, 20)`,
      [webhookId, position, lane, attempt, status, reason, secondsAgo],
    )
  }
  await pool.query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, reason, latency_ms, event_id, type)
     values ((now() at time zone 'utc')::date, $1, date_trunc('second', now()), 0, 'test', 1, 401, 'status', 20, 'wh_test', 'hiring')`,
    [webhookId],
  )
})

const at = (index: number) => positions[index] ?? assert.fail(`no event ${index}`)
const page = (query: EventQuery = {}) => pageOfEvents(db.pool('settings'), teamId, webhookId, query)

async function allPages(query: EventQuery = {}) {
  const events: Awaited<ReturnType<typeof page>>['events'] = []
  let before: string | undefined
  for (let pages = 0; pages < 20; pages++) {
    const { events: more, next } = await page(before === undefined ? query : { ...query, before })
    events.push(...more)
    if (next === null) return events
    before = next
  }
  return assert.fail('the pages never end')
}

test('each event is listed once, at its newest attempt, with its company and its attempts', async () => {
  const events = await allPages()
  const listed = events.map(({ position }) => Number(position))
  // Without the one that waits for an earlier event and has no attempt, and with the test event.
  assert.equal(listed.length, DELIVERED + 4)
  assert.equal(new Set(listed).size, listed.length)
  assert.deepEqual(
    events
      .slice(0, 5)
      .map(({ position, state, isTest, attempts }) => [
        isTest ? 'test' : positions.indexOf(Number(position)),
        state,
        attempts.map(({ status }) => status),
      ]),
    [
      ['test', 'exhausted', [401]],
      [DELIVERED + 3, 'delivered', [500, 200]],
      [3, 'delivered', [200, 500]],
      [DELIVERED + 1, 'exhausted', [null, 503]],
      [DELIVERED, 'waiting', [503, 503]],
    ],
  )
  const times = events.map((event) => event.at)
  assert.deepEqual(times, [...times].sort().reverse())
  const retrying = events[4]
  assert.equal(retrying?.company?.domain, 'log-30.example')
  assert.ok(retrying?.nextAttemptAt)
  assert.match(retrying?.eventId ?? '', /^wh_/)
})

test('the log is filtered by state, type, time, company and event id', async () => {
  const found = async (query: EventQuery) =>
    (await allPages(query)).map(({ position }) => positions.indexOf(Number(position)))
  assert.deepEqual(await found({ state: 'waiting' }), [DELIVERED + 2, DELIVERED])
  assert.deepEqual(await found({ state: 'exhausted' }), [DELIVERED + 1])
  assert.equal((await found({ state: 'delivered' })).length, DELIVERED)
  assert.deepEqual(await found({ type: 'funding' }), [])
  assert.equal((await found({ type: 'hiring' })).length, DELIVERED + 4)
  assert.deepEqual(await found({ search: 'LOG-7.example' }), [107, 57, 7])
  assert.deepEqual(await found({ search: 'log-30.', state: 'waiting' }), [DELIVERED])
  assert.deepEqual(await found({ search: 'nobody' }), [])
  assert.deepEqual(await found({ since: new Date(Date.now() - 45_000).toISOString() }), [-1, 133, 3, 131, 130])
  const [, , , , retrying] = (await page()).events
  const search = retrying?.eventId ?? ''
  assert.deepEqual(await found({ search }), [DELIVERED])
  assert.deepEqual(await found({ search, state: 'delivered' }), [])
  assert.deepEqual(await found({ search: search.replace('created', 'updated') }), [])
  const stranger = await newTeam(db)
  assert.deepEqual((await pageOfEvents(db.pool('settings'), stranger, webhookId, {})).events, [])
})

test('events that fail for the same reason are one failure, with what to do about it', async () => {
  const { failures, exact } = await listFailures(db.pool('settings'), teamId, webhookId)
  assert.deepEqual(
    failures.map(({ retrying, failed }) => [retrying, failed]),
    [[1, 1]],
  )
  assert.match(failures[0]?.problem ?? '', /503/)
  assert.equal(exact, true)
})
