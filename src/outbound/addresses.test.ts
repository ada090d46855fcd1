// The reference has the first and last address of each range as numbers, from the IANA special-purpose registries. The
// guard has networks and gets text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/harness/fast-check.ts'
import { isLoopbackAddress, whyForbidden } from './addresses.ts'

const STRICT = { allowLoopback: false }
const LOOSE = { allowLoopback: true }

type Range = readonly [first: bigint, last: bigint]

function ipv4Number(text: string): bigint {
  return text.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n)
}

function ipv4Text(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
}

function ipv6Number(groups: string): bigint {
  return BigInt(`0x${groups.replaceAll(' ', '')}`)
}

function ipv6Groups(number: bigint): string[] {
  const digits = number.toString(16).padStart(32, '0')
  return digits.match(/.{4}/g) ?? []
}

/** All notations of the same address. */
function ipv6Texts(number: bigint): string[] {
  const groups = ipv6Groups(number)
  const short = new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1)
  const dotted = `${groups.slice(0, 6).join(':')}:${ipv4Text(number & 0xffffffffn)}`
  return [groups.join(':'), short, short.toUpperCase(), dotted]
}

const FORBIDDEN_IPV4: readonly Range[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
].map(([first = '', last = '']) => [ipv4Number(first), ipv4Number(last)])

/** The allowed ranges of IPv6. Everything else is forbidden. */
const PUBLIC_IPV6: readonly Range[] = [
  // From after 2001::/23 to before 2001:db8::/32, and so on, up to before 3fff::/20 and after it.
  ['2000 0000 0000 0000 0000 0000 0000 0000', '2000 ffff ffff ffff ffff ffff ffff ffff'],
  ['2001 0200 0000 0000 0000 0000 0000 0000', '2001 0db7 ffff ffff ffff ffff ffff ffff'],
  ['2001 0db9 0000 0000 0000 0000 0000 0000', '2001 ffff ffff ffff ffff ffff ffff ffff'],
  ['2003 0000 0000 0000 0000 0000 0000 0000', '2620 004f 7fff ffff ffff ffff ffff ffff'],
  ['2620 004f 8001 0000 0000 0000 0000 0000', '3ffe ffff ffff ffff ffff ffff ffff ffff'],
  ['3fff 1000 0000 0000 0000 0000 0000 0000', '3fff ffff ffff ffff ffff ffff ffff ffff'],
].map(([first = '', last = '']) => [ipv6Number(first), ipv6Number(last)])

function within(number: bigint, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => number >= first && number <= last)
}

const LOOPBACK_IPV4: Range = [ipv4Number('127.0.0.0'), ipv4Number('127.255.255.255')]

function checkIPv4(number: bigint): void {
  const text = ipv4Text(number)
  assert.equal(whyForbidden(text, STRICT) !== undefined, within(number, FORBIDDEN_IPV4), text)
  const loopback = within(number, [LOOPBACK_IPV4])
  assert.equal(whyForbidden(text, LOOSE) !== undefined, within(number, FORBIDDEN_IPV4) && !loopback, text)
  assert.equal(isLoopbackAddress(text), loopback, text)
}

function checkIPv6(number: bigint): void {
  for (const text of ipv6Texts(number)) {
    assert.equal(whyForbidden(text, STRICT) === undefined, within(number, PUBLIC_IPV6), text)
    assert.equal(whyForbidden(text, LOOSE) === undefined, within(number, PUBLIC_IPV6) || number === 1n, text)
  }
}

/** Both ends of every range and their neighbours. */
function edges(ranges: readonly Range[], max: bigint): bigint[] {
  return ranges
    .flatMap(([first, last]) => [first - 1n, first, first + 1n, last - 1n, last, last + 1n])
    .filter((number) => number >= 0n && number <= max)
}

test('the edges of every range are classified correctly', () => {
  for (const number of edges(FORBIDDEN_IPV4, 2n ** 32n - 1n)) checkIPv4(number)
  for (const number of edges(PUBLIC_IPV6, 2n ** 128n - 1n)) checkIPv6(number)
  checkIPv6(0n)
  checkIPv6(1n)
})

test('the guard agrees with the registry for any IPv4 address', () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), checkIPv4), { numRuns: 5_000 })
})

test('the guard agrees with the registry for any IPv6 address in any notation', () => {
  const anywhere = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
  const global = fc.bigInt({ min: 2n ** 125n, max: 2n ** 126n - 1n })
  // The forms that embed an IPv4 address are near the beginning of the space.
  const low = fc.tuple(fc.integer({ min: 0, max: 128 }), anywhere).map(([bits, number]) => number >> BigInt(bits))
  fc.assert(fc.property(fc.oneof(anywhere, global, low), checkIPv6), { numRuns: 5_000 })
})

const ipv4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })

test('an IPv4 address embedded in an IPv6 address is always forbidden, public or not', () => {
  const carriers: ((inner: bigint) => bigint)[] = [
    (inner) => inner,
    (inner) => (0xffffn << 32n) | inner,
    (inner) => (0xffffn << 48n) | inner,
    (inner) => (ipv6Number('0064 ff9b 0000 0000 0000 0000 0000 0000') as bigint) | inner,
    (inner) => (ipv6Number('0064 ff9b 0001 0000 0000 0000 0000 0000') as bigint) | inner,
    (inner) => ipv6Number('2002 0000 0000 0000 0000 0000 0000 0000') | (inner << 80n),
    (inner) => ipv6Number('2001 0000 0000 0000 0000 0000 0000 0000') | (inner << 64n),
    (inner) => ipv6Number('2001 0000 4136 e378 8000 63bf 0000 0000') | (inner ^ 0xffffffffn),
  ]
  fc.assert(
    fc.property(ipv4, fc.constantFrom(...carriers), (inner, carrier) => {
      const number = carrier(inner)
      for (const text of ipv6Texts(number)) {
        assert.notEqual(whyForbidden(text, STRICT), undefined, text)
        if (number !== 1n) assert.notEqual(whyForbidden(text, LOOSE), undefined, text)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('anything that is not a plain address is forbidden', () => {
  const odd = ['', 'localhost', '8.8.8', '8.8.8.8.8', '010.8.8.8', '0x8.8.8.8', '134744072', '8.8.8.8 ', '[2600::1]']
  for (const text of [...odd, 'fe80::1%eth0', '2600::1%eth0', '2600::1/64', '8.8.8.8:80', '٨.8.8.8']) {
    assert.notEqual(whyForbidden(text, LOOSE), undefined, text)
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.ok(whyForbidden(text, STRICT) !== undefined || /^[0-9a-f.:]+$/i.test(text))
    }),
  )
})
