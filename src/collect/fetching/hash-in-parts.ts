import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Shares the buffer of `withoutVolatile`: hash the result before the next call. */
const HASHED_AT_ONCE = 1_024 * 1_024

/** Of a text followed by these bytes. Yields between two parts of a long body, which may take 50 ms. */
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
