import type { IncomingRecord, IncomingSignal } from '../../src/meaning/signals/index.ts'
import { canBeStated, type ReportedType, SIGNAL_DECLARATIONS } from '../../src/meaning/types/index.ts'

/** 2026-06-01T12:00:00Z, the time at which these lines are parsed. */
export const NOW = Date.UTC(2026, 5, 1, 12) / 1_000

/** The required fields of each type, besides the common ones. */
const REQUIRED_FIELDS: Readonly<Record<ReportedType, Record<string, unknown>>> = {
  hiring: { jobTitle: 'Specialist' },
  funding: {},
  web: { kind: 'llms_txt' },
  tool: { tool: 'Northwind Suite' },
}

/** A minimal line of the type, changed by `parts`. Undefined removes a field. */
export function line(type: string, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = {
    record: 'signal',
    type,
    company: 'northwind.example',
    source: 'Job Board',
    key: 'k1',
    occurredAt: '2026-05-04',
    confidence: 0.9,
    label: 'A fact',
    ...(REQUIRED_FIELDS as Readonly<Record<string, Record<string, unknown>>>)[type],
    ...parts,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** A record as the JSON object that a source would write: without the fields that the service fills in. */
export function lineOf(record: IncomingRecord): Record<string, unknown> {
  if (record.record === 'company') return { record: 'company', ...record.company }
  const { fields, occurredAt, closedAt, seenAt, ...rest }: IncomingSignal = record
  const stated = SIGNAL_DECLARATIONS[record.type].fields.filter(canBeStated)
  return {
    ...rest,
    ...Object.fromEntries(stated.flatMap(({ name }) => (name in fields ? [[name, fields[name]]] : []))),
    occurredAt: isoTime(occurredAt),
    ...(closedAt !== undefined && { closedAt: isoTime(closedAt) }),
    ...(seenAt !== undefined && { seenAt: isoTime(seenAt) }),
  }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
