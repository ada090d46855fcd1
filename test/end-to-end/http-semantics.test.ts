// HTTP semantics: methods, undeclared parameters, bodies on GET, compression, keep-alive, CORS and request timeouts.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { createServer } from '../../src/http/serving.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { type Api, type ApiTeam, type ErrorBody, idOf, NO_LIMITS, startApi } from '../harness/api.ts'
import { cleanup } from '../harness/cleanup.ts'
import { silentLog } from '../harness/log.ts'
import { sendHttp } from '../harness/raw-http.ts'
import { startTestService } from '../harness/service.ts'

let api: Api
let team: ApiTeam
let authorization: string
let routes: [path: string, method: string, query: string][]
before(async () => {
  api = await startApi()
  team = await api.newTeam({ limits: NO_LIMITS })
  authorization = `Bearer ${team.key}`
  routes = [
    ['/api/v1/health', 'GET', ''],
    ['/api/v1/stats', 'GET', ''],
    ['/api/v1/filters', 'GET', ''],
    ['/api/v1/companies', 'POST', ''],
    [`/api/v1/companies/${idOf(1)}`, 'GET', ''],
    ['/api/v1/slices', 'GET', '?slice=ai-sdr-hiring&scoreMin=0'],
  ]
})

const errorIn = (text: string) => (JSON.parse(text) as ErrorBody).error

test('every other method is 405 with Allow and costs nothing, HEAD too but on health; OPTIONS is 204 with Allow', async () => {
  const { key, used } = await api.newTeam()
  const headers = { authorization: `Bearer ${key}` }
  for (const [path, allowed] of routes) {
    const allow = [allowed, 'OPTIONS', ...(path.endsWith('/health') ? ['HEAD'] : [])].toSorted().join(', ')
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (allow.split(', ').includes(method)) continue
      const reply = await sendHttp(api.url, { method, path, headers })
      assert.deepEqual([reply.status, reply.headers.get('allow')], [405, allow], `${method} ${path}`)
      if (method === 'HEAD') assert.equal(reply.text, '')
    }
    const options = await sendHttp(api.url, { method: 'OPTIONS', path, headers })
    assert.deepEqual([options.status, options.headers.get('allow'), options.text], [204, allow, ''])
    assert.equal((await sendHttp(api.url, { method: 'OPTIONS', path })).status, 401)
  }
  assert.equal((await sendHttp(api.url, { method: 'OPTIONS', path: '/api/v1/nothing', headers })).status, 404)
  assert.equal((await used()).monthlyRequests, 0)
})

test('HEAD on health is GET without the body: 200 with a key, 401 without', async () => {
  const path = '/api/v1/health'
  const reply = await sendHttp(api.url, { method: 'HEAD', path, headers: { authorization } })
  const get = await sendHttp(api.url, { path, headers: { authorization } })
  assert.deepEqual([reply.status, reply.text], [200, ''])
  assert.equal(reply.headers.get('content-length'), get.headers.get('content-length'))
  assert.equal((await sendHttp(api.url, { method: 'HEAD', path })).status, 401)
})

test('an unknown Expect is 417 in the usual form, with a request id, and closes the connection', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/health'],
    ['POST', '/api/v1/companies'],
    ['GET', '/api/v1/nothing'],
  ] as const) {
    const headers = { authorization, expect: '200-maybe', 'x-request-id': 'expecting' }
    const reply = await sendHttp(api.url, { method, path, headers })
    assert.equal(reply.status, 417)
    const { requestId, code, message } = JSON.parse(reply.text).error as Record<string, string>
    assert.deepEqual([requestId, code], ['expecting', 'expectation_failed'])
    assert.match(message ?? '', /200-maybe/)
    assert.equal(reply.headers.get('connection'), 'close')
  }
  const welcome = await sendHttp(api.url, {
    path: '/api/v1/health',
    headers: { authorization, expect: '100-continue' },
  })
  assert.equal(welcome.status, 200)
})

test('an undeclared query parameter is 422 on every route but health, and costs nothing', async () => {
  const { key, used } = await api.newTeam()
  for (const [path, method, query] of routes.filter(([each]) => each !== '/api/v1/health')) {
    const body = method === 'POST' ? { body: '{"signal_query":"hiring"}' } : {}
    const headers = { authorization: `Bearer ${key}`, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const reply = await sendHttp(api.url, { method, path: `${path}${query || '?'}&verbose=1`, headers, ...body })
    assert.equal(reply.status, 422, path)
    assert.equal(errorIn(reply.text).details?.[0]?.field, 'verbose')
  }
  assert.equal((await used()).monthlyRequests, 0)
})

test('a body on GET is 422; an empty body counts as none', async () => {
  for (const [path, method, query] of routes.filter(([, each]) => each === 'GET')) {
    const fullPath = path + query
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await sendHttp(api.url, { method, path: fullPath, headers, body: '{"page":2}' })
    assert.deepEqual([reply.status, errorIn(reply.text).details?.[0]?.field], [422, 'body'], path)
    assert.equal((await sendHttp(api.url, { method, path: fullPath, headers, body: '' })).status, 200, path)
  }
})

test('a large reply is gzipped when the client accepts it, a small one never', async () => {
  const get = (path: string, encoding: string) =>
    sendHttp(api.url, { path, headers: { authorization, 'accept-encoding': encoding } })
  const plain = await get('/api/v1/filters', 'identity')
  assert.equal(plain.headers.get('content-encoding'), null)
  for (const encoding of ['gzip', 'br, gzip', 'gzip;q=0.5, br;q=1']) {
    const gzipped = await get('/api/v1/filters', encoding)
    assert.equal(gzipped.headers.get('content-encoding'), 'gzip', encoding)
    assert.match(gzipped.headers.get('vary') ?? '', /accept-encoding/i)
    assert.deepEqual(JSON.parse(gzipped.text), JSON.parse(plain.text))
    assert.ok(Number(gzipped.headers.get('content-length')) < Number(plain.headers.get('content-length')) / 2)
  }
  for (const encoding of ['br', 'gzip;q=0', '']) {
    assert.equal((await get('/api/v1/filters', encoding)).headers.get('content-encoding'), null, encoding)
  }
  assert.equal((await get('/api/v1/health', 'gzip')).headers.get('content-encoding'), null)
})

test('a 429 from the charge is readable JSON, even when the client accepts gzip', async () => {
  const { key, used } = await api.newTeam({ limits: { monthlyRecords: 3 } })
  const reply = await sendHttp(api.url, {
    method: 'POST',
    path: '/api/v1/companies',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body: '{"signal_query":"hiring"}',
  })
  assert.deepEqual([reply.status, errorIn(reply.text).limitType], [429, 'monthly_records'])
  assert.equal((await used()).monthlyRequests, 0)
})

test('a connection is reused for many requests, even after errors', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  cleanup(() => agent.destroy())
  const reused: boolean[] = []
  for (const path of ['/api/v1/health', '/api/v1/nothing', '/api/v1/stats?x=1', '/api/v1/filters']) {
    reused.push((await sendHttp(api.url, { path, headers: { authorization }, agent })).reused)
  }
  assert.deepEqual(reused, [false, true, true, true])
})

const ORIGIN = 'https://app.example.com'
const preflight = {
  method: 'OPTIONS',
  path: '/api/v1/companies',
  headers: {
    origin: ORIGIN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  },
}

test('CORS is off by default: a preflight without a key is 401', async () => {
  const preflighted = await sendHttp(api.url, preflight)
  assert.equal(preflighted.status, 401)
  const called = await sendHttp(api.url, { path: '/api/v1/health', headers: { authorization, origin: ORIGIN } })
  for (const { headers } of [preflighted, called]) assert.equal(headers.get('access-control-allow-origin'), null)
})

test('an origin in CORS_ORIGINS passes preflight without a key and can read the limits, others cannot', async () => {
  const env = { DATABASE_URL: api.databaseUrl, CORS_ORIGINS: `https://other.example, ${ORIGIN}` }
  const { url } = await startTestService({ env })
  const preflighted = await sendHttp(url, preflight)
  assert.equal(preflighted.status, 204)
  assert.equal(preflighted.headers.get('access-control-allow-origin'), ORIGIN)
  assert.match(preflighted.headers.get('access-control-allow-headers') ?? '', /authorization/i)
  assert.match(preflighted.headers.get('access-control-allow-methods') ?? '', /POST/)
  for (const path of ['/api/v1/filters', '/api/v1/nothing']) {
    const { headers } = await sendHttp(url, { path, headers: { authorization, origin: ORIGIN } })
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN)
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining.*Retry-After/)
    assert.match(headers.get('vary') ?? '', /origin/i)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  }
  const otherOrigin = { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } }
  const rejected = await sendHttp(url, otherOrigin)
  assert.deepEqual([rejected.status, rejected.headers.get('access-control-allow-origin')], [401, null])
  const anyOrigin = await startTestService({ env: { ...env, CORS_ORIGINS: '*' } })
  const open = await sendHttp(anyOrigin.url, otherOrigin)
  assert.deepEqual([open.status, open.headers.get('access-control-allow-origin')], [204, '*'])
})

/** Sends the start of a request and nothing more. Returns what the server sends until it closes the connection. */
async function sendPartial(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let reply = ''
  socket.on('data', (data) => {
    reply += data.toString()
  })
  socket.write(bytes)
  await once(socket, 'close')
  return reply
}

test('a client that never finishes its headers or body gets 408, and the connection is closed', async () => {
  const config = loadConfig({ PORT: '0' })
  const app = createServer(config, silentLog, { requestMs: 300, headersMs: 200, checkMs: 50 })
  cleanup(() => app.close())
  app.post('/', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const timeout = /^HTTP\/1\.1 408 [\s\S]*no-store[\s\S]*"code":"request_timeout"/
  assert.match(await sendPartial(port, 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow:'), timeout)
  const body = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
  assert.match(await sendPartial(port, body), timeout)
})
