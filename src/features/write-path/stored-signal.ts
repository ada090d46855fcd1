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
 * What version 0.1 stored otherwise is no change: otherwise the first import after an upgrade would send an event for almost
 * every job. For the same reason a job without `ai` is no change of one that was stored with `ai: false`.
 */
function sameFields(stored: StoredSignal, incoming: StoredSignal['fields']): boolean {
  const differing = differences(stored.fields, incoming)
  if (differing.length === 0) return true
  const anew = readAnew(stored)
  return differing.every(
    (name) =>
      isSame(anew[name], incoming[name]) ||
      (stored.type === 'hiring' && name === 'ai' && anew.ai === false && incoming.ai === undefined),
  )
}

/** The fields as they would be stored today. */
function readAnew({ type, fields }: StoredSignal): StoredSignal['fields'] {
  if (type === 'hiring') return refillGuesses(fields)
  // Pages had no `change`, and every page was one that was launched.
  if (type === 'web' && fields.change === undefined) return { ...fields, change: 'launched' }
  return fields
}

function differences(a: StoredSignal['fields'], b: StoredSignal['fields']): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].filter((name) => !isSame(a[name], b[name]))
}

function isSame(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left.length === right.length && left.every((item, i) => item === right[i])
}
