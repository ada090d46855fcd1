// Retries that people ask for: in virtual time, and with two processes on a real database.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import {
  insertFailingEvents,
  newTeam,
  saveWebhook,
  startEngine,
  writeSignals,
} from '../../../../test/harness/firehose.ts'
import { HOUR, MINUTE, ok, SECOND, status, VirtualEndpoint } from '../../../../test/harness/virtual-endpoint.ts'
import { accept, startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import type { Database } from '../../../db/index.ts'
import { Stamper } from '../../../write/log/index.ts'
import { listAttempts, pauseWebhook, requestReplay, retryEvent } from '../index.ts'
import { NEW_HEALTH } from '../states/health.ts'
import { MAX_ATTEMPTS } from '../states/retry-schedule.ts'
import { listReplayRequests } from '../webhooks/retry-queries.ts'

let db: Database
before(async () => {
  db = await openTestDatabase()
})

test('a requested retry is sent immediately and counts as an attempt, and repeating the request adds none', () => {
  const world = new VirtualEndpoint({ receiver: () => status(500), events: 1 })
  world.runFor(SECOND)
  for (let i = 0; i < 3; i++) world.endpoint.ask(1, 1)
  world.runFor(SECOND)
  assert.deepEqual(
    world.attemptsOf(1).map(({ attempt, lane, at }) => [attempt, lane, at - world.startedAt]),
    [
      [1, 'first', 0],
      [2, 'late', SECOND],
    ],
  )
  // The first request has been answered: repeating it has no effect.
  world.endpoint.ask(1, 1)
  world.runFor(30 * SECOND)
  assert.equal(world.sends, 2)
  // The next attempt on schedule is the one after two attempts.
  world.runFor(MINUTE)
  assert.deepEqual([world.sends, world.commit().stored[0]?.attempts], [3, 3])
})

test('a request that comes while the event is in flight is fulfilled by that attempt', () => {
  const world = new VirtualEndpoint({ receiver: () => status(500, { latencyMs: 5 * SECOND }), events: 1 })
  world.runFor(16 * SECOND)
  assert.equal(world.sends, 2, 'the second attempt is in flight')
  world.endpoint.ask(1, 1)
  world.runFor(10 * SECOND)
  assert.equal(world.sends, 2)
})

test('a retry on request waits neither for Retry-After nor for the next probe, and its success ends the hold', () => {
  const answers = [status(503, { retryAfterSeconds: 3_600 }), ok()]
  const world = new VirtualEndpoint({
    receiver: () => answers.shift() ?? ok(),
    state: {
      frontier: 2,
      health: { ...NEW_HEALTH, failuresInRow: 30, heldSince: 1, holdStep: 5, probeAt: 1_800_000_000_000 + HOUR },
      open: [1, 2].map((position) => ({
        position,
        signalId: `s${position}`,
        type: 'hiring',
        attempts: 3,
        dueAt: 1_800_000_000_000 + HOUR,
        stored: true,
      })),
    },
  })
  world.runFor(MINUTE)
  assert.equal(world.sends, 0, 'the endpoint is held')
  world.endpoint.ask(2, 3)
  world.runFor(MINUTE)
  assert.deepEqual(
    world.sent.map(({ position }) => position),
    [2],
  )
  world.endpoint.ask(2, 4)
  world.runFor(SECOND)
  assert.equal(world.attemptsOf(2).length, 2)
  assert.equal(world.endpoint.health.heldSince, undefined)
})

test('the last attempt on request exhausts the event, and a limit per second applies to requests too', () => {
  const open = Array.from({ length: 5 }, (_, i) => ({
    position: i + 1,
    signalId: `s${i + 1}`,
    type: 'hiring',
    attempts: MAX_ATTEMPTS - 1,
    dueAt: 1_900_000_000_000,
    stored: true,
  }))
  const world = new VirtualEndpoint({
    receiver: () => status(500),
    subscription: { maxPerSecond: 2 },
    state: { frontier: 5, open },
  })
  for (const { position } of open) world.endpoint.ask(position, MAX_ATTEMPTS - 1)
  world.runFor(100)
  assert.ok(world.sends <= 2, 'the limit holds')
  world.runFor(5 * SECOND)
  assert.equal(world.sends, 5)
  assert.equal(world.endpoint.openCount, 0)
  world.commit()
  assert.equal(world.committed.flatMap(({ exhausted }) => exhausted).length, 5)
})

async function rowOf(webhookId: string) {
  const { rows } = await db
    .pool('settings')
    .query<{ position: number; attempts: number; exhausted: boolean }>(
      `select position::int, attempts, exhausted_at is not null as exhausted from webhook_retries where webhook_id = $1`,
      [webhookId],
    )
  return rows[0]
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await check()) return
    await sleep(20)
  }
  assert.fail(`timed out waiting for: ${what}`)
}

test('ten concurrent requests cause one attempt, with two processes, and a request outlives the process that held the webhook', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver((_received, response) => void response.writeHead(500).end('no'))
  const { id } = await saveWebhook(db, teamId, { url: `${receiver.url}/in` })
  const first = await startEngine(db)
  const second = await startEngine(db)
  await writeSignals(db, new Stamper(db), 'asked', 1)
  await receiver.waitFor(1)
  await until('the failure is stored', async () => (await rowOf(id))?.attempts === 1)
  const { position } = (await rowOf(id)) ?? assert.fail('no row')
  const ask = () => db.transaction('settings', (tx) => retryEvent(tx, 'operator', teamId, id, position))

  // Its attempt ends after the last request: one that comes later asks for another.
  const asked = Promise.withResolvers<void>()
  receiver.answer((_received, response) => void asked.promise.then(() => response.writeHead(500).end('no')))
  await Promise.all(Array.from({ length: 10 }, ask))
  asked.resolve()
  await until('the retry is stored', async () => (await rowOf(id))?.attempts === 2)
  assert.equal(receiver.received.length, 2)

  await Promise.all([first.stop(), second.stop()])
  receiver.answer(accept)
  await Promise.all(Array.from({ length: 10 }, ask))
  await startEngine(db)
  await until('the event is delivered', async () => (await rowOf(id)) === undefined)
  assert.equal(receiver.received.length, 3)
  const attempts = await listAttempts(db.pool('settings'), teamId, id, { position })
  assert.deepEqual(
    attempts.map(({ attempt, lane, status }) => [attempt, lane, status]),
    [
      [3, 'late', 200],
      [2, 'late', 500],
      [1, 'first', 500],
    ],
  )
  const { rows } = await db
    .pool('settings')
    .query(
      `select details ->> 'attempt' as attempt from audit_log where team_id = $1 and action = 'webhook.retried' order by id`,
      [teamId],
    )
  assert.deepEqual(rows, [{ attempt: '2' }, { attempt: '3' }], 'each request is in the audit log once')
  await assert.rejects(ask, /can’t be retried now/)
})

test('only failing events of an enabled webhook are retried, and the operator is asked once for each that has no attempts left', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: 'http://127.0.0.1:9/in' })
  await insertFailingEvents(db, id)
  const retry = (position: number, team = teamId) =>
    db.transaction('settings', (tx) => retryEvent(tx, 'operator', team, id, position))
  const request = (position: number) =>
    db.transaction('settings', (tx) => requestReplay(tx, 'operator', teamId, id, position))
  await assert.rejects(retry(3), /waits for an earlier event/)
  await assert.rejects(retry(2), /no attempts left/)
  await assert.rejects(retry(1, await newTeam(db)), /There is no webhook/)
  await db.transaction('settings', (tx) => pauseWebhook(tx, 'operator', teamId, id))
  await assert.rejects(retry(1), /The webhook is paused/)

  await assert.rejects(request(1), /still has attempts left/)
  await Promise.all([request(2), request(2), request(2)])
  assert.deepEqual(
    (await listReplayRequests(db.pool('settings'))).map(({ webhookId, position }) => [webhookId, Number(position)]),
    [[id, 2]],
  )
  await db.pool('settings').query(
    `insert into webhook_attempts (day, webhook_id, at, position, lane, attempt, status, latency_ms)
       values ((now() at time zone 'utc')::date, $1, now() + interval '1 second', 2, 'replay', 1, 200, 5)`,
    [id],
  )
  assert.deepEqual(await listReplayRequests(db.pool('settings')), [], 'a request ends with the replay')
  const { rows } = await db
    .pool('settings')
    .query(`select from audit_log where team_id = $1 and action = 'webhook.replay_requested'`, [teamId])
  assert.equal(rows.length, 1)
})
