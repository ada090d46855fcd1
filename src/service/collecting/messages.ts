// The messages between a service and its collecting process.

import type { VisitReport } from '../../collect/collecting/index.ts'
import type { Config } from '../../platform/config/config.ts'

export type Order = { readonly kind: 'start'; readonly config: Config } | { readonly kind: 'stop' }

export interface Report {
  readonly visit: VisitReport
  /** The total time that requests have waited for their turns. */
  readonly pausedMs: number
}
