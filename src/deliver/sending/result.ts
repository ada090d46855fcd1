// The result of an exchange with a customer's endpoint. Never follows a redirect, and never contains the key.

import { type Answer, firstOf, type Outcome, type ReadLimits, retryAfterOf } from '../../outbound/index.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { EXCERPT_BYTES, excerptOf, hide } from './excerpt.ts'
import type { Post, SendResult } from './post.ts'

export const MAX_RESPONSE_BYTES = 16 * 1_024
const BODY = { readBytes: MAX_RESPONSE_BYTES, keptBytes: EXCERPT_BYTES }

export function readLimits(totalMs: number): ReadLimits {
  return { totalMs, bodyOf: () => BODY }
}

export function resultOf({ answer, failure }: Outcome, post: Post, latencyMs: number): SendResult {
  if (failure) {
    const { reason, message, status } = failure
    return { outcome: 'failure', reason, message, latencyMs, ...(status !== 0 && { status }) }
  }
  const { status, headers, body } = answer
  if (status >= 300 && status < 400) {
    const message = `The server answered ${status}${locationOf(headers, post)}. Redirects are not followed.`
    return { outcome: 'failure', reason: 'redirect', message, latencyMs, status }
  }
  const excerpt = excerptOf(body, firstOf(headers['content-encoding']), post.authKey)
  const retryAfterSeconds = retryAfterOf(headers)
  const result: SendResult = { outcome: 'response', status, latencyMs, excerpt }
  return retryAfterSeconds === undefined ? result : { ...result, retryAfterSeconds }
}

/**
 * The target of a redirect, shortened, without the key, and masked: it is often the same URL with another host or slash,
 * and its tokens too. It helps the customer to fix the URL.
 */
function locationOf(headers: Answer['headers'], { url, authKey }: Post): string {
  const given = hide(firstOf(headers.location)?.replaceAll(/[^\x21-\x7e]/g, '') ?? '', authKey)
  if (given === '') return ''
  const location = maskUrl(URL.parse(given, url)?.href ?? given)
  return ` and pointed to ${location.length > 200 ? `${location.slice(0, 200)}…` : location}`
}
