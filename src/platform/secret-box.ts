// Secrets at rest: AES-256-GCM, a random nonce for every text, the key's id in the text, and the place it belongs to
// (such as a webhook's id) as additional data, so that a text moved to another row opens nowhere.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from './app-error.ts'
import type { SecretKey } from './secret-keys.ts'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export class SecretBox {
  readonly #keys: ReadonlyMap<string, SecretKey>
  readonly #sealing: SecretKey

  /** The first key seals; all of them open. */
  constructor(keys: readonly SecretKey[]) {
    const [first] = keys
    if (!first) throw new Error('a secret box needs a key')
    this.#sealing = first
    this.#keys = new Map(keys.map((key) => [key.id, key]))
  }

  seal(plain: string, context: string): string {
    const { id, key } = this.#sealing
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(additionalData(id, context))
    const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${VERSION}.${id}.${sealed.toString('base64url')}`
  }

  open(sealed: string, context: string): string {
    const [version, id = '', encoded = '', ...rest] = sealed.split('.')
    const bytes = Buffer.from(encoded, 'base64url')
    // One text has one form: base64 would let the unused bits of the last character be anything.
    const canonical = rest.length === 0 && bytes.toString('base64url') === encoded
    if (version !== VERSION || !canonical || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new AppError('unavailable', 'A stored secret is damaged: it has not the form of a sealed text.')
    }
    const known = this.#keys.get(id)
    if (!known) {
      throw new AppError(
        'unavailable',
        `A stored secret was sealed with the key "${id.slice(0, 32)}", which this node has not: add it to SECRET_KEYS.`,
      )
    }
    const decipher = createDecipheriv(CIPHER, known.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(additionalData(id, context))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch (error) {
      throw new AppError(
        'unavailable',
        `A stored secret does not open with the key "${id}": it was changed, moved or sealed with another.`,
        { cause: error },
      )
    }
  }

  /** Whether the text was sealed with a key that is on its way out: seal it again. */
  isStale(sealed: string): boolean {
    return sealed.split('.', 2)[1] !== this.#sealing.id
  }
}

function additionalData(id: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${id}.${context}`, 'utf8')
}
