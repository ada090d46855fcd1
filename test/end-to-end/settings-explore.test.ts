// The explore page is the API for people: the same results and the same errors, charged to the allowance of the team's
// people. What people use never takes from the budgets of the API, and the other way round.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { charge } from '../../src/account/budgets/index.ts'
import { BUCKETS, contract, type ErrorReply, type ExploreSearchBody } from '../../src/settings-contract/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { Browser, errorOf } from '../harness/browser.ts'
import { untilValuesAreKnown } from '../harness/known-values.ts'
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

/** The allowance of people as one of them sees it: used by the team and by the person, and left for both. */
async function allowanceOf(browser: Browser) {
  const { team, you } = await browser.call(contract.getPeopleUsage, {})
  return { team: team.used, you: you.used, teamLeft: team.remaining, youLeft: you.remaining }
}

async function usedByApi(browser: Browser): Promise<Record<string, unknown>> {
  const { buckets } = await browser.call(contract.getUsage, {})
  const { endpoints } = await browser.call(contract.getUsageMonth, { query: {} })
  return { ...Object.fromEntries(buckets.map(({ bucket, used }) => [bucket, used])), endpoints }
}

const NOTHING_USED = {
  perMinute: 0,
  dailyRequests: 0,
  monthlyRequests: 0,
  monthlyRecords: 0,
  monthlyPageTurns: 0,
  dailyCompanyDetail: 0,
  endpoints: [],
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
  // A view that is made between the two would make them differ.
  await untilValuesAreKnown(() => browser.call(contract.exploreFilters, {}), 'countries')
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
  assert.deepEqual(await usedByApi(browser), NOTHING_USED)
  assert.equal((await allowanceOf(browser)).team, 0)
})

test('a company counts once a day for the whole team, in a search, in a slice and in its dossier; the rest is free', async () => {
  const team = await settings.newTeam()
  const [owner, member] = [
    await settings.browserOf(team.owner, team.teamId),
    await settings.browserOf(team.member, team.teamId),
  ]
  const open = (browser: Browser) => browser.call(contract.exploreCompany, { params: { id: ID }, query: {} })
  await member.call(contract.exploreFilters, {})
  await member.call(contract.exploreSlices, {})
  assert.equal((await search(member, { countries: ['JP'] })).status, 200, 'nothing is found')
  const named = await member.call(contract.exploreCompanyName, { params: { id: ID } })
  assert.deepEqual(await allowanceOf(member), { team: 0, you: 0, teamLeft: 1000, youLeft: 200 })
  assert.deepEqual(named, { name: (await open(member)).data.identity.name, isPaid: false, isShown: false })
  assert.deepEqual(await allowanceOf(member), { team: 1, you: 1, teamLeft: 999, youLeft: 199 })
  assert.equal((await member.call(contract.exploreCompanyName, { params: { id: ID } })).isPaid, true)
  // The other two of the page are new. After that, every way to them is free, for the colleague too.
  for (const page of [1, 1, 2]) assert.equal((await search(owner, { pageSize: 2, page })).status, 200)
  for (const browser of [owner, member]) {
    await open(browser)
    assert.equal((await search(browser, { signal_query: 'hiring NOT tool' })).status, 200)
  }
  assert.deepEqual(await allowanceOf(owner), { team: 3, you: 2, teamLeft: 997, youLeft: 198 })
  assert.deepEqual(await allowanceOf(member), { team: 3, you: 1, teamLeft: 997, youLeft: 199 })
  assert.deepEqual(await usedByApi(owner), NOTHING_USED)
})

test("people at their cap don't stop the API, and the API at its cap doesn't stop people", async () => {
  const team = await settings.newTeam()
  const browser = await settings.browserOf(team.owner, team.teamId)
  const body = { signal_query: 'hiring' }
  for (const bucket of BUCKETS) await setLimitOverride(settings.pool, team.teamId, bucket, 0)
  assert.equal((await callApi(team, '/companies', body)).status, 429)
  assert.equal((await search(browser)).status, 200)
  assert.deepEqual(await allowanceOf(browser), { team: 3, you: 3, teamLeft: 997, youLeft: 197 })
  for (const bucket of BUCKETS) await setLimitOverride(settings.pool, team.teamId, bucket, null)
  const other = await settings.newTeam()
  const othersBrowser = await settings.browserOf(other.owner, other.teamId)
  await setLimitOverride(settings.pool, other.teamId, 'dailyPeopleCompanies', 0)
  assert.equal((await search(othersBrowser)).status, 429)
  assert.equal((await callApi(other, '/companies', body)).headers.get('x-ratelimit-remaining'), '2999')
  assert.equal((await callApi(other, `/companies/${ID}`)).status, 200)
  const stats = (await (await callApi(other, '/stats')).json()) as { rateLimits: object }
  assert.deepEqual(Object.keys(stats.rateLimits), [...BUCKETS])
  assert.equal((await allowanceOf(othersBrowser)).team, 0)
})

test("a member's share and the team's day are separate caps, and charged companies stay open", async () => {
  const team = await settings.newTeam()
  const [owner, member] = [
    await settings.browserOf(team.owner, team.teamId),
    await settings.browserOf(team.member, team.teamId),
  ]
  await setLimitOverride(settings.pool, team.teamId, 'dailyMemberCompanies', 2)
  const tooMany = await errorOf(await search(owner), 429, 'rate_limit_exceeded')
  assert.deepEqual([tooMany.limitType, tooMany.remaining], ['daily_member_companies', 2])
  assert.match(tooMany.message, /^Only 2 of 2 companies shown to you in a day are left until /)
  assert.equal((await search(owner, { pageSize: 2 })).status, 200)
  const response = await search(owner, { pageSize: 2, page: 2 })
  assert.ok(Number(response.headers.get('retry-after')) > 0)
  assert.equal((await errorOf(response, 429, 'rate_limit_exceeded')).limitType, 'daily_member_companies')
  assert.equal((await search(owner, { pageSize: 2 })).status, 200, 'the page that was paid for')
  assert.equal((await search(owner, { countries: ['JP'] })).status, 200, 'a page without results')
  // The colleague has a share of his own, until the team's day is used up.
  await setLimitOverride(settings.pool, team.teamId, 'dailyPeopleCompanies', 2)
  const full = await errorOf(await search(member, { pageSize: 2, page: 2 }), 429, 'rate_limit_exceeded')
  assert.equal(full.limitType, 'daily_people_companies')
  await setLimitOverride(settings.pool, team.teamId, 'dailyPeopleCompanies', null)
  assert.equal((await search(member, { pageSize: 2, page: 2 })).status, 200)
  const { members, days, resetsAt, you, asOf } = await owner.call(contract.getPeopleUsage, {})
  assert.deepEqual(
    members.map(({ email, used, remaining }) => [email, used, remaining]),
    [
      [team.owner.email, 2, 0],
      [team.member.email, 1, 1],
    ],
  )
  assert.match(you.note ?? '', /operator/)
  assert.deepEqual([days.length, days.at(-1)], [30, { day: asOf.slice(0, 10), companies: 3 }])
  assert.equal(Date.parse(resetsAt), (Math.floor(Date.parse(asOf) / 86_400_000) + 1) * 86_400_000)
})

test('a process without the API role can also explore, with the same allowance', async () => {
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
  assert.equal((await allowanceOf(here)).team, 3)
})

test('concurrent requests get what is left, and not one more', async () => {
  const team = await settings.newTeam()
  await setLimitOverride(settings.pool, team.teamId, 'dailyMemberCompanies', 2)
  const browser = await settings.browserOf(team.owner, team.teamId)
  const pages = Array.from({ length: 12 }, (_, i) => 1 + (i % 3))
  const statuses = await Promise.all(pages.map(async (page) => (await search(browser, { pageSize: 1, page })).status))
  assert.deepEqual(statuses.toSorted(), [...Array(8).fill(200), ...Array(4).fill(429)])
  assert.equal((await allowanceOf(browser)).you, 2)
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
  const cost = { endpoint: 'search', companies: [ID] }
  const late = await charge(settings.pool, { teamId: team.teamId, plan: 'pro' }, cost)
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
  assert.equal((await allowanceOf(browser)).team, 0)
})
