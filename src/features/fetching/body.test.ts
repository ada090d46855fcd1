import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from '../../../test/harness/fast-check.ts'
import { VisitFailure } from '../collectors/index.ts'
import { readBody, withoutVolatile } from './body.ts'

const read = (body: Buffer, headers: Record<string, string> = {}) => readBody({ status: 200, headers, body }, 10_000)

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
    assert.equal((await read(pack(text), headers)).text, text.toString(), coding)
    await assert.rejects(read(pack(Buffer.alloc(1_000_000)), headers), isFailure('too_large'), coding)
    await assert.rejects(read(pack(text).subarray(0, 12), headers), isFailure('odd'), coding)
  }
  await assert.rejects(read(text, { 'content-encoding': 'gzip' }), isFailure('odd'))
  await assert.rejects(read(text, { 'content-encoding': 'gzip, gzip' }), isFailure('odd'))
  assert.equal((await read(text, { 'content-encoding': 'identity' })).text, text.toString())
})

test('the charset: the server’s word, the text’s own, else UTF-8', async () => {
  const latin = Buffer.from('Z\xfcrich', 'latin1')
  const cases: [body: Buffer, type: string | undefined, text: string][] = [
    [latin, 'text/html; charset=ISO-8859-1', 'Zürich'],
    [latin, 'text/html; charset="windows-1252"', 'Zürich'],
    [Buffer.concat([Buffer.from('<meta charset="latin1">'), latin]), 'text/html', '<meta charset="latin1">Zürich'],
    [
      Buffer.concat([Buffer.from("<?xml version='1.0' encoding='iso-8859-1'?>"), latin]),
      'text/xml',
      "<?xml version='1.0' encoding='iso-8859-1'?>Zürich",
    ],
    [Buffer.from('Zürich'), undefined, 'Zürich'],
    [Buffer.from('"Zürich"'), 'application/json; charset=latin1', '"Zürich"'],
    [Buffer.from('Zürich'), 'text/html; charset=no-such', 'Zürich'],
    [Buffer.from('<meta charset=utf-16>Zürich'), 'text/html', '<meta charset=utf-16>Zürich'],
    [Buffer.from('\ufeffZürich', 'utf16le'), 'text/html; charset=utf-8', 'Zürich'],
    [Buffer.from('\ufeffZürich'), 'text/plain', 'Zürich'],
    [Buffer.from('a\0b'), 'text/plain', 'a\ufffdb'],
    [latin, 'text/plain; charset=utf-8', 'Z\ufffdrich'],
  ]
  for (const [body, type, text] of cases) {
    assert.equal((await read(body, type === undefined ? {} : { 'content-type': type })).text, text, type)
  }
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
