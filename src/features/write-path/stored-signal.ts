import type { BaseSignal } from '../derived/index.ts'
import { DERIVED_SOURCE, type FieldValue, type IncomingSignal, refillGuesses } from '../signals/index.ts'

/** A signal with the columns that only the write path uses. */
export interface StoredSignal extends BaseSignal {
  readonly companyOrdinal: number
  readonly seenAt: number | null
  readonly version: number
  /** The second of its newest event. */
  readonly lastEventUnix: number
}

export function isDerived(signal: StoredSignal): boolean {
  return signal.source.name === DERIVED_SOURCE
}

/** Compares everything that a customer can see, in its normalised form. */
export function hasSameContent(stored: StoredSignal, companyOrdinal: number, incoming: SignalContent): boolean {
  return (
    stored.companyOrdinal === companyOrdinal &&
    stored.type === incoming.type &&
    stored.label === incoming.label &&
    stored.confidence === incoming.confidence &&
    stored.status === incoming.status &&
    stored.occurredAt === incoming.occurredAt &&
    stored.source.url === incoming.url &&
    sameFields(stored, incoming.fields)
  )
}

type SignalContent = Pick<IncomingSignal, 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'url' | 'fields'>

/**
 * Version 0.1 read fewer words. A value that it guessed and that is read otherwise now is no change of the job: otherwise the
 * first import after an upgrade would send an event for almost every job. For the same reason a job without `ai` is no
 * change of one that was stored with `ai: false`.
 */
function sameFields({ type, fields }: StoredSignal, incoming: StoredSignal['fields']): boolean {
  if (differences(fields, incoming).length === 0) return true
  if (type !== 'hiring') return false
  const refilled = refillGuesses(fields)
  return differences(fields, incoming).every(
    (name) =>
      isSame(refilled[name], incoming[name]) || (name === 'ai' && fields.ai === false && incoming.ai === undefined),
  )
}

function differences(a: StoredSignal['fields'], b: StoredSignal['fields']): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].filter((name) => !isSame(a[name], b[name]))
}

function isSame(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left.length === right.length && left.every((item, i) => item === right[i])
}
