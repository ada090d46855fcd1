// Database outages while the service keeps running: what each endpoint replies, and recovery without a restart.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTeam } from '../../src/account/teams/index.ts'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { errorOf } from '../harness/api.ts'
import { cleanup } from '../harness/cleanup.ts'
import { createDatabase } from '../harness/database.ts'
import { type DatabaseProxy, proxyDatabase } from '../harness/database-proxy.ts'
import { recordingLog, silentLog } from '../harness/log.ts'
import { createKey } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'

let proxy: DatabaseProxy
let url: string
let db: Database
const { log, lines } = recordingLog()
let keys: { pro: string; free: string; unused: string }

before(async () => {
  const direct = await createDatabase()
  proxy = await proxyDatabase(direct)
  url = (await startTestService({ env: { DATABASE_URL: proxy.url }, log })).url
  db = await openDatabase({ config: loadConfig({ DATABASE_URL: direct }), log: silentLog })
  cleanup(() => db.close())
  const newKey = async (plan: 'pro' | 'free') => {
    const owner = { email: `${plan}@example.com`, password: 'a password' }
    const { id } = await createTeam(db, { name: plan, plan }, owner)
    return (await createKey(db.pool('settings'), id, { name: 'Key' })).key
  }
  keys = { pro: await newKey('pro'), free: await newKey('free'), unused: '' }
  const { id } = await createTeam(
    db,
    { name: 'Late', plan: 'pro' },
    { email: 'late@example.com', password: 'a password' },
  )
  keys.unused = (await createKey(db.pool('settings'), id, { name: 'Key' })).key
})

const call = (path: string, key: string) =>
  fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })

async function waitFor(path: string, status: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await call(path, keys.pro)).status === status) return
    await sleep(50)
  }
  assert.fail(`${path} did not reply ${status}`)
}

const waitUntilHealthy = () => waitFor('/health', 200)

async function assertOutage(): Promise<void> {
  // A verified key is cached for a second. Until then, requests that need no database still succeed.
  await waitFor('/nothing', 503)
  const health = await call('/health', keys.pro)
  assert.equal(health.status, 503)
  assert.deepEqual(await health.json(), { status: 'unavailable', apiVersion: 'v1' })
  const paths = ['/stats', '/filters', '/slices?slice=ai-sdr-hiring&scoreMin=1', '/companies/x', '/nothing']
  for (const response of await Promise.all(paths.map((path) => call(path, keys.pro)))) {
    assert.equal(response.status, 503, response.url)
    assert.ok(Number(response.headers.get('retry-after')) >= 1)
    assert.equal((await errorOf(response)).code, 'service_unavailable')
  }
  assert.deepEqual(await (await call('/health', keys.unused)).json(), { status: 'unavailable', apiVersion: 'v1' })
  assert.equal((await errorOf(await call('/stats', keys.unused))).code, 'service_unavailable')
  const misspelt = await call('/health', `${keys.pro.slice(0, -1)}${keys.pro.endsWith('a') ? 'b' : 'a'}`)
  assert.deepEqual([misspelt.status, (await errorOf(misspelt)).code], [401, 'invalid_api_key'])
  assert.equal((await fetch(`${url}/api/v1/health`)).status, 401)
  assert.deepEqual([(await call('/health', keys.free)).status, (await call('/stats', keys.free)).status], [403, 403])
  assert.equal((await fetch(`${url}/livez`)).status, 200)
  assert.equal((await fetch(`${url}/readyz`)).status, 503)
}

async function assertHealthy(): Promise<void> {
  await waitUntilHealthy()
  const health = (await (await call('/health', keys.pro)).json()) as { status: string; timestamp: string }
  assert.equal(health.status, 'ok')
  assert.ok(Date.parse(health.timestamp))
  assert.equal((await call('/stats', keys.pro)).status, 200)
  assert.equal((await call('/filters', keys.pro)).status, 200)
  assert.equal((await call('/health', keys.free)).status, 403)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
}

test('while the database is stopped, requests get 503 and /health reports it; the service recovers without a restart', async () => {
  await assertHealthy()
  await proxy.stop()
  await assertOutage().finally(() => proxy.restore())
  await assertHealthy()
})

test('the same while the database accepts connections and does not reply', async () => {
  await assertHealthy()
  proxy.silence()
  await assertOutage().finally(() => proxy.restore())
  await assertHealthy()
})

test('while the database hangs, health replies before a request that waits for its key to be verified', async () => {
  await assertHealthy()
  proxy.silence()
  try {
    // Until the verification of a second ago no longer counts.
    await sleep(1_100)
    const replies: string[] = []
    const noted = async (name: string, response: Promise<Response>) => {
      const { status } = await response
      replies.push(`${name} ${status}`)
    }
    await Promise.all([
      noted('stats', call('/stats', keys.pro)),
      noted('health', call('/health', keys.pro)),
      noted('health of an unknown key', call('/health', keys.unused)),
      noted('ready', fetch(`${url}/readyz`)),
    ])
    assert.equal(replies.at(-1), 'stats 503')
    const line = lines.findLast(({ path, status }) => path === '/api/v1/stats' && status === 503)
    assert.match(String(line?.reason), /did not confirm the key/)
    assert.deepEqual(replies.slice(0, 3).toSorted(), ['health 503', 'health of an unknown key 503', 'ready 503'])
  } finally {
    await proxy.restore()
  }
  await assertHealthy()
})

test('requests that fail in an outage are not charged', async () => {
  const used = async () =>
    ((await (await call('/stats', keys.pro)).json()) as { rateLimits: { monthlyRequests: { used: number } } })
      .rateLimits.monthlyRequests.used
  await waitUntilHealthy()
  const before = await used()
  await proxy.stop()
  for (let i = 0; i < 5; i++) assert.equal((await call('/filters', keys.pro)).status, 503)
  await proxy.restore()
  await waitUntilHealthy()
  assert.equal(await used(), before)
})
