// When a failed event is retried: exponential backoff with jitter. Times are milliseconds.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay after the first attempt, the second, and so on: nine attempts over about three days. */
const RETRY_DELAYS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 36 * HOUR] as const
export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1
/** After a recovery, an event with one attempt left waits this long. */
export const LAST_ATTEMPT_DELAY_MS = 5 * MINUTE

const JITTER = 0.2
const MAX_RETRY_AFTER_MS = HOUR

/** A number from 0 up to but not including 1, like Math.random. */
export type Random = () => number

/** ±20 %, so that events that failed together are not retried together. */
export function jitter(ms: number, random: Random): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()))
}

/** A Retry-After in milliseconds, capped at an hour. */
export function retryAfterMs(seconds: number | undefined): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, (seconds ?? 0) * SECOND))
}

/** When to retry an event that has failed `attempts` times. Undefined if it has no attempts left. */
export function nextRetryAt(
  attempts: number,
  now: number,
  random: Random,
  retryAfterSeconds?: number,
): number | undefined {
  const delay = RETRY_DELAYS[attempts - 1]
  if (delay === undefined) return undefined
  return now + Math.max(jitter(delay, random), retryAfterMs(retryAfterSeconds))
}

/** The endpoint has recovered: now. An event with one attempt left waits five minutes, until the endpoint has proved itself. */
export function dueOnceRecovered(attempts: number, now: number): number {
  return attempts >= MAX_ATTEMPTS - 1 ? now + LAST_ATTEMPT_DELAY_MS : now
}
