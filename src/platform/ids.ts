import { randomFillSync } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random characters without a bias: bytes from 248 up are drawn again, since 256 is no multiple of 62. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += BASE62[byte % 62]
  }
  return text
}

/** Asking the system for many at once is a tenth of the cost: every request has an id. */
const store = Buffer.alloc(4_096)
let taken = store.length

function randomByte(): number {
  if (taken === store.length) {
    randomFillSync(store)
    taken = 0
  }
  const byte = store[taken] as number
  // What became a key is not left behind.
  store[taken++] = 0
  return byte
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
