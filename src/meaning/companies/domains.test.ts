import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyCharacter } from '../../../test/harness/fast-check.ts'
import { normaliseDomain } from './domains.ts'

const accepted: [written: string, domain: string][] = [
  ['northwind.example', 'northwind.example'],
  ['NorthWind.Example', 'northwind.example'],
  ['  northwind.example\n', 'northwind.example'],
  ['www.northwind.example', 'northwind.example'],
  ['WWW.Northwind.example.', 'northwind.example'],
  ['www.www.northwind.example', 'northwind.example'],
  ['www.com', 'www.com'],
  ['www2.northwind.example', 'www2.northwind.example'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['MÜNCHEN.DE', 'xn--mnchen-3ya.de'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['www.münchen.de.', 'xn--mnchen-3ya.de'],
  ['northwind。example', 'northwind.example'],
  ['3m.com', '3m.com'],
  ['a-b--c.co.uk', 'a-b--c.co.uk'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
]
for (const [written, domain] of accepted) {
  test(`${JSON.stringify(written)} is ${domain}`, () => assert.equal(normaliseDomain(written), domain))
}

const rejected = [
  '',
  ' ',
  '.',
  'localhost',
  'com.',
  '.com',
  'a..com',
  'northwind.example..',
  '-a.com',
  'a-.com',
  'a_b.com',
  'a b.com',
  'a\tb.com',
  'northwind.example:443',
  'user@northwind.example',
  'https://northwind.example',
  'northwind.example/jobs',
  'northwind.example?x',
  'north%77ind.example',
  'nörth%77ind.example',
  'mün:chen.de',
  '127.0.0.1',
  '0x7f.1',
  '1.2.3.4.',
  '[::1]',
  'northwind.1example',
  '１２７.0.0.1',
  'a\u0000b.com',
  '\ud800.com',
  '*.com',
  `${'a'.repeat(64)}.example`,
  `${'ü'.repeat(63)}.example`,
  `${'abcdefgh.'.repeat(30)}example`,
]
for (const written of rejected) {
  test(`${JSON.stringify(written.slice(0, 40))} is not a domain`, () =>
    assert.equal(normaliseDomain(written), undefined))
}

test('normalising is idempotent', () => {
  const texts = fc.oneof(
    fc.domain(),
    fc.webAuthority(),
    fc.string({ unit: anyCharacter }),
    fc.string().map((text) => `www.${text}.de`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const domain = normaliseDomain(text)
      assert.ok(domain === undefined || normaliseDomain(domain) === domain)
      assert.ok(domain === undefined || /^[a-z0-9.-]{3,253}$/.test(domain))
    }),
    { numRuns: 2_000 },
  )
})
