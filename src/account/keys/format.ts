// The format of an API key: `psk_`, 30 random base62 characters, and 6 characters that are the CRC-32 of everything
// before them. A key that was truncated, mistyped or invented fails the checksum and is rejected without a database
// query.

import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, randomBase62 } from '../../platform/ids.ts'

const KEY_PREFIX = 'psk_'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const KEY_LENGTH = KEY_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH

export function makeKey(): string {
  const body = KEY_PREFIX + randomBase62(RANDOM_LENGTH)
  return body + checksum(body)
}

export function isWellFormedKey(text: string): boolean {
  if (text.length !== KEY_LENGTH || !text.startsWith(KEY_PREFIX)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** The hash that is stored. A random key of 178 bits can't be guessed, so it needs no slow hash. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The parts by which people recognise a key: its beginning and its last four characters. */
export function describeKey(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, KEY_PREFIX.length + 4), lastFour: key.slice(-4) }
}

/** 62^6 is more than 2^32, so six characters hold every CRC-32. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
