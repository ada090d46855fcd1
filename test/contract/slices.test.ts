// Slice search through the complete service: parameters, pages and errors.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, type ApiTeam, errorOf, NO_LIMITS, startApi, WORLD_SIZE } from '../harness/api.ts'

let api: Api
let team: ApiTeam
before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
})

interface SliceReply {
  data: { companyId: string; name: string; score: number; hqCountry: string; enteredAt: string; windowEndsAt: string }[]
  pagination: { page: number; pageSize: number; total: number; totalPages: number }
  notFed?: string[]
}

async function slices(query: string): Promise<SliceReply> {
  const response = await team.get(`/slices?${query}`)
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as SliceReply
}

test('rows are sorted by score, with the times at which they entered and their window ends', async () => {
  const { data, pagination } = await slices('slice=ai-sdr-hiring&scoreMin=0')
  assert.deepEqual(pagination, { page: 1, pageSize: 25, total: WORLD_SIZE, totalPages: 1 })
  const scores = data.map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  for (const { enteredAt, windowEndsAt } of data) assert.ok(enteredAt < windowEndsAt)
})

test('a slice whose types are not delivered reports it, and one that is only empty does not', async () => {
  const unfed = await slices('slice=early-ai-adopters&scoreMin=0')
  assert.equal(unfed.pagination.total, 0)
  assert.ok(unfed.notFed?.includes('web'), `${unfed.notFed}`)
  const empty = await slices('slice=ai-sdr-hiring&countries=NZ')
  assert.deepEqual([empty.pagination.total, empty.notFed], [0, undefined])
})

test('countries can be a comma list, repeated, or countries[]=, in any spelling', async () => {
  const wanted = await slices('slice=ai-sdr-hiring&countries=DE,FR')
  assert.equal(wanted.pagination.total, WORLD_SIZE / 2)
  for (const query of [
    'countries=DE&countries=FR',
    'countries[]=DE&countries[]=FR',
    'countries=de,%20France',
    'countries=DE&countries[]=FR,,',
  ]) {
    assert.deepEqual(await slices(`slice=ai-sdr-hiring&${query}`), wanted, query)
  }
})

test('scoreMin and scoreMax limit the score of the row, and paging works', async () => {
  const { data } = await slices('slice=ai-sdr-hiring&scoreMin=0')
  const middle = data[5]?.score ?? assert.fail()
  const high = await slices(`slice=ai-sdr-hiring&scoreMin=${middle}`)
  assert.ok(high.data.length < data.length && high.data.every(({ score }) => score >= middle))
  const low = await slices(`slice=ai-sdr-hiring&scoreMax=${middle}`)
  assert.ok(low.data.length < data.length && low.data.every(({ score }) => score <= middle))
  const second = await slices('slice=ai-sdr-hiring&scoreMin=0&page=2&pageSize=5')
  assert.deepEqual(second.data, data.slice(5, 10))
  assert.deepEqual(second.pagination, { page: 2, pageSize: 5, total: WORLD_SIZE, totalPages: 3 })
  assert.deepEqual((await slices('slice=ai-sdr-hiring&scoreMin=0&page=100&pageSize=5')).data, [])
})

const WRONG: [query: string, status: number, code: string, field: string, message: RegExp][] = [
  ['', 422, 'validation_failed', 'slice', /slice is required/],
  ['slice=', 422, 'validation_failed', 'slice', /slice is required/],
  ['countries=DE', 422, 'validation_failed', 'slice', /slice is required/],
  ['slice=ai-sdr-hiring', 422, 'validation_failed', 'slice', /At least one filter/],
  ['slice=ai-sdr-hiring&countries=', 422, 'validation_failed', 'slice', /At least one filter/],
  ['slice=ai-sdr-hiring&countries[]=', 422, 'validation_failed', 'slice', /At least one filter/],
  ['slice=ai-sdr-hiring&page=2&pageSize=5', 422, 'validation_failed', 'slice', /At least one filter/],
  ['slice=nothing-like-it', 422, 'validation_failed', 'slice', /At least one filter/],
  ['slice=a&slice=b&countries=DE', 422, 'validation_failed', 'slice', /given 2 times/],
  ['slice=ai-sdr-hiring&scoremin=5', 422, 'validation_failed', 'scoremin', /did you mean scoreMin/],
  ['slice=ai-sdr-hiring&scoreMin=high', 422, 'validation_failed', 'scoreMin', /must be a number such as/],
  ['slice=ai-sdr-hiring&scoreMin=', 422, 'validation_failed', 'scoreMin', /or left out/],
  ['slice=ai-sdr-hiring&scoreMin=101', 422, 'validation_failed', 'scoreMin', /at most 100/],
  ['slice=ai-sdr-hiring&scoreMin=-1', 422, 'validation_failed', 'scoreMin', /at least 0/],
  ['slice=ai-sdr-hiring&scoreMin=9&scoreMax=8', 422, 'validation_failed', 'scoreMin', /nothing can match/],
  ['slice=ai-sdr-hiring&scoreMin[]=9', 422, 'validation_failed', 'scoreMin', /without the brackets/],
  ['slice=ai-sdr-hiring&countries=Germny', 422, 'validation_failed', 'countries', /did you mean DE/],
  ['slice=ai-sdr-hiring&countries=DE&page=1.5', 422, 'validation_failed', 'page', /whole number/],
  ['slice=ai-sdr-hiring&countries=DE&page=11&pageSize=50', 422, 'validation_failed', 'page', /at most 500/],
  ['slice=ai-sdr-hiring&countries=DE&sort=heat', 422, 'validation_failed', 'sort', /There is no parameter sort/],
  ['slice=ai-sdr-hiring&countries=DE&__proto__=x', 422, 'validation_failed', '__proto__', /There is no parameter/],
]

test('an invalid parameter is reported by name', async () => {
  for (const [query, status, code, field, message] of WRONG) {
    const response = await team.get(`/slices?${query}`)
    const error = await errorOf(response)
    assert.deepEqual([response.status, error.code], [status, code], query)
    const detail =
      error.details?.find((each) => each.field === field) ?? assert.fail(`${query}: ${JSON.stringify(error)}`)
    assert.match(detail.message, message, query)
  }
})

test('a parameter under the name of another API is rejected with the name that it has here', async () => {
  const names: Record<string, string[]> = {
    country: ['countries'],
    'country[]': ['countries'],
    industry: ['industries'],
    minEmployees: ['employeesMin'],
    minScore: ['scoreMin'],
    score: ['scoreMin', 'scoreMax'],
    slug: ['slice'],
    limit: ['pageSize'],
    per_page: ['pageSize'],
  }
  for (const [name, meant] of Object.entries(names)) {
    const { details = [] } = await errorOf(await team.get(`/slices?slice=ai-sdr-hiring&scoreMin=1&${name}=1`))
    assert.deepEqual([details[0]?.field, details[0]?.suggestions], [name, meant])
  }
})

test('an unknown slug is 404 and suggests the nearest one', async () => {
  const response = await team.get('/slices?slice=ai-sdr-hirng&scoreMin=1')
  assert.equal(response.status, 404)
  const { code, suggestions } = await errorOf(response)
  assert.deepEqual([code, suggestions], ['slice_not_found', ['ai-sdr-hiring']])
  const unknown = ['x', 'x'.repeat(2_000), 'AI-SDR-HIRING', '%00', '..%2f', '+', '%20ai-sdr-hiring', 'ai-sdr-hiring:x']
  const templates = ['tool-displacement', 'TOOL-DISPLACEMENT:hubspot', `tool-displacement:${'x'.repeat(101)}`]
  for (const slug of [...unknown, ...templates, 'null', 'constructor', '__proto__', '%F0%9F%98%80', '%0A', ',', '*']) {
    assert.equal((await errorOf(await team.get(`/slices?slice=${slug}&scoreMin=1`))).code, 'slice_not_found', slug)
  }
})

test('a template with a text that can’t be the name of a tool is 404, never the page of another tool', async () => {
  for (const tool of ['', '-', '_', '--', '"', '\\', '\u200b', '\0']) {
    const name = encodeURIComponent(`tool-displacement:${tool}`)
    const { code, suggestions } = await errorOf(await team.get(`/slices?slice=${name}&scoreMin=0`))
    assert.deepEqual([code, suggestions], ['slice_not_found', ['tool-displacement:hubspot']], name)
  }
})

test('a page costs a request and a record per row, and later pages also a page turn', async () => {
  const { get, used } = await api.newTeam()
  await get('/slices?slice=ai-sdr-hiring&scoreMin=0&pageSize=5')
  await get('/slices?slice=ai-sdr-hiring&scoreMin=0&pageSize=5&page=2')
  await get('/slices?slice=nothing-like-it&scoreMin=0')
  const { monthlyRequests, monthlyRecords, monthlyPageTurns } = await used()
  assert.deepEqual([monthlyRequests, monthlyRecords, monthlyPageTurns], [2, 10, 1])
})
