import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBody } from './decode-body.ts'

test('the charset: the server’s, otherwise the text’s own, otherwise UTF-8', () => {
  const latin = Buffer.from('Z\xfcrich', 'latin1')
  const cases: [body: Buffer, type: string, text: string][] = [
    [latin, 'text/html; charset=ISO-8859-1', 'Zürich'],
    [latin, 'text/html; charset="windows-1252"', 'Zürich'],
    [Buffer.concat([Buffer.from('<meta charset="latin1">'), latin]), 'text/html', '<meta charset="latin1">Zürich'],
    [
      Buffer.concat([Buffer.from("<?xml version='1.0' encoding='iso-8859-1'?>"), latin]),
      'text/xml',
      "<?xml version='1.0' encoding='iso-8859-1'?>Zürich",
    ],
    [Buffer.from('Zürich'), '', 'Zürich'],
    [Buffer.from('"Zürich"'), 'application/json; charset=latin1', '"Zürich"'],
    [Buffer.from('Zürich'), 'text/html; charset=no-such', 'Zürich'],
    [Buffer.from('<meta charset=utf-16>Zürich'), 'text/html', '<meta charset=utf-16>Zürich'],
    [Buffer.from('\ufeffZürich', 'utf16le'), 'text/html; charset=utf-8', 'Zürich'],
    [Buffer.from('\ufeffZürich'), 'text/plain', 'Zürich'],
    [Buffer.from('a\0b'), 'text/plain', 'a\ufffdb'],
    [latin, 'text/plain; charset=utf-8', 'Z\ufffdrich'],
  ]
  for (const [body, type, text] of cases) {
    assert.equal(decodeBody(body, type).text, text, type)
  }
})
