// What an operator sees from outside: /metrics of the log, the database's connections and the periodic tasks, the dashboard and
// the alert rules that use them, and `status`.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from '../../src/cli/operate/status/read-status.ts'
import { statusCommand } from '../../src/cli/operate/status.ts'
import { loadConfig, packageRoot } from '../../src/platform/config/config.ts'
import { VERSION } from '../../src/platform/config/version.ts'
import { PROCESS_ROLES } from '../../src/service/service.ts'
import { readHead, Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { idOf, startApi } from '../harness/api.ts'
import { createDatabase, openTestDatabase } from '../harness/database.ts'
import { proxyDatabase } from '../harness/database-proxy.ts'
import { newTeam, SECRET_KEYS, saveWebhook } from '../harness/firehose.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { freePort } from '../harness/free-port.ts'
import { startTestService } from '../harness/service.ts'
import { signal } from '../harness/signals.ts'
import { typeCommand } from '../harness/type-command.ts'

/** With a Host of one's own, which fetch doesn't send. */
async function statusUnder(url: string, host: string): Promise<[number | undefined, string]> {
  const [response] = (await once(request(`${url}/metrics`, { headers: { host } }).end(), 'response')) as [
    IncomingMessage,
  ]
  return [response.statusCode, await text(response)]
}

async function scrape(url: string): Promise<string> {
  const reply = await fetch(`${url}/metrics`)
  assert.equal(reply.status, 200)
  return reply.text()
}

function sampleOf(metrics: string, sample: string): number {
  const line = metrics.split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  assert.ok(line, `${sample} is missing`)
  return Number(line.slice(sample.length + 1))
}

async function eventually(holds: () => Promise<boolean>, failure: string): Promise<void> {
  for (let i = 0; i < 2_400; i++) {
    if (await holds()) return
    await sleep(25)
  }
  assert.fail(failure)
}

test('the head of the log and the signals by type are in the metrics, also those that another process wrote', async () => {
  const db = await openTestDatabase()
  const stamper = new Stamper(db)
  await writeRecords(db, stamper, [signal('before.example', 'before the start')])
  await stamper.stamp()
  const { url } = await startTestService({ env: { DATABASE_URL: db.url } })
  const before = await scrape(url)
  assert.equal(sampleOf(before, 'pro_signal_log_position'), await readHead(db.pool('settings')))
  assert.ok(sampleOf(before, 'pro_signal_database_bytes') > 1_000_000)
  assert.doesNotMatch(before, /^pro_signal_log_signals_total\{/m)
  await writeRecords(
    db,
    stamper,
    [1, 2, 3].map((n) => signal(`${n}.example`, `${n}`)),
  )
  await writeRecords(db, stamper, [signal('old.example', 'old')], { quiet: true })
  await stamper.stamp()
  const after = await scrape(url)
  assert.equal(sampleOf(after, 'pro_signal_log_position'), await readHead(db.pool('settings')))
  assert.equal(sampleOf(after, 'pro_signal_log_signals_total{type="hiring",kind="live"}'), 3)
  assert.equal(sampleOf(after, 'pro_signal_log_signals_total{type="hiring",kind="history"}'), 1)
  const lastEvent = sampleOf(after, 'pro_signal_log_last_event_timestamp_seconds')
  assert.ok(Math.abs(Date.now() / 1_000 - lastEvent) < 60, `${lastEvent}`)
  assert.equal(sampleOf(await scrape(url), 'pro_signal_log_signals_total{type="hiring",kind="live"}'), 3)
})

test('a pool whose connections are all busy shows how many statements wait', async () => {
  const api = await startApi({ env: { DATABASE_POOL_READ: '1' } })
  const team = await api.newTeam()
  const calm = await scrape(api.url)
  assert.equal(sampleOf(calm, 'pro_signal_pool_waiting{pool="read"}'), 0)
  assert.equal(sampleOf(calm, 'pro_signal_pool_connections_max{pool="read"}'), 1)
  const replies = await api.db.transaction('ingest', async (tx) => {
    await tx.query('lock table signals in access exclusive mode')
    const asked = [0, 1, 2].map((i) => team.get(`/companies/${idOf(i)}`))
    await eventually(
      async () => sampleOf(await scrape(api.url), 'pro_signal_pool_waiting{pool="read"}') > 0,
      'nothing waits',
    )
    assert.equal(sampleOf(await scrape(api.url), 'pro_signal_pool_connections{pool="read",state="busy"}'), 1)
    return asked
  })
  for (const reply of await Promise.all(replies)) assert.equal(reply.status, 200)
  await eventually(
    async () => sampleOf(await scrape(api.url), 'pro_signal_pool_waiting{pool="read"}') === 0,
    'something still waits',
  )
  const after = await scrape(api.url)
  const [waits, earlier] = [after, calm].map((text) =>
    sampleOf(text, 'pro_signal_pool_wait_seconds_count{pool="read"}'),
  )
  assert.ok(Number(waits) - Number(earlier) >= 2, `${earlier}, then ${waits}`)
  assert.ok(sampleOf(after, 'pro_signal_pool_wait_seconds_sum{pool="read"}') > 0)
})

test('every periodic task is in the metrics with its last result', async () => {
  const { url } = await startTestService()
  const tasks = ['log retention', 'delivery log retention', 'expired rows', 'scores', 'search texts', 'subscriptions']
  await eventually(async () => {
    const metrics = await scrape(url)
    return tasks.every((task) => metrics.includes(`pro_signal_task_runs_total{task="${task}",result="ok"} `))
  }, 'a task did not run')
  const metrics = await scrape(url)
  for (const task of tasks) assert.equal(sampleOf(metrics, `pro_signal_task_last_failed{task="${task}"}`), 0, task)
})

test('the metrics answer while the database hangs, and report it', async () => {
  const proxy = await proxyDatabase(await createDatabase())
  const { url } = await startTestService({ env: { DATABASE_URL: proxy.url } })
  assert.equal(sampleOf(await scrape(url), 'pro_signal_database_up'), 1)
  proxy.silence()
  const metrics = await scrape(url)
  assert.equal(sampleOf(metrics, 'pro_signal_database_up'), 0)
  assert.match(metrics, /^pro_signal_log_position 0$/m)
  await proxy.stop()
})

test('metrics are served only under names of the service, so that DNS rebinding reads nothing', async () => {
  const own = await freePort()
  const env = { PUBLIC_URL: 'https://signals.example', METRICS_NAMES: 'Metrics.internal, pro-signal' }
  const services = await Promise.all([
    startTestService({ env }).then(({ url }) => url),
    startTestService({ env: { ...env, METRICS_PORT: String(own), TRUST_PROXY: '1' } }).then(
      () => `http://127.0.0.1:${own}`,
    ),
  ])
  for (const url of services) {
    const { port } = new URL(url)
    const answered = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '10.1.2.3',
      'signals.example',
      'metrics.internal',
      'PRO-SIGNAL',
    ]
    for (const name of answered) assert.equal((await statusUnder(url, `${name}:${port}`))[0], 200, name)
    for (const name of [
      'evil.example',
      '127.0.0.1.evil.example',
      'signals.example.evil.example',
      '127.1@evil.example',
      '%',
    ]) {
      const [status, body] = await statusUnder(url, `${name}:${port}`)
      assert.equal(status, 421, name)
      assert.match(body, /"code":"misdirected_request"/)
      assert.doesNotMatch(body, /pro_signal_/)
    }
  }
})

const MONITORING = join(packageRoot, 'monitoring')

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: object
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[]
}

/** With everything on that has metrics of its own. */
async function startEverything() {
  const db = await openTestDatabase()
  const env = { DATABASE_URL: db.url, SEARCH_ENGINE: 'index', BACKUP_DIR: temporaryFolder() }
  const { url } = await startTestService({
    env: {
      ...env,
      COLLECT_CONTACT: 'owner@acme.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'signals@acme.example',
    },
  })
  return { db, env, url }
}

let started: ReturnType<typeof startEverything> | undefined
const everything = () => {
  started ??= startEverything()
  return started
}

test('every metric that the dashboard and the alert rules name exists', async () => {
  const { url } = await everything()
  const types = new Map(
    [...(await scrape(url)).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
  )
  const exists = (name: string) =>
    types.has(name) || types.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram'
  for (const file of ['grafana-dashboard.json', 'alerts.yml', 'alerts.test.yml']) {
    const named = new Set(readFileSync(join(MONITORING, file), 'utf8').match(/\b(?:pro_signal|process|nodejs)_\w+/g))
    assert.ok(named.size >= 5, file)
    assert.deepEqual(
      [...named].filter((name) => !exists(name)),
      [],
      file,
    )
  }
  assert.equal(exists('pro_signal_of_no_kind'), false)
})

test('the dashboard has a title, a place and a query in every panel', () => {
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
  for (const { id, type, title, targets, gridPos } of panels) {
    assert.ok(id && title && gridPos, title)
    if (type === 'row') continue
    assert.ok(
      targets?.every(({ expr, refId }) => expr && refId),
      title,
    )
  }
})

const withoutPromtool = spawnSync('promtool', ['--version']).error
  ? 'needs promtool (on Debian: apt install prometheus)'
  : false

test('the alert rules fire when they should, and not before', { skip: withoutPromtool }, () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(MONITORING, 'alerts.test.yml')], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout + stderr)
})

test('status shows nodes, readers of the log, webhooks on hold, the backup and full budgets', async () => {
  const { db, env, url } = await everything()
  const pool = db.pool('settings')
  const teamId = await newTeam(db)
  const { id } = await saveWebhook(db, teamId, { url: 'https://hooks.example/in' })
  await pool.query(`update webhook_cursors set held_since = now() - interval '2 min', failures_in_row = 30`)
  await pool.query(
    `insert into team_usage (team_id, day, day_requests) values ($1, (now() at time zone 'utc')::date, 99999999)`,
    [teamId],
  )
  const config = loadConfig({ ...env, SECRET_KEYS })
  const status = () => typeCommand([statusCommand], 'status', config)
  // A node says every five seconds how it is.
  for (let tries = 0; !/search by index/.test((await status()).text); tries++) {
    assert.ok(tries < 60, 'the index does not answer')
    await sleep(500)
  }
  const { text, json } = await status()
  const { nodes, webhooks, budgets } = json as Status
  assert.deepEqual(
    nodes.map((node) => [node.url, node.version, node.roles, node.search, node.isGone]),
    [[url, VERSION, [...PROCESS_ROLES], 'index', false]],
  )
  assert.equal(webhooks.heldWebhooks[0]?.id, id)
  assert.match(text, /1 of 1 enabled, 1 on hold/)
  assert.match(text, new RegExp(`${id} .* 120 s|${id} .* 2 min`))
  assert.equal(budgets[0]?.bucket, 'dailyRequests')
  assert.match(text, /99,999,999 of [\d,]+ requests of the day/)
  assert.match(text, /backup +(none in|\d+ s old)/)
})
