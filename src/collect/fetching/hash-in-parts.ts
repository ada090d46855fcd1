import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** As much as `withoutVolatile` keeps for all: what is there is hashed before the next call. */
const HASHED_AT_ONCE = 1_024 * 1_024

/** Of a text and then these bytes. Between two parts of a long body other work is done: all of it may take 50 ms. */
export async function hashInParts(
  algorithm: 'sha1' | 'sha256',
  bytes: Buffer,
  before: string,
  encoding: 'base64url' | 'hex',
): Promise<string> {
  if (bytes.length <= HASHED_AT_ONCE && before === '') return hash(algorithm, bytes, encoding)
  const sum = createHash(algorithm).update(before)
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    if (at > 0) await nextTurn()
    sum.update(bytes.subarray(at, at + HASHED_AT_ONCE))
  }
  return sum.digest(encoding)
}
