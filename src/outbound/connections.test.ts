// Connections: keep-alive, TLS, timeouts and limits. Every receiver here is a real server on loopback.

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { cleanup } from '../../test/harness/cleanup.ts'
import { openRawReceiver, openReceiver, openTlsReceiver, TLS_PAIR } from '../../test/harness/receivers.ts'
import { openSender, postTo, respond, summary } from '../../test/harness/sender.ts'
import { diagnose } from '../deliver/sending/diagnose.ts'

function listenTo(channel: string, listener: () => void): void {
  subscribe(channel, listener)
  cleanup(() => unsubscribe(channel, listener))
}

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
  // Only one of many closed connections is tried.
  const many = await Promise.all(Array.from({ length: 5 }, () => sender.send(postTo(receiver.port))))
  assert.deepEqual(new Set(many.map(summary)), new Set([200]))
  assert.equal(summary(await sender.send(postTo(receiver.port))), 200)
})

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
