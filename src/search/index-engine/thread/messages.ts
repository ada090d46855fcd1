// The messages between the main thread, the search thread, the threads of further shards, and the builder threads.

import type pg from 'pg'
import type { Search } from '../../engine.ts'
import type { Change } from '../build/changes.ts'
import type { TransferableIndex } from '../build/merge.ts'
import type { Checkpoint } from '../layout/checkpoint.ts'
import type { Sizes } from '../layout/columns.ts'
import type { IndexTexts } from '../layout/encoding.ts'
import type { SharedBudget } from '../layout/memory-budget.ts'
import type { Shard } from '../layout/sharding.ts'
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
  /** The snapshot file; undefined for none. With several shards, the beginning of the names of their files. */
  readonly file: string | undefined
  /** For all shards together. */
  readonly maxBytes: number
  /** How many shards there are. Absent: chosen by the size of the database and the cores of the machine. */
  readonly shards?: number
  /** Absent: chosen by the size of the index. */
  readonly room?: Room
}

// Main thread to search thread, and back.

export type IndexRequest = { readonly id: number; readonly team: string } & (
  | { readonly want: 'page'; readonly search: Search }
  | { readonly want: 'evidence'; readonly search: Pick<Search, 'query' | 'filters' | 'asOf'> }
  | { readonly want: 'values' }
)

/** The client of this request disconnected. */
export interface CancelRequest {
  readonly id: number
  readonly want: 'nothing'
}

/** Why the index doesn't answer. */
export type NotReadyReason = 'starting' | 'disabled' | 'full' | 'behind' | 'no_contact'

export interface IndexStatus {
  /** Whether the index answers; `reason` explains why it doesn't. */
  readonly isReady: boolean
  readonly reason: NotReadyReason | undefined
  /** It will never be ready: the database has more data than fits into the index. */
  readonly isDisabled: boolean
  readonly position: number
  readonly contact: LogContact
  // Of all shards.
  readonly signals: number
  readonly companies: number
  readonly tail: number
  readonly bytes: number
  /** Empty until their number is known. */
  readonly shards: readonly ShardState[]
  /** While tables are read: the signals read so far, and about how many there are. */
  readonly loading?: LoadProgress
}

export interface LoadProgress {
  readonly signals: number
  readonly of: number
}

export interface ShardState {
  /** Whether it has an index. */
  readonly isOpen: boolean
  readonly signals: number
  readonly companies: number
  readonly tail: number
  readonly bytes: number
  /** Half of its space for changes is used. */
  readonly needsRenewal: boolean
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

// The search thread to the thread of a further shard, and back. Everything is about the shard's own ordinals.

export interface ShardOptions extends Omit<ThreadOptions, 'shards'> {
  readonly shard: Shard
  readonly budget: SharedBudget
  /** The module of the builder threads, for benchmarks. */
  readonly builder?: string
}

/** The companies that change up to a log position. */
export interface RecordedChanges {
  readonly ordinals: readonly number[] | 'all'
  readonly position: number
}

/** The places of the companies in a shard's part of a page for which it returns what the page shows. */
export interface ShownRange {
  readonly from: number
  readonly to: number
}

export type ShardRequest = { readonly id: number } & (
  | { readonly want: 'open' }
  | { readonly want: 'renew'; readonly checkpoint: Checkpoint }
  | { readonly want: 'change'; readonly changes: readonly Change[]; readonly recorded: RecordedChanges | undefined }
  | { readonly want: 'part'; readonly request: IndexRequest; readonly isLong: boolean; readonly range: ShownRange }
  /** Ends the part with this id. */
  | { readonly want: 'nothing' }
)

export type ShardFailure =
  | { readonly kind: 'failed'; readonly reason: string }
  /** The data does not fit, or there is no space for a change. */
  | { readonly kind: 'too large' | 'full'; readonly reason: string }
  | { readonly kind: 'too expensive'; readonly clause: number }
  /** The part takes longer than a short search may. */
  | { readonly kind: 'long' }

export type ShardReply =
  | { readonly id: number; readonly state: ShardState; readonly ms: number; readonly value: unknown }
  | { readonly id: number; readonly state: ShardState; readonly ms: number; readonly failure: ShardFailure }
  /** The signals read so far. */
  | { readonly loaded: number }

export interface Opened {
  readonly checkpoint: Checkpoint
  readonly origin: 'snapshot' | 'database'
  readonly warning: string | undefined
}

export interface Renewed {
  readonly warning: string | undefined
  /** Ranks were read meanwhile, and must be read again. */
  readonly hasMissedRanks: boolean
}

// A thread with a shard to a builder thread, and back.

export interface BuilderTask extends ShardOptions {
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

export interface BuilderProgress {
  readonly loaded: number
}

export interface BuilderFailure {
  readonly failed: string
  readonly isTooLarge: boolean
}
