// The explore page is the API for people: the same results and the same errors, charged to the team of the session and
// to no other, and rejected where the API would reject the request.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { charge } from '../../src/account/budgets/index.ts'
import { contract, type ErrorReply, type ExploreSearchBody } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { createKey, setLimitOverride } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'
import { type SettingsService, startSettings, type TestTeam } from '../harness/settings.ts'
import { company, DAY, signal } from '../harness/signals.ts'

const now = Math.floor(Date.now() / 1_000)
const domains = ['one.example', 'two.example', 'three.example']
let settings: SettingsService

before(async () => {
  settings = await startSettings()
  const records = domains.flatMap((domain) => [
    company(domain, { hqCountry: 'DE', employeeCount: 120 }),
    signal(domain, `${domain}-job`, { occurredAt: now - DAY }),
  ])
  await writeRecords(settings.db, new Stamper(settings.db), records)
})

const ID = companyId('one.example')
const search = (browser: Browser, body: Partial<ExploreSearchBody> = {}) =>
  browser.send(contract.exploreCompanies, { body: { signal_query: 'hiring', ...body } })

async function usedBy(browser: Browser): Promise<Record<string, unknown>> {
  const { buckets, endpoints } = await browser.call(contract.getUsage, {})
  return { ...Object.fromEntries(buckets.map(({ bucket, used }) => [bucket, used])), endpoints }
}

/** The same request with a key of the team. */
async function callApi(team: TestTeam, path: string, body?: unknown): Promise<Response> {
  const { key } = await createKey(settings.pool, team.teamId, { name: 'Key' })
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
  return fetch(`${settings.url}/api/v1${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
}

test('a search, a dossier and the catalogue equal the replies of the API', async () => {
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  const body = { signal_query: 'hiring NOT tool', countries: ['DE'], pageSize: 2, explain: true }
  const found = await browser.call(contract.exploreCompanies, { body })
  assert.equal(found.total, 3)
  assert.equal(found.explain?.clauses.length, 2)
  assert.deepEqual(found, await (await callApi(team, '/companies', body)).json())
  const dossier = await browser.call(contract.exploreCompany, { params: { id: ID }, query: {} })
  assert.equal(dossier.data.identity.domain, 'one.example')
  assert.deepEqual(dossier, await (await callApi(team, `/companies/${ID}`)).json())
  const catalogue = await browser.call(contract.exploreFilters, {})
  assert.deepEqual(catalogue, await (await callApi(team, '/filters')).json())
})

test('an error has the message and position that the API gives it, and is not charged', async () => {
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  const wrong: [Record<string, unknown>, string][] = [
    [{ signal_query: 'funding AND hirring' }, 'invalid_query'],
    [{ signal_query: 'hiring', countrys: ['DE'] }, 'validation_failed'],
    [{ signal_query: 'hiring', page: 11, pageSize: 50 }, 'validation_failed'],
    [{}, 'validation_failed'],
  ]
  for (const [body, code] of wrong) {
    const response = await browser.send(contract.exploreCompanies, { body: body as ExploreSearchBody })
    const error = await errorOf(response, 422, code)
    const { error: apiError } = (await (await callApi(team, '/companies', body)).json()) as ErrorReply
    assert.deepEqual(error, { ...apiError, requestId: error.requestId })
    if (code === 'invalid_query') assert.deepEqual([error.details?.[0]?.position, error.details?.[0]?.length], [12, 7])
  }
  for (const id of [companyId('nobody.example'), 'nonsense']) {
    await browser.refused(contract.exploreCompany, { params: { id }, query: {} }, 404, 'company_not_found')
    assert.equal((await browser.send(contract.exploreCompanyName, { params: { id } })).status, 404)
  }
  const { endpoints, monthlyRequests } = await usedBy(browser)
  assert.deepEqual({ endpoints, monthlyRequests }, { endpoints: [], monthlyRequests: 0 })
})

test("a member's search is charged to the team, under its own endpoint name; the catalogue and a name are free", async () => {
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.member, team.teamId)
  await browser.call(contract.exploreFilters, {})
  const { name } = await browser.call(contract.exploreCompanyName, { params: { id: ID } })
  assert.equal(
    name,
    (await browser.call(contract.exploreCompany, { params: { id: ID }, query: {} })).data.identity.name,
  )
  const first = await search(browser, { pageSize: 2 })
  assert.equal(first.headers.get('x-ratelimit-remaining'), '2998')
  assert.equal((await search(browser, { pageSize: 2, page: 2 })).status, 200)
  await browser.call(contract.exploreCompany, { params: { id: ID }, query: {} })
  const { perMinute: _, ...used } = await usedBy(browser)
  assert.deepEqual(used, {
    dailyRequests: 4,
    monthlyRequests: 4,
    monthlyRecords: 5,
    monthlyPageTurns: 1,
    dailyCompanyDetail: 1,
    endpoints: [{ endpoint: 'explore', requests: 4, records: 5 }],
  })
})

test('people and keys share one budget, and at its cap both are rejected', async () => {
  const team = await settings.newTeam()
  const other = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  await setLimitOverride(settings.pool, team.teamId, 'dailyRequests', 2)
  assert.equal((await callApi(team, '/companies', { signal_query: 'hiring' })).status, 200)
  assert.equal((await search(browser)).status, 200)
  const response = await search(browser)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  const error = await errorOf(response, 429, 'rate_limit_exceeded')
  assert.equal(error.limitType, 'daily_requests')
  assert.equal((await callApi(team, '/companies', { signal_query: 'hiring' })).status, 429)
  // Another team is not affected by the cap and the usage of this one.
  const othersBrowser = await settings.browserOf(other.owner, other.teamId)
  assert.equal((await search(othersBrowser)).headers.get('x-ratelimit-remaining'), '2999')
  assert.equal((await usedBy(othersBrowser)).monthlyRequests, 1)
  assert.equal((await usedBy(browser)).monthlyRequests, 2)
})

test('a process without the API role can also explore, with the same budgets', async () => {
  const team = await settings.newTeam()
  const here = await settings.browserOf(team.owner, team.teamId)
  const alone = await startTestService({ env: { DATABASE_URL: settings.databaseUrl }, roles: ['settings'] })
  const there = new Browser(alone.url, here.cookie?.split('=')[1])
  const body = { signal_query: 'hiring', explain: true }
  const [found, same] = [
    await here.call(contract.exploreCompanies, { body }),
    await there.call(contract.exploreCompanies, { body }),
  ]
  assert.deepEqual(same, found)
  assert.equal((await usedBy(here)).monthlyRequests, 2)
})

test('concurrent requests get what is left, and not one more', async () => {
  const team = await settings.newTeam()
  await setLimitOverride(settings.pool, team.teamId, 'dailyRequests', 3)
  const browser = await settings.browserOf(team.owner, team.teamId)
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await search(browser)).status))
  assert.deepEqual(statuses.toSorted(), [...Array(3).fill(200), ...Array(9).fill(429)])
})

test('without API access exploring is rejected, and a plan that ends takes effect at the charge', async () => {
  const free = await settings.newTeam('free')
  for (const person of [free.owner, free.member]) {
    const browser = await settings.browserOf(person, free.teamId)
    await errorOf(await search(browser), 403, 'api_access_required')
    await browser.refused(contract.exploreCompany, { params: { id: ID }, query: {} }, 403, 'api_access_required')
    await browser.refused(contract.exploreFilters, {}, 403, 'api_access_required')
  }
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  assert.equal((await search(browser)).status, 200)
  await settings.pool.query(`update teams set plan = 'free' where id = $1`, [team.teamId])
  await errorOf(await search(browser), 403, 'api_access_required')
  // Even for a search that was already running: without a key, the charge itself checks the plan.
  const late = await charge(settings.pool, { teamId: team.teamId, plan: 'pro' }, { endpoint: 'explore' })
  assert.deepEqual(late, { outcome: 'plan_changed' })
})

test('a foreign page, a form and a caller without a session are rejected before anything is charged', async () => {
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  const body = { signal_query: 'hiring' }
  const foreign = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
  await browser.refused(contract.exploreCompanies, { body }, 403, 'foreign_origin', foreign)
  const form = { headers: { 'content-type': 'text/plain' } }
  await browser.refused(contract.exploreCompanies, { body }, 415, 'unsupported_media_type', form)
  const { cookie } = browser
  browser.cookie = undefined
  await browser.refused(contract.exploreCompanies, { body }, 401, 'not_signed_in')
  browser.cookie = cookie
  assert.equal((await usedBy(browser)).monthlyRequests, 0)
})
