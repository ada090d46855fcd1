// Encryption of secrets at rest: AES-256-GCM with a random nonce. The ciphertext names its key. The row that it belongs
// to (such as a webhook's id) is authenticated as additional data, so a ciphertext copied to another row can't be
// decrypted there.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../app-error.ts'
import { readSecretKeys, type SecretKey } from './secret-keys.ts'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export class SecretBox {
  readonly #keys: ReadonlyMap<string, SecretKey>
  readonly #sealing: SecretKey

  /** The first key encrypts; all of them decrypt. */
  constructor(keys: readonly SecretKey[]) {
    const [first] = keys
    if (!first) throw new Error('a secret box needs a key')
    this.#sealing = first
    this.#keys = new Map(keys.map((key) => [key.id, key]))
  }

  /** Of the key that encrypts. */
  get keyId(): string {
    return this.#sealing.id
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
    // A ciphertext has exactly one encoding. base64 alone would ignore the unused bits of the last character.
    const canonical = rest.length === 0 && bytes.toString('base64url') === encoded
    if (version !== VERSION || !canonical || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new AppError('unavailable', 'A stored secret is damaged: it is not in the format of an encrypted text.')
    }
    const secretKey = this.#keys.get(id)
    if (!secretKey) {
      throw new AppError(
        'unavailable',
        `A stored secret was encrypted with the key "${id.slice(0, 32)}", which this node doesn't have: add it to SECRET_KEYS.`,
      )
    }
    const decipher = createDecipheriv(CIPHER, secretKey.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(additionalData(id, context))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch (error) {
      throw new AppError(
        'unavailable',
        `A stored secret can't be decrypted with the key "${id}": it was changed, moved, or encrypted with another key.`,
        { cause: error },
      )
    }
  }
}

/** The keys are read at first use: a service without secrets needs no SECRET_KEYS. */
export function lazySecretBox(config: Parameters<typeof readSecretKeys>[0]): () => SecretBox {
  let box: SecretBox | undefined
  return () => {
    box ??= new SecretBox(readSecretKeys(config))
    return box
  }
}

function additionalData(id: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${id}.${context}`, 'utf8')
}
