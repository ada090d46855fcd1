import type { Post, SendResult } from '../sending/index.ts'

/** An endpoint's URL and authentication keys. */
export interface Target {
  readonly url: string
  readonly authKey: string
  /** The key before the last rotation, until the overlap ends. */
  readonly previous: { readonly authKey: string; readonly until: number } | undefined
}

/** The keys as they are stored: encrypted, the previous one with the end of its overlap in milliseconds. */
interface EncryptedTarget {
  readonly id: string
  readonly url: string
  readonly authKey: string
  readonly previousKey: string | null
  readonly previousKeyUntil: number | null
}

/** Throws if the current key can't be opened. A previous key that can't be opened, or whose overlap has ended, is ignored. */
export function decryptTarget(
  { id, url, authKey, previousKey, previousKeyUntil }: EncryptedTarget,
  openKey: (sealed: string, webhookId: string) => string,
  now = Date.now(),
): Target {
  const target = { url, authKey: openKey(authKey, id), previous: undefined }
  if (previousKey === null || previousKeyUntil === null || previousKeyUntil <= now) return target
  try {
    return { ...target, previous: { authKey: openKey(previousKey, id), until: previousKeyUntil } }
  } catch {
    return target
  }
}

export type Send = (post: Post, signal?: AbortSignal) => Promise<SendResult>

/**
 * One attempt. It sends the current key. If the receiver rejects it (401 or 403) during an overlap, the previous key is
 * sent once. Both requests are one attempt.
 */
export async function deliver(
  send: Send,
  { url, authKey, previous }: Target,
  body: Uint8Array,
  now: number,
  signal?: AbortSignal,
): Promise<SendResult> {
  const result = await send({ url, authKey, body }, signal)
  const rejected = result.outcome === 'response' && (result.status === 401 || result.status === 403)
  if (!rejected || !previous || now >= previous.until) return result
  const second = await send({ url, authKey: previous.authKey, body }, signal)
  return { ...second, latencyMs: result.latencyMs + second.latencyMs }
}
