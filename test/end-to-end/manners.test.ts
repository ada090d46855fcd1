// HTTP manners: methods, compression, caching, connections, other origins, slow clients, bodies and parameters where
// none belong.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { createServer } from '../../src/http/index.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { type Api, type ApiTeam, type ErrorBody, idOf, NO_LIMITS, startApi } from '../harness/api.ts'
import { cleanup } from '../harness/cleanup.ts'
import { sendHttp } from '../harness/http.ts'
import { silentLog } from '../harness/log.ts'
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

test('every other method is 405 with Allow, HEAD too, and charges nothing; OPTIONS asks and is answered', async () => {
  const { key, used } = await api.newTeam()
  const headers = { authorization: `Bearer ${key}` }
  for (const [path, right] of routes) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (method === right) continue
      const reply = await sendHttp(api.url, { method, path, headers })
      assert.deepEqual(
        [reply.status, reply.headers.get('allow')],
        [405, `${[right, 'OPTIONS'].toSorted().join(', ')}`],
        `${method} ${path}`,
      )
      if (method === 'HEAD') assert.equal(reply.text, '')
    }
    const asked = await sendHttp(api.url, { method: 'OPTIONS', path, headers })
    assert.deepEqual(
      [asked.status, asked.headers.get('allow'), asked.text],
      [204, [right, 'OPTIONS'].toSorted().join(', '), ''],
    )
    assert.equal((await sendHttp(api.url, { method: 'OPTIONS', path })).status, 401)
  }
  assert.equal((await sendHttp(api.url, { method: 'OPTIONS', path: '/api/v1/nothing', headers })).status, 404)
  assert.equal((await used()).monthlyRequests, 0)
})

test('a parameter that is not declared is 422 on every route, and costs nothing', async () => {
  const { key, used } = await api.newTeam()
  for (const [path, method, query] of routes) {
    const body = method === 'POST' ? { body: '{"signal_query":"hiring"}' } : {}
    const headers = { authorization: `Bearer ${key}`, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const reply = await sendHttp(api.url, { method, path: `${path}${query || '?'}&verbose=1`, headers, ...body })
    assert.equal(reply.status, 422, path)
    assert.equal(errorIn(reply.text).details?.[0]?.field, 'verbose')
  }
  assert.equal((await used()).monthlyRequests, 0)
})

test('a body on GET is refused, an empty one is none', async () => {
  for (const [path, method, query] of routes.filter(([, each]) => each === 'GET')) {
    const whole = path + query
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await sendHttp(api.url, { method, path: whole, headers, body: '{"page":2}' })
    assert.deepEqual([reply.status, errorIn(reply.text).details?.[0]?.field], [422, 'body'], path)
    assert.equal((await sendHttp(api.url, { method, path: whole, headers, body: '' })).status, 200, path)
  }
})

test('a large reply is gzipped for those who ask, and a small one never', async () => {
  const get = (path: string, encoding: string) =>
    sendHttp(api.url, { path, headers: { authorization, 'accept-encoding': encoding } })
  const plain = await get('/api/v1/filters', 'identity')
  assert.equal(plain.headers.get('content-encoding'), null)
  for (const encoding of ['gzip', 'br, gzip', 'gzip;q=0.5, br;q=1']) {
    const zipped = await get('/api/v1/filters', encoding)
    assert.equal(zipped.headers.get('content-encoding'), 'gzip', encoding)
    assert.match(zipped.headers.get('vary') ?? '', /accept-encoding/i)
    assert.deepEqual(JSON.parse(zipped.text), JSON.parse(plain.text))
    assert.ok(Number(zipped.headers.get('content-length')) < Number(plain.headers.get('content-length')) / 2)
  }
  for (const encoding of ['br', 'gzip;q=0', '']) {
    assert.equal((await get('/api/v1/filters', encoding)).headers.get('content-encoding'), null, encoding)
  }
  assert.equal((await get('/api/v1/health', 'gzip')).headers.get('content-encoding'), null)
})

test('what the charge refuses is refused in plain words, also for those who ask for gzip', async () => {
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

test('a connection serves many requests, errors included', async () => {
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

test('other origins get nothing by default: a preflight without a key is 401', async () => {
  const asked = await sendHttp(api.url, preflight)
  assert.equal(asked.status, 401)
  const called = await sendHttp(api.url, { path: '/api/v1/health', headers: { authorization, origin: ORIGIN } })
  for (const { headers } of [asked, called]) assert.equal(headers.get('access-control-allow-origin'), null)
})

test('an origin of CORS_ORIGINS may call from a page: preflight without a key, limits exposed; another may not', async () => {
  const env = { DATABASE_URL: api.databaseUrl, CORS_ORIGINS: `https://other.example, ${ORIGIN}` }
  const { url } = await startTestService({ env })
  const asked = await sendHttp(url, preflight)
  assert.equal(asked.status, 204)
  assert.equal(asked.headers.get('access-control-allow-origin'), ORIGIN)
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /authorization/i)
  assert.match(asked.headers.get('access-control-allow-methods') ?? '', /POST/)
  for (const path of ['/api/v1/filters', '/api/v1/nothing']) {
    const { headers } = await sendHttp(url, { path, headers: { authorization, origin: ORIGIN } })
    assert.equal(headers.get('access-control-allow-origin'), ORIGIN)
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Remaining.*Retry-After/)
    assert.match(headers.get('vary') ?? '', /origin/i)
    assert.equal(headers.get('access-control-allow-credentials'), null)
  }
  const stranger = { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } }
  const refused = await sendHttp(url, stranger)
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, null])
  const everybody = await startTestService({ env: { ...env, CORS_ORIGINS: '*' } })
  const open = await sendHttp(everybody.url, stranger)
  assert.deepEqual([open.status, open.headers.get('access-control-allow-origin')], [204, '*'])
})

/** Sends the start of a request and then nothing; what comes back until the server closes. */
async function drip(port: number, bytes: string): Promise<string> {
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

test('a client that never finishes its headers or its body is told 408 and cut off', async () => {
  const config = loadConfig({ PORT: '0' })
  const app = createServer(config, silentLog, { requestMs: 300, headersMs: 200, checkMs: 50 })
  cleanup(() => app.close())
  app.post('/', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const late = /^HTTP\/1\.1 408 [\s\S]*no-store[\s\S]*"code":"request_timeout"/
  assert.match(await drip(port, 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow:'), late)
  const body = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
  assert.match(await drip(port, body), late)
})
