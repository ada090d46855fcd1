import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'

test('UTF-8 is read with and without a byte order mark, and UTF-16 in either byte order', () => {
  const utf16 = Buffer.from('\uFEFFM\u00fcller', 'utf16le')
  for (const bytes of [
    Buffer.from('M\u00fcller'),
    Buffer.from('\uFEFFM\u00fcller'),
    utf16,
    Buffer.from(utf16).swap16(),
  ])
    assert.equal(decodeText(bytes), 'M\u00fcller')
  assert.equal(decodeText(Buffer.alloc(0)), '')
})
