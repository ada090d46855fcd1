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

  assert.equal(usage.days.length, 6)
  assert.equal(usage.days[0]?.day, usage.month.startsAt.slice(0, 10))
  assert.equal(usage.days.at(-1)?.day, usage.asOf.slice(0, 10))
  assert.deepEqual(
    usage.days.map(({ requests, records }) => [requests, records]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
      [7, 7],
      [0, 0],
      [3, 30],
    ],
  )
  assert.deepEqual(usage.endpoints, [
    { endpoint: 'dossier', requests: 7, records: 7 },
    { endpoint: 'search', requests: 2, records: 30 },
    { endpoint: 'filters', requests: 1, records: 0 },
  ])
  assert.deepEqual(usage.limits, { pageSizeMax: 50, querySetRecordsMax: 500 })
})

test('on a plan without API access all six buckets are zero', async () => {
  const { browser } = await ownersBrowser('free')
  const usage = await browser.call(contract.getUsage, {})
  assert.deepEqual(
    usage.buckets.map(({ limit, used, remaining }) => limit + used + remaining),
    [0, 0, 0, 0, 0, 0],
  )
})
