// How the sender reacts to receivers. Every receiver here is a real server on loopback.

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openRawReceiver, openReceiver, openTlsReceiver, TLS_PAIR } from '../../../test/harness/receivers.ts'
import { diagnose } from './diagnose.ts'
import { EXCERPT_CHARACTERS } from './excerpt.ts'
import type { Post, SendResult } from './post.ts'
import { Sender, type SenderOptions } from './sender.ts'

const KEY = 'whk_0123456789abcdefghijABCDEFGHIJ12'

/** Only tests of timeouts use short ones: on a busy machine no other test may time out. */
const LONG_TIMEOUTS = { connectTimeoutMs: 30_000, exchangeTimeoutMs: 60_000 }

function openSender(options: Partial<SenderOptions> = {}): Sender {
  const sender = new Sender({ allowLoopback: true, ...LONG_TIMEOUTS, ...options })
  cleanup(() => sender.close())
  return sender
}

function postTo(port: number, more: Partial<Post> = {}): Post {
  return { url: `http://127.0.0.1:${port}/hook`, authKey: KEY, body: '{"eventId":"wh_1"}', ...more }
}

function listenTo(channel: string, listener: () => void): void {
  subscribe(channel, listener)
  cleanup(() => unsubscribe(channel, listener))
}

const summary = (result: SendResult) => (result.outcome === 'failure' ? result.reason : result.status)

/** Answers with these bytes and leaves the connection open, unless `end` is true. */
const rawReceiver = (answer: string | Buffer, end = false) =>
  openRawReceiver((socket) => (end ? socket.end(answer) : socket.write(answer)))

async function outcomeOfRaw(answer: string | Buffer, end = false, options: Partial<SenderOptions> = {}) {
  const { port } = await rawReceiver(answer, end)
  return openSender(options).send(postTo(port))
}

test('the request has the documented headers, those that HTTP needs, and no others', async () => {
  const seen: { method: string | undefined; url: string | undefined; headers: string[]; body: string }[] = []
  const receiver = await openReceiver(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, url, rawHeaders: headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(202).end('{"taken":true}')
  })
  const sender = openSender()
  const url = `http://127.0.0.1:${receiver.port}/hook?team=a&b=%20`
  const body = JSON.stringify({ eventId: 'wh_1', label: 'Zürich — ☂' })
  const first = await sender.send({ url, authKey: KEY, body })
  const second = await sender.send({ url, authKey: KEY, body: Buffer.from(body), test: true })
  assert.deepEqual([summary(first), summary(second)], [202, 202])
  assert.equal(first.outcome === 'response' && first.excerpt, '{"taken":true}')
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
    response.writeHead(status, { location: `http://127.0.0.1:${target.port}/new` }).end('moved')
  })
  const sender = openSender()
  for (status of [300, 301, 302, 303, 304, 307, 308]) {
    const result = await sender.send(postTo(port))
    assert.equal(summary(result), 'redirect')
    assert.equal(result.outcome === 'failure' && result.status, status)
    assert.match(diagnose(result), new RegExp(`answered ${status} and pointed to http://127.0.0.1:${target.port}/new`))
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
  // The receiver's clock is years behind ours.
  assert.equal(await seconds('Wed, 21 Oct 2015 07:30:00 GMT', 'Wed, 21 Oct 2015 07:28:00 GMT'), 120)
  assert.equal(await seconds('Wed, 21 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2015 07:30:00 GMT'), 0)
  assert.equal(await seconds('Wed, 21 Oct 2015 07:28:00 GMT'), 0)
  const nonsense = ['', '-5', '1.5', 'soon', '99999999999999', '2020-01-01']
  for (const text of nonsense) assert.equal(await seconds(text), undefined, text)
})

test('a receiver that does not respond times out', async () => {
  const receiver = await openReceiver(() => undefined)
  const result = await openSender({ exchangeTimeoutMs: 150 }).send(postTo(receiver.port))
  assert.equal(summary(result), 'timeout')
  assert.match(diagnose(result), /no response within 0\.15 s.*Respond with 2xx as soon as/)
})

test('the timeout includes the body: one that drips forever ends with the timeout, and so does its connection', async () => {
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 5)
    response.on('close', () => clearInterval(drip))
    closed.push(once(response, 'close'))
  })
  const closed: Promise<unknown>[] = []
  const result = await openSender({ exchangeTimeoutMs: 2_000 }).send(postTo(port))
  assert.equal(summary(result), 'timeout')
  assert.equal(result.outcome === 'failure' && result.status, 200)
  await Promise.all(closed)
})

test('dripping headers end with the timeout', async () => {
  const { port } = await openRawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('x: y\r\n'), 5)
    socket.on('close', () => clearInterval(drip))
  })
  assert.equal(summary(await openSender({ exchangeTimeoutMs: 200 }).send(postTo(port))), 'timeout')
})

test('16 KiB of an endless body are read, then the connection is closed', async () => {
  let written = 0
  const cut = Promise.withResolvers<void>()
  const { port } = await openReceiver((request, response) => {
    request.resume()
    const block = Buffer.alloc(64 * 1_024, 'a')
    const pump = () => {
      while (!response.destroyed && response.write(block)) written += block.length
    }
    response.on('drain', pump).on('close', () => cut.resolve())
    pump()
  })
  const result = await openSender().send(postTo(port))
  assert.equal(summary(result), 200)
  assert.equal(result.outcome === 'response' && result.excerpt.length, EXCERPT_CHARACTERS)
  await cut.promise
  // Only what fits into the socket buffers.
  assert.ok(written < 32 * 1_024 * 1_024, String(written))
})

test('a large body that ends has the outcome of its status, and only its beginning is read', async () => {
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.writeHead(500).end('b'.repeat(1_000_000))
  })
  const result = await openSender().send(postTo(port))
  assert.equal(summary(result), 500)
})

test('a compressed body is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { port } = await openReceiver((request, response) => {
    assert.equal(request.headers['accept-encoding'], undefined)
    request.resume()
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const result = await openSender().send(postTo(port))
  assert.deepEqual(result.outcome === 'response' && [result.status, result.excerpt], [
    200,
    '(a body with gzip encoding)',
  ])
})

test('the excerpt contains no key, no control characters and no partial characters', async () => {
  let answer: string | Buffer = ''
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.end(answer)
  })
  const sender = openSender()
  const excerpt = async (text: string | Buffer) => {
    answer = text
    const result = await sender.send(postTo(port))
    assert.equal(result.outcome, 'response')
    return result.outcome === 'response' ? result.excerpt : ''
  }
  assert.equal(await excerpt(`got Bearer ${KEY} and ${KEY}`), 'got Bearer [hidden] and [hidden]')
  assert.equal(await excerpt('a\0b\x1b[31mc\nd\te\u202ef'), 'a�b�[31mc\nd\te�f')
  assert.equal(await excerpt(Buffer.from([0x41, 0xff, 0xfe, 0x42])), 'A��B')
  const astral = await excerpt(`${'x'.repeat(EXCERPT_CHARACTERS - 1)}😀`)
  assert.ok(astral.isWellFormed())
  for (let before = EXCERPT_CHARACTERS - KEY.length; before <= EXCERPT_CHARACTERS + 1; before++) {
    assert.ok(!(await excerpt('y'.repeat(before) + KEY)).includes(KEY.slice(0, 8)), `key at ${before}`)
  }
})

test('a broken connection is reported as such, before and during the response', async () => {
  const before = await openRawReceiver((socket) => socket.resetAndDestroy())
  const ended = await openRawReceiver((socket) => socket.end())
  const middle = await rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', true)
  const chunked = await rawReceiver('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal', true)
  const sender = openSender()
  assert.equal(summary(await sender.send(postTo(before.port))), 'reset')
  assert.equal(summary(await sender.send(postTo(ended.port))), 'reset')
  const cut = await sender.send(postTo(middle.port))
  assert.equal(summary(cut), 'reset')
  assert.match(diagnose(cut), /during its response \(200\)/)
  assert.notEqual((await sender.send(postTo(chunked.port))).outcome, 'response')
  assert.equal(before.connections.length, 1, 'a new connection that breaks is not retried')
})

test('a closed port is reported as refused', async () => {
  const result = await openSender().send(postTo(1))
  assert.equal(summary(result), 'refused')
  assert.match(diagnose(result), /Nothing is listening there/)
})

test('a response that is not HTTP is invalid', async () => {
  assert.equal(summary(await outcomeOfRaw('hello, this is SMTP\r\n')), 'invalid_response')
  assert.equal(summary(await outcomeOfRaw('HTTP/1.1 999999 OK\r\n\r\n')), 'invalid_response')
  assert.equal(summary(await outcomeOfRaw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n')), 'invalid_response')
  const smuggled = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
  assert.equal((await outcomeOfRaw(smuggled)).outcome, 'failure')
})

test('endless headers are cut off', async () => {
  const long = `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`
  assert.equal(summary(await outcomeOfRaw(long)), 'invalid_response')
  const many = `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}\r\n`
  assert.equal(summary(await outcomeOfRaw(many)), 'invalid_response')
})

test('bytes that the parser skips are limited: at full speed they would keep a core busy until the timeout', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  const floods: [head: string, block: string][] = [
    ['HTTP/1.1 200 ', 'reason'],
    ['', '\r\n'],
    ['HTTP/1.1 200 OK\r\nx:', ' '],
    [`${chunked}1;`, 'extension'],
    [`${chunked}0`, '0'],
    [`${chunked}0\r\n`, 'a: trailer\r\n'],
  ]
  for (const [head, text] of floods) {
    const { port } = await openRawReceiver((socket) => {
      const block = text.repeat(10_000)
      const pump = () => {
        while (!socket.destroyed && socket.write(block));
      }
      socket.write(head)
      socket.on('drain', pump)
      pump()
    })
    const result = await openSender().send(postTo(port))
    assert.equal(summary(result), 'invalid_response', JSON.stringify(head + text))
  }
})

test('on a keep-alive connection every exchange has the full limit', async () => {
  const receiver = await openReceiver((request, response) => {
    request.resume()
    response.end('x'.repeat(15_000))
  })
  const sender = openSender()
  for (let i = 0; i < 40; i++) assert.equal(summary(await sender.send(postTo(receiver.port))), 200, `POST ${i}`)
  assert.equal(receiver.connections.length, 1)
})

test('a request on an open connection is written before a new connection is made for an earlier request', async () => {
  const connected = await openReceiver((_request, response) => response.end())
  const other = await openReceiver((_request, response) => response.end())
  const sender = openSender()
  await sender.send(postTo(connected.port))
  const order: string[] = []
  listenTo('undici:client:sendHeaders', () => order.push('written'))
  listenTo('net.client.socket', () => order.push('connected to'))
  await Promise.all([other, connected].map(({ port }) => sender.send(postTo(port))))
  assert.deepEqual(order, ['written', 'connected to', 'written'])
})

test('a burst above the limit of free connections succeeds, and the free ones are reused', async () => {
  const receiver = await openReceiver(respond)
  const sender = openSender()
  for (let round = 0; round < 3; round++) {
    const results = await Promise.all(Array.from({ length: 300 }, () => sender.send(postTo(receiver.port))))
    assert.deepEqual(new Set(results.map(summary)), new Set([200]))
  }
  assert.ok(receiver.connections.length < 900, String(receiver.connections.length))
})

test('a redirect that echoes the key does not reveal it', async () => {
  const { port } = await openReceiver((request, response) => {
    request.resume()
    response.writeHead(302, { location: `/login?${'x'.repeat(150)}&token=${KEY}` }).end()
  })
  const result = await openSender().send(postTo(port))
  assert.ok(!JSON.stringify(result).includes(KEY.slice(0, 12)), JSON.stringify(result))
})

test('interim responses are skipped, but not an endless stream of them', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
  const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  assert.equal(summary(await outcomeOfRaw(hints.repeat(3) + final)), 200)
  assert.equal(summary(await outcomeOfRaw(hints.repeat(1_000) + final)), 'invalid_response')
  assert.equal(summary(await outcomeOfRaw(`HTTP/1.1 100 Continue\r\n\r\n${final}`)), 'invalid_response')
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'
  assert.equal(summary(await outcomeOfRaw(upgrade)), 'invalid_response')
})

test('an unsolicited second response is not taken for the response to the next event', async () => {
  const two = 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na'
  let requests = 0
  const { port } = await openRawReceiver((socket: Socket) => {
    const answer = () => {
      requests++
      socket.write(
        requests === 1 ? two + two.replace('200 OK', '204 No').replace('content-length: 1\r\n\r\na', '\r\n') : two,
      )
    }
    answer()
    socket.on('data', answer)
  })
  const sender = openSender()
  assert.equal(summary(await sender.send(postTo(port))), 200)
  assert.equal(summary(await sender.send(postTo(port))), 200)
})

test('a keep-alive connection that the other side has closed costs no attempt', async () => {
  const sockets = new Set<Socket>()
  const receiver = await openReceiver((request, response) => {
    request.resume()
    // The second request on a connection finds it closed by the server.
    if (sockets.has(request.socket)) return request.socket.resetAndDestroy()
    sockets.add(request.socket)
    response.end('ok')
  })
  const sender = openSender()
  for (let i = 0; i < 5; i++) assert.equal(summary(await sender.send(postTo(receiver.port))), 200, `POST ${i}`)
  // Of many closed connections, only one is tried.
  const many = await Promise.all(Array.from({ length: 5 }, () => sender.send(postTo(receiver.port))))
  assert.deepEqual(new Set(many.map(summary)), new Set([200]))
  assert.equal(summary(await sender.send(postTo(receiver.port))), 200)
})

const respond = (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.end('ok')
}

test('TLS is verified: a self-signed certificate, a wrong name and no TLS at all fail', async () => {
  const receiver = await openTlsReceiver(respond)
  const url = (host: string) => `https://${host}:${receiver.port}/`
  const strict = openSender()
  const selfSigned = await strict.send(postTo(0, { url: url('localhost') }))
  assert.equal(summary(selfSigned), 'tls')
  assert.match(diagnose(selfSigned), /is self-signed/)

  const trusting = openSender({ ca: TLS_PAIR.cert })
  assert.equal(summary(await trusting.send(postTo(0, { url: url('localhost') }))), 200)
  assert.equal(summary(await trusting.send(postTo(0, { url: url('127.0.0.1') }))), 200)
  receiver.connections.forEach((socket) => void socket.destroy())
  assert.equal(summary(await trusting.send(postTo(0, { url: url('localhost') }))), 200, 'with the cached session')
  const wrongName = await trusting.send(postTo(0, { url: url('other.localhost') }))
  assert.equal(summary(wrongName), 'tls')
  assert.match(diagnose(wrongName), /issued for another host name/)

  const plain = await openReceiver(respond)
  const noTls = await trusting.send(postTo(0, { url: `https://localhost:${plain.port}/` }))
  assert.equal(summary(noTls), 'tls')
  assert.match(diagnose(noTls), /does not speak TLS/)
})

test('the environment cannot turn off verification', async () => {
  const receiver = await openTlsReceiver(respond)
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    const result = await openSender().send(postTo(0, { url: `https://localhost:${receiver.port}/` }))
    assert.equal(summary(result), 'tls')
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  }
})

test('a server that accepts and never completes the handshake hits the connect timeout', async () => {
  const silent = await openRawReceiver(() => undefined)
  const sender = openSender({ connectTimeoutMs: 150 })
  const result = await sender.send(postTo(0, { url: `https://localhost:${silent.port}/` }))
  assert.equal(summary(result), 'connect_timeout')
})

test('a name server that does not answer hits the connect timeout', async () => {
  const sender = openSender({ connectTimeoutMs: 100, resolve: () => new Promise(() => undefined) })
  assert.equal(summary(await sender.send(postTo(0, { url: 'https://hooks.example.com/' }))), 'connect_timeout')
})

test('the caller can abort at any time, also many requests at once', async () => {
  const hanging = await openReceiver(() => undefined)
  const sender = openSender()
  const giveUp = new AbortController()
  const results = Array.from({ length: 30 }, () => sender.send(postTo(hanging.port), giveUp.signal))
  while (hanging.connections.length < 30) await new Promise((resolve) => setImmediate(resolve))
  giveUp.abort()
  assert.deepEqual(new Set((await Promise.all(results)).map(summary)), new Set(['aborted']))
  assert.equal(summary(await sender.send(postTo(hanging.port), giveUp.signal)), 'aborted')
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

test('close aborts connections that are being made', { timeout: 20_000 }, async () => {
  const greeted = Promise.withResolvers<Socket>()
  const silent = await openRawReceiver((socket) => greeted.resolve(socket))
  const sender = openSender({ connectTimeoutMs: 60_000 })
  const pending = sender.send(postTo(0, { url: `https://localhost:${silent.port}/` }))
  const socket = await greeted.promise
  const gone = once(socket, 'close')
  socket.resume()
  await sender.close()
  assert.equal(summary(await pending), 'aborted')
  await gone
})

test('a request that cannot be sent is a result, not an exception', async () => {
  const { port } = await openReceiver(respond)
  const sender = openSender()
  assert.equal(summary(await sender.send(postTo(port, { authKey: 'a\r\nx-evil: 1' }))), 'invalid_request')
  assert.equal(summary(await sender.send(postTo(port, { url: 'nonsense' }))), 'forbidden_url')
  assert.equal(summary(await sender.send(postTo(port))), 200)
  assert.equal(sender.inFlight, 0)
})

test('connections of idle origins are closed, the oldest first if there are too many', async () => {
  const receivers = await Promise.all(Array.from({ length: 5 }, () => openReceiver(respond)))
  const sender = openSender({ maxOrigins: 3 })
  for (const { port } of receivers) await sender.send(postTo(port))
  assert.equal(sender.origins, 3)
  const brief = openSender({ idleOriginMs: 20 })
  const [first] = receivers
  await brief.send(postTo(first?.port ?? 0))
  while (brief.origins > 0) await new Promise((resolve) => setTimeout(resolve, 10))
})

test('origins in use are not closed, however many there are', async () => {
  const release = Promise.withResolvers<void>()
  const receivers = await Promise.all(
    Array.from({ length: 4 }, () =>
      openReceiver((_request, response) => void release.promise.then(() => response.end())),
    ),
  )
  const sender = openSender({ maxOrigins: 1 })
  const results = receivers.map(({ port }) => sender.send(postTo(port)))
  while (receivers.some(({ connections }) => connections.length === 0))
    await new Promise((resolve) => setImmediate(resolve))
  assert.equal(sender.origins, 4)
  release.resolve()
  assert.deepEqual((await Promise.all(results)).map(summary), [200, 200, 200, 200])
})
