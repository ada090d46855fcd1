// Signatures of Standard Webhooks: an HMAC-SHA256 over the id, the time of the attempt and the bytes of the body. A
// receiver with the secret can verify that a request is ours, unchanged and recent.

import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** 192 bits, and no padding in base64. */
const SECRET_BYTES = 24
const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/**
 * HMAC-SHA256 (RFC 2104) as two one-shot hashes, with both paddings of the key made once. `createHmac` makes an object
 * for each signature that the garbage collector must finalise: it took twice as long, and more under load.
 */
export class SigningKey {
  // Private, so that they appear in no log and no JSON.
  readonly #inner: Buffer
  readonly #outer: Buffer

  constructor(secret: string) {
    if (!secret.startsWith(PREFIX)) throw new Error(`a signing secret must begin with ${PREFIX}`)
    const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64')
    const key = bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes
    this.#inner = paddingOf(key, 0x36)
    this.#outer = Buffer.concat([paddingOf(key, 0x5c), Buffer.alloc(DIGEST_BYTES)])
  }

  /** In base64. `head` must be ASCII. */
  sign(head: string, body: string | Uint8Array): string {
    const most = BLOCK_BYTES + head.length + (typeof body === 'string' ? 3 * body.length : body.length)
    const room = most <= scratch.length ? scratch : Buffer.allocUnsafe(most)
    room.set(this.#inner)
    let length = BLOCK_BYTES + room.write(head, BLOCK_BYTES, 'latin1')
    if (typeof body === 'string') length += room.write(body, length)
    else {
      room.set(body, length)
      length += body.length
    }
    this.#outer.write(hash('sha256', firstBytes(room, length), 'binary'), BLOCK_BYTES, 'latin1')
    return hash('sha256', this.#outer, 'base64')
  }
}

/** For messages of the usual size. Nothing is awaited while it is used. */
const scratch = Buffer.allocUnsafe(64 * 1_024)
let inScratch = scratch

/** The last view is kept: an event goes to many endpoints, and creating a view takes longer than filling it. */
function firstBytes(room: Buffer, length: number): Buffer {
  if (room !== scratch) return room.subarray(0, length)
  if (inScratch.length !== length) inScratch = scratch.subarray(0, length)
  return inScratch
}

function paddingOf(key: Uint8Array, value: number): Buffer {
  const padding = Buffer.alloc(BLOCK_BYTES, value)
  for (const [i, byte] of key.entries()) padding[i] = byte ^ value
  return padding
}

/** The inputs of a request's signature. */
export interface Signing {
  /** The same on every attempt. */
  readonly id: string
  /** One signature for each: two during a rotation. */
  readonly keys: readonly SigningKey[]
}

export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Adds names and values in turn. `timestamp` is in Unix seconds. */
export function addSignature(
  headers: string[],
  { id, keys }: Signing,
  timestamp: number,
  body: string | Uint8Array,
): void {
  const time = String(timestamp)
  const head = `${id}.${time}.`
  let signatures = ''
  for (const key of keys) signatures += `${signatures && ' '}v1,${key.sign(head, body)}`
  headers.push('webhook-id', id, 'webhook-timestamp', time, 'webhook-signature', signatures)
}
