import type { Random } from './random.ts'

/** Rounded to two decimals, like every confidence. */
export function drawConfidence(low: number, high: number, random: Random): number {
  return Math.round(100 * random.between(low, high)) / 100
}
