import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { clientInfoOf, signInNetworkOf } from './client-info.ts'

test('a sign-in network is an IPv4 address or 56 bits of IPv6, in any notation', () => {
  const table: [string, string][] = [
    ['203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['2001:db8:1:2ff:9:9:9:9', '2001:db8:1:200::/56'],
    ['2001:0db8:0001:0200::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['::1', '::/56'],
  ]
  for (const [address, network] of table) assert.equal(signInNetworkOf(address), network, address)
})

test('a client has an address, whatever a proxy or a browser sends', () => {
  const from = (ip: string, remoteAddress: string | undefined, agent?: string) =>
    clientInfoOf({ ip, socket: { remoteAddress }, headers: { 'user-agent': agent } } as unknown as FastifyRequest)
  assert.equal(from('203.0.113.7', '10.0.0.1').address, '203.0.113.7')
  assert.equal(from('::ffff:203.0.113.7', '10.0.0.1').address, '203.0.113.7')
  assert.equal(from('unknown', '10.0.0.1').address, '10.0.0.1')
  assert.equal(from('fe80::1%eth0', '10.0.0.1').address, 'fe80::1')
  assert.equal(from('', undefined).address, '0.0.0.0')
  assert.equal(from('::1', '::1', 'x'.repeat(1_000)).userAgent?.length, 300)
  assert.equal(from('::1', '::1', 'a\u0000b\u202ec').userAgent, 'abc')
  assert.equal(from('::1', '::1', '').userAgent, null)
})
