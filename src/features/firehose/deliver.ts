import type { Post, SendResult } from '../sending/index.ts'

/** Where an endpoint is, and what it is greeted with. */
export interface Target {
  readonly url: string
  readonly authKey: string
  /** The key before the last rotation, as long as the overlap lasts. */
  readonly previous: { readonly authKey: string; readonly until: number } | undefined
}

export type Send = (post: Post, signal?: AbortSignal) => Promise<SendResult>

/**
 * One attempt. The new key is sent; a receiver that still knows the old one only refuses it, and gets that one once.
 * Both requests are one attempt.
 */
export async function deliver(
  send: Send,
  { url, authKey, previous }: Target,
  body: Uint8Array,
  now: number,
  signal?: AbortSignal,
): Promise<SendResult> {
  const result = await send({ url, authKey, body }, signal)
  const refused = result.outcome === 'response' && (result.status === 401 || result.status === 403)
  if (!refused || !previous || now >= previous.until) return result
  const again = await send({ url, authKey: previous.authKey, body }, signal)
  return { ...again, latencyMs: result.latencyMs + again.latencyMs }
}
