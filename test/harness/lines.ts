import type { IncomingRecord, IncomingSignal } from '../../src/features/signals/index.ts'

/** 2026-06-01T12:00:00Z: the moment at which these lines are read. */
export const NOW = Date.UTC(2026, 5, 1, 12) / 1_000

/** What each type needs beside the common fields, to be written by a source. */
const OWN: Readonly<Record<string, Record<string, unknown>>> = {
  hiring: { jobTitle: 'Facility Planner' },
  funding: {},
  web: { kind: 'llms_txt' },
  tool: { tool: 'Northwind Suite' },
}

/** The least that a line of the type must say, changed by `parts`; undefined leaves a field out. */
export function line(type: string, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const whole = {
    record: 'signal',
    type,
    company: 'northwind.example',
    source: 'Job Board',
    key: 'k1',
    occurredAt: '2026-05-04',
    confidence: 0.9,
    label: 'A fact',
    ...OWN[type],
    ...parts,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** A record as a source would write it. */
export function lineOf(record: IncomingRecord): Record<string, unknown> {
  if (record.record === 'company') return { record: 'company', ...record.company }
  const { fields, occurredAt, seenAt, ...rest }: IncomingSignal = record
  const seen = seenAt === undefined ? {} : { seenAt: isoTime(seenAt) }
  return { ...rest, ...fields, occurredAt: isoTime(occurredAt), ...seen }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
