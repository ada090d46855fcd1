// The states of webhooks on a real database with real receivers: each change is a log line, a notice and a metric.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import { newTeam, saveWebhook, startEngine, writeSignals } from '../../../../test/harness/firehose.ts'
import { recordingLog } from '../../../../test/harness/log.ts'
import { changeWebhook, pauseWebhook, resumeWebhook, rotateWebhookKey } from '../../../../test/harness/operator.ts'
import { accept, startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { type Database, one } from '../../../db/index.ts'
import { SecretBox } from '../../../platform/config/secret-box.ts'
import { makeSecretKey, parseSecretKeys } from '../../../platform/config/secret-keys.ts'
import { Stamper } from '../../../write/log/index.ts'
import { FirehoseMetrics } from '../dispatch/metrics.ts'
import { type Engine, listNotices, readWebhook } from '../index.ts'

let db: Database
let stamper: Stamper
const registry = new Registry()
const { log, lines } = recordingLog()
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
  let engine: Engine | undefined
  const metrics = new FirehoseMetrics(registry, () => engine ?? { watched: [], head: 0, inFlight: 0 })
  const lagLimits = { behindSeconds: 1, caughtUpSeconds: 0.5 }
  engine = await startEngine(db, { log, metrics, states: { everyMs: 50, settleMs: 200, lagLimits } })
})
const settings = () => db.pool('settings')

async function until<T>(what: string, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(30)) {
    const seen = await check()
    if (seen) return seen
  }
  return assert.fail(`timed out waiting for: ${what}`)
}

const becomes = (teamId: string, webhookId: string, condition: string) =>
  until(`the webhook is ${condition}`, async () => {
    const view = await readWebhook(settings(), teamId, webhookId)
    return view?.condition === condition && view
  })

/** The changes that were logged. */
const logged = (webhookId: string) =>
  lines.filter(({ webhook, to }) => webhook === webhookId && to !== undefined).map(({ from, to }) => `${from} > ${to}`)

const noticed = async (teamId: string) =>
  (await listNotices(settings(), teamId)).map(({ kind, seenAt }) => `${kind}${seenAt ? ' (seen)' : ''}`).reverse()

async function metric(pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await registry.metrics())?.[1] ?? Number.NaN)
}

const changesTo = async (state: string) => {
  const text = await registry.metrics()
  const counts = [...text.matchAll(new RegExp(`state_changes_total\\{from="\\w+",to="${state}"\\} (\\d+)`, 'g'))]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

test('an endpoint that cannot keep up is falling behind, with its lag and an estimate, until it has caught up', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const { id } = await saveWebhook(db, teamId, { url: receiver.url, mostPerSecond: 4 })
  await writeSignals(db, stamper, 'behind', 200)
  const view = await becomes(teamId, id, 'falling_behind')
  assert.match(view.reason, /^The oldest waiting event is \d+ s old/)
  assert.ok(view.lag.events > 0)
  // Nothing new is written, so it will catch up.
  const estimated = await until('it has an estimate', async () => {
    const now = await readWebhook(settings(), teamId, id)
    return now?.lag.throughAt ? now : undefined
  })
  assert.match(estimated.reason, /the webhook will have caught up in \d+ (s|min), at /)
  await until('the metrics say so, too', async () => {
    const [behind, healthy, events, endpoints] = await Promise.all([
      metric(/lag_seconds\{class="falling_behind"\} ([\d.]+)/),
      metric(/lag_seconds\{class="healthy"\} ([\d.]+)/),
      metric(/lag_events\{class="healthy"\} ([\d.]+)/),
      metric(/endpoints\{class="falling_behind"\} (\d+)/),
    ])
    return behind >= 1 && healthy === 0 && events === 0 && endpoints === 1
  })
  await changeWebhook(db, teamId, id, { mostPerSecond: null })
  await receiver.waitFor(200)
  await becomes(teamId, id, 'healthy')
  const lag = await until('all is committed', async () => {
    const now = await readWebhook(settings(), teamId, id)
    return now?.lag.events === 0 && now.lag
  })
  assert.equal(lag.throughAt, null)
  assert.deepEqual(logged(id), ['healthy > falling_behind', 'falling_behind > healthy'])
  assert.deepEqual(await noticed(teamId), ['falling_behind', 'healthy'])
  assert.equal(await changesTo('falling_behind'), 1)
})

test('a webhook whose key cannot be decrypted reports it and sends nothing, and delivers immediately after a rotation', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const { id } = await saveWebhook(db, teamId, { url: receiver.url })
  await writeSignals(db, stamper, 'readable', 1)
  await receiver.waitFor(1)
  // As after a change of SECRET_KEYS that dropped a key, or by a node that has others.
  const foreign = new SecretBox(parseSecretKeys(makeSecretKey()) ?? [])
  await settings().query('update webhooks set auth_key = $2, version = version + 1 where id = $1', [
    id,
    foreign.seal('whk_of_another_node', id),
  ])
  const view = await becomes(teamId, id, 'key_unreadable')
  assert.match(view.reason, /can’t decrypt the authentication key/)
  await writeSignals(db, stamper, 'unreadable', 3)
  await until('the log reaches the webhook', async () => (await readWebhook(settings(), teamId, id))?.lag.events === 3)
  assert.equal(receiver.received.length, 1, 'nothing is sent with the old key')
  assert.equal(await metric(/endpoints\{class="key_unreadable"\} (\d+)/), 1)
  await rotateWebhookKey(db, teamId, id, 'now')
  await receiver.waitFor(4)
  await becomes(teamId, id, 'healthy')
  assert.deepEqual(logged(id).slice(0, 2), ['healthy > key_unreadable', 'key_unreadable > healthy'])
  assert.deepEqual((await noticed(teamId)).slice(0, 2), ['key_unreadable', 'healthy'])
  assert.ok((await changesTo('key_unreadable')) >= 1)
})

test('a webhook that is leased with a key that cannot be decrypted is in that state, too', async () => {
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: 'https://hooks.example.com/a' })
  await pauseWebhook(db, teamId, id, 'operator')
  await settings().query(`update webhooks set auth_key = 'v1.lost.' || repeat('A', 60) where id = $1`, [id])
  await resumeWebhook(db, teamId, id)
  await becomes(teamId, id, 'key_unreadable')
})

test('a previous key that cannot be decrypted, or whose overlap has ended, doesn’t stop delivery', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver()
  const lost = `'v1.lost.' || repeat('A', 60)`
  for (const overlapEnd of [`now() + interval '1 hour'`, `now() - interval '1 hour'`]) {
    const { id, authKey } = await saveWebhook(db, teamId, { url: receiver.url })
    await settings().query(
      `update webhooks set previous_key = ${lost}, previous_key_until = ${overlapEnd}, version = version + 1 where id = $1`,
      [id],
    )
    await writeSignals(db, stamper, `previous-${receiver.received.length}`, 1)
    await until('the current key is sent', async () =>
      receiver.received.some(({ headers }) => headers.authorization === `Bearer ${authKey}`),
    )
  }
})

test('retries that last, a pause and a resume are announced, each once', async () => {
  const teamId = await newTeam(db)
  const receiver = await startReceiver((_received, response) => void response.writeHead(500).end())
  const { id } = await saveWebhook(db, teamId, { url: receiver.url })
  await writeSignals(db, stamper, 'retried', 1)
  await until('retrying is announced', async () => logged(id).includes('healthy > retrying'))
  receiver.answer(accept)
  await pauseWebhook(db, teamId, id, 'operator')
  await until('the pause is announced', async () => logged(id).includes('retrying > paused'))
  await resumeWebhook(db, teamId, id)
  await becomes(teamId, id, 'healthy')
  await until('the resume is announced', async () => logged(id).at(-1)?.endsWith('> healthy'))
  const { state } = await one<{ state: string }>(
    settings(),
    'select state from webhook_cursors where webhook_id = $1',
    [id],
  )
  assert.equal(state, 'healthy')
  const notices = await noticed(teamId)
  assert.deepEqual(notices.slice(0, 2), ['retrying', 'paused'])
  assert.match(notices.at(-1) ?? '', /^healthy/)
  assert.ok((await changesTo('paused')) >= 1)
})
