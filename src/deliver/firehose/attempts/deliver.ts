import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { inOverlap, type Post, type SendResult, SigningKey } from '../../sending/index.ts'
import { openSecret } from '../webhooks/signing-secrets.ts'

/** An endpoint's URL and secrets. */
export interface Target {
  readonly url: string
  readonly authKey: string
  /** The key before the last rotation, until the overlap ends. */
  readonly previous: { readonly authKey: string; readonly until: number } | undefined
  readonly signingKey: SigningKey
  readonly previousSigning: { readonly key: SigningKey; readonly until: number } | undefined
}

/** The secrets as they are stored: encrypted, the previous ones with the end of their overlap in milliseconds. */
interface EncryptedTarget {
  readonly id: string
  readonly url: string
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: number | null
  readonly signingSecret: string | null
  readonly previousSecret: string | null
  readonly previousSecretUntil: number | null
}

/**
 * Throws if a current secret can't be decrypted. A previous one that can't be decrypted, or whose overlap has ended, is
 * ignored.
 */
export function decryptTarget(stored: EncryptedTarget, box: Pick<SecretBox, 'open'>, now = Date.now()): Target {
  const { id, url, authKey, previousKey, previousKeyUntil, signingSecret, previousSecret, previousSecretUntil } = stored
  if (signingSecret === null) throw new Error('it has no signing secret yet')
  const previous = inOverlap(previousKey, previousKeyUntil, now, (sealed) => box.open(sealed, id))
  const previousSigning = inOverlap(
    previousSecret,
    previousSecretUntil,
    now,
    (sealed) => new SigningKey(openSecret(box, sealed, id)),
  )
  return {
    url,
    authKey: box.open(authKey, id),
    previous: previous && { authKey: previous.value, until: previous.until },
    signingKey: new SigningKey(openSecret(box, signingSecret, id)),
    previousSigning: previousSigning && { key: previousSigning.value, until: previousSigning.until },
  }
}

export type Send = (post: Post, signal?: AbortSignal) => Promise<SendResult>

interface Delivered {
  readonly eventId: string
  readonly body: Uint8Array
}

/**
 * One attempt. It sends the current key. If the receiver rejects it (401 or 403) during an overlap, the previous key is
 * sent once. Both requests are one attempt. If both are rejected, the result is that of the current key: a receiver that
 * has it and rejects the signature would otherwise seem to have the wrong key.
 */
export async function deliver(
  send: Send,
  { url, authKey, previous, signingKey, previousSigning }: Target,
  { eventId, body }: Delivered,
  now: number,
  signal?: AbortSignal,
): Promise<SendResult> {
  const keys = previousSigning && now < previousSigning.until ? [signingKey, previousSigning.key] : [signingKey]
  const post = { url, authKey, body, signing: { id: eventId, keys } }
  const result = await send(post, signal)
  if (!isRejected(result) || !previous || now >= previous.until) return result
  const second = await send({ ...post, authKey: previous.authKey }, signal)
  return { ...(isRejected(second) ? result : second), latencyMs: result.latencyMs + second.latencyMs }
}

function isRejected(result: SendResult): boolean {
  return result.outcome === 'response' && (result.status === 401 || result.status === 403)
}
