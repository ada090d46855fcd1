// When a look is due next. Pure; `random` is from 0 to 1.

import type { Collector } from '../../collectors/index.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const PERIOD_SECONDS: Readonly<Record<Collector['every'], number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY }

/** No look is visited more often, unless an operator requests it. */
export const MIN_SECONDS_BETWEEN_VISITS = HOUR

/** A tenth earlier at most, so that looks that were added together spread over time. More than 20 hours for a day. */
export function nextVisitSeconds(every: Collector['every'], random: number): number {
  return Math.round(PERIOD_SECONDS[every] * (1 - 0.1 * random))
}

/**
 * Exponential backoff from an hour up to the look's period, and longer if the host asks for it. `failures` in a row, this
 * one included.
 */
export function retrySeconds(
  every: Collector['every'],
  failures: number,
  retryAfter: number | undefined,
  random: number,
): number {
  const backoff = Math.min(PERIOD_SECONDS[every], MIN_SECONDS_BETWEEN_VISITS * 2 ** Math.min(failures - 1, 20))
  return Math.round(Math.max(backoff * (1 + 0.2 * random), askedSeconds(retryAfter) * (1 + 0.02 * random)))
}

const FIRST_CLOSED_SECONDS = MINUTE
const MAX_CLOSED_SECONDS = HOUR
/** A host with this many consecutive failures is paused. */
const FAILURES_TO_CLOSE = 5
/** How long a host is paused after this many consecutive failures. Undefined: it isn't. */
export function closedSeconds(failures: number, retryAfter: number | undefined): number | undefined {
  const broken =
    failures < FAILURES_TO_CLOSE
      ? 0
      : Math.min(MAX_CLOSED_SECONDS, FIRST_CLOSED_SECONDS * 2 ** Math.min(failures - FAILURES_TO_CLOSE, 20))
  const seconds = Math.max(askedSeconds(retryAfter), broken)
  return seconds > 0 ? seconds : undefined
}

/** The longest pause that a host can ask for. */
const MAX_RETRY_AFTER_SECONDS = 7 * DAY

const askedSeconds = (retryAfter = 0) => Math.min(retryAfter, MAX_RETRY_AFTER_SECONDS)
