// The HTTP server over real sockets: authentication, the form of errors, headers, logging and shutdown.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTeam } from '../../src/account/teams/index.ts'
import { openDatabase } from '../../src/db/index.ts'
import { createServer } from '../../src/http/serving.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { recordingLog, silentLog } from '../harness/log.ts'
import { createKey, revokeKey, setPlan } from '../harness/operator.ts'
import { startTestService } from '../harness/service.ts'

let url: string
let teamId: string
let key: string
let db: Awaited<ReturnType<typeof openDatabase>>
const { log, lines } = recordingLog()

before(async () => {
  const service = await startTestService({ log })
  url = service.url
  db = await openDatabase({ config: loadConfig({ DATABASE_URL: service.databaseUrl }), log: silentLog })
  cleanup(() => db.close())
  teamId = (await createTeam(db, { name: 'Acme', plan: 'pro' }, { email: 'owner@acme.example', password: 'password' }))
    .id
  key = (await createKey(db.pool('settings'), teamId, { name: 'Test' })).key
})

const call = (path: string, init: RequestInit & { key?: string | null } = {}) => {
  const { key: given = key, ...rest } = init
  return fetch(url + path, {
    ...rest,
    headers: { ...(given === null ? {} : { authorization: `Bearer ${given}` }), ...rest.headers },
  })
}

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))

interface ErrorBody {
  error: { code: string; message: string; status: number; requestId: string }
}

async function assertError(response: Response, status: number, code: string): Promise<ErrorBody['error']> {
  assert.equal(response.status, status)
  const { error } = (await response.json()) as ErrorBody
  assert.equal(error.code, code)
  assert.equal(error.status, status)
  assert.equal(error.requestId, response.headers.get('x-request-id'))
  assert.ok(error.message.length > 10)
  return error
}

test('GET /health replies with status, version and time', async () => {
  const response = await call('/api/v1/health')
  assert.equal(response.status, 200)
  const body = (await response.json()) as Record<string, string>
  assert.deepEqual(Object.keys(body), ['status', 'apiVersion', 'timestamp'])
  assert.equal(body.status, 'ok')
  assert.equal(body.apiVersion, 'v1')
  assert.ok(Math.abs(Date.parse(body.timestamp ?? '') - Date.now()) < 60_000)
})

test('the probes ignore query parameters, which monitors add against caches', async () => {
  for (const path of ['/api/v1/health', '/livez', '/readyz']) {
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await call(`${path}?ts=1&_=%00&ts=2`, { method })).status, 200, `${method} ${path}`)
    }
  }
  await assertError(await call('/api/v1/stats?ts=1'), 422, 'validation_failed')
})

test('no key, a wrong scheme and a wrong key are 401 with WWW-Authenticate, on unknown paths too', async () => {
  for (const path of ['/api/v1/health', '/api/v1/nothing', '/api/v1/']) {
    const none = await call(path, { key: null })
    assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer/)
    await assertError(none, 401, 'missing_api_key')
    await assertError(await call(path, { key: 'psk_wrong' }), 401, 'invalid_api_key')
    await assertError(
      await call(path, { key: null, headers: { authorization: `Basic ${key}` } }),
      401,
      'invalid_api_key',
    )
    await assertError(await call(path, { key: null, headers: { authorization: 'Bearer' } }), 401, 'invalid_api_key')
  }
  assert.equal((await call('/api/v1/health', { key: null, headers: { authorization: `bEaReR ${key}` } })).status, 200)
})

test('for a key without Bearer, another scheme and a Bearer without a key, the error explains what to send', async () => {
  const wrong: [header: string, reason: RegExp][] = [
    [key, /^The word Bearer is missing before the key\. /],
    [`Basic ${btoa(`${key}:`)}`, /^The authentication scheme Basic is not supported\. /],
    [`Token ${key}`, /^The authentication scheme Token is not supported\. /],
    ['Bearer', /^The key is missing after the word Bearer\. /],
    ['correct horse battery', /^The header Authorization is not understood\. /],
  ]
  for (const [authorization, reason] of wrong) {
    const response = await call('/api/v1/health', { key: null, headers: { authorization } })
    const { message } = await assertError(response, 401, 'invalid_api_key')
    assert.match(message, reason)
    assert.match(message, /Send the header "Authorization: Bearer psk_…"\.$/)
    assert.ok(!message.includes(key) && !message.includes('battery'))
  }
})

test('a 403 promises no upgrade that the settings do not offer', async () => {
  const free = await createTeam(
    db,
    { name: 'Free', plan: 'free' },
    { email: 'owner@free.example', password: 'password' },
  )
  const { key: freeKey } = await createKey(db.pool('settings'), free.id, { name: 'Key' })
  const { message } = await assertError(await call('/api/v1/stats', { key: freeKey }), 403, 'api_access_required')
  assert.match(message, /ask the operator of this service to change the plan/)
  assert.doesNotMatch(message, /settings/)
})

test('the log line of a request names the team and the key, also when it is rejected', async () => {
  const { id: keyId, key: logged } = await createKey(db.pool('settings'), teamId, { name: 'Logged' })
  for (const [path, status] of [
    ['/api/v1/stats', 200],
    ['/api/v1/nothing', 404],
  ] as const) {
    const { headers } = await call(path, { key: logged })
    const line = lines.find(({ reqId, msg }) => reqId === headers.get('x-request-id') && msg === 'request')
    assert.deepEqual([line?.status, line?.team, line?.keyId, line?.query], [status, teamId, keyId, undefined])
  }
})

test('the log line of a slow request has its query, truncated', async () => {
  const { log: slowLog, lines: slowLines } = recordingLog()
  for (const slowMs of [0, Number.POSITIVE_INFINITY]) {
    const app = createServer(loadConfig({ PORT: '0' }), slowLog, undefined, { slowMs })
    cleanup(() => app.close())
    app.post('/', { config: { asked: ({ body }) => (body as { q: unknown }).q } }, async () => ({}))
    for (const q of ['hiring', 'x'.repeat(5_000), 7]) await app.inject({ method: 'POST', url: '/', payload: { q } })
  }
  const queries = slowLines.filter(({ msg }) => msg === 'request').map(({ query }) => query)
  assert.deepEqual(queries, ['hiring', 'x'.repeat(300), undefined, undefined, undefined, undefined])
})

test('a client that leaves before its reply has a log line too', async () => {
  const { log: ownLog, lines: ownLines } = recordingLog()
  const app = createServer(loadConfig({ PORT: '0' }), ownLog)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let started = false
  app.get('/slow', async () => {
    started = true
    await released
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET /slow?secret=1 HTTP/1.1\r\nHost: x\r\n\r\n')
  const logged = () => ownLines.find(({ status }) => status === 499)
  for (let i = 0; i < 2_000 && !started; i++) await sleep(5)
  client.resetAndDestroy()
  for (let i = 0; i < 2_000 && !logged(); i++) await sleep(5)
  release()
  await app.close()
  assert.deepEqual([logged()?.method, logged()?.path], ['GET', '/slow'])
})

test('a revoked key is 401 and a plan without API access is 403, before the path is checked', async () => {
  const revoked = await createKey(db.pool('settings'), teamId, { name: 'Revoked' })
  assert.equal((await call('/api/v1/health', { key: revoked.key })).status, 200)
  await revokeKey(db.pool('settings'), teamId, revoked.id)
  await sleep(1_000)
  await assertError(await call('/api/v1/health', { key: revoked.key }), 401, 'invalid_api_key')
  await setPlan(db.pool('settings'), teamId, 'free')
  await sleep(1_000)
  await assertError(await call('/api/v1/nothing'), 403, 'api_access_required')
  await setPlan(db.pool('settings'), teamId, 'pro')
  await sleep(1_000)
})

test('an unknown path is 404, a wrong method is 405 with Allow', async () => {
  await assertError(await call('/api/v1/nothing'), 404, 'not_found')
  await assertError(await call('/nothing', { key: null }), 404, 'not_found')
  for (const method of ['POST', 'DELETE', 'PUT', 'HEAD', 'QUERY', 'PROPFIND']) {
    const response = await call('/api/v1/stats', { method })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'GET, OPTIONS')
  }
  await assertError(await call('/livez', { method: 'POST', key: null }), 405, 'method_not_allowed')
  const invalidJson = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }
  await assertError(await call('/api/v1/nothing', invalidJson), 404, 'not_found')
  assert.equal((await call('/readyz', { method: 'HEAD', key: null })).status, 200)
})

test('every reply has the security headers and a request id; a well-formed id of the caller is used', async () => {
  for (const path of ['/', '/livez', '/nothing', '/api/v1/health']) {
    const { headers } = await call(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.match(headers.get('x-request-id') ?? '', /^req_\w{20}$/)
    assert.equal(headers.get('x-powered-by'), null)
  }
  const wellFormed = await call('/livez', { headers: { 'x-request-id': 'trace-1.2:3' } })
  assert.equal(wellFormed.headers.get('x-request-id'), 'trace-1.2:3')
  const malformed = await call('/livez', { headers: { 'x-request-id': 'a b<script>' } })
  assert.match(malformed.headers.get('x-request-id') ?? '', /^req_/)
})

test('keys, cookies and query strings are never logged', async () => {
  lines.length = 0
  await call('/api/v1/health?token=hunter2', { headers: { cookie: 'session=hunter2' } })
  await call('/api/v1/health', { key: 'psk_hunter2' })
  for (let i = 0; i < 2_000 && lines.length < 2; i++) await sleep(5)
  const text = JSON.stringify(lines)
  assert.ok(lines.length >= 2)
  assert.match(text, /"path":"\/api\/v1\/health"/)
  assert.ok(!text.includes('hunter2') && !text.includes(key))
})

/** Sends raw bytes and returns everything that the server sends until it closes the connection, for 30 s at most. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  let reply = ''
  socket.on('data', (data) => {
    reply += data.toString()
  })
  socket.write(bytes)
  await Promise.race([once(socket, 'close'), sleep(30_000, undefined, { ref: false })])
  socket.destroy()
  return reply
}

test('malformed HTTP is 400 and oversized headers are 431, and the connection is closed', async () => {
  assert.match(await sendRaw('hello\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/)
  assert.match(
    await sendRaw(`GET /livez HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/,
  )
})

test('a path with invalid percent-encoding is an unknown path: 401 without a key, else 404', async () => {
  const get = (path: string, headers = '') =>
    sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
  const authorization = `Authorization: Bearer ${key}\r\n`
  assert.match(await get('/%zz'), /^HTTP\/1\.1 404 [\s\S]*"code":"not_found"/)
  for (const path of ['/api/v1/%zz', '/api/v1/companies/%zz', '/api/v1/%ff']) {
    assert.match(await get(path), /^HTTP\/1\.1 401 [\s\S]*"code":"missing_api_key"/)
  }
  const reply = await get('/api/v1/%zz', authorization)
  assert.match(reply, /^HTTP\/1\.1 404 [\s\S]*"code":"not_found"/)
  assert.match(reply, /x-request-id: req_/i)
  assert.match(reply, /x-content-type-options: nosniff/i)
  assert.match(await get('/api/v1/companies/%zz', authorization), /^HTTP\/1\.1 404 [\s\S]*"code":"company_not_found"/)
})

test('/metrics is available on loopback, and 404 behind a proxy', async () => {
  const response = await call('/metrics', { key: null })
  assert.equal(response.status, 200)
  assert.match(await response.text(), /pro_signal_http_request_seconds_count/)
  const proxied = await startTestService({ env: { TRUST_PROXY: '1' } })
  assert.equal((await fetch(`${proxied.url}/metrics`)).status, 404)
})

test('GET /readyz reports its checks; after shutdown, nothing listens on the port', async () => {
  const service = await startTestService()
  const { search, ...readiness } = (await (await fetch(`${service.url}/readyz`)).json()) as { search: string }
  assert.deepEqual(readiness, { status: 'ok', checks: { accepting: true, database: true } })
  assert.match(search, /^(index|postgres)$/)
  await service.close()
  await assert.rejects(fetch(`${service.url}/readyz`))
})

test('a port in use is reported with advice', async () => {
  const { port } = new URL(url)
  await assert.rejects(startTestService({ env: { PORT: port } }), {
    name: 'AppError',
    message: `Port ${port} of 127.0.0.1 is already in use: stop the other program, or choose another PORT.`,
  })
})

test('with a certificate, the service uses HTTPS and sends HSTS', async () => {
  const [cert, keyFile] = [fixture('tls-cert.pem'), fixture('tls-key.pem')]
  const service = await startTestService({ env: { TLS_CERT_FILE: cert, TLS_KEY_FILE: keyFile } })
  const request = httpsRequest(`${service.url}/livez`, { ca: readFileSync(cert) }).end()
  const [response] = await once(request, 'response')
  response.resume()
  assert.equal(response.statusCode, 200)
  assert.match(response.headers['strict-transport-security'], /max-age=\d+/)
})
