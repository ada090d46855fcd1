// What the record says of one report or derived signal, and the difference between two states of it. Pure.

import type { FieldValue } from '../../../meaning/types/index.ts'
import type { Report } from '../store/stored-signal.ts'

/**
 * The part of a report that is recorded when it changes. Source, key, type and the time at which it was first seen never
 * change; when it was last seen is not recorded. Times are Unix seconds.
 */
export interface RecordedReport {
  /** The ordinal of its company. */
  readonly company: number
  /** The id of the fact that it is part of. */
  readonly fact: string
  readonly label: string
  readonly confidence: number
  readonly status: Report['status']
  readonly occurredAt: number
  readonly closedAt: number | null
  readonly url: string | null
  readonly fields: Report['fields']
}

/** What a report was before a change: only what differs. A field that it didn't have is null. */
export type ReportWas = Partial<Omit<RecordedReport, 'fields'>> & {
  readonly fields?: Readonly<Record<string, FieldValue | null>>
}

export function recordedReport(report: Report, fact: string): RecordedReport {
  return {
    company: report.companyOrdinal,
    fact,
    label: report.label,
    confidence: report.confidence,
    status: report.status,
    occurredAt: report.occurredAt,
    closedAt: report.closedAt ?? null,
    url: report.source.url ?? null,
    fields: report.fields,
  }
}

const COMPARED = ['company', 'fact', 'label', 'confidence', 'status', 'occurredAt', 'closedAt', 'url'] as const

/** Undefined if both are the same. `undo(after, wasBefore(before, after))` is `before`. */
export function wasBefore(before: RecordedReport, after: RecordedReport): ReportWas | undefined {
  const was: Record<string, unknown> = {}
  for (const name of COMPARED) if (before[name] !== after[name]) was[name] = before[name]
  const fields = fieldsBefore(before.fields, after.fields)
  if (fields) was.fields = fields
  return Object.keys(was).length === 0 ? undefined : (was as ReportWas)
}

function fieldsBefore(before: Report['fields'], after: Report['fields']): ReportWas['fields'] {
  if (before === after) return undefined
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return undefined
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

export function undo(after: RecordedReport, { fields: fieldsWere, ...was }: ReportWas): RecordedReport {
  if (!fieldsWere) return { ...after, ...was }
  const fields = Object.entries({ ...after.fields, ...fieldsWere }).filter(([, value]) => value !== null)
  return { ...after, ...was, fields: Object.fromEntries(fields) as Report['fields'] }
}
