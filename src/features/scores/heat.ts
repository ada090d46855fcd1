// Heat measures the current activity of a company: the sum of confidence × 0.5^(age / 30 days) over its signals.
//
// All signals decay at the same rate, so the current time divides every company's heat by the same number and doesn't
// affect the order. The part without the current time is stored, as a logarithm on an integer scale:
//
//   key  = round(65536 · log2 Σ confidence · 2^(t / 30 d))        t is the signal's time in the Unix epoch
//   heat = 2^(key / 65536 − now / 30 d)
//
// The order of two companies changes only when a signal arrives or changes, and both search engines sort the same
// integers. One step of the key is a change of 0.001 %, far below the one decimal that is shown.

import type { Signal } from '../signals/index.ts'

const HALF_LIFE_SECONDS = 30 * 86_400
const STEPS_PER_DOUBLING = 65_536

/**
 * The key of a company without signals that count: no signals, only retracted ones, or none with any confidence. It is
 * the smallest 32-bit integer and not null, so that it comes last in a descending SQL order and fits a typed array.
 */
export const NO_HEAT = -(2 ** 31)

type HeatSignal = Pick<Signal, 'id' | 'occurredAt' | 'confidence' | 'status'>

/**
 * Floating-point sums depend on their order, so the signals are sorted by time and id: the same signals always give the
 * same key. The newest signal's power is factored out, because 2^(t / 30 d) exceeds the range of a double in 2054. The
 * oldest and smallest terms are added first, which loses the least precision.
 */
export function heatKey(signals: readonly HeatSignal[]): number {
  const counting = signals
    .filter((signal) => signal.status !== 'retracted' && signal.confidence > 0)
    .sort((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1))
  const newest = counting.at(-1)
  if (!newest) return NO_HEAT
  let sum = 0
  for (const { occurredAt, confidence } of counting) {
    sum += confidence * 2 ** ((occurredAt - newest.occurredAt) / HALF_LIFE_SECONDS)
  }
  return Math.round(STEPS_PER_DOUBLING * (Math.log2(sum) + newest.occurredAt / HALF_LIFE_SECONDS))
}

/** The heat to show at a time, with one decimal. It rises with the key, so the numbers shown agree with the order. */
export function heatAt(key: number, asOfSeconds: number): number {
  if (key === NO_HEAT) return 0
  return Math.round(10 * 2 ** (key / STEPS_PER_DOUBLING - asOfSeconds / HALF_LIFE_SECONDS)) / 10
}
