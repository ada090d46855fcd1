import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('an IPv4 address is its own network, in any notation', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('::ffff:c000:207'), '192.0.2.7')
})

test('IPv6 addresses with the same /64 share a network', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'), networkOf('2001:DB8:1:2::'))
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('invalid addresses share one network', () => {
  assert.equal(networkOf(''), networkOf('nonsense'))
})
