import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import { lineHash, lineHashBytes } from './given-hash.ts'
import { signalId, signalIdBytes } from './identity.ts'
import { UuidArray } from './uuid-array.ts'

test('ids and hashes are the same, made of bytes or of hexadecimal', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string())), (pairs) => {
      const [bytes, hexadecimal] = [new UuidArray(2 * pairs.length), new UuidArray(2 * pairs.length)]
      for (const [source, key] of pairs) {
        bytes.pushId(signalIdBytes(source, key))
        bytes.pushHash(lineHashBytes(source + key))
        hexadecimal.push(signalId(source, key))
        hexadecimal.push(lineHash(source + key))
      }
      assert.deepEqual(bytes.value(), hexadecimal.value())
    }),
  )
})
