import { randomUUID } from 'node:crypto'
import { type FieldValue, SIGNAL_DECLARATIONS, type SignalType } from '../signals/index.ts'
import { type EventPayload, eventPayload } from './payload.ts'

/** Nobody's id: a dossier of it is 404, and a receiver that looks it up by mistake finds nothing. */
const SAMPLE_COMPANY = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Sample Company (test event)',
  domain: 'sample.example',
  logo: null,
} as const

const SAMPLE_LABELS: Readonly<Record<SignalType, string>> = {
  hiring: 'Sample: hiring an AI SDR',
  funding: 'Sample: raised a Series A',
  funding_ai: 'Sample: raised a Series A, with evidence of AI',
  web: 'Sample: an AI product page went up',
  tool: 'Sample: adopted HubSpot',
  velocity: 'Sample: opened 14 jobs in 30 days',
}

const HOUR_SECONDS = 3_600

/** The test event of a type: like a real one in form, and marked as a sample. `now` is in Unix seconds. */
export function sampleEvent(type: SignalType, now: number): EventPayload {
  const fields: Record<string, FieldValue> = {}
  for (const { name, example } of SIGNAL_DECLARATIONS[type].fields) fields[name] = example
  const image = {
    label: SAMPLE_LABELS[type],
    confidence: 0.9,
    status: 'active',
    occurredAt: now - HOUR_SECONDS,
    firstSeenAt: now,
    lastSeenAt: now,
    source: { name: 'sample', url: 'https://sample.example/' },
    fields,
  }
  return eventPayload({ signalId: randomUUID(), type, action: 'created', unix: now, image }, SAMPLE_COMPANY)
}
