import { EXCHANGE_TIMEOUT_MS } from '../sending/index.ts'

/** The upper ends of the latency classes, in milliseconds; what is slower than the last one is in a class of its own. */
export const LATENCY_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const

export function latencyClass(ms: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound)
  return index === -1 ? LATENCY_BOUNDS_MS.length : index
}

export function noLatencies(): number[] {
  return Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0)
}

/** The bound below which `share` of the deliveries lie; nothing for none. No attempt takes longer than its time-out. */
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
