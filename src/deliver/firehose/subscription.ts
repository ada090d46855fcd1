import type { FilterVersion } from './filter.ts'
import { RateLimiter } from './rate-limiter.ts'

/** What a webhook is to receive, and how fast. */
export interface Subscription {
  readonly maxInFlight: number
  readonly maxPerSecond: number | undefined
  /** Each type, with the position after which its events are wanted. */
  readonly types: ReadonlyMap<string, number>
  /** By position. Empty: everything of these types passes. */
  readonly filters: readonly FilterVersion[]
}

export function rateLimiterOf({ maxPerSecond }: Subscription): RateLimiter | undefined {
  return maxPerSecond === undefined ? undefined : new RateLimiter(maxPerSecond)
}
