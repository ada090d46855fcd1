// For any input, the reply is one that openapi.json describes, and never a 500. FUZZ_RUNS sets the number of cases per
// property (npm run fuzz: 5,000).

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, type ApiTeam, NO_LIMITS, startApi } from '../harness/api.ts'
import { description } from '../harness/contract.ts'
import fc, { anyCharacter } from '../harness/fast-check.ts'
import { type RawRequest, sendHttp } from '../harness/raw-http.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 150)
/** Statuses that blame the client. */
const SENDERS = new Set([200, 204, 400, 401, 404, 405, 413, 415, 422, 431])

let api: Api
let team: ApiTeam
before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
})

async function send(sent: RawRequest): Promise<number> {
  const { status, text } = await sendHttp(api.url, {
    ...sent,
    headers: { authorization: `Bearer ${team.key}`, ...sent.headers },
  })
  assert.ok(SENDERS.has(status), `${JSON.stringify(sent)} → ${status}: ${text}`)
  return status
}

const schema = description.components.schemas.CompanySearchRequest as { properties: Record<string, unknown> }
const fields = Object.keys(schema.properties)
const parameters = (description.paths['/api/v1/slices']?.get?.parameters ?? []).map(({ name }) => name)

const anyText = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }))
const queryText = fc
  .array(
    fc.constantFrom(
      'hiring',
      'funding',
      'AND',
      'OR',
      'NOT',
      'THEN',
      'WITHIN',
      '(',
      ')',
      ':',
      '~',
      '"',
      '|',
      '30d',
      'ai',
      'count >= 2',
      'title ~ ai',
      ',',
    ),
    { maxLength: 14 },
  )
  .map((words) => words.join(' '))
const anyValue = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.array(fc.oneof(anyText, fc.constantFrom('DE', 'Germany', 'ZZ', 'seed', 'series_a'))),
  fc.integer({ min: -2, max: 60 }),
  fc.double(),
)

test('any JSON is answered as described', async () => {
  const property = fc.asyncProperty(fc.json(), async (body) => {
    await send({ method: 'POST', path: '/api/v1/companies', headers: { 'content-type': 'application/json' }, body })
  })
  await fc.assert(property, { numRuns })
})

test('any body of known and unknown fields is answered as described', async () => {
  const names = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fields) }, anyText)
  const bodies = fc.dictionary(names, anyValue, { maxKeys: 6 })
  const property = fc.asyncProperty(
    bodies,
    fc.oneof(queryText, anyText),
    fc.boolean(),
    async (body, query, withQuery) => {
      const sent = withQuery ? { signal_query: query, ...body } : body
      const headers = { 'content-type': 'application/json' }
      await send({ method: 'POST', path: '/api/v1/companies', headers, body: JSON.stringify(sent) })
    },
  )
  await fc.assert(property, { numRuns: numRuns * 2 })
})

test('any bytes as a body, under any content type, are answered as described', async () => {
  const types = fc.oneof(
    fc.constantFrom(
      'application/json',
      'application/json; charset=latin1',
      'text/plain',
      'application/ld+json',
      '*/*',
      ';',
    ),
    fc.stringMatching(/^[ -~]{0,40}$/),
  )
  const property = fc.asyncProperty(
    fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
    anyText,
    types,
    async (method, body, type) => {
      await send({ method, path: '/api/v1/companies', headers: { 'content-type': type }, body })
    },
  )
  await fc.assert(property, { numRuns })
})

test('any query string is answered as described, on every route', async () => {
  const paths = ['/health', '/stats', '/filters', '/slices', '/companies/6f0c1a52-9b3d-8e4f-a1b2-c3d4e5f60718']
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...parameters, 'countries[]') },
    fc.stringMatching(/^[!-~]{0,12}$/),
  )
  const value = fc.oneof(
    fc.constantFrom('ai-sdr-hiring', 'DE', 'DE,FR', '', '1', '50', '0.5', 'seed', '%', '%zz', '%00', '%F0%9F%98%80'),
    anyText.map((each) => encodeURIComponent(each.toWellFormed())),
    fc.stringMatching(/^[!-~]{0,20}$/),
  )
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 6 })
  const property = fc.asyncProperty(fc.constantFrom(...paths), pairs, async (path, given) => {
    const query = given.map(([key, each]) => `${key}=${each}`.replaceAll(/[#\s]/g, '')).join('&')
    await send({ path: `/api/v1${path}?${query}` })
  })
  await fc.assert(property, { numRuns: numRuns * 2 })
})

test('any path and method is answered as described', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'v1',
      'companies',
      'slices',
      'health',
      '..',
      '.',
      '',
      '%2e%2e',
      '%00',
      '%',
      '%zz',
      '*',
      ':id',
    ),
    fc.stringMatching(/^[!-~]{0,300}$/).map((each) => each.replaceAll(/[#?]/g, '')),
  )
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
  )
  const prefix = fc.constantFrom('', '/api/v1', '/api/v1/companies')
  const property = fc.asyncProperty(
    methods,
    prefix,
    fc.array(segment, { maxLength: 4 }),
    async (method, start, rest) => {
      await send({ method, path: `${start}/${rest.join('/')}` })
    },
  )
  await fc.assert(property, { numRuns: numRuns * 2 })
})

test('any headers are answered as described', async () => {
  const names = fc.constantFrom(
    'accept',
    'accept-encoding',
    'x-request-id',
    'origin',
    'range',
    'if-none-match',
    'expect',
    'x-forwarded-for',
    'x-forwarded-proto',
    'content-encoding',
    'cookie',
    'te',
    'x-no-compression',
    'access-control-request-method',
    'x-http-method-override',
  )
  const values = fc.oneof(
    fc.constantFrom('gzip', '*', 'identity;q=0', 'br, gzip;q=0', 'bytes=0-1', ''),
    fc.stringMatching(/^[ -~]{0,60}$/),
  )
  const property = fc.asyncProperty(fc.dictionary(names, values, { maxKeys: 4 }), async (headers) => {
    if (headers.expect !== undefined) headers.expect = '100-continue'
    await send({ path: '/api/v1/slices?slice=ai-sdr-hiring&scoreMin=0', headers })
  })
  await fc.assert(property, { numRuns })
})

test('any authorization is answered as described, and only the valid key is accepted', async () => {
  const values = fc.oneof(
    fc.stringMatching(/^[ -~]{0,80}$/),
    fc.stringMatching(/^psk_[0-9A-Za-z]{36}$/).map((key) => `Bearer ${key}`),
    fc.stringMatching(/^ {0,3}[Bb]earer {0,3}$/).map((start) => `${start}${team.key}x`),
  )
  const property = fc.asyncProperty(values, async (authorization) => {
    assert.equal(await send({ path: '/api/v1/filters', headers: { authorization } }), 401)
  })
  await fc.assert(property, { numRuns })
})
