// The messages between a service and its collecting process.

import type { VisitSummary } from '../../collect/collecting/index.ts'
import type { Config } from '../../platform/config/config.ts'

export type Order = { readonly kind: 'start'; readonly config: Config } | { readonly kind: 'stop' }

export interface Report {
  readonly visit: VisitSummary
  /** The total time that requests have waited for their turns. */
  readonly pausedMs: number
}
