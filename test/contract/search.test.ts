// Company search through the complete service: request bodies, replies and costs.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, type ApiTeam, errorOf, NO_LIMITS, startApi, WORLD_SIZE } from '../harness/api.ts'
import { description } from '../harness/contract.ts'

let api: Api
let team: ApiTeam
before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
})

interface SearchReply {
  companies: { id: string; name: string; hqCountry: string; signals: { type: string }[] }[]
  page: number
  pageSize: number
  total: number
  totalPages: number
  explain?: { normalized: string; clauses: { text: string; companies: number }[]; notLooked?: unknown }
}

async function search(body: Record<string, unknown>): Promise<SearchReply> {
  const response = await team.post(body)
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as SearchReply
}

test('the defaults are page 1 and 25 rows, and total and totalPages are exact', async () => {
  const { companies, ...counts } = await search({ signal_query: 'hiring' })
  assert.equal(companies.length, WORLD_SIZE)
  assert.deepEqual(counts, { page: 1, pageSize: 25, total: WORLD_SIZE, totalPages: 1 })
})

test('pages have every company once, and a page past the end is empty with the correct total', async () => {
  const ids = new Set<string>()
  for (let page = 1; page <= 3; page++) {
    const { companies, totalPages } = await search({ signal_query: 'hiring', page, pageSize: 5 })
    assert.equal(totalPages, 3)
    for (const { id } of companies) ids.add(id)
  }
  assert.equal(ids.size, WORLD_SIZE)
  const { companies, total } = await search({ signal_query: 'hiring', page: 50, pageSize: 5 })
  assert.deepEqual({ companies, total }, { companies: [], total: WORLD_SIZE })
})

test('companies come with the signals that matched', async () => {
  const { companies } = await search({ signal_query: 'funding AND tool' })
  assert.ok(companies.length > 0)
  for (const { signals } of companies) {
    assert.deepEqual(signals.map(({ type }) => type).toSorted(), ['funding', 'tool'])
  }
})

test('a row has the day of its score, even before the daily refresh has reached it', async () => {
  const { db, newTeam } = await startApi()
  const { post, get } = await newTeam()
  const dayOf = (offset: number) =>
    `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`
  await db.pool('ingest').query(`update company_ranks set as_of = as_of - 1 where company_ordinal < 6`)
  const { companies } = (await (await post({ signal_query: 'hiring' })).json()) as {
    companies: { id: string; aiAdoptionScore: { asOf: string } }[]
  }
  const days = companies.map(({ aiAdoptionScore: { asOf } }) => asOf)
  assert.deepEqual([...new Set(days)].toSorted(), [dayOf(-1), dayOf(0)])
  assert.equal(days.filter((day) => day === dayOf(-1)).length, 6)
  const stale = companies.find(({ aiAdoptionScore: { asOf } }) => asOf === dayOf(-1))
  const { data } = (await (await get(`/companies/${stale?.id}`)).json()) as {
    data: { aiAdoptionScore: { asOf: string } }
  }
  assert.equal(data.aiAdoptionScore.asOf, dayOf(0))
})

test('countries can be codes in any case, alpha-3 codes or names, and an empty list is no filter', async () => {
  for (const countries of [['DE'], ['de'], ['DEU'], ['Germany'], ['DE', 'germany']]) {
    const { companies } = await search({ signal_query: 'hiring', countries })
    assert.deepEqual([...new Set(companies.map(({ hqCountry }) => hqCountry))], ['DE'], `${countries}`)
  }
  assert.equal((await search({ signal_query: 'hiring', countries: ['UK'] })).companies[0]?.hqCountry, 'GB')
  assert.equal((await search({ signal_query: 'hiring', countries: [] })).total, WORLD_SIZE)
  assert.equal((await search({ signal_query: 'hiring', countriesNot: ['DE'] })).total, (WORLD_SIZE * 3) / 4)
})

test('industries match in any spelling, and stages, employees and scores filter', async () => {
  assert.equal((await search({ signal_query: 'hiring', industries: ['Logistics-Software'] })).total, WORLD_SIZE)
  assert.equal((await search({ signal_query: 'hiring', industries: ['retail'] })).total, 0)
  assert.equal((await search({ signal_query: 'hiring', fundingStages: ['seed'] })).total, WORLD_SIZE / 2)
  assert.equal((await search({ signal_query: 'hiring', employeesMin: 50, employeesMax: 80 })).total, 4)
  assert.equal((await search({ signal_query: 'hiring', adoptionScoreMin: 100 })).total, 0)
})

test('explain returns the canonical query and counts each clause on its own, in query order, under the same filters', async () => {
  const { explain } = await search({
    signal_query: 'tool:hubspot OR funding:seed',
    employeesMin: 0,
    countries: ['DE', 'US'],
    explain: true,
  })
  assert.deepEqual(explain?.clauses, [
    { text: 'tool(text ~ hubspot)', companies: 2 },
    { text: 'funding(text ~ seed)', companies: 6 },
  ])
  assert.equal(explain?.normalized, 'tool(text ~ hubspot) OR funding(text ~ seed)')
  assert.equal((await search({ signal_query: 'hiring' })).explain, undefined)
})

test('explain warns about companies that are not monitored for the types under NOT', async () => {
  const warningOf = async (body: Record<string, unknown>) =>
    (await search({ ...body, explain: true })).explain?.notLooked
  const { total } = await search({ signal_query: 'hiring NOT tool:hubspot' })
  assert.ok(total > 0)
  const unwatched = { types: ['tool'], companies: total }
  assert.deepEqual(await warningOf({ signal_query: 'hiring NOT tool:hubspot' }), unwatched)
  assert.equal(await warningOf({ signal_query: 'hiring AND tool' }), undefined)
  assert.equal(await warningOf({ signal_query: 'hiring NOT tool', watched: ['tool'] }), undefined)
})

test('an invalid query is reported with its position and what is expected there', async () => {
  const response = await team.post({ signal_query: 'funding AND hirring' })
  assert.equal(response.status, 422)
  const { code, details = [] } = await errorOf(response)
  assert.equal(code, 'invalid_query')
  const [{ field, position, length, suggestions, expected } = assert.fail()] = details
  assert.deepEqual({ field, position, length }, { field: 'signal_query', position: 12, length: 7 })
  assert.ok(suggestions?.includes('hiring') && Array.isArray(expected))
  for (const signal_query of ['', '   ', 'hiring(', 'a'.repeat(1_001)]) {
    assert.equal((await errorOf(await team.post({ signal_query }))).code, 'invalid_query', signal_query.slice(0, 20))
  }
})

const WRONG: [body: Record<string, unknown>, field: string, message: RegExp, suggestion?: string][] = [
  [{}, 'signal_query', /signal_query is required/],
  [{ signal_query: null }, 'signal_query', /must be a text, not null/],
  [{ signal_query: ['hiring'] }, 'signal_query', /must be a text, not a list/],
  [{ signal_query: 'hiring', countrys: ['DE'] }, 'countrys', /did you mean countries\?/, 'countries'],
  [{ signal_query: 'hiring', pagesize: 5 }, 'pagesize', /did you mean pageSize\?/, 'pageSize'],
  [{ signal_query: 'hiring', page: '2' }, 'page', /must be a whole number, not the text "2"/],
  [{ signal_query: 'hiring', page: 1.5 }, 'page', /must be a whole number, not 1.5/],
  [{ signal_query: 'hiring', page: 0 }, 'page', /at least 1/],
  [{ signal_query: 'hiring', pageSize: 51 }, 'pageSize', /at most 50/],
  [{ signal_query: 'hiring', page: 11, pageSize: 50 }, 'page', /at most 500.*the last page is 10/],
  [{ signal_query: 'hiring', page: 1e300 }, 'page', /at most 500/],
  [{ signal_query: 'hiring', countries: 'DE' }, 'countries', /must be a list, not the text "DE"/],
  [{ signal_query: 'hiring', countries: ['DE', 7] }, 'countries', /countries\[1\] must be a text, not 7/],
  [{ signal_query: 'hiring', countries: ['Germny'] }, 'countries', /did you mean DE \(Germany\)/, 'DE'],
  [{ signal_query: 'hiring', countriesNot: ['Atlantis'] }, 'countriesNot', /unknown country "Atlantis"/],
  [{ signal_query: 'hiring', countries: ['-DE'] }, 'countries', /"-DE" is not a country; .* use countriesNot/],
  [{ signal_query: 'hiring', countries: ['FR', '!DACH'] }, 'countries', /countries\[1\]: "!DACH" is not a country/],
  [{ signal_query: 'hiring', countries: ['~DE'] }, 'countries', /use countriesNot/],
  [{ signal_query: 'hiring', countriesNot: ['-DE'] }, 'countriesNot', /did you mean DE/, 'DE'],
  [{ signal_query: 'hiring', countries: ['DE%'] }, 'countries', /did you mean DE/, 'DE'],
  [{ signal_query: 'hiring', industries: ['-fintech'] }, 'industries', /"-fintech" begins with a sign/],
  [{ signal_query: 'hiring', fundingStages: ['series-a'] }, 'fundingStages', /one of bootstrapped/, 'series_a'],
  [{ signal_query: 'hiring', industries: ['--'] }, 'industries', /no letter or digit/],
  [{ signal_query: 'hiring', employeesMin: 9, employeesMax: 8 }, 'employeesMin', /nothing can match/],
  [{ signal_query: 'hiring', adoptionScoreMin: 101 }, 'adoptionScoreMin', /at most 100/],
  [{ signal_query: 'hiring', sort: 'heta' }, 'sort', /one of match, heat, score, recent/, 'heat'],
  [{ signal_query: 'hiring', explain: 'yes' }, 'explain', /true or false/],
  [{ signal_query: 'hiring', constructor: 1 }, 'constructor', /There is no field constructor/],
]

test('an invalid field is reported by name, with what would be valid', async () => {
  for (const [body, field, message, suggestion] of WRONG) {
    const response = await team.post(body)
    const error = await errorOf(response)
    assert.equal(error.code, 'validation_failed', JSON.stringify(body))
    const detail = error.details?.find((each) => each.field === field) ?? assert.fail(JSON.stringify(error))
    assert.match(detail.message, message)
    if (suggestion) assert.ok(detail.suggestions?.includes(suggestion), JSON.stringify(detail))
  }
})

test('null in an optional field is the same as leaving it out', async () => {
  const { properties } = description.components.schemas.CompanySearchRequest as { properties: Record<string, object> }
  const { signal_query: _required, ...optional } = properties
  const expected = await search({ signal_query: 'hiring' })
  for (const field of Object.keys(optional)) {
    assert.deepEqual(await search({ signal_query: 'hiring', [field]: null }), expected, field)
  }
  const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]))
  assert.deepEqual(await search({ signal_query: 'hiring', ...nulls }), expected)
  const { details } = await errorOf(await team.post({ signal_query: 'hiring', colour: null, countries: [null] }))
  assert.deepEqual(details?.map(({ field }) => field).toSorted(), ['colour', 'countries'])
})

test('a filter under the name of another API is rejected with the name that it has here', async () => {
  const names: Record<string, string[]> = {
    country: ['countries'],
    industry: ['industries'],
    minEmployees: ['employeesMin'],
    max_employees: ['employeesMax'],
    employees: ['employeesMin', 'employeesMax'],
    query: ['signal_query'],
    signalQuery: ['signal_query'],
    q: ['signal_query'],
    limit: ['pageSize'],
    per_page: ['pageSize'],
    page_size: ['pageSize'],
    offset: ['page'],
    order_by: ['sort'],
    stage: ['fundingStages'],
    fundingStage: ['fundingStages'],
    excludeCountries: ['countriesNot'],
    minAdoptionScore: ['adoptionScoreMin'],
    score: ['adoptionScoreMin'],
  }
  for (const [name, meant] of Object.entries(names)) {
    const { details = [] } = await errorOf(await team.post({ signal_query: 'hiring', [name]: 1 }))
    assert.deepEqual([details[0]?.field, details[0]?.suggestions], [name, meant])
    assert.match(details[0]?.message ?? '', new RegExp(`did you mean ${meant[0]}`))
  }
})

test('all invalid fields are reported together', async () => {
  const { details = [] } = await errorOf(await team.post({ page: 0, pageSize: 'many', sort: 'up', colour: 'red' }))
  assert.deepEqual(details.map(({ field }) => field).toSorted(), ['colour', 'page', 'pageSize', 'signal_query', 'sort'])
})

test('malformed JSON is 400, another content type 415, a body over 64 KiB 413, a body that is not an object 422', async () => {
  const send = (body: string | Buffer, type = 'application/json', more = {}) =>
    team.post(null, { body, headers: { 'content-type': type, ...more } })
  const codes: [Promise<Response>, number, string][] = [
    [send('{'), 400, 'invalid_json'],
    [send(''), 400, 'invalid_json'],
    [send('{"__proto__": {"x": 1}, "signal_query": "hiring"}'), 422, 'validation_failed'],
    [send('{"constructor": {"prototype": 1}, "signal_query": "hiring"}'), 422, 'validation_failed'],
    [
      send(Buffer.from([...Buffer.from('{"signal_query":"d'), 0xe9, ...Buffer.from('veloppeur"}')])),
      400,
      'invalid_json',
    ],
    [send('{"signal_query":"hiring"}', 'application/json; charset=iso-8859-1'), 415, 'unsupported_media_type'],
    [send('{"signal_query":"hiring"}', 'text/plain'), 415, 'unsupported_media_type'],
    [send('signal_query=hiring', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type'],
    [send('{}', 'application/json', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
    [send(JSON.stringify({ signal_query: 'x'.repeat(65 * 1_024) })), 413, 'payload_too_large'],
    [send('[]'), 422, 'validation_failed'],
    [send('"hiring"'), 422, 'validation_failed'],
    [send('null'), 422, 'validation_failed'],
  ]
  for (const [reply, status, code] of codes) {
    const response = await reply
    assert.deepEqual([response.status, (await errorOf(response)).code], [status, code])
  }
  assert.equal(
    (await team.post({ signal_query: 'hiring' }, { headers: { 'content-type': 'application/json; charset=utf-8' } }))
      .status,
    200,
  )
})

test('a page costs a request and a record per row, pages after the first also a page turn, and errors are free', async () => {
  const { post, used } = await api.newTeam()
  await post({ signal_query: 'hiring', pageSize: 5 })
  await post({ signal_query: 'hiring', pageSize: 5, page: 3 })
  await post({ signal_query: 'hiring', pageSize: 5, page: 9 })
  await post({ signal_query: 'hirring' })
  await post({ signal_query: 'hiring', page: 0 })
  const { monthlyRequests, monthlyRecords, monthlyPageTurns, dailyCompanyDetail } = await used()
  assert.deepEqual([monthlyRequests, monthlyRecords, monthlyPageTurns, dailyCompanyDetail], [3, 7, 2, 0])
})

test('a page with more rows than remaining records is rejected, with a size that would fit', async () => {
  const { post, used } = await api.newTeam({ limits: { monthlyRecords: 7 } })
  const rejected = await post({ signal_query: 'hiring' })
  assert.equal(rejected.status, 429)
  const { limitType, message } = await errorOf(rejected)
  assert.equal(limitType, 'monthly_records')
  assert.match(message, /A pageSize of 7 would fit/)
  assert.equal((await used()).monthlyRecords, 0)
  assert.equal((await post({ signal_query: 'hiring', pageSize: 7 })).status, 200)
  assert.equal((await used()).monthlyRecords, 7)
})
