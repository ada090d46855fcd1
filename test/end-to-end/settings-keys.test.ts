// Keys and usage on the settings screen, checked against the API.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { charge } from '../../src/account/budgets/index.ts'
import { BUCKETS, contract } from '../../src/settings-contract/index.ts'
import type { Browser } from '../harness/browser.ts'
import { setLimitOverride } from '../harness/operator.ts'
import { type SettingsService, startSettings } from '../harness/settings.ts'

let settings: SettingsService
before(async () => {
  settings = await startSettings()
})

async function ownersBrowser(plan: 'pro' | 'free' = 'pro') {
  const team = await settings.newTeam(plan)
  return { ...team, browser: await settings.browserOf(team.owner, team.teamId) }
}

const health = async (secret: string) =>
  (await fetch(`${settings.url}/api/v1/health`, { headers: { authorization: `Bearer ${secret}` } })).status

async function eventually(status: number, secret: string): Promise<void> {
  for (let tries = 0; (await health(secret)) !== status; tries++) {
    assert.ok(tries < 400, `the status never became ${status}`)
    await sleep(50)
  }
}

const create = (browser: Browser, name: string, expiresAt: string | null = null) =>
  browser.call(contract.createKey, { body: { name, expiresAt } })

test('a key is created, shown once, works, is rotated with a grace period, and stops when it is revoked', async () => {
  const { browser, owner } = await ownersBrowser()
  const { key, secret } = await create(browser, ' CRM sync ')
  assert.deepEqual(
    [key.name, key.prefix, key.lastFour, key.createdBy, key.state, key.expiresAt, key.revokedAt],
    ['CRM sync', secret.slice(0, 8), secret.slice(-4), owner.email, 'active', null, null],
  )
  assert.equal(await health(secret), 200)
  const listed = await (await browser.send(contract.listKeys, {})).text()
  assert.ok(listed.includes(key.id) && !listed.includes(secret))

  const params = { keyId: key.id }
  const successor = await browser.call(contract.rotateKey, { params, body: { grace: '1h' } })
  assert.deepEqual([await health(secret), await health(successor.secret)], [200, 200])
  const { keys } = await browser.call(contract.listKeys, {})
  const old = keys.find(({ id }) => id === key.id)
  assert.deepEqual([old?.state, old?.replacedBy], ['replaced', successor.key.id])
  await browser.refused(contract.rotateKey, { params, body: { grace: 'now' } }, 409, 'key_not_active')

  const gone = await browser.call(contract.revokeKey, { params: { keyId: successor.key.id }, body: {} })
  assert.equal(gone.key.state, 'revoked')
  await eventually(401, successor.secret)
  assert.equal(await health(secret), 200, 'the previous key works for its grace period')
})

test('a large reply of the settings is compressed, a small one never', async () => {
  const { browser } = await ownersBrowser()
  for (let i = 0; i < 6; i++) await create(browser, `Key number ${i}`)
  const accepts = { headers: { 'accept-encoding': 'gzip' } }
  const large = await browser.send(contract.listKeys, {}, accepts)
  assert.equal(large.headers.get('content-encoding'), 'gzip')
  assert.equal(((await large.json()) as { keys: unknown[] }).keys.length, 6)
  const small = await browser.send(contract.whoAmI, {}, accepts)
  assert.equal(small.headers.get('content-encoding'), null)
})

test('a key takes a name and an expiry, and nothing else', async () => {
  const { browser } = await ownersBrowser()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  assert.equal((await create(browser, 'For a day', expiresAt)).key.expiresAt, expiresAt)
  const wrong: Record<string, unknown>[] = [
    { name: '', expiresAt: null },
    { name: ' ', expiresAt: null },
    { name: 'x'.repeat(101), expiresAt: null },
    { name: 'invisible\u200b', expiresAt: null },
    { name: 'x' },
    { name: 'x', expiresAt: 'tomorrow' },
    { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
    { name: 'x', expiresAt: '2999-01-01T00:00:00Z' },
  ]
  for (const body of wrong) {
    await browser.refused(contract.createKey, { body: body as never }, 422, 'validation_failed')
  }
  const { keys } = await browser.call(contract.listKeys, {})
  assert.equal(keys.length, 1)
})

test('a team has at most 50 working keys, even with concurrent requests; a rotation without grace is always possible', async () => {
  const { browser, teamId } = await ownersBrowser()
  await settings.pool.query(
    `insert into api_keys (team_id, name, hash, prefix, last_four)
     select $1::uuid, 'k' || i, sha256(($1::uuid::text || i)::bytea), 'psk_aaaa', 'aaaa' from generate_series(1, 47) i`,
    [teamId],
  )
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, i) => browser.send(contract.createKey, { body: { name: `n${i}`, expiresAt: null } })),
  )
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 200, 200, 409, 409, 409])
  const { keys } = await browser.call(contract.listKeys, {})
  await browser.call(contract.rotateKey, { params: { keyId: keys[0]?.id ?? '' }, body: { grace: 'now' } })
})

test('usage has six buckets, the billing month, each of its days and the endpoints', async () => {
  const { browser, teamId } = await ownersBrowser()
  await settings.pool.query(`update teams set billing_anchor = now() - interval '5 days' where id = $1`, [teamId])
  const account = { teamId, plan: 'pro' as const }
  for (const records of [25, 5]) await charge(settings.pool, account, { endpoint: 'search', records })
  await charge(settings.pool, account, { endpoint: 'filters' })
  await settings.pool.query(
    `insert into usage_daily values
       ($1, (now() at time zone 'utc')::date - 2, 'dossier', 7, 7), ($1, (now() at time zone 'utc')::date - 40, 'slices', 900, 900)`,
    [teamId],
  )
  await setLimitOverride(settings.pool, teamId, 'perMinute', 60)
  const usage = await browser.call(contract.getUsage, {})
  assert.deepEqual(
    usage.buckets.map(({ bucket }) => bucket),
    [...BUCKETS],
  )
  const of = (name: string) => usage.buckets.find(({ bucket }) => bucket === name)
  assert.deepEqual([of('perMinute')?.limit, of('perMinute')?.used, of('perMinute')?.remaining], [60, 3, 57])
  assert.match(of('perMinute')?.note ?? '', /operator/)
  assert.equal(of('dailyRequests')?.note, undefined)
  assert.deepEqual([of('monthlyRecords')?.used, of('monthlyRecords')?.resetsAt], [30, usage.month.endsAt])

  const month = await browser.call(contract.getUsageMonth, { query: {} })
  assert.equal(month.month.startsAt, usage.month.startsAt)
  assert.ok(month.isCurrent && month.hasEarlier)
  assert.equal(month.days.length, 6)
  assert.equal(month.days[0]?.day, usage.month.startsAt.slice(0, 10))
  assert.equal(month.days.at(-1)?.day, usage.asOf.slice(0, 10))
  assert.deepEqual(
    month.days.map(({ requests, records }) => [requests, records]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
      [7, 7],
      [0, 0],
      [3, 30],
    ],
  )
  assert.deepEqual(month.endpoints, [
    { endpoint: 'dossier', requests: 7, records: 7 },
    { endpoint: 'search', requests: 2, records: 30 },
    { endpoint: 'filters', requests: 1, records: 0 },
  ])
  const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const earlier = await browser.call(contract.getUsageMonth, { query: { day } })
  assert.ok(!earlier.isCurrent && !earlier.hasEarlier)
  assert.ok(earlier.month.startsAt.slice(0, 10) <= day && day <= earlier.month.endsAt)
  assert.equal(earlier.days.find((each) => each.day === day)?.requests, 900)
  assert.ok(earlier.days.length >= 28 && earlier.days.length <= 32)
  assert.deepEqual(earlier.endpoints, [{ endpoint: 'slices', requests: 900, records: 900 }])
  assert.equal((await browser.send(contract.getUsageMonth, { query: { day: '2026-13-01' } })).status, 422)
  assert.deepEqual(usage.limits, { pageSizeMax: 50, querySetRecordsMax: 500 })
})

test('requests are listed with filters and pages, and counted by key', async () => {
  const { browser, teamId } = await ownersBrowser()
  const [used, unused] = [await create(browser, 'Used'), await create(browser, 'Unused')]
  for (const path of ['/filters', '/filters', '/nowhere']) {
    await fetch(`${settings.url}/api/v1${path}`, { headers: { authorization: `Bearer ${used.secret}` } })
  }
  const list = (query = {}) => browser.call(contract.listRequests, { query })
  for (let i = 0; i < 100 && (await list()).requests.length < 3; i++) await sleep(50)
  const { requests, next, keys, endpoints, days } = await list()
  assert.deepEqual(
    requests.map(({ endpoint, status, charged, error }) => [endpoint, status, charged, error?.code]),
    [
      ['unknown', 404, null, 'not_found'],
      ['filters', 200, { records: 0, pageTurns: 0 }, undefined],
      ['filters', 200, { records: 0, pageTurns: 0 }, undefined],
    ],
  )
  const { id, name, prefix, lastFour } = used.key
  assert.deepEqual([next, days, keys, endpoints], [null, 7, [{ id, name, prefix, lastFour }], ['filters', 'unknown']])
  assert.deepEqual(requests[0]?.key, keys[0])
  assert.deepEqual((await browser.call(contract.getKeyUsage, {})).keys, [{ id, requests: 2, records: 0, failed: 1 }])
  assert.deepEqual((await browser.call(contract.getUsageMonth, { query: {} })).keys, [
    { id, name, prefix, lastFour, requests: 2, records: 0, failed: 1 },
  ])
  const count = async (query: object) => (await list(query)).requests.length
  assert.deepEqual(
    [await count({ status: '4xx' }), await count({ status: '5xx' }), await count({ endpoint: 'filters' })],
    [1, 0, 2],
  )
  assert.deepEqual([await count({ key: id }), await count({ key: unused.key.id })], [3, 0])
  assert.deepEqual((await list({ requestId: requests[1]?.requestId })).requests, [requests[1]])

  // 10,120 of one moment, so that only the id orders them. Every hundredth failed, and the oldest is the only 429.
  await settings.pool.query(
    `insert into request_log (day, team_id, at, id, key_id, endpoint, method, path, status, ms, request_id)
     select (now() at time zone 'utc')::date, $1, now() - interval '1 second', i, $2, 'search', 'POST', '/', case when i = 1 then 429 when i % 100 = 0 then 500 else 200 end, 1, 'r' || i
       from generate_series(1, 10120) i`,
    [teamId, unused.key.id],
  )
  const seen: string[] = []
  for (let before: string | null | undefined; before !== null && seen.length < 200; ) {
    const page = await list({ status: '5xx', ...(before && { before }) })
    seen.push(...page.requests.map(({ requestId }) => requestId))
    before = page.next
  }
  assert.equal(seen.length, 101)
  assert.equal(new Set(seen).size, 101)
  const sparse = await list({ status: '429' })
  assert.deepEqual([sparse.requests.length, typeof sparse.next], [0, 'string'], 'a filter looks at 10,000 at a time')
  const rest = await list({ status: '429', before: sparse.next ?? '' })
  assert.deepEqual([rest.requests.map(({ requestId }) => requestId), rest.next], [['r1'], null])
  const other = await ownersBrowser()
  assert.deepEqual((await other.browser.call(contract.listRequests, { query: { requestId: 'r1' } })).requests, [])
})

test('on a plan without API access all six buckets are zero', async () => {
  const { browser } = await ownersBrowser('free')
  const usage = await browser.call(contract.getUsage, {})
  assert.deepEqual(
    usage.buckets.map(({ limit, used, remaining }) => limit + used + remaining),
    [0, 0, 0, 0, 0, 0],
  )
})
