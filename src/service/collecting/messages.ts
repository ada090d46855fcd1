// What a service and its collecting process say to each other.

import type { VisitReport } from '../../collect/collecting/index.ts'
import type { Config } from '../../platform/config/config.ts'

export type Order = { readonly kind: 'start'; readonly config: Config } | { readonly kind: 'stop' }

export interface Report {
  readonly visit: VisitReport
  /** How long requests have waited for their turns, in all. */
  readonly pausedMs: number
}
