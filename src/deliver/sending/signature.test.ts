import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { newSigningSecret, SigningKey } from './signature.ts'

test('a signature is the HMAC-SHA256 of head and body, for every size of key and body', () => {
  const secrets = [1, 24, 63, 64, 65, 200].map((size) => `whsec_${Buffer.alloc(size, size).toString('base64')}`)
  const bodies = ['', 'a', '{"name":"Zoë 🧁"}', 'ä'.repeat(40_000), 'x'.repeat(70_000), '{"again":true}']
  for (const secret of [...secrets, newSigningSecret()]) {
    const key = new SigningKey(secret)
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const body of bodies) {
      const expected = createHmac('sha256', bytes).update('se_1.1790000000.').update(body).digest('base64')
      assert.equal(key.sign('se_1.1790000000.', body), expected)
      assert.equal(key.sign('se_1.1790000000.', Buffer.from(body)), expected)
    }
  }
})

test('a signing key prints nothing of its secret, and a text without the prefix is no secret', () => {
  const key = new SigningKey(newSigningSecret())
  assert.equal(JSON.stringify({ key }), '{"key":{}}')
  assert.equal(inspect(key, { showHidden: true, depth: 9 }), 'SigningKey {}')
  assert.throws(() => new SigningKey('whk_abc'), /must begin with whsec_/)
})
