import { randomFillSync } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random characters without modulo bias: bytes from 248 up are drawn again, because 256 is not a multiple of 62. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += BASE62[byte % 62]
  }
  return text
}

/** Every request needs an id, and filling a pool of random bytes costs a tenth of drawing each byte. */
const pool = Buffer.alloc(4_096)
let used = pool.length

function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] as number
  // Bytes that became a key must not stay in memory.
  pool[used++] = 0
  return byte
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
