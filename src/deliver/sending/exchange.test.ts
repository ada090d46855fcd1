// Responses that are slow, broken, endless or hostile. Every receiver here is a real server on loopback.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openRawReceiver, openReceiver } from '../../../test/harness/receivers.ts'
import { KEY, openSender, outcomeOfRaw, postTo, rawReceiver, summary } from '../../../test/harness/sender.ts'
import { diagnose } from './diagnose.ts'
import { EXCERPT_CHARACTERS } from './excerpt.ts'

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
