// The errors and limits that the API promises (docs/api.md), one by one: each test is named after the promise that it checks.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUCKETS, type Bucket } from '../../src/account/plans/index.ts'
import { type Api, type ApiTeam, type ErrorBody, errorOf, idOf, startApi, WORLD_SIZE } from '../harness/api.ts'
import { createDatabase } from '../harness/database.ts'
import { proxyDatabase } from '../harness/database-proxy.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const UNKNOWN_COMPANY = '00000000-0000-8000-8000-000000000000'
const SLICE = '/slices?slice=ai-sdr-hiring&scoreMin=0'
const search = { signal_query: 'hiring', pageSize: 3 }

interface Stats {
  period: { monthStart: string; dayStart: string }
  rateLimits: Record<Bucket, { limit: number; used: number; remaining: number; resetUnix: number }>
  staticLimits: { pageSizeMax: number; querySetRecordsMax: number }
}
const statsOf = async ({ get }: ApiTeam) => (await (await get('/stats')).json()) as Stats

/** One call of each metered endpoint. */
const metered = ({ get, post }: ApiTeam) => [
  () => get('/filters'),
  () => post(search),
  () => get(`/companies/${idOf(1)}`),
  () => get(SLICE),
]

async function assertFull(response: Response, limitType: string): Promise<ErrorBody['error']> {
  assert.equal(response.status, 429)
  const error = await errorOf(response)
  assert.equal(error.limitType, limitType)
  return error
}

test('Errors: 401, invalid or missing API key', async () => {
  const missing = await fetch(`${api.url}/api/v1/health`)
  const invalid = await fetch(`${api.url}/api/v1/health`, { headers: { authorization: 'Bearer psk_invented' } })
  assert.deepEqual([missing.status, (await errorOf(missing)).code], [401, 'missing_api_key'])
  assert.deepEqual([invalid.status, (await errorOf(invalid)).code], [401, 'invalid_api_key'])
})

test('Errors: 403, key without API access', async () => {
  const { get } = await api.newTeam({ plan: 'free' })
  const response = await get('/health')
  assert.deepEqual([response.status, (await errorOf(response)).code], [403, 'api_access_required'])
})

test('Errors: 404, unknown company id (dossier) or unknown slice slug', async () => {
  const { get } = await api.newTeam()
  const company = await get(`/companies/${UNKNOWN_COMPANY}`)
  const slice = await get('/slices?slice=no-such-slice&scoreMin=0')
  assert.deepEqual([company.status, (await errorOf(company)).code], [404, 'company_not_found'])
  assert.deepEqual([slice.status, (await errorOf(slice)).code], [404, 'slice_not_found'])
})

test('Errors: 422, slice search without slice or without any filter', async () => {
  const { get } = await api.newTeam()
  for (const path of ['/slices', '/slices?countries=DE', '/slices?slice=ai-sdr-hiring']) {
    const response = await get(path)
    assert.deepEqual([response.status, (await errorOf(response)).code], [422, 'validation_failed'], path)
  }
})

test('Errors: 429, a rate or budget cap is reached; its body and its Retry-After', async () => {
  const team = await api.newTeam({ limits: { dailyRequests: 1 } })
  assert.equal((await team.get('/filters')).status, 200)
  const response = await team.get('/filters')
  const { code, message, status, limitType, limit, used, remaining, resetUnix } = (await errorOf(
    response,
  )) as unknown as Record<string, unknown>
  assert.deepEqual(
    { code, status, limitType, limit, used, remaining },
    { code: 'rate_limit_exceeded', status: 429, limitType: 'daily_requests', limit: 1, used: 1, remaining: 0 },
  )
  assert.ok(typeof message === 'string' && Number.isInteger(resetUnix))
  const wait = Number(response.headers.get('retry-after'))
  assert.ok(Number.isInteger(wait) && Math.abs(Date.now() / 1_000 + wait - Number(resetUnix)) < 10)
})

test('Errors: 503, health check fails because the database check fails', async () => {
  const proxy = await proxyDatabase(await createDatabase())
  const away = await startApi({ env: { DATABASE_URL: proxy.url } })
  const { get } = await away.newTeam()
  assert.equal((await get('/health')).status, 200)
  await proxy.stop()
  const response = await get('/health')
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as { status: string }).status, 'unavailable')
  await proxy.restore()
})

test('Errors: only 2xx responses consume budgets; 4xx, 5xx and 429 responses do not increment counters', async () => {
  const team = await api.newTeam({ limits: { perMinute: 1 } })
  const { get, post, used } = team
  await get(`/companies/${UNKNOWN_COMPANY}`)
  await get('/slices')
  await post({ signal_query: '(' })
  await get('/nothing')
  assert.deepEqual(new Set(Object.values(await used())), new Set([0]))
  await get(`/companies/${idOf(2)}`)
  const after = await used()
  for (const call of metered(team)) assert.equal((await call()).status, 429)
  assert.deepEqual(await used(), after)
})

const CAPS: [line: string, bucket: Bucket, limit: number][] = [
  ['Per-minute burst, 20, metered requests', 'perMinute', 20],
  ['Daily requests, 300, metered requests', 'dailyRequests', 300],
  ['Monthly requests, 3000, 1 per successful metered call', 'monthlyRequests', 3000],
  ['Monthly records, 3000, 1 per row returned in a list or dossier', 'monthlyRecords', 3000],
  ['Monthly page turns, 200, paging through results', 'monthlyPageTurns', 200],
  ['Daily company detail, 100 unique companies, dossier endpoint', 'dailyCompanyDetail', 100],
]

test('Limits: the caps are those of the table', async () => {
  const { rateLimits } = await statsOf(await api.newTeam())
  assert.deepEqual(
    BUCKETS.map((bucket) => rateLimits[bucket].limit),
    CAPS.map(([, , limit]) => limit),
  )
})

test(`Limits: ${CAPS[0]?.[0]}`, async () => {
  const { get } = await api.newTeam()
  for (let i = 0; i < 20; i++) assert.equal((await get('/filters')).status, 200)
  await assertFull(await get('/filters'), 'per_minute')
})

test(`Limits: ${CAPS[1]?.[0]}`, async () => {
  const team = await api.newTeam({ limits: { dailyRequests: 4 } })
  for (const call of metered(team)) assert.equal((await call()).status, 200)
  for (const call of metered(team)) await assertFull(await call(), 'daily_requests')
})

test(`Limits: ${CAPS[2]?.[0]}`, async () => {
  const team = await api.newTeam({ limits: { monthlyRequests: 4 } })
  for (const call of metered(team)) assert.equal((await call()).status, 200)
  assert.equal((await team.used()).monthlyRequests, 4)
  for (const call of metered(team)) await assertFull(await call(), 'monthly_requests')
})

test(`Limits: ${CAPS[3]?.[0]}`, async () => {
  const team = await api.newTeam({ limits: { monthlyRecords: 3 + 1 + WORLD_SIZE } })
  for (const call of metered(team)) assert.equal((await call()).status, 200)
  assert.equal((await team.used()).monthlyRecords, 3 + 1 + WORLD_SIZE)
  const [filters, ...lists] = metered(team)
  for (const call of lists) await assertFull(await call(), 'monthly_records')
  assert.equal((await filters?.())?.status, 200)
})

test(`Limits: ${CAPS[4]?.[0]}`, async () => {
  const { get, post, used } = await api.newTeam({ limits: { monthlyPageTurns: 2 } })
  assert.equal((await post({ ...search, page: 2 })).status, 200)
  assert.equal((await get(`${SLICE}&page=2&pageSize=5`)).status, 200)
  await assertFull(await post({ ...search, page: 2 }), 'monthly_page_turns')
  await assertFull(await get(`${SLICE}&page=2&pageSize=5`), 'monthly_page_turns')
  assert.equal((await post(search)).status, 200)
  assert.equal((await used()).monthlyPageTurns, 2)
})

test(`Limits: ${CAPS[5]?.[0]}`, async () => {
  const { get, used } = await api.newTeam({ limits: { dailyCompanyDetail: 2 } })
  for (const i of [1, 2, 1, 2]) assert.equal((await get(`/companies/${idOf(i)}`)).status, 200)
  await assertFull(await get(`/companies/${idOf(3)}`), 'daily_company_detail')
  assert.equal((await get(`/companies/${idOf(1)}`)).status, 200)
  assert.equal((await get(`/companies/${UNKNOWN_COMPANY}`)).status, 404)
  assert.equal((await used()).dailyCompanyDetail, 2)
})

test('Limits: Page size maximum, 50, search pages', async () => {
  const team = await api.newTeam()
  assert.equal((await statsOf(team)).staticLimits.pageSizeMax, 50)
  assert.equal((await team.post({ ...search, pageSize: 50 })).status, 200)
  assert.equal((await team.post({ ...search, pageSize: 51 })).status, 422)
  assert.equal((await team.get(`${SLICE}&pageSize=50`)).status, 200)
  assert.equal((await team.get(`${SLICE}&pageSize=51`)).status, 422)
})

test('Limits: Query set maximum, 500, offset plus page size bound', async () => {
  const team = await api.newTeam()
  assert.equal((await statsOf(team)).staticLimits.querySetRecordsMax, 500)
  assert.equal((await team.post({ ...search, page: 10, pageSize: 50 })).status, 200)
  assert.equal((await team.post({ ...search, page: 11, pageSize: 50 })).status, 422)
  assert.equal((await team.get(`${SLICE}&page=500&pageSize=1`)).status, 200)
  assert.equal((await team.get(`${SLICE}&page=501&pageSize=1`)).status, 422)
})

test('Limits: health and stats are exempt; filters, company search, dossier and slice search are metered', async () => {
  const team = await api.newTeam()
  for (const path of ['/health', '/stats']) {
    const response = await team.get(path)
    assert.equal(response.headers.get('x-ratelimit-limit'), null)
  }
  assert.deepEqual(new Set(Object.values(await team.used())), new Set([0]))
  for (const [i, call] of metered(team).entries()) {
    await call()
    assert.equal((await team.used()).monthlyRequests, i + 1)
  }
})

test('Limits: the billing month follows the subscription period; period.monthStart reports its start', async () => {
  const team = await api.newTeam()
  await api.db
    .pool('settings')
    .query(`update teams set billing_anchor = now() - interval '10 days' where id = $1`, [team.teamId])
  const { period, rateLimits } = await statsOf(team)
  const start = new Date(period.monthStart)
  assert.ok(Math.abs(Date.now() - 10 * 86_400_000 - start.getTime()) < 60_000, period.monthStart)
  const days = (rateLimits.monthlyRequests.resetUnix - start.getTime() / 1_000) / 86_400
  assert.ok([28, 29, 30, 31].includes(Math.round(days)), `${days}`)
})

test('Limits: the daily caps use a UTC day key (period.dayStart)', async () => {
  const { period, rateLimits } = await statsOf(await api.newTeam())
  assert.equal(period.dayStart, new Date().toISOString().slice(0, 10))
  for (const bucket of ['dailyRequests', 'dailyCompanyDetail'] as const) {
    assert.equal(rateLimits[bucket].resetUnix, Date.parse(period.dayStart) / 1_000 + 86_400)
  }
})

test('Limits: every metered 2xx carries the four X-RateLimit headers of the monthly request budget', async () => {
  const team = await api.newTeam()
  for (const [i, call] of metered(team).entries()) {
    const { headers } = await call()
    const { resetUnix } = (await statsOf(team)).rateLimits.monthlyRequests
    const values = ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`x-ratelimit-${name}`))
    assert.deepEqual(values, ['3000', String(3000 - i - 1), String(resetUnix), 'monthly_requests'])
  }
})

test('Limits: when a cap is hit the response is 429, and again 2xx once there is room', async () => {
  const { get, teamId } = await api.newTeam({ limits: { monthlyRequests: 1 } })
  await get('/filters')
  await assertFull(await get('/filters'), 'monthly_requests')
  await api.db.pool('settings').query('update team_limits set "limit" = 2 where team_id = $1', [teamId])
  await sleep(1_000)
  assert.equal((await get('/filters')).status, 200)
})

test('Limits: exact remaining values for every bucket are in the stats response', async () => {
  const team = await api.newTeam()
  for (const call of metered(team)) await call()
  await team.post({ ...search, page: 2 })
  const { rateLimits } = await statsOf(team)
  for (const bucket of BUCKETS) {
    const { limit, used, remaining } = rateLimits[bucket]
    assert.equal(remaining, limit - used)
  }
  assert.deepEqual(
    BUCKETS.map((bucket) => rateLimits[bucket].used),
    [5, 5, 5, 3 + 1 + WORLD_SIZE + 3, 1, 1],
  )
})

test('Limits: deep pages cost page-turn quota: every page from the second on', async () => {
  const { post, used } = await api.newTeam()
  for (const page of [1, 2, 3, 1, 4, 5]) await post({ ...search, page })
  assert.equal((await used()).monthlyPageTurns, 4)
})
