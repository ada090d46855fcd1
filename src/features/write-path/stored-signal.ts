import type { BaseSignal } from '../derived/index.ts'
import { DERIVED_SOURCE, type IncomingSignal, storedToolAsOfNow } from '../signals/index.ts'

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
    (sameFields(stored.fields, incoming.fields) || sameFields(withoutGuess(stored, incoming), incoming.fields))
  )
}

/**
 * Earlier versions stored `ai: false` for a job whose title has no AI word. That was a guess, so a record without `ai` is
 * not a change: otherwise the first import after an upgrade would send an event for almost every job.
 */
function withoutGuess({ type, fields }: StoredSignal, incoming: SignalContent): StoredSignal['fields'] {
  // Pages had no `change`, and every page was one that was launched.
  if (type === 'web' && fields.change === undefined && incoming.fields.change === 'launched') {
    return { ...fields, change: 'launched' }
  }
  if (type === 'tool') return storedToolAsOfNow(fields, incoming.fields)
  if (type !== 'hiring' || fields.ai !== false || incoming.fields.ai !== undefined) return fields
  const { ai: _, ...stated } = fields
  return stated
}

type SignalContent = Pick<IncomingSignal, 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'url' | 'fields'>

function sameFields(a: StoredSignal['fields'], b: StoredSignal['fields']): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => {
    const [left, right] = [a[name], b[name]]
    if (typeof left !== 'object' || typeof right !== 'object') return left === right
    return left.length === right.length && left.every((item, i) => item === right[i])
  })
}
