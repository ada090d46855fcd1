import { EXCHANGE_TIMEOUT_MS } from '../../sending/index.ts'

/** The upper bounds of the latency buckets, in milliseconds. One more bucket has everything slower. */
const LATENCY_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const

export function latencyBucket(ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
  return index === -1 ? LATENCY_BOUNDS_MS.length : index
}

export function emptyLatencyCounts(): number[] {
  return Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0)
}

/**
 * The upper bound of the bucket that contains the quantile. Undefined without deliveries. The last bucket ends at the
 * timeout of an attempt.
 */
export function latencyQuantile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let seen = 0
  for (const [i, count] of counts.entries()) {
    seen += count
    if (seen >= total * share) return LATENCY_BOUNDS_MS[i] ?? EXCHANGE_TIMEOUT_MS
  }
  return EXCHANGE_TIMEOUT_MS
}
