import type { FilterVersion } from '../filters/filter.ts'
import type { OpenEvent } from '../progress/open-events.ts'
import type { Health } from '../states/health.ts'
import { RateLimiter } from './rate-limiter.ts'

/** What a webhook receives, and how fast. */
export interface Subscription {
  readonly maxInFlight: number
  readonly maxPerSecond: number | undefined
  /** Each type, with the position after which its events are wanted. */
  readonly types: ReadonlyMap<string, number>
  /** By position. Empty: everything of these types passes. */
  readonly filters: readonly FilterVersion[]
}

/** The position of a webhook, as its next holder finds it. */
export interface EndpointState {
  readonly frontier: number
  readonly health: Health
  /** The rows of webhook_retries, and the events that were pending when the last holder left. */
  readonly open: readonly Omit<OpenEvent, 'inFlight'>[]
}

export function rateLimiterOf({ maxPerSecond }: Subscription): RateLimiter | undefined {
  return maxPerSecond === undefined ? undefined : new RateLimiter(maxPerSecond)
}
