import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { anyCharacter } from '../../../test/harness/fast-check.ts'
import { describeKey, hashKey, isWellFormedKey, makeKey } from './format.ts'

test('a key is psk_, thirty random characters and a checksum of six', () => {
  const key = makeKey()
  assert.match(key, /^psk_[0-9A-Za-z]{36}$/)
  assert.ok(isWellFormedKey(key))
  assert.notEqual(key, makeKey())
  assert.deepEqual(describeKey(key), { prefix: key.slice(0, 8), lastFour: key.slice(-4) })
  assert.equal(hashKey(key).length, 32)
})

test('any single changed character is detected', () => {
  const key = makeKey()
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0123456789abcdefXYZ_-. é'), (at, character) => {
      const changed = key.slice(0, at) + character + key.slice(at + 1)
      assert.equal(isWellFormedKey(changed), changed === key)
    }),
  )
})

test('arbitrary text is not a key', () => {
  fc.assert(fc.property(fc.string({ maxLength: 80, unit: anyCharacter }), (text) => !isWellFormedKey(text)))
  fc.assert(fc.property(fc.stringMatching(/^psk_[0-9A-Za-z]{36}$/), (text) => !isWellFormedKey(text)))
})
