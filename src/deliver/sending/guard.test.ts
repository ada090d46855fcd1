// The SSRF guard with real name servers and sockets. Loopback stands in for the public internet: it is allowed here, so
// that tests can tell a connection that must not be made from one that may.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDnsServer } from '../../../test/harness/dns-server.ts'
import fc from '../../../test/harness/fast-check.ts'
import { openReceiver } from '../../../test/harness/receivers.ts'
import { openSender, summary } from '../../../test/harness/sender.ts'
import { guardedConnector } from '../../outbound/connector.ts'
import { SendFailure } from '../../outbound/failures.ts'
import type { Resolve } from '../../outbound/resolve.ts'

const post = (url: string) => ({ url, authKey: 'whk_test', body: '{}' })

/** Closes each connection, so that every POST makes a new one. */
const closing = () =>
  openReceiver((request, response) => {
    request.resume()
    response.setHeader('connection', 'close')
    response.end('ok')
  })

test('a name is resolved once per connection, and the connection goes to the checked address', async () => {
  const receiver = await closing()
  // The first answer is allowed, later ones are forbidden.
  const dns = await startDnsServer((_name, times) => [times % 2 === 1 ? '127.0.0.1' : '10.11.12.13'])
  const sender = openSender({ resolve: dns.resolve })
  const url = `http://rebind.localhost:${receiver.port}/`
  // The resolver answers localhost names itself, so the query uses another name.
  const aliased = openSender({ resolve: () => dns.resolve('rebind.test') })
  const outcomes: unknown[] = []
  for (let i = 0; i < 6; i++) outcomes.push(summary(await aliased.send(post(url))))
  assert.deepEqual(outcomes, [200, 'forbidden_address', 200, 'forbidden_address', 200, 'forbidden_address'])
  assert.equal(dns.queried.length, 6)
  assert.equal(receiver.connections.length, 3)
  assert.equal(summary(await sender.send(post(url))), 200)
  assert.equal(dns.queried.length, 6, 'localhost is not queried for')
})

test('a keep-alive connection keeps its address, whatever DNS answers later', async () => {
  const receiver = await openReceiver((request, response) => {
    request.resume()
    response.end('ok')
  })
  const dns = await startDnsServer((_name, times) => [times === 1 ? '127.0.0.1' : '169.254.169.254'])
  const sender = openSender({ resolve: () => dns.resolve('rebind.test') })
  for (let i = 0; i < 3; i++)
    assert.equal(summary(await sender.send(post(`http://a.localhost:${receiver.port}/`))), 200)
  assert.equal(receiver.connections.length, 1)
  assert.equal(dns.queried.length, 1)
})

test('one forbidden address among allowed ones rejects them all, and no connection is made', async () => {
  const receiver = await closing()
  const forbidden = fc.constantFrom(
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '224.0.0.1',
    '192.0.2.1',
    '0.0.0.0',
  )
  const allowed = fc.constantFrom('127.0.0.1', '::1', '127.0.0.2')
  const mixed = fc
    .tuple(fc.array(allowed, { minLength: 0, maxLength: 20 }), forbidden, fc.array(allowed, { maxLength: 3 }))
    .map(([before, bad, after]) => [...before, bad, ...after])
  await fc.assert(
    fc.asyncProperty(mixed, async (addresses) => {
      const resolve: Resolve = async () => addresses
      const sender = openSender({ resolve })
      const result = await sender.send(post(`http://mixed.localhost:${receiver.port}/`))
      await sender.close()
      assert.equal(summary(result), 'forbidden_address')
    }),
    { numRuns: 60 },
  )
  assert.equal(receiver.connections.length, 0)
})

test('a mixed DNS answer of A and AAAA records is rejected completely', async () => {
  const receiver = await closing()
  const dns = await startDnsServer(() => ['127.0.0.1', 'fd12::1'])
  const sender = openSender({ resolve: () => dns.resolve('mixed.test') })
  const result = await sender.send(post(`http://mixed.localhost:${receiver.port}/`))
  assert.equal(summary(result), 'forbidden_address')
  assert.match(result.outcome === 'failure' ? result.message : '', /an address that is private/)
  assert.equal(receiver.connections.length, 0)
})

test('without allowLoopback, a name that resolves to loopback is rejected in any form', async () => {
  const receiver = await closing()
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.1.2.3']) {
    const sender = openSender({ allowLoopback: false, resolve: async () => [address] })
    const result = await sender.send(post(`https://hooks.example.com:${receiver.port}/`))
    assert.equal(summary(result), 'forbidden_address', address)
  }
  const strict = openSender({ allowLoopback: false })
  for (const url of [
    `http://127.0.0.1:${receiver.port}/`,
    `https://127.0.0.1:${receiver.port}/`,
    'http://localhost/',
  ]) {
    assert.equal(summary(await strict.send(post(url))), 'forbidden_url', url)
  }
  assert.equal(receiver.connections.length, 0)
})

test('literal addresses need no lookup and are checked like resolved ones', async () => {
  const resolve = () => assert.fail('a literal address is not resolved')
  for (const [hostname, protocol] of [
    ['10.0.0.1', 'https:'],
    ['169.254.169.254', 'https:'],
    ['::ffff:127.0.0.1', 'https:'],
    ['fd00:ec2::254', 'https:'],
    ['8.8.8.8', 'http:'],
  ] as const) {
    const connect = guardedConnector({ allowLoopback: true, resolve, connectTimeoutMs: 2_000, connecting: new Set() })
    const failed = await new Promise((settle) =>
      connect({ hostname, protocol, port: '' }, (...[error]) => settle(error)),
    )
    assert.ok(failed instanceof SendFailure && failed.reason === 'forbidden_address', hostname)
  }
})

test('plain HTTP never leaves loopback, even if a loopback name resolves to a public address', async () => {
  const sender = openSender({ resolve: async () => ['8.8.8.8'] })
  const result = await sender.send(post('http://app.localhost/'))
  assert.equal(summary(result), 'forbidden_address')
  assert.match(result.outcome === 'failure' ? result.message : '', /Only loopback is allowed without TLS/)
})

test('an unknown name, no answer and an answer without an address are reported as DNS failures', async () => {
  const answer = (name: string) => (name === 'empty.example' ? [] : undefined)
  const dns = await startDnsServer(answer)
  const silent = await startDnsServer(() => 'silence', 300)
  const sender = openSender({
    resolve: (name) => (name === 'silent.example' ? silent : dns).resolve(name),
  })
  const messageFor = async (url: string) => {
    const result = await sender.send(post(url))
    assert.equal(summary(result), 'dns')
    return result.outcome === 'failure' ? result.message : ''
  }
  assert.match(await messageFor('https://missing.example/'), /DNS has no address for missing\.example/)
  assert.match(await messageFor('https://empty.example/'), /DNS has no address for empty\.example/)
  assert.match(await messageFor('https://silent.example/'), /DNS lookup of silent\.example failed/)
})

test('concurrent lookups of a name share one query', async () => {
  const receiver = await closing()
  const dns = await startDnsServer(() => ['127.0.0.1'])
  const sender = openSender({ resolve: () => dns.resolve('many.test') })
  const url = `http://many.localhost:${receiver.port}/`
  const results = await Promise.all(Array.from({ length: 20 }, () => sender.send(post(url))))
  assert.deepEqual(new Set(results.map(summary)), new Set([200]))
  assert.equal(dns.queried.length, 1)
})

test('if one of several addresses does not accept connections, the next one is tried', async () => {
  const receiver = await openReceiver((_request, response) => response.end('six'), '::1').catch(() => undefined)
  if (!receiver) return
  const sender = openSender({})
  const result = await sender.send(post(`http://localhost:${receiver.port}/`))
  assert.equal(summary(result), 200)
})
