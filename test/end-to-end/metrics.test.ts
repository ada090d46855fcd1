// /metrics: what an operator sees of the log, the database's connections and the periodic tasks.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readHead, Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { idOf, startApi } from '../harness/api.ts'
import { createDatabase, openTestDatabase } from '../harness/database.ts'
import { proxyDatabase } from '../harness/database-proxy.ts'
import { freePort } from '../harness/free-port.ts'
import { startTestService } from '../harness/service.ts'
import { signal } from '../harness/signals.ts'

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

test('the metrics answer while the database hangs, and say so', async () => {
  const proxy = await proxyDatabase(await createDatabase())
  const { url } = await startTestService({ env: { DATABASE_URL: proxy.url } })
  assert.equal(sampleOf(await scrape(url), 'pro_signal_database_up'), 1)
  proxy.silence()
  const metrics = await scrape(url)
  assert.equal(sampleOf(metrics, 'pro_signal_database_up'), 0)
  assert.match(metrics, /^pro_signal_log_position 0$/m)
  await proxy.stop()
})

test('metrics are served under names of the service only, so that a page whose name leads here reads nothing', async () => {
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
