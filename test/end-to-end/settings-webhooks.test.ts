// Webhooks on the settings screen, against a real receiver and the real firehose.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdAll, releaseHold } from '../../src/deliver/firehose/index.ts'
import { contract, type ReplyOf, SIGNAL_TYPES } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import type { Browser } from '../harness/browser.ts'
import { writeSignals } from '../harness/firehose.ts'
import { setPlan } from '../harness/operator.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'
import { accept, startReceiver } from '../harness/webhook-receiver.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings({ firehose: true })
})

async function ownersBrowser() {
  const team = await settings.newTeam()
  return { ...team, browser: await settings.browserOf(team.owner, team.teamId) }
}

const create = (browser: Browser, url: string, authKey: string | null = null) =>
  browser.call(contract.createWebhook, { body: { url, types: ['hiring'], authKey } })

async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await ask()
    if (isDone(answer)) return answer
    await sleep(50)
  }
  assert.fail(`the expected state never came: ${JSON.stringify(await ask())}`)
}

test('a webhook is created and tested, receives new events, and its log shows them', async () => {
  const { browser, owner } = await ownersBrowser()
  const receiver = await startReceiver((_received, response) => void response.end('stored'))
  const { webhook, authKey } = await create(browser, `${receiver.url}/hook`)
  assert.match(authKey, /^whk_\w{32}$/)
  assert.deepEqual(
    [webhook.state, webhook.types, webhook.lag.events, webhook.hours.length],
    ['healthy', ['hiring'], 0, 24],
  )

  const params = { webhookId: webhook.id }
  const outcome = await browser.call(contract.testWebhook, { params, body: {} })
  assert.deepEqual([outcome.succeeded, outcome.status], [true, 200])
  assert.match(outcome.diagnosis, /received/)
  assert.equal(receiver.received[0]?.headers.authorization, `Bearer ${authKey}`)
  assert.equal(receiver.received[0]?.headers['x-pro-signal-test'], 'true')

  await writeSignals(settings.db, new Stamper(settings.db), 'seen', 3)
  await receiver.waitFor(4)
  const { attempts } = await until(
    () => browser.call(contract.listAttempts, { params, query: {} }),
    ({ attempts }) => attempts.length === 4,
  )
  // The reply is shown for the test event and for first attempts that succeeded.
  for (const { succeeded, type, status, excerpt } of attempts) {
    assert.deepEqual([succeeded, type, status, excerpt], [true, 'hiring', 200, 'stored'])
  }
  assert.deepEqual(
    attempts.map(({ lane, position }) => [lane, position === '0']),
    [
      ['first', false],
      ['first', false],
      ['first', false],
      ['test', true],
    ],
  )
  const event = await browser.call(contract.getEvent, { params, query: { position: attempts[0]?.position ?? '' } })
  assert.equal(event.state, 'delivered')
  assert.equal(event.payload?.eventId, attempts[0]?.eventId)
  const shown = await browser.call(contract.getWebhook, { params })
  assert.equal(shown.webhook.hours.at(-1)?.succeeded, 3)
  assert.ok(shown.webhook.lastSuccessAt)
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.deepEqual(
    entries.map(({ action, actor, target }) => [action, actor, target?.name]),
    [
      ['webhook.tested', owner.email, `${receiver.url}/hook`],
      ['webhook.created', owner.email, `${receiver.url}/hook`],
    ],
  )
})

test('a key that this service cannot decrypt is a 503, and the test of its webhook is recorded anyway', async () => {
  const { browser } = await ownersBrowser()
  const { webhook } = await create(browser, 'https://hooks.example.com/a')
  const params = { webhookId: webhook.id }
  await settings.pool.query(`update webhooks set auth_key = 'v1.lost.' || repeat('A', 60) where id = $1`, [webhook.id])
  await browser.refused(contract.revealWebhookKey, { params, body: {} }, 503, 'service_unavailable')
  await browser.refused(contract.testWebhook, { params, body: {} }, 503, 'service_unavailable')
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['webhook.tested', 'webhook.created'],
  )
})

test('an owner can reveal the key and rotate it to a generated or own one, and each is in the audit log', async () => {
  const { browser } = await ownersBrowser()
  const own = 'my-own-key-of-some-length'
  const { webhook, authKey } = await create(browser, 'https://hooks.example.com/a', own)
  assert.equal(authKey, own)
  const params = { webhookId: webhook.id }
  assert.deepEqual(await browser.call(contract.revealWebhookKey, { params, body: {} }), { authKey: own })
  const rotated = await browser.call(contract.rotateWebhookKey, { params, body: { authKey: null, overlap: '24h' } })
  assert.match(rotated.authKey, /^whk_/)
  assert.ok(rotated.webhook.keyOverlapUntil)
  assert.deepEqual(await browser.call(contract.revealWebhookKey, { params, body: {} }), { authKey: rotated.authKey })
  for (const wrong of [
    'short',
    'with a space in the middle',
    'ünvisible-characters-1234',
    `line\r\nbreak-1234567890`,
  ]) {
    const body = { authKey: wrong, overlap: 'now' as const }
    await browser.refused(contract.rotateWebhookKey, { params, body }, 422, 'validation_failed')
  }
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['webhook.key_revealed', 'webhook.key_rotated', 'webhook.key_revealed', 'webhook.created'],
  )
  const { rows } = await settings.pool.query<{ row: string }>('select w::text as row from webhooks w where id = $1', [
    webhook.id,
  ])
  assert.ok(rows[0] && !rows[0].row.includes(own) && !rows[0].row.includes(rotated.authKey))
})

test('a webhook is changed, paused, resumed and deleted', async () => {
  const { browser } = await ownersBrowser()
  const { webhook } = await create(browser, 'https://hooks.example.com/b')
  const params = { webhookId: webhook.id }
  const body = { url: 'https://hooks.example.com/c', types: ['tool' as const, 'web' as const] }
  const changed = await browser.call(contract.changeWebhook, { params, body })
  assert.deepEqual([changed.webhook.url, changed.webhook.types], [body.url, ['tool', 'web']])
  const paused = await browser.call(contract.pauseWebhook, { params, body: {} })
  assert.deepEqual([paused.webhook.state, paused.webhook.pauseReason], ['paused', 'owner'])
  assert.equal((await browser.call(contract.resumeWebhook, { params, body: {} })).webhook.state, 'healthy')
  await browser.call(contract.deleteWebhook, { params })
  assert.deepEqual(await browser.call(contract.listWebhooks, {}), { webhooks: [], canBeLocal: true })
  await browser.refused(contract.getWebhook, { params }, 404, 'not_found')
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.deepEqual(
    entries.map(({ action, target }) => [action, target?.name]),
    [
      ['webhook.deleted', 'https://hooks.example.com/c'],
      ['webhook.resumed', 'https://hooks.example.com/c'],
      ['webhook.paused', 'https://hooks.example.com/c'],
      ['webhook.changed', 'https://hooks.example.com/c'],
      ['webhook.created', 'https://hooks.example.com/b'],
    ],
  )
})

test('a URL is checked while it is typed and when it is saved, with the same message', async () => {
  const { browser } = await ownersBrowser()
  for (const url of [
    '',
    'hooks',
    'http://hooks.example.com/',
    'https://10.0.0.1/',
    'https://user:x@hooks.example.com/',
  ]) {
    const { problem } = await browser.call(contract.checkWebhookUrl, { body: { url } })
    assert.ok(problem, url)
    if (url === '') continue
    const body = { url, types: ['hiring' as const], authKey: null }
    const error = await browser.refused(contract.createWebhook, { body }, 422, 'validation_failed')
    assert.deepEqual(error.details, [{ field: 'url', message: problem }])
  }
  const fine = { body: { url: 'https://hooks.example.com/pro-signal' } }
  assert.deepEqual(await browser.call(contract.checkWebhookUrl, fine), { problem: null })
})

test('tokens in a webhook URL are shown to owners only, and never in the audit log', async () => {
  const { browser, teamId, member: person } = await ownersBrowser()
  const receiver = await startReceiver(accept)
  const url = `${receiver.url}/in/x7Qm0123456789abcdefAb12?token=s3cret`
  const { webhook } = await create(browser, url)
  assert.equal(webhook.url, url, 'an owner edits it')
  // As older versions recorded it.
  await settings.pool.query(
    `insert into audit_log (team_id, action, target_id, target_name) values ($1, 'webhook.changed', $2, $3)`,
    [teamId, webhook.id, url],
  )
  const masked = `${receiver.url}/in/…Ab12?…`
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.deepEqual(
    entries.map(({ target }) => target?.name),
    [masked, masked],
  )
  const { rows } = await settings.pool.query(
    `select target_name as name from audit_log where team_id = $1 and action = 'webhook.created'`,
    [teamId],
  )
  assert.deepEqual(rows, [{ name: masked }])
  const member = await settings.browserOf(person, teamId)
  assert.equal((await member.call(contract.listWebhooks, {})).webhooks[0]?.url, masked)
  assert.equal((await member.call(contract.getWebhook, { params: { webhookId: webhook.id } })).webhook.url, masked)
})

test('a rejected request leaves neither a webhook nor an audit record', async () => {
  const { browser } = await ownersBrowser()
  for (let i = 0; i < 9; i++) await create(browser, `https://hooks.example.com/${i}`)
  const body = { url: 'https://hooks.example.com/more', types: ['hiring' as const], authKey: null }
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => browser.send(contract.createWebhook, { body })))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 409, 409, 409])
  await browser.refused(contract.createWebhook, { body }, 409, 'too_many_webhooks')
  assert.equal((await browser.call(contract.listWebhooks, {})).webhooks.length, 10)
  const { entries } = await browser.call(contract.listAudit, { query: { subject: 'webhooks' } })
  assert.equal(entries.length, 10)
  for (const types of [[], ['hiring', 'hiring'], ['hirings']]) {
    await browser.refused(
      contract.createWebhook,
      { body: { ...body, types: types as never } },
      422,
      'validation_failed',
    )
  }
})

test('for a failing endpoint the test shows the reason, and the log each attempt and the next one', async () => {
  const { browser } = await ownersBrowser()
  const receiver = await startReceiver((_received, response) => void response.writeHead(401).end('no, thank you'))
  const { webhook } = await create(browser, `${receiver.url}/hook`)
  const params = { webhookId: webhook.id }
  const outcome = await browser.call(contract.testWebhook, { params, body: {} })
  assert.deepEqual([outcome.succeeded, outcome.status, outcome.excerpt], [false, 401, 'no, thank you'])
  assert.match(outcome.diagnosis, /authentication key/)

  await writeSignals(settings.db, new Stamper(settings.db), 'refused', 1)
  const failed = await until(
    () => browser.call(contract.listAttempts, { params, query: { outcome: 'failed' } }),
    ({ attempts }) => attempts.length > 1,
  )
  const [attempt] = failed.attempts
  assert.deepEqual([attempt?.succeeded, attempt?.status, attempt?.excerpt], [false, 401, 'no, thank you'])
  assert.match(attempt?.problem ?? '', /authentication key/)
  const event = await browser.call(contract.getEvent, { params, query: { position: attempt?.position ?? '' } })
  assert.equal(event.state, 'waiting')
  assert.ok(event.nextAttemptAt)
  const shown = await browser.call(contract.getWebhook, { params })
  assert.deepEqual([shown.webhook.state, shown.webhook.openRetries], ['retrying', 1])
  receiver.answer(accept)
})

test('if the endpoint does not answer, the log shows it without a reply', async () => {
  const { browser } = await ownersBrowser()
  const receiver = await startReceiver((_received, response) => void response.destroy())
  const { webhook } = await create(browser, `${receiver.url}/hook`)
  const params = { webhookId: webhook.id }
  const { diagnosis, excerpt } = await browser.call(contract.testWebhook, { params, body: {} })
  assert.equal(excerpt, null)
  await writeSignals(settings.db, new Stamper(settings.db), 'unanswered', 1)
  const { attempts } = await until(
    () => browser.call(contract.listAttempts, { params, query: {} }),
    ({ attempts }) => attempts.length > 1,
  )
  const attempt = attempts.find(({ lane }) => lane === 'first')
  assert.deepEqual([attempt?.status, attempt?.excerpt, attempt?.problem], [null, null, diagnosis])
  receiver.answer(accept)
})

test('while all delivery is held, a webhook is not shown as healthy', async () => {
  const { browser } = await ownersBrowser()
  const { webhook } = await create(browser, 'https://hooks.example.com/held')
  const params = { webhookId: webhook.id }
  await holdAll(settings.db)
  const shown = await browser.call(contract.getWebhook, { params })
  assert.equal(shown.webhook.state, 'held')
  assert.match(shown.webhook.reason, /^All delivery is held/)
  await releaseHold(settings.db)
  assert.equal((await browser.call(contract.getWebhook, { params })).webhook.state, 'healthy')
})

test('every attempt is on exactly one page, even if many were written in one commit', async () => {
  const { browser } = await ownersBrowser()
  const receiver = await startReceiver()
  const { webhook } = await create(browser, `${receiver.url}/hook`)
  const params = { webhookId: webhook.id }
  await writeSignals(settings.db, new Stamper(settings.db), 'paged', 180)
  await receiver.waitFor(180)
  const ids = async (query: { type?: 'hiring' | 'tool' }) => {
    const seen: string[] = []
    let before: string | undefined
    do {
      const page: ReplyOf<typeof contract.listAttempts> = await browser.call(contract.listAttempts, {
        params,
        query: { ...query, ...(before !== undefined && { before }) },
      })
      seen.push(...page.attempts.map(({ position }) => position))
      before = page.next ?? undefined
    } while (before !== undefined)
    return seen
  }
  const seen = await until(
    () => ids({}),
    (positions) => positions.length >= 180,
  )
  assert.equal(new Set(seen).size, 180)
  assert.equal(seen.length, 180)
  assert.deepEqual(await ids({ type: 'hiring' }), seen)
  assert.deepEqual(await ids({ type: 'tool' }), [])
})

test('signal types have a label, a description and an example event', async () => {
  const { browser } = await ownersBrowser()
  const { types } = await browser.call(contract.listSignalTypes, {})
  assert.deepEqual(
    types.map(({ type }) => type),
    [...SIGNAL_TYPES],
  )
  for (const { type, label, description, example } of types) {
    assert.ok(label && description)
    assert.equal(example.type, type)
    assert.match(String(example.eventId), /^wh_[0-9a-f-]{36}_created_\d+$/)
    assert.ok((example.signal as { label?: string }).label)
  }
})

test('without API access webhooks can be read, paused and deleted, but not created, resumed or tested', async () => {
  const { browser, teamId } = await ownersBrowser()
  const { webhook } = await create(browser, 'https://hooks.example.com/d')
  await setPlan(settings.pool, teamId, 'free')
  const params = { webhookId: webhook.id }
  await browser.call(contract.getWebhook, { params })
  await browser.refused(contract.testWebhook, { params, body: {} }, 403, 'api_access_required')
  await browser.refused(contract.resumeWebhook, { params, body: {} }, 403, 'api_access_required')
  await browser.call(contract.deleteWebhook, { params })
})

test('an hour in which all attempts timed out is shown like any other', async () => {
  const { browser } = await ownersBrowser()
  const { webhook } = await create(browser, 'https://hooks.example.com/slow')
  await settings.pool.query(
    `insert into webhook_hours (webhook_id, hour, succeeded, failed, latency_counts)
     values ($1, date_trunc('hour', now()), 0, 7, array_fill(0, array[9]) || 7)`,
    [webhook.id],
  )
  const [shown] = (await browser.call(contract.listWebhooks, {})).webhooks
  assert.deepEqual([shown?.hours.at(-1)?.failed, shown?.hours.at(-1)?.p95Ms], [7, 15_000])
})
