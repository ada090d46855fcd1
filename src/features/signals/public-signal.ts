import type { Static } from 'typebox'
import type { Signal } from './declarations.ts'
import type { PublicSignalSchema } from './schema.ts'

/** A signal as customers see it: times in ISO 8601, the type's own fields beside the common ones. */
export type PublicSignal = Static<typeof PublicSignalSchema>

export function publicSignal(signal: Signal): PublicSignal {
  return {
    id: signal.id,
    type: signal.type,
    label: signal.label,
    confidence: signal.confidence,
    status: signal.status,
    occurredAt: isoTime(signal.occurredAt),
    firstSeenAt: isoTime(signal.firstSeenAt),
    lastSeenAt: isoTime(signal.lastSeenAt),
    source: { name: signal.source.name, url: signal.source.url ?? null },
    ...signal.fields,
  }
}

export function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
