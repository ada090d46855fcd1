// How far an endpoint is trusted, decided from the outcomes of its attempts alone.
//
//   open ──20 failures in a row──> suspect ──…over two minutes──> held ──probe succeeds──> ramp ──> open
//
// Open and ramp: up to `window` requests in flight; a success widens the window by one, a failure halves it. Suspect:
// one request at a time, ten seconds apart. Held: one request at a time, the oldest event, with pauses that grow. A ramp
// that fails three times in a row is held again. So an endpoint that goes down costs a few dozen events one attempt each,
// however many are waiting.

import { jitter, type Random } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const FAILURES_TO_HOLD = 20
export const HOLD_AFTER_MS = 2 * MINUTE
export const PAUSE_AFTER_MS = 5 * 24 * HOUR
const RAMP_FAILURES_TO_HOLD = 3
const SUSPECT_PAUSE_MS = 10_000
const FIRST_HOLD_PAUSE_MS = 30_000
const MOST_HOLD_PAUSE_MS = HOUR
/** What an endpoint that nobody knows yet may have in flight: enough for a start, too little to take a process's room. */
const FIRST_WINDOW = 4

export interface Health {
  readonly failuresInRow: number
  /** The first failure of the present row. */
  readonly failingSince: number | undefined
  readonly heldSince: number | undefined
  /** How often the pause has grown. Above 0 and not held: it ramps up. */
  readonly holdStep: number
  /** No probe before. */
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

/** One request at a time, and none before `probeAt`. */
export function isProbing(health: Health): boolean {
  return health.heldSince !== undefined || health.failuresInRow >= FAILURES_TO_HOLD
}

export function afterSuccess(health: Health, mostInFlight: number): Health {
  const released = isProbing(health)
  const window = released ? 1 : Math.min(mostInFlight, health.window + 1)
  const holdStep = window >= mostInFlight ? 0 : health.holdStep
  return { failuresInRow: 0, failingSince: undefined, heldSince: undefined, holdStep, probeAt: 0, window }
}

export function afterFailure(health: Health, now: number, random: Random): Health {
  const failuresInRow = health.failuresInRow + 1
  const failingSince = health.failingSince ?? now
  const next = { ...health, failuresInRow, failingSince, window: Math.max(1, Math.floor(health.window / 2)) }
  // What was in flight when the hold began comes in late; only a probe makes the pause grow.
  if (health.heldSince !== undefined && now < health.probeAt) return next
  const rampFailed = health.holdStep > 0 && failuresInRow >= RAMP_FAILURES_TO_HOLD
  const failedLong = failuresInRow >= FAILURES_TO_HOLD && now - failingSince >= HOLD_AFTER_MS
  if (health.heldSince !== undefined || rampFailed || failedLong) {
    const pause = Math.min(MOST_HOLD_PAUSE_MS, FIRST_HOLD_PAUSE_MS * 2 ** health.holdStep)
    return {
      ...next,
      heldSince: health.heldSince ?? now,
      holdStep: Math.min(health.holdStep + 1, 16),
      probeAt: now + jitter(pause, random),
    }
  }
  if (failuresInRow >= FAILURES_TO_HOLD) return { ...next, probeAt: now + jitter(SUSPECT_PAUSE_MS, random) }
  return next
}

/** Five days without one success. */
export function hasFailedTooLong(health: Health, now: number): boolean {
  return health.failingSince !== undefined && now - health.failingSince >= PAUSE_AFTER_MS
}
