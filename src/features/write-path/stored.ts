import type { BaseSignal } from '../derived/index.ts'
import { type IncomingSignal, OWN_SOURCE } from '../signals/index.ts'

/** A signal as a row: with what only the write path needs to know. */
export interface StoredSignal extends BaseSignal {
  readonly companyOrdinal: number
  readonly seenAt: number | null
  readonly version: number
  /** The second named by its newest event. */
  readonly lastEventUnix: number
}

export function isDerived(signal: StoredSignal): boolean {
  return signal.source.name === OWN_SOURCE
}

/** Whether a source says the same again: everything that a customer could see, compared in its normalised form. */
export function saysTheSame(stored: StoredSignal, companyOrdinal: number, incoming: Content): boolean {
  return (
    stored.companyOrdinal === companyOrdinal &&
    stored.type === incoming.type &&
    stored.label === incoming.label &&
    stored.confidence === incoming.confidence &&
    stored.status === incoming.status &&
    stored.occurredAt === incoming.occurredAt &&
    stored.source.url === incoming.url &&
    sameFields(stored.fields, incoming.fields)
  )
}

export type Content = Pick<IncomingSignal, 'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'url' | 'fields'>

function sameFields(a: StoredSignal['fields'], b: StoredSignal['fields']): boolean {
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => {
    const [left, right] = [a[name], b[name]]
    if (typeof left !== 'object' || typeof right !== 'object') return left === right
    return left.length === right.length && left.every((item, i) => item === right[i])
  })
}
