// Time-based codes (RFC 6238), as in every authenticator app: HMAC-SHA-1, 30 seconds, six digits.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks of phones are a little off, and people type slowly: one step before and after. */
const WINDOW = [0, -1, 1] as const
const SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

export const stepAt = (atMs: number): number => Math.floor(atMs / 1_000 / STEP_SECONDS)

/** The step whose code it is; undefined: none near this time. */
export function findStep(secret: Buffer, code: string, atMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const now = stepAt(atMs)
  return WINDOW.map((offset) => now + offset).find((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  )
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const at = (digest.at(-1) as number) & 15
  const number = digest.readUInt32BE(at) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31]
}

/** What authenticator apps read from a QR code. */
export function uriOf(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Pro Signal:${email}`)
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent('Pro Signal')}`
}
