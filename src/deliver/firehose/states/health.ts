// A circuit breaker per endpoint, driven only by the outcomes of its attempts.
//
//   open ──20 failures in a row──> suspect ──…over two minutes──> held ──probe succeeds──> ramp ──> open
//
// Open and ramp: up to `window` requests in flight; a success widens the window by one, a failure halves it. Suspect:
// one request at a time, ten seconds apart. Held: one request at a time, for the oldest event, with exponential
// backoff. A ramp that fails three times in a row is held again. So when an endpoint goes down, a few dozen events lose
// one attempt each, however many are waiting.

import { jitter, type Random } from './retry-schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const FAILURES_TO_HOLD = 20
const HOLD_AFTER_MS = 2 * MINUTE
const PAUSE_AFTER_MS = 5 * 24 * HOUR
const RAMP_FAILURES_TO_HOLD = 3
const SUSPECT_DELAY_MS = 10_000
const FIRST_HOLD_DELAY_MS = 30_000
const MAX_HOLD_DELAY_MS = HOUR
/** How many requests a new endpoint may have in flight: enough to start, too few to fill a process. */
const FIRST_WINDOW = 4

export interface Health {
  readonly failuresInRow: number
  /** The first failure since the last success. */
  readonly failingSince: number | undefined
  readonly heldSince: number | undefined
  /** How often the backoff has grown. Above 0 and not held means ramp. */
  readonly holdStep: number
  /** No probe starts before this time. */
  readonly probeAt: number
  readonly window: number
}

export const NEW_HEALTH: Health = {
  failuresInRow: 0,
  failingSince: undefined,
  heldSince: undefined,
  holdStep: 0,
  probeAt: 0,
  window: FIRST_WINDOW,
}

/** Suspect or held: one request at a time, and none before `probeAt`. */
export function isProbing(health: Health): boolean {
  return health.heldSince !== undefined || health.failuresInRow >= FAILURES_TO_HOLD
}

export function afterSuccess(health: Health, maxInFlight: number): Health {
  const wasProbing = isProbing(health)
  const window = wasProbing ? 1 : Math.min(maxInFlight, health.window + 1)
  const holdStep = window >= maxInFlight ? 0 : health.holdStep
  return { failuresInRow: 0, failingSince: undefined, heldSince: undefined, holdStep, probeAt: 0, window }
}

export function afterFailure(health: Health, now: number, random: Random): Health {
  const failuresInRow = health.failuresInRow + 1
  const failingSince = health.failingSince ?? now
  const next = { ...health, failuresInRow, failingSince, window: Math.max(1, Math.floor(health.window / 2)) }
  // Requests that were in flight when the hold began end during it. Only a probe makes the backoff grow.
  if (health.heldSince !== undefined && now < health.probeAt) return next
  const rampFailed = health.holdStep > 0 && failuresInRow >= RAMP_FAILURES_TO_HOLD
  const failedLong = failuresInRow >= FAILURES_TO_HOLD && now - failingSince >= HOLD_AFTER_MS
  if (health.heldSince !== undefined || rampFailed || failedLong) {
    const delay = Math.min(MAX_HOLD_DELAY_MS, FIRST_HOLD_DELAY_MS * 2 ** health.holdStep)
    return {
      ...next,
      heldSince: health.heldSince ?? now,
      holdStep: Math.min(health.holdStep + 1, 16),
      probeAt: now + jitter(delay, random),
    }
  }
  if (failuresInRow >= FAILURES_TO_HOLD) return { ...next, probeAt: now + jitter(SUSPECT_DELAY_MS, random) }
  return next
}

/** Failing for five days without a success. */
export function hasFailedTooLong(health: Health, now: number): boolean {
  return health.failingSince !== undefined && now - health.failingSince >= PAUSE_AFTER_MS
}
