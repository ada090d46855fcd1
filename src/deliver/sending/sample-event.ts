import { randomUUID } from 'node:crypto'
import { DERIVED_SOURCE } from '../../meaning/signals/index.ts'
import { type FieldValue, isDerivedType, SIGNAL_DECLARATIONS, type SignalType } from '../../meaning/types/index.ts'
import { type EventPayload, eventPayload } from './payload.ts'

/** No company has this id: its dossier is 404. */
export const SAMPLE_COMPANY = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Sample Company (test event)',
  domain: 'sample.example',
  logo: null,
} as const

const EXAMPLE_COMPANY = {
  id: '5f0c2a52-3c11-8d5e-9b7a-0d6c1f2e4a90',
  name: 'Northwind',
  domain: 'northwind.example',
  logo: 'https://northwind.example/logo.svg',
} as const

const EXAMPLE_SIGNAL_ID = '8a1e7c34-2f0b-8c6d-a5e9-41b7d0c3f652'
/** 2026-05-04T09:30:00Z. */
const EXAMPLE_UNIX = 1_777_887_000

const HOUR_SECONDS = 3_600

/** The test event of a type. It has the form of a real event and is marked as a sample. `now` is in Unix seconds. */
export function sampleEvent(type: SignalType, now: number): EventPayload {
  // The service itself is the source of a derived signal, which has no page to link to.
  const source = isDerivedType(type) ? { name: 'sample' } : { name: 'sample', url: 'https://sample.example/' }
  const image = { ...imageOf(type, now), label: `Sample: ${SIGNAL_DECLARATIONS[type].exampleLabel}`, source }
  return eventPayload({ signalId: randomUUID(), type, action: 'created', unix: now, image }, SAMPLE_COMPANY)
}

/** A realistic event that never changes, for the documentation and the screen. */
export function exampleEvent(type: SignalType): EventPayload {
  const event = { signalId: EXAMPLE_SIGNAL_ID, type, action: 'created', unix: EXAMPLE_UNIX } as const
  return eventPayload({ ...event, image: imageOf(type, EXAMPLE_UNIX) }, EXAMPLE_COMPANY)
}

function imageOf(type: SignalType, now: number) {
  const occurredAt = now - HOUR_SECONDS
  const day = new Date(occurredAt * 1_000).toISOString().slice(0, 10)
  const fields: Record<string, FieldValue> = {}
  const { exampleLabel, fields: declared } = SIGNAL_DECLARATIONS[type]
  for (const { name, kind, example } of declared) fields[name] = kind === 'date' ? day : example
  return {
    label: exampleLabel,
    confidence: 0.95,
    status: 'active',
    occurredAt,
    firstSeenAt: now,
    lastSeenAt: now,
    source: isDerivedType(type)
      ? { name: DERIVED_SOURCE }
      : { name: 'Example source', url: 'https://northwind.example/news' },
    fields,
  }
}
