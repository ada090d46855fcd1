// How the sender reacts to receivers. Every receiver here is a real server on loopback.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { openRawReceiver, openReceiver } from '../../../test/harness/receivers.ts'
import { KEY, openSender, postTo, respond, summary } from '../../../test/harness/sender.ts'
import { diagnose } from './diagnose.ts'

test('the request has the documented headers, those that HTTP needs, and no others', async () => {
  const seen: { method: string | undefined; url: string | undefined; headers: string[]; body: string }[] = []
  const receiver = await openReceiver(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, url, rawHeaders: headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(202).end('{"accepted":true}')
  })
  const sender = openSender()
  const url = `http://127.0.0.1:${receiver.port}/hook?team=a&b=%20`
  const body = JSON.stringify({ eventId: 'wh_1', label: 'Zürich — ☂' })
  const first = await sender.send({ url, authKey: KEY, body })
  const second = await sender.send({ url, authKey: KEY, body: Buffer.from(body), test: true })
  assert.deepEqual([summary(first), summary(second)], [202, 202])
  assert.equal(first.outcome === 'response' && first.excerpt, '{"accepted":true}')
  const expected = {
    host: `127.0.0.1:${receiver.port}`,
    connection: 'keep-alive',
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  for (const [i, request] of seen.entries()) {
    assert.equal(request.method, 'POST')
    assert.equal(request.url, '/hook?team=a&b=%20')
    assert.equal(request.body, body)
    const headers = Object.fromEntries(
      request.headers.flatMap((name, n) => (n % 2 ? [] : [[name.toLowerCase(), request.headers[n + 1]]])),
    )
    const { 'user-agent': agent, ...rest } = headers
    assert.match(agent ?? '', /^Pro-Signal\/\d/)
    assert.deepEqual(rest, i === 0 ? expected : { ...expected, 'x-pro-signal-test': 'true' })
  }
  assert.equal(receiver.connections.length, 1, 'the connection is kept alive')
})

test('every status except a redirect is a response with its own diagnosis', async () => {
  let status = 200
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.writeHead(status).end(status === 204 ? undefined : 'x')
  })
  const sender = openSender()
  const diagnoses: [number, RegExp][] = [
    [200, /received/],
    [204, /received/],
    [299, /received/],
    [400, /rejected the event/],
    [401, /authentication key/],
    [403, /authentication key/],
    [404, /Check the path/],
    [405, /does not accept POST/],
    [410, /paused/],
    [413, /too large/],
    [418, /only 2xx/],
    [429, /slow down/],
    [500, /Check its logs/],
    [503, /not available/],
    [599, /Check its logs/],
  ]
  for (const [each, text] of diagnoses) {
    status = each
    const result = await sender.send(postTo(port))
    assert.equal(summary(result), each)
    assert.match(diagnose(result), text)
  }
})

test('redirects are not followed, and the message says where they point', async () => {
  let status = 301
  let followed = 0
  const target = await openReceiver((_request, response) => {
    followed++
    response.end()
  })
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.writeHead(status, { location: `http://127.0.0.1:${target.port}/new?token=s3cret` }).end('moved')
  })
  const sender = openSender()
  for (status of [300, 301, 302, 303, 304, 307, 308]) {
    const result = await sender.send(postTo(port))
    assert.equal(summary(result), 'redirect')
    assert.equal(result.outcome === 'failure' && result.status, status)
    const told = `answered ${status} and pointed to http://127.0.0.1:${target.port}/new?…. Redirects`
    assert.ok(diagnose(result).includes(told), diagnose(result))
  }
  assert.equal(followed, 0)
})

test('Retry-After is a number of seconds or a date on the receiver’s clock, and an invalid one is ignored', async () => {
  let headers = {}
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.sendDate = false
    response.writeHead(503, headers).end()
  })
  const sender = openSender()
  const seconds = async (retryAfter: string, date?: string) => {
    headers = date ? { 'retry-after': retryAfter, date } : { 'retry-after': retryAfter }
    const result = await sender.send(postTo(port))
    return result.outcome === 'response' ? result.retryAfterSeconds : undefined
  }
  assert.equal(await seconds('120'), 120)
  for (const digits of [10, 400]) assert.equal(await seconds('9'.repeat(digits)), 999_999_999)
  // The receiver's clock is years behind ours.
  assert.equal(await seconds('Wed, 21 Oct 2015 07:30:00 GMT', 'Wed, 21 Oct 2015 07:28:00 GMT'), 120)
  assert.equal(await seconds('Wed, 21 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2015 07:30:00 GMT'), 0)
  assert.equal(await seconds('Wed, 21 Oct 2015 07:28:00 GMT'), 0)
  const nonsense = ['', '-5', '1.5', 'soon', '2020-01-01']
  for (const text of nonsense) assert.equal(await seconds(text), undefined, text)
})

test('the caller can abort one request or many together, at any time', async () => {
  const hanging = await openReceiver(() => undefined)
  const sender = openSender()
  const caller = new AbortController()
  const results = Array.from({ length: 30 }, () => sender.send(postTo(hanging.port), caller.signal))
  while (hanging.connections.length < 30) await new Promise((resolve) => setImmediate(resolve))
  caller.abort()
  assert.deepEqual(new Set((await Promise.all(results)).map(summary)), new Set(['aborted']))
  assert.equal(summary(await sender.send(postTo(hanging.port), caller.signal)), 'aborted')
  assert.equal(sender.inFlight, 0)
  const unresolved = openSender({ resolve: () => new Promise(() => undefined) })
  const early = new AbortController()
  const pending = unresolved.send(postTo(0, { url: 'https://hooks.example.com/' }), early.signal)
  early.abort()
  assert.equal(summary(await pending), 'aborted')
})

test('close aborts requests in flight, and nothing is sent after it', async () => {
  const hanging = await openReceiver(() => undefined)
  const sender = openSender()
  const pending = sender.send(postTo(hanging.port))
  while (hanging.connections.length < 1) await new Promise((resolve) => setImmediate(resolve))
  await sender.close()
  assert.equal(summary(await pending), 'aborted')
  assert.equal(summary(await sender.send(postTo(hanging.port))), 'aborted')
})

test('close aborts connections that are being made', { timeout: 120_000 }, async () => {
  const accepted = Promise.withResolvers<Socket>()
  const silent = await openRawReceiver((socket) => accepted.resolve(socket))
  const sender = openSender({ connectTimeoutMs: 60_000 })
  const pending = sender.send(postTo(0, { url: `https://localhost:${silent.port}/` }))
  const socket = await accepted.promise
  const closed = once(socket, 'close')
  socket.resume()
  await sender.close()
  assert.equal(summary(await pending), 'aborted')
  await closed
})

test('a request that cannot be sent is a result, not an exception', async () => {
  const { port } = await openReceiver(respond)
  const sender = openSender()
  assert.equal(summary(await sender.send(postTo(port, { authKey: 'a\r\nx-evil: 1' }))), 'invalid_request')
  assert.equal(summary(await sender.send(postTo(port, { url: 'nonsense' }))), 'forbidden_url')
  assert.equal(summary(await sender.send(postTo(port))), 200)
  assert.equal(sender.inFlight, 0)
})
