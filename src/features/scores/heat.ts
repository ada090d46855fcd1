// Heat says how much is going on at a company now: the sum of confidence × 0.5^(age / 30 days) over its signals.
//
// All signals decay at one rate, so the clock divides every company's heat by the same number and can be left out of
// the order. What is stored is the part without the clock, as a logarithm on an integer scale:
//
//   key  = round(65536 · log2 Σ confidence · 2^(t / 30 d))        t is the signal's time in the Unix epoch
//   heat = 2^(key / 65536 − now / 30 d)
//
// Two companies change places only when a signal arrives, and both search engines sort the same integers. One step of
// the key is a change of 0.001 %, far below the one decimal that is shown.

import type { Signal } from '../signals/index.ts'

export const HEAT_HALF_LIFE_DAYS = 30
const HALF_LIFE_SECONDS = HEAT_HALF_LIFE_DAYS * 86_400
const STEPS_PER_DOUBLING = 65_536

/**
 * The key of a company on which nothing weighs: no signals, only retracted ones, or none with any confidence. It is
 * the least 32-bit integer and not null, so that it comes last in a descending order in SQL and fits a typed array.
 */
export const NO_HEAT = -(2 ** 31)

type HeatSignal = Pick<Signal, 'id' | 'occurredAt' | 'confidence' | 'status'>

/**
 * Floating sums depend on their order, so the signals are sorted by time and id: the same signals give the same key,
 * however they were read. The newest signal's power is factored out, because 2^(t / 30 d) leaves the range of a double
 * in 2054; the oldest, smallest terms are added first, which loses the least of them.
 */
export function heatKey(signals: readonly HeatSignal[]): number {
  const weighing = signals
    .filter((signal) => signal.status !== 'retracted' && signal.confidence > 0)
    .sort((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1))
  const newest = weighing.at(-1)
  if (!newest) return NO_HEAT
  let sum = 0
  for (const { occurredAt, confidence } of weighing) {
    sum += confidence * 2 ** ((occurredAt - newest.occurredAt) / HALF_LIFE_SECONDS)
  }
  return Math.round(STEPS_PER_DOUBLING * (Math.log2(sum) + newest.occurredAt / HALF_LIFE_SECONDS))
}

/** The heat to show at a time, with one decimal. It rises with the key, so what is shown agrees with the order. */
export function heatAt(key: number, asOfSeconds: number): number {
  if (key === NO_HEAT) return 0
  return Math.round(10 * 2 ** (key / STEPS_PER_DOUBLING - asOfSeconds / HALF_LIFE_SECONDS)) / 10
}
