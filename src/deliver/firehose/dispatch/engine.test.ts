// The engine on a real database, with real receivers on loopback.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import {
  changeWebhook,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookKey,
  setPlan,
} from '../../../../test/harness/operator.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { accept, startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, many, one } from '../../../db/index.ts'
import { readHead, Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import type { Engine } from '../index.ts'
import { listAttempts, listNotices, readEvent, readHours, readReplay, readWebhook } from '../index.ts'

let db: Database
let stamper: Stamper
let teamId: string
let engine: Engine
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
  teamId = await newTeam(db)
  engine = await startEngine(db)
})
const settings = () => db.pool('settings')

/** Polls until a condition is met. */
async function until<T>(what: string, check: () => Promise<T | undefined | null | false>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const seen = await check()
    if (seen) return seen
    await sleep(20)
  }
  return assert.fail(`timed out waiting for: ${what}`)
}

const released = (webhookId: string) =>
  until('the lease is released', async () => {
    const sql = `select holder is null as free from webhook_cursors where webhook_id = $1`
    return (await one<{ free: boolean }>(settings(), sql, [webhookId])).free
  })

const settled = (webhookId: string) =>
  until('everything is committed', async () => {
    const { frontier, pending } = await one<{ frontier: number; pending: string[] }>(
      settings(),
      `select frontier, pending::text[] as pending from webhook_cursors where webhook_id = $1`,
      [webhookId],
    )
    const behind = await one<{ rows: number }>(
      settings(),
      `select count(*)::int as rows from webhook_retries where webhook_id = $1 and exhausted_at is null`,
      [webhookId],
    )
    return pending.length === 0 && behind.rows === 0 && frontier >= (await readHead(settings()))
  })

test('an event is delivered as specified, once, and only if it was written after the webhook was saved', async () => {
  const receiver = await startReceiver()
  await writeSignals(db, stamper, 'before', 5)
  const webhook = await saveWebhook(db, teamId, { url: `${receiver.url}/hook` })
  await writeRecords(db, stamper, [
    signal('acme.example', 'one', {
      company: { domain: 'acme.example', name: 'Acme', logo: 'https://acme.example/l.png' },
    }),
  ])
  await receiver.waitFor(1)
  const got = receiver.received[0] ?? assert.fail('nothing was received')
  assert.equal(got.headers.authorization, `Bearer ${webhook.authKey}`)
  assert.equal(got.headers['content-type'], 'application/json')
  assert.equal(got.headers.accept, 'application/json')
  const { eventId, type, action, signalId, company, signal: sent } = got.event as unknown as Record<string, string>
  assert.match(eventId ?? '', new RegExp(`^wh_${signalId}_created_\\d+$`))
  assert.deepEqual({ type, action }, { type: 'hiring', action: 'created' })
  assert.deepEqual(
    { ...(company as unknown as object), id: '' },
    { id: '', name: 'Acme', domain: 'acme.example', logo: 'https://acme.example/l.png' },
  )
  assert.equal((sent as unknown as { jobTitle: string }).jobTitle, 'Account Executive')
  await settled(webhook.id)
  await writeSignals(db, stamper, 'after', 120)
  await receiver.waitFor(121)
  await settled(webhook.id)
  assert.equal(new Set(receiver.ids()).size, 121)
  assert.equal(receiver.received.length, 121)
  const attempts = await listAttempts(settings(), teamId, webhook.id, { limit: 200 })
  assert.equal(attempts.length, 121)
  assert.ok(attempts.every((attempt) => attempt.status === 200 && attempt.eventId?.startsWith('wh_')))
  const view = await readWebhook(settings(), teamId, webhook.id)
  assert.deepEqual({ condition: view?.condition, lag: view?.lag.events }, { condition: 'healthy', lag: 0 })
  const middle = attempts[60] ?? assert.fail('no attempt')
  const event = await readEvent(settings(), teamId, webhook.id, middle.position)
  assert.deepEqual({ state: event?.state, attempts: event?.attempts }, { state: 'delivered', attempts: [middle] })
  const older = await listAttempts(settings(), teamId, webhook.id, { before: middle, limit: 200 })
  assert.deepEqual(older, attempts.slice(61))
  // Of two hours, if one has ended meanwhile.
  const hours = await readHours(settings(), teamId, webhook.id, 24)
  const sum = (outcome: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[outcome], 0)
  assert.deepEqual([sum('succeeded'), sum('failed')], [121, 0])
  await db.pool('settings').query('delete from webhooks where id = $1', [webhook.id])
})

test('quiet batches are skipped, and a type that is not subscribed is not sent', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url, types: ['web'] })
  await writeRecords(db, stamper, [signal('quiet.example', 'q1', { type: 'web', fields: { kind: 'ai_feature' } })], {
    quiet: true,
  })
  await writeRecords(db, stamper, [signal('quiet.example', 'q2')])
  await writeRecords(db, stamper, [signal('quiet.example', 'q3', { type: 'web', fields: { kind: 'llms_txt' } })])
  await receiver.waitFor(1)
  await settled(webhook.id)
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['web'],
  )
  await changeWebhook(db, teamId, webhook.id, { types: ['hiring'] })
  await writeRecords(db, stamper, [
    signal('quiet.example', 'q4', { type: 'web', fields: { kind: 'ai_feature' } }),
    signal('quiet.example', 'q5'),
  ])
  await receiver.waitFor(2)
  await settled(webhook.id)
  assert.deepEqual(
    receiver.received.map(({ event }) => event.type),
    ['web', 'hiring'],
  )
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('a failed event becomes one row and is retried with the same id, and the next event of its signal waits behind it', async () => {
  let fail = true
  const receiver = await startReceiver(
    (_got, response) => void response.writeHead(fail ? 500 : 200).end(fail ? 'broken' : ''),
  )
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  await writeRecords(db, stamper, [signal('order.example', 'o1')])
  await until(
    'a row',
    async () =>
      (await many(settings(), 'select from webhook_retries where webhook_id = $1', [webhook.id])).length === 1,
  )
  await writeRecords(db, stamper, [signal('order.example', 'o1', { label: 'Changed' })])
  await until(
    'a second row that waits',
    async () =>
      (await many(settings(), 'select from webhook_retries where webhook_id = $1 and attempts = 0', [webhook.id]))
        .length === 1,
  )
  const view = await readWebhook(settings(), teamId, webhook.id)
  assert.equal(view?.condition, 'retrying')
  assert.equal(view?.lag.events, 2)
  const [failed] = await listAttempts(settings(), teamId, webhook.id, { outcome: 'failed' })
  assert.deepEqual(
    { status: failed?.status, reason: failed?.reason, excerpt: failed?.excerpt },
    { status: 500, reason: 'status', excerpt: 'broken' },
  )
  const event = (await readEvent(settings(), teamId, webhook.id, failed?.position ?? 0)) ?? assert.fail('no event')
  assert.equal(event.state, 'waiting')
  assert.equal((event.payload as { eventId: string }).eventId, failed?.eventId)
  fail = false
  await receiver.waitFor(3)
  await settled(webhook.id)
  // On a busy machine the repaired receiver may be seen only after another attempt.
  const sent = receiver.received.map(({ event: { eventId, action } }) => ({ eventId, action }))
  const [first, ...retries] = sent.slice(0, -1)
  assert.ok(retries.length > 0)
  for (const retry of retries) assert.deepEqual(retry, first)
  assert.equal(sent.at(-1)?.action, 'updated')
  assert.equal((await readEvent(settings(), teamId, webhook.id, failed?.position ?? 0))?.state, 'delivered')
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('a new URL gets the waiting events immediately, whatever the old one had asked for', async () => {
  const old = await startReceiver((_got, response) => void response.writeHead(429, { 'retry-after': '3600' }).end())
  const webhook = await saveWebhook(db, teamId, { url: old.url })
  await writeRecords(db, stamper, [signal('moved.example', 'm1')])
  await until(
    'a failure',
    async () => (await listAttempts(settings(), teamId, webhook.id, { outcome: 'failed' })).length === 1,
  )
  const next = await startReceiver()
  await changeWebhook(db, teamId, webhook.id, { url: next.url })
  await next.waitFor(1)
  await settled(webhook.id)
  assert.deepEqual(next.ids(), old.ids())
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('after a rotation the new key is sent, and the previous key once if the new one is rejected', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  receiver.answer(
    ({ headers }, response) =>
      void response.writeHead(headers.authorization === `Bearer ${webhook.authKey}` ? 200 : 401).end(),
  )
  const rotated = await rotateWebhookKey(db, teamId, webhook.id, '1h')
  await writeRecords(db, stamper, [signal('keys.example', 'k1')])
  await receiver.waitFor(2)
  await settled(webhook.id)
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers.authorization),
    [`Bearer ${rotated.authKey}`, `Bearer ${webhook.authKey}`],
  )
  const attempts = await listAttempts(settings(), teamId, webhook.id)
  assert.deepEqual(
    attempts.map(({ status }) => status),
    [200],
  )
  await settings().query(
    `update webhooks set previous_key_until = now() - interval '1 s', version = version + 1 where id = $1`,
    [webhook.id],
  )
  // After a release and a new lease, the webhook has certainly been loaded again.
  await pauseWebhook(db, teamId, webhook.id, 'owner')
  await released(webhook.id)
  await resumeWebhook(db, teamId, webhook.id)
  await writeRecords(db, stamper, [signal('keys.example', 'k2')])
  await until(
    'a failure',
    async () => (await listAttempts(settings(), teamId, webhook.id, { outcome: 'failed' })).length === 1,
  )
  assert.equal(receiver.received.length, 3)
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('410 pauses the webhook with a notice; after a resume no event is missing', async () => {
  const receiver = await startReceiver((_got, response) => void response.writeHead(410).end())
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  await writeRecords(db, stamper, [signal('gone.example', 'g1')])
  const paused = await until('paused', async () => {
    const view = await readWebhook(settings(), teamId, webhook.id)
    return view?.condition === 'paused' && view
  })
  assert.match(paused.reason, /410/)
  assert.equal((await listNotices(settings(), teamId))[0]?.kind, 'gone')
  await writeSignals(db, stamper, 'while-gone', 10)
  receiver.answer(accept)
  await resumeWebhook(db, teamId, webhook.id)
  await until('all events are received', async () => new Set(receiver.ids()).size === 11)
  await settled(webhook.id)
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('a webhook pauses when its team loses API access, keeps its position, and resumes when access returns', async () => {
  const receiver = await startReceiver()
  const other = await newTeam(db)
  const webhook = await saveWebhook(db, other, { url: receiver.url })
  await setPlan(settings(), other, 'free')
  await until('paused', async () => (await readWebhook(settings(), other, webhook.id))?.pauseReason === 'api_access')
  await released(webhook.id)
  await writeSignals(db, stamper, 'no-access', 7)
  await assert.rejects(resumeWebhook(db, other, webhook.id), /API access/)
  assert.equal(receiver.received.length, 0)
  await setPlan(settings(), other, 'pro')
  await receiver.waitFor(7)
  await settled(webhook.id)
  assert.equal(receiver.received.length, 7)
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('a replay sends a past range again with the same ids, in addition to live delivery', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  const { since } = await one<{ since: Date }>(settings(), 'select clock_timestamp() as since')
  await writeSignals(db, stamper, 'replayed', 60)
  await receiver.waitFor(60)
  await settled(webhook.id)
  const ids = [...receiver.ids()].sort()
  const replay = await replayWebhook(db, teamId, webhook.id, since)
  await receiver.waitFor(120)
  const done = await until('finished', async () => {
    const now = await readReplay(settings(), teamId, replay.id)
    return now?.finishedAt && now
  })
  assert.equal(done.sent, 60)
  assert.deepEqual(receiver.ids().slice(60).sort(), ids)
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('a paused webhook receives nothing; events from the pause are sent once after the resume', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  await pauseWebhook(db, teamId, webhook.id, 'owner')
  await released(webhook.id)
  await writeSignals(db, stamper, 'paused', 300)
  assert.equal(receiver.received.length, 0)
  assert.equal((await readWebhook(settings(), teamId, webhook.id))?.lag.events, 300)
  await resumeWebhook(db, teamId, webhook.id)
  await receiver.waitFor(300)
  await settled(webhook.id)
  assert.equal(receiver.received.length, 300)
  await settings().query('delete from webhooks where id = $1', [webhook.id])
})

test('an engine that stops releases everything and leaves no outcome unknown', async () => {
  const receiver = await startReceiver()
  const webhook = await saveWebhook(db, teamId, { url: receiver.url })
  await writeSignals(db, stamper, 'stopping', 200)
  await engine.stop()
  const { pending } = await one<{ pending: string[] }>(
    settings(),
    `select pending::text[] as pending from webhook_cursors where webhook_id = $1`,
    [webhook.id],
  )
  assert.deepEqual(pending, [])
  engine = await startEngine(db)
  await until('all events are received', async () => new Set(receiver.ids()).size === 200)
  await settled(webhook.id)
  assert.equal(receiver.received.length, 200, 'no event was received twice')
})
