import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQR from 'qr/decode.js'
import { qrPath } from './qr-path.ts'
import { hashRecoveryCode, makeRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts'
import { codeAt, findStep, makeSecret, stepAt, toBase32, uriOf } from './totp.ts'

test('codes are those of RFC 6238, of which apps show the last six digits', () => {
  const secret = Buffer.from('12345678901234567890')
  const vectors = {
    59: '287082',
    1111111109: '081804',
    1111111111: '050471',
    1234567890: '005924',
    20000000000: '353130',
  }
  for (const [seconds, code] of Object.entries(vectors)) {
    assert.equal(codeAt(secret, stepAt(Number(seconds) * 1_000)), code)
  }
})

test('a code is accepted half a minute early or late, and nothing else is', () => {
  const secret = makeSecret()
  const now = 1_800_000_000_000
  const at = (offset: number) => codeAt(secret, stepAt(now) + offset)
  for (const offset of [-1, 0, 1]) assert.equal(findStep(secret, at(offset), now), stepAt(now) + offset)
  for (const offset of [-2, 2]) {
    if (![-1, 0, 1].map(at).includes(at(offset))) assert.equal(findStep(secret, at(offset), now), undefined)
  }
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    assert.equal(findStep(secret, code, now), undefined)
})

test('secrets are written in base32 as in RFC 4648', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(toBase32(Buffer.from(text)), encoded)
})

test('the QR code reads as the URI', async () => {
  const uri = uriOf(makeSecret(), 'ada+x@acme.example')
  assert.match(
    uri,
    /^otpauth:\/\/totp\/Pro%20Signal%3Aada%2Bx%40acme\.example\?secret=[A-Z2-7]{32}&issuer=Pro%20Signal$/,
  )
  const { path, size } = await qrPath(uri)
  const scale = 4
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      const from = ((Number(y) * scale + row) * side + Number(x) * scale) * 4
      for (let at = from; at < from + scale * 4; at += 4) data.fill(0, at, at + 3)
    }
  }
  assert.equal(decodeQR({ width: side, height: side, data }), uri)
})

test('recovery codes are all different, and are recognised however they are typed', () => {
  const codes = makeRecoveryCodes()
  assert.equal(new Set(codes).size, RECOVERY_CODES)
  const [code = ''] = codes
  assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  for (const typed of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `]) {
    assert.deepEqual(hashRecoveryCode(typed), hashRecoveryCode(code))
  }
  for (const wrong of ['', '123456', `${code}a`, code.replace(/^./, 'u')])
    assert.equal(hashRecoveryCode(wrong), undefined)
})
