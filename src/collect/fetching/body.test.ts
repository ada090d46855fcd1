import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from '../../../test/harness/fast-check.ts'
import { VisitFailure } from '../collectors/index.ts'
import { unpackBody, withoutVolatile } from './body.ts'

const unpack = async (body: Buffer, headers: Record<string, string> = {}) =>
  (await unpackBody({ status: 200, headers, body }, 10_000)).toString()

const isFailure = (reason: string) => (error: unknown) => error instanceof VisitFailure && error.reason === reason

test('gzip, Brotli and both kinds of deflate are unpacked, within the limit', async () => {
  const text = Buffer.from('Grüße '.repeat(100))
  for (const [coding, pack] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['Deflate', deflateRawSync],
  ] as const) {
    const headers = { 'content-encoding': coding }
    assert.equal(await unpack(pack(text), headers), text.toString(), coding)
    await assert.rejects(unpack(pack(Buffer.alloc(1_000_000)), headers), isFailure('too_large'), coding)
    await assert.rejects(unpack(pack(text).subarray(0, 12), headers), isFailure('invalid_response'), coding)
  }
  await assert.rejects(unpack(text, { 'content-encoding': 'gzip' }), isFailure('invalid_response'))
  await assert.rejects(unpack(text, { 'content-encoding': 'gzip, gzip' }), isFailure('invalid_response'))
  assert.equal(await unpack(text, { 'content-encoding': 'identity' }), text.toString())
})

test('what is volatile is left out wherever it is, and nothing else', () => {
  const piece = fc.constantFrom(
    '"at":"',
    '"',
    '2026-11-16',
    '\\"at\\":\\"',
    'ü',
    '"at":',
    ',',
    'x'.repeat(39),
    '{"id":1',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const expected = text.replaceAll(/"at":"[^"]{0,40}"/g, '')
      // The expression counts characters, and the other one bytes.
      if (/"at":"[^"]*ü/.test(text)) return
      assert.equal(withoutVolatile('words ', Buffer.from(text), 'at').toString(), `words ${expected}`)
    }),
    { numRuns: 2_000 },
  )
  const large = Buffer.from(`"at":"2026"${'x'.repeat(2_000_000)}`)
  assert.equal(withoutVolatile('', large, 'at').length, 2_000_000)
})
