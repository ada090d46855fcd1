import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseEmail } from './emails.ts'

test('an address is trimmed and converted to lower case', () => {
  assert.equal(normaliseEmail('  Owner+Sales@Acme.Example '), 'owner+sales@acme.example')
  assert.equal(normaliseEmail("o'brien@xn--mnchen-3ya.example"), "o'brien@xn--mnchen-3ya.example")
})

for (const wrong of ['', 'owner', 'a\u0000@acme.example', '\ud800@acme.example', 'ａ@acme.example', 'a@b@c', 'a@.b']) {
  test(`rejected: ${JSON.stringify(wrong)}`, () => {
    assert.throws(() => normaliseEmail(wrong), /is not an email address: write it like/)
  })
}
