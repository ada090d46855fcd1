import { type BaseSignal, FIRST_FIELD_NAMES } from '../../../meaning/derived/index.ts'
import { DERIVED_SOURCE, type IncomingSignal } from '../../../meaning/signals/index.ts'
import type { FieldValue } from '../../../meaning/types/index.ts'

/** What one source says, with the columns that only the write path uses. Its id is made from (source, key). */
export interface Report extends Omit<BaseSignal, 'sources' | 'replacedBy'> {
  readonly companyOrdinal: number
  readonly seenAt: number | null
  /** The domain as the source gave it, if it is not the company's own. */
  readonly givenDomain?: string
  /** Of its last record, unless another writer has changed it since. */
  readonly givenHash?: string
}

/** A row of signals: a fact, or a derived signal. Without `sources` it is its own report. */
export interface StoredSignal extends BaseSignal, Report {
  readonly version: number
  /** The second of its newest event. */
  readonly lastEventUnix: number
  /** No event of it was sent yet, so the first one will be `created`: see recordChange. */
  readonly unsent?: boolean
}

export function isDerived(signal: Pick<Report, 'source'>): boolean {
  return signal.source.name === DERIVED_SOURCE
}

/** Whether the row is a report itself, and not made from rows of `reports`. */
export function isOwnReport(signal: StoredSignal): boolean {
  return signal.sources === undefined && signal.replacedBy === undefined && !isDerived(signal)
}

/** The fields that follow from the company's other jobs, and not from the fact's own reports. */
export function computedFieldsOf(fields: Report['fields']): Report['fields'] {
  return Object.fromEntries(
    FIRST_FIELD_NAMES.flatMap((name) => (name in fields ? [[name, fields[name] as boolean]] : [])),
  )
}

export function hasComputedFields(fields: Report['fields']): boolean {
  return FIRST_FIELD_NAMES.some((name) => name in fields)
}

/** The same fields with other values of those that follow from the company's other jobs. */
export function withComputedFields(fields: Report['fields'], computed: Report['fields']): Report['fields'] {
  const others = Object.entries(fields).filter(([name]) => !FIRST_FIELD_NAMES.includes(name))
  return { ...Object.fromEntries(others), ...computed }
}

/** Compares everything that a customer can see, in its normalised form. */
export function hasSameContent(stored: Report, companyOrdinal: number, incoming: ReportContent): boolean {
  return (
    stored.companyOrdinal === companyOrdinal &&
    stored.type === incoming.type &&
    stored.label === incoming.label &&
    stored.confidence === incoming.confidence &&
    stored.status === incoming.status &&
    stored.occurredAt === incoming.occurredAt &&
    stored.source.url === incoming.url &&
    (incoming.closedAt === undefined || stored.closedAt === incoming.closedAt) &&
    sameFields(stored.fields, incoming.fields)
  )
}

type ReportContent = Pick<
  IncomingSignal,
  'type' | 'label' | 'confidence' | 'status' | 'occurredAt' | 'closedAt' | 'url' | 'fields'
>

export function sameFields(a: Report['fields'], b: Report['fields']): boolean {
  if (a === b) return true
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(a[name], b[name]))
}

function isSame(left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left.length === right.length && left.every((item, i) => item === right[i])
}
