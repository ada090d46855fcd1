import type { Post, SendResult } from '../sending/index.ts'

/** An endpoint's URL and authentication keys. */
export interface Target {
  readonly url: string
  readonly authKey: string
  /** The key before the last rotation, until the overlap ends. */
  readonly previous: { readonly authKey: string; readonly until: number } | undefined
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
