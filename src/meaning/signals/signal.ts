import { type FieldValue, isEnding, type SignalType } from '../types/index.ts'

export const SIGNAL_STATUSES = ['active', 'closed', 'retracted'] as const
export type SignalStatus = (typeof SIGNAL_STATUSES)[number]

/** A signal inside the service. Times are whole Unix seconds. An unknown fact has no key. */
export interface Signal {
  readonly id: string
  readonly type: SignalType
  readonly label: string
  /** 0 to 1, two decimals. */
  readonly confidence: number
  readonly status: SignalStatus
  readonly occurredAt: number
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  /** When it ended. Only a closed signal has it. */
  readonly closedAt?: number
  /** Of the report that is shown. */
  readonly source: { readonly name: string; readonly url?: string }
  /** All sources of the fact, in order, at most 50. Absent: only the source above. */
  readonly sources?: readonly SourceReport[]
  /** The fact that this one turned out to be. Its status is retracted. */
  readonly replacedBy?: string
  /** The type's own fields, by their JSON names. */
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** What one source says about a fact, in short. */
export interface SourceReport {
  readonly name: string
  readonly url?: string
  readonly key: string
  readonly confidence: number
  readonly status: SignalStatus
  readonly firstSeenAt: number
  readonly lastSeenAt: number
}

/**
 * Whether the fact holds now: an open job, a tool in use, a page that is up. A clause of the query language is about
 * the present unless it states otherwise.
 */
export function isPresent({ status, fields }: Pick<Signal, 'status' | 'fields'>): boolean {
  return status === 'active' && !isEnding(fields.change) && !isOnlyAsked({ fields })
}

/** A tool that jobs ask for but none states to be in use. It counts in no slice and no score. */
export function isOnlyAsked({ fields }: Pick<Signal, 'fields'>): boolean {
  return fields.basis === 'asked'
}
