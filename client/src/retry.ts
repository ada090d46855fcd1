// When to try again, and after how long.
//
// Safe to repeat: 429, 502, 503 and 504, which are never charged, and a connection that was never made. Not safe: a
// request that was sent and got no complete answer. The service charges only what it answers with 2xx, but such an answer
// may have been on its way. It is repeated too, unless `retryUnanswered` is false, and every repetition is logged as a
// warning and shown in `withResponse()`.

import { ConnectionError, type ProSignalError, RateLimitError, ServiceError } from './errors.ts'

const RETRIED_STATUSES = new Set([502, 503, 504])
const FIRST_BACKOFF_SECONDS = 0.5
const MAX_BACKOFF_SECONDS = 8

export interface RetryPolicy {
  readonly maxRetries: number
  /** Milliseconds that the call may take in all, with its retries and waits. */
  readonly patience: number
  readonly retryUnanswered: boolean
}

/** Milliseconds to wait before the next attempt. Undefined if there must be none. */
export function delayBeforeRetry(
  error: ProSignalError,
  retries: number,
  millisecondsLeft: number,
  { maxRetries, retryUnanswered }: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  if (retries >= maxRetries || !isRetried(error, retryUnanswered)) return undefined
  const told = error instanceof RateLimitError || error instanceof ServiceError ? error.retryAfter : undefined
  const seconds = told === undefined ? backoffSeconds(retries, random()) : told + random() * 0.25
  // Waiting for an attempt that can't be made would only delay the error.
  return seconds * 1000 < millisecondsLeft ? seconds * 1000 : undefined
}

function isRetried(error: ProSignalError, retryUnanswered: boolean): boolean {
  if (error instanceof ConnectionError) return retryUnanswered || !error.mayHaveBeenCharged
  return error instanceof RateLimitError || (error instanceof ServiceError && RETRIED_STATUSES.has(error.status))
}

/** Exponential, with half of it random, so that many clients don't come back at the same moment. */
function backoffSeconds(retries: number, random: number): number {
  const full = Math.min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** retries)
  return full / 2 + (full / 2) * random
}
