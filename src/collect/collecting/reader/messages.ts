// The messages between a collecting process and its reader.

import type { ToolList } from '../../../meaning/tools/index.ts'
import {
  type CollectorRequest,
  type RawAnswer,
  type Snapshot,
  type VisitContext,
  VisitFailure,
  type VisitFailureReason,
} from '../../collectors/index.ts'

/** What the reader can't do itself: it has no network connections. */
export type Call =
  | { readonly want: 'page'; readonly request: CollectorRequest }
  | { readonly want: 'txt' | 'mx'; readonly name: string }

export type CallResult = RawAnswer | readonly string[]

/** Without its functions. */
export type SentContext = Omit<VisitContext, 'ask' | 'dns'>

/** The reader takes one order at a time, and reports `idle` when it has processed it. */
export type Order =
  | {
      readonly kind: 'visit'
      readonly visit: number
      readonly collector: string
      readonly target: string
      readonly context: SentContext
      /** Null: only the built-in catalogue. Absent: unchanged. */
      readonly tools?: ToolList | null
    }
  | { readonly kind: 'result'; readonly visit: number; readonly call: number; readonly result: CallResult }
  | { readonly kind: 'refusal'; readonly visit: number; readonly call: number; readonly failure: SentFailure }
  /** This visit is no longer needed. */
  | { readonly kind: 'drop'; readonly visit: number }

export type Report =
  | { readonly kind: 'idle' }
  | { readonly kind: 'call'; readonly visit: number; readonly call: number; readonly asked: Call }
  /** Some of the signals of the snapshot, or of the nth board that was read for it. */
  | { readonly kind: 'signals'; readonly visit: number; readonly board?: number; readonly signals: Snapshot['signals'] }
  /** The rest of the snapshot: its signals were sent before. */
  | { readonly kind: 'snapshot'; readonly visit: number; readonly snapshot: SentSnapshot }
  | { readonly kind: 'failure'; readonly visit: number; readonly failure: SentFailure }
  /** A bug in the collector. */
  | { readonly kind: 'error'; readonly visit: number; readonly message: string }

export interface SentFailure {
  readonly reason: VisitFailureReason
  readonly message: string
  readonly retryAfter: number | undefined
  readonly redirectsTo: string | undefined
  readonly url: string | undefined
  readonly unreadable: number | undefined
}

export type SentSnapshot = Omit<Snapshot, 'failure'> & { readonly failure?: SentFailure }

/** Sent as data: an Error would lose its class and fields. */
export function sentFailure({ reason, message, retryAfter, redirectsTo, url, unreadable }: VisitFailure): SentFailure {
  return { reason, message, retryAfter, redirectsTo, url, unreadable }
}

export function failureFrom({ reason, message, retryAfter, redirectsTo, url, unreadable }: SentFailure): VisitFailure {
  const failure = new VisitFailure(reason, message, retryAfter, redirectsTo, unreadable)
  failure.url = url
  return failure
}
