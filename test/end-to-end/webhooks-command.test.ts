// The webhook commands next to a running service: a webhook from its creation to its deletion.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { signatureCheck } from 'pro-signal/receiver'
import { openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { runCommand, serve } from '../harness/command-line.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { silentLog } from '../harness/log.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'

const OWNER = ['--owner-email', 'owner@acme.example', '--owner-password', 'correct horse']

async function settings(): Promise<Record<string, string>> {
  return { DATABASE_URL: await createDatabase(), DATA_DIR: temporaryFolder(), SECRET_KEYS }
}

test('create, test, deliver, show, pause, resume, replay, delete', async () => {
  const env = { ...(await settings()), ALLOW_LOOPBACK_WEBHOOKS: '1' }
  const run = async (...args: string[]) => {
    const { stdout, stderr, code } = await runCommand([...args, '--json'], env)
    assert.ok(code === 0 || code === 1, `${args.join(' ')}: ${stderr}`)
    return JSON.parse(stdout)
  }
  const service = await serve(['--roles', 'worker,firehose'], env)
  const receiver = await startReceiver()
  const team = await run('teams', 'create', '--name', 'Acme', '--plan', 'pro', ...OWNER)
  const webhook = await run(
    'webhooks',
    'create',
    '--team',
    team.id,
    '--url',
    `${receiver.url}/in`,
    '--name',
    'CRM',
    '--types',
    'hiring,web',
    '--filter',
    'hiring(title ~ "AI SDR")',
    '--company-filters',
    '{"countries": ["ZZ"]}',
  )
  const filter = { signals: 'hiring(title ~ "AI SDR")', company: { countries: ['ZZ'] } }
  assert.deepEqual(webhook.filter, filter)
  assert.equal(webhook.name, 'CRM')
  assert.match(webhook.signingSecret, /^whsec_/)
  assert.match(webhook.authKey, /^whk_[0-9A-Za-z]{32}$/)
  assert.deepEqual(webhook.types, ['hiring', 'web'])

  const tested = await run('webhooks', 'test', webhook.id)
  assert.equal(tested.succeeded, true)
  const [sample] = receiver.received
  assert.equal(sample?.headers['x-pro-signal-test'], 'true')
  assert.equal(sample?.headers.authorization, `Bearer ${webhook.authKey}`)
  assert.ok(sample && signatureCheck(webhook.signingSecret)(sample.headers, sample.body))

  const since = new Date().toISOString()
  const lines = Array.from({ length: 5 }, (_, i) => ({
    record: 'signal',
    type: 'hiring',
    company: { domain: `c${i}.example`, name: `Company ${i}` },
    source: 'test',
    key: `k${i}`,
    occurredAt: since,
    confidence: 0.8,
    label: 'Hiring',
    jobTitle: 'AI SDR',
  }))
  const file = join(temporaryFolder(), 'signals.ndjson')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await run('ingest', file)
  await receiver.waitFor(6)
  const ids = receiver.ids().slice(1).sort()
  // A replay ends where live delivery is, which is stored a moment after the replies.
  const isCaughtUp = async () => (await run('webhooks', 'show', webhook.id)).lag.events === 0
  for (let tries = 0; tries < 200 && !(await isCaughtUp()); tries++) await sleep(50)

  const replay = await run('webhooks', 'replay', '--webhook', webhook.id, '--since', since, '--wait')
  assert.equal(replay.sent, 5)
  assert.deepEqual(receiver.ids().slice(6).sort(), ids)

  const shown = await run('webhooks', 'show', webhook.id)
  assert.deepEqual({ condition: shown.condition, lag: shown.lag.events }, { condition: 'healthy', lag: 0 })
  assert.equal(shown.attempts.length, 11)
  assert.equal(shown.attempts.at(-1).lane, 'test')
  for (const secret of [webhook.authKey, webhook.signingSecret]) {
    assert.ok(!JSON.stringify(shown).includes(secret), 'a secret is shown only once')
  }
  assert.ok(!service.output().includes(webhook.authKey), 'the key is not logged')

  assert.equal((await run('webhooks', 'pause', webhook.id)).condition, 'paused')
  assert.equal((await run('webhooks', 'resume', webhook.id)).condition, 'healthy')
  const [listed] = await run('webhooks', 'list', team.id)
  assert.deepEqual(await run('webhooks', 'requests', '--webhook', webhook.id), [])
  assert.equal(listed.id, webhook.id)
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text()
  const healthy = /pro_signal_firehose_endpoints\{class="healthy"\} 1/
  // The service takes up a webhook a moment after its resume.
  for (let tries = 0; tries < 600 && !healthy.test(await metrics()); tries++) await sleep(50)
  assert.match(await metrics(), healthy)
  assert.match(await metrics(), /pro_signal_firehose_attempts_total\{outcome="2xx",lane="first"\} 5/)
  await run('webhooks', 'rotate', webhook.id, '--overlap', '1h')
  const { signingSecret } = await run('webhooks', 'rotate-secret', webhook.id, '--overlap', 'now')
  assert.notEqual(signingSecret, webhook.signingSecret)
  const updated = await run('webhooks', 'update', webhook.id, '--company-filters', 'none', '--once-per-company', '30d')
  assert.deepEqual(updated.filter, { signals: filter.signals, onceDays: 30 })
  await run('webhooks', 'delete', webhook.id)
  assert.deepEqual(await run('webhooks', 'list', team.id), [])

  const db = await openDatabase({ config: loadConfig(env), log: silentLog })
  const { rows } = await db
    .pool('settings')
    .query(
      `select action, actor_email as actor, target_name as target, details from audit_log where action like 'webhook.%' order by id`,
    )
    .finally(() => db.close())
  const by = { actor: null, target: `${receiver.url}/in`, details: {} }
  assert.deepEqual(rows, [
    { ...by, action: 'webhook.created' },
    { ...by, action: 'webhook.tested' },
    { ...by, action: 'webhook.replayed', details: { since } },
    { ...by, action: 'webhook.paused' },
    { ...by, action: 'webhook.resumed' },
    { ...by, action: 'webhook.key_rotated', details: { overlap: '1h' } },
    { ...by, action: 'webhook.secret_rotated', details: { overlap: 'now' } },
    { ...by, action: 'webhook.changed' },
    { ...by, action: 'webhook.deleted' },
  ])
})

test('an error is one line', async () => {
  const env = await settings()
  const { stdout } = await runCommand(['teams', 'create', '--name', 'Acme', '--plan', 'pro', ...OWNER, '--json'], env)
  const { id } = JSON.parse(stdout) as { id: string }
  const create = (url: string, types: string) =>
    runCommand(['webhooks', 'create', '--team', id, '--url', url, '--types', types], env)
  const wrongType = await create('https://hooks.acme.example/in', 'hirring')
  assert.deepEqual([wrongType.code, /did you mean hiring/.test(wrongType.stderr)], [2, true])
  const plain = await create('http://127.0.0.1:1/', 'hiring')
  assert.match(plain.stderr, /https/)
  assert.equal(plain.code, 2)
  const unknown = await runCommand(['webhooks', 'show', '3d9f2b60-0000-4000-8000-000000000000'], env)
  assert.equal(unknown.code, 4)
})

test('webhooks test sends nothing for a team without API access', async () => {
  const env = { ...(await settings()), ALLOW_LOOPBACK_WEBHOOKS: '1' }
  const receiver = await startReceiver()
  const team = await runCommand(['teams', 'create', '--name', 'Acme', '--plan', 'free', ...OWNER, '--json'], env)
  const { id } = JSON.parse(team.stdout) as { id: string }
  const url = `${receiver.url}/in`
  const created = await runCommand(['webhooks', 'create', '--team', id, '--url', url, '--types', 'web', '--json'], env)
  const webhook = JSON.parse(created.stdout) as { id: string }
  const tested = await runCommand(['webhooks', 'test', webhook.id], env)
  assert.equal(tested.code, 1)
  assert.match(tested.stderr, /The team has no API access: nothing is sent to its webhooks/)
  assert.deepEqual(receiver.received, [])
})
