// When a failed event is tried again. Times are milliseconds.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The pauses after the first attempt, the second, and so on: nine attempts over about three days. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR, 36 * HOUR] as const
export const MOST_ATTEMPTS = PAUSES.length + 1

const JITTER = 0.2
const MOST_RETRY_AFTER = HOUR

/** A number from 0 up to 1, such as Math.random gives. */
export type Random = () => number

/** ±20 %, so that what failed together does not come back together. */
export function jitter(ms: number, random: Random): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()))
}

/** How long an endpoint asked us to wait, as far as we follow it. */
export function honouredWait(retryAfterSeconds: number | undefined): number {
  return Math.min(MOST_RETRY_AFTER, Math.max(0, (retryAfterSeconds ?? 0) * SECOND))
}

/** When an event that has failed `attempts` times is due again; nothing once its attempts are used up. */
export function nextDue(attempts: number, now: number, random: Random, retryAfterSeconds?: number): number | undefined {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return undefined
  return now + Math.max(jitter(pause, random), honouredWait(retryAfterSeconds))
}
