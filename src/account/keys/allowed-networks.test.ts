import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInside, parseNetworks, readNetworks } from './allowed-networks.ts'

test('networks are stored in one form', () => {
  assert.deepEqual(readNetworks([' 203.0.113.0/24 ', '198.51.100.7', '', '198.51.100.7/32']), [
    '203.0.113.0/24',
    '198.51.100.7/32',
  ])
  assert.deepEqual(readNetworks(['2001:DB8:0::/48', '2001:db8::7']), ['2001:db8::/48', '2001:db8::7/128'])
  assert.equal(readNetworks([]), undefined)
  assert.equal(readNetworks(['', '  ']), undefined)
})

test('an invalid network is rejected with the correct format', () => {
  const wrong: [string, RegExp][] = [
    ['acme.example', /write it like 203\.0\.113\.0\/24/],
    ['10.0.0', /is not a network/],
    ['0x7f.0.0.1', /is not a network/],
    ['010.1.1.1', /is not a network/],
    ['10.0.0.0/33', /between 0 and 32/],
    ['10.0.0.0/', /between 0 and 32/],
    ['10.0.0.0/8/8', /is not a network/],
    ['2001:db8::/129', /between 0 and 128/],
    ['fe80::1%eth0', /is not a network/],
    ['203.0.113.9/24', /write 203\.0\.113\.0\/24/],
    ['2001:db8::1/48', /write 2001:db8::\/48/],
  ]
  for (const [text, reason] of wrong) assert.throws(() => readNetworks([text]), reason, text)
  const many = Array.from({ length: 21 }, (_, i) => `10.0.${i}.0/24`)
  assert.throws(() => readNetworks(many), /at most 20/)
})

test('an address is matched in any notation', () => {
  const networks = parseNetworks(['203.0.113.0/24', '2001:db8::/48'])
  for (const inside of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:0:1::1'])
    assert.ok(isInside(networks, inside), inside)
  for (const outside of ['203.0.114.1', '2001:db8:1::1', '::1', 'unix', ''])
    assert.ok(!isInside(networks, outside), outside)
})
