// The order in which a request is checked: key, access, path and method, the request budgets, validation, the other budgets
// that it uses, the work, the charge. Each request here has several errors and must get the first one.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Bucket } from '../../src/account/plans/index.ts'
import { type Api, type ApiTeam, errorOf, idOf, startApi } from '../harness/api.ts'
import { sendHttp } from '../harness/raw-http.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const UNKNOWN_COMPANY = '00000000-0000-8000-8000-000000000000'

/** A team that has used up this budget. */
async function teamAt(bucket: Bucket): Promise<ApiTeam> {
  const team = await api.newTeam({ limits: { [bucket]: 1 } })
  const last = bucket === 'monthlyPageTurns' ? { page: 2, pageSize: 1 } : { pageSize: 1 }
  const response =
    bucket === 'dailyCompanyDetail'
      ? await team.get(`/companies/${idOf(1)}`)
      : await team.post({ signal_query: 'hiring', ...last })
  assert.equal(response.status, 200)
  return team
}

async function errorCodeOf(response: Response): Promise<string> {
  if (response.ok) return String(response.status)
  const { code, limitType } = await errorOf(response)
  return limitType ?? code
}

test('1 before 3: without a key, which paths and methods exist is not revealed', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/filters'],
    ['GET', '/api/v1/companies/%zz'],
  ] as const) {
    assert.equal((await sendHttp(api.url, { method, path })).status, 401, path)
  }
})

test('2 before 3: neither does a team without API access', async () => {
  const { get } = await api.newTeam({ plan: 'free' })
  assert.equal(await errorCodeOf(await get('/nothing')), 'api_access_required')
})

test('3 before 4: an unknown path is 404 and a wrong method is 405, even at a limit', async () => {
  const { get } = await teamAt('dailyRequests')
  assert.equal(await errorCodeOf(await get('/nothing')), 'not_found')
  assert.equal(await errorCodeOf(await get('/filters', { method: 'DELETE' })), 'method_not_allowed')
})

test('4 before 5: at a request limit, a request is not validated', async () => {
  const { get, post } = await teamAt('dailyRequests')
  assert.equal(await errorCodeOf(await post({ signal_query: '(' })), 'daily_requests')
  assert.equal(await errorCodeOf(await post(null, { body: '{' })), 'daily_requests')
  assert.equal(
    await errorCodeOf(await post(null, { body: 'x', headers: { 'content-type': 'text/plain' } })),
    'daily_requests',
  )
  assert.equal(await errorCodeOf(await get('/slices')), 'daily_requests')
  assert.equal(await errorCodeOf(await get('/filters?x=1')), 'daily_requests')
})

test('4: of all full budgets that the route draws on, a 429 names the one that resets last', async () => {
  const records = await api.newTeam({ limits: { perMinute: 1, monthlyRecords: 1 } })
  assert.equal((await records.get(`/companies/${idOf(1)}`)).status, 200)
  assert.equal(await errorCodeOf(await records.post({ signal_query: '(' })), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get('/slices')), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get(`/companies/${idOf(1)}`)), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get('/filters')), 'per_minute')
  const turns = await api.newTeam({ limits: { perMinute: 1, monthlyPageTurns: 1 } })
  const search = (page: number) => turns.post({ signal_query: 'hiring', page, pageSize: 1 })
  assert.equal((await search(2)).status, 200)
  assert.equal(await errorCodeOf(await search(2)), 'monthly_page_turns')
  assert.equal(await errorCodeOf(await search(1)), 'per_minute')
  assert.equal(
    await errorCodeOf(await turns.get('/slices?slice=ai-sdr-hiring&scoreMin=0&page=3')),
    'monthly_page_turns',
  )
  assert.equal(await errorCodeOf(await turns.get('/slices?slice=ai-sdr-hiring&scoreMin=0')), 'per_minute')
  assert.equal(await errorCodeOf(await turns.post(null, { body: '{"page":2' })), 'per_minute')
})

test('5 before 6: an invalid request is reported before another used-up budget', async () => {
  const { get, post } = await teamAt('monthlyRecords')
  const wrong: [Response, string][] = [
    [await post(null, { body: '{' }), 'invalid_json'],
    [await post({ signal_query: '(' }), 'invalid_query'],
    [await post({ signal_query: 'hiring', countries: ['Atlantis'] }), 'validation_failed'],
    [await post({ signal_query: 'hiring', page: 11, pageSize: 50 }), 'validation_failed'],
    [await get('/slices?slice=ai-sdr-hiring'), 'validation_failed'],
    [await get('/slices?slice=ai-sdr-hiring&countries=Atlantis'), 'validation_failed'],
  ]
  for (const [response, code] of wrong) assert.equal(await errorCodeOf(response), code)
})

test('6 before 7: a used-up budget is reported before the work, so an unknown slice is not looked up', async () => {
  const records = await teamAt('monthlyRecords')
  assert.equal(await errorCodeOf(await records.post({ signal_query: 'hiring' })), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get('/slices?slice=no-such-slice&scoreMin=0')), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get(`/companies/${UNKNOWN_COMPANY}`)), 'monthly_records')
  assert.equal(await errorCodeOf(await records.get('/filters')), '200')
  const turns = await teamAt('monthlyPageTurns')
  assert.equal(
    await errorCodeOf(await turns.get('/slices?slice=no-such-slice&scoreMin=0&page=2')),
    'monthly_page_turns',
  )
  assert.equal(await errorCodeOf(await turns.get('/slices?slice=no-such-slice&scoreMin=0')), 'slice_not_found')
})

test('an unknown company is 404 even when no further company can be opened', async () => {
  const { get } = await teamAt('dailyCompanyDetail')
  assert.equal(await errorCodeOf(await get(`/companies/${UNKNOWN_COMPANY}`)), 'company_not_found')
  assert.equal(await errorCodeOf(await get('/companies/no-id')), 'company_not_found')
  assert.equal(await errorCodeOf(await get(`/companies/${'x'.repeat(10_000)}`)), 'company_not_found', 'of any length')
  assert.equal(await errorCodeOf(await get(`/companies/${idOf(2)}`)), 'daily_company_detail')
  assert.equal(await errorCodeOf(await get(`/companies/${idOf(1)}`)), '200')
})
