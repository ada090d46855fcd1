import type { Random } from './random.ts'

/** Two decimals, as confidences are written. */
export function drawConfidence(low: number, high: number, random: Random): number {
  return Math.round(100 * random.between(low, high)) / 100
}
