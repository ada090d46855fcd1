// The messages between the main thread, the search thread and the builder thread.

import type pg from 'pg'
import type { Search } from '../../engine.ts'
import type { TransferableIndex } from '../build/merge.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import type { Sizes } from '../layout/columns.ts'
import type { IndexTexts } from '../layout/encoding.ts'
import type { LogContact } from './freshness.ts'

/** The young generation of a thread's heap. The index is outside the heap, so V8's default would waste memory. */
export const YOUNG_GENERATION_MB = 16

/** How many signals and companies can be added before a new base must be built. */
export interface Room {
  readonly tail: number
  readonly companies: number
}

export interface ThreadOptions {
  readonly direct: pg.ClientConfig
  /** The snapshot file; undefined for none. */
  readonly file: string | undefined
  readonly maxBytes: number
  /** Absent: chosen by the size of the index. */
  readonly room?: Room
}

// Main thread to search thread, and back.

export type IndexRequest = { readonly id: number; readonly team: string } & (
  | { readonly want: 'page'; readonly search: Search }
  | { readonly want: 'evidence'; readonly search: Pick<Search, 'query' | 'filters' | 'asOf'> }
  | { readonly want: 'values' }
)

/** The client of this request is gone. */
export interface CancelRequest {
  readonly id: number
  readonly want: 'nothing'
}

/** Why the index doesn't answer. */
export type NotReadyReason = 'starting' | 'disabled' | 'full' | 'behind' | 'no_contact'

export interface IndexStatus {
  /** Whether the index answers; `reason` says why it doesn't. */
  readonly isReady: boolean
  readonly reason: NotReadyReason | undefined
  /** It will never be ready: the database has more data than fits into the index. */
  readonly isDisabled: boolean
  readonly position: number
  readonly contact: LogContact
  readonly signals: number
  readonly companies: number
  readonly tail: number
  readonly bytes: number
}

export type Message =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string }
  /** The query would take too long; `clause` is its most expensive one. */
  | { readonly kind: 'too-expensive'; readonly id: number; readonly clause: number }
  /** The search has waited too long, or too many are waiting. */
  | { readonly kind: 'busy'; readonly id: number; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly status: IndexStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly text: string }

// Search thread to builder thread, and back.

export interface BuilderTask extends ThreadOptions {
  /** The index to merge. Absent: opens the snapshot, or loads from the database. */
  readonly from?: { readonly index: TransferableIndex; readonly checkpoint: Checkpoint }
}

export interface BuilderReply {
  readonly memory: WebAssembly.Memory
  readonly sizes: Sizes
  readonly texts: IndexTexts
  readonly checkpoint: Checkpoint
  readonly origin: 'snapshot' | 'database' | 'merge'
  readonly warning?: string
}

export interface BuilderFailure {
  readonly failed: string
  readonly isTooLarge: boolean
}
