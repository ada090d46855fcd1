import type { FieldValue, Signal, SignalStatus, SignalType } from '../signals/index.ts'
import { lastSeenSql } from '../sources/index.ts'

/** The columns of `signals s`, for json_build_array. */
export const SIGNAL_JSON = `s.id, s.type, s.label, s.confidence, s.status, extract(epoch from s.occurred_at)::bigint,
  extract(epoch from s.first_seen_at)::bigint, extract(epoch from ${lastSeenSql('s')})::bigint, s.source, s.url, s.fields,
  extract(epoch from s.closed_at)::bigint, s.sources`

export type SignalColumns = [
  id: string,
  type: SignalType,
  label: string,
  confidence: number,
  status: SignalStatus,
  occurredAt: number,
  firstSeenAt: number,
  lastSeenAt: number,
  source: string,
  url: string | null,
  fields: Record<string, FieldValue>,
  closedAt: number | null,
  sources: Signal['sources'] | null,
]

export function signalOf(columns: SignalColumns): Signal {
  const [id, type, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt, source, url, fields, ...ends] =
    columns
  const [closedAt, sources] = ends
  return {
    id,
    type,
    label,
    confidence: confidence / 100,
    status,
    occurredAt,
    firstSeenAt,
    lastSeenAt,
    ...(closedAt !== null && { closedAt }),
    ...(sources && { sources }),
    source: url === null ? { name: source } : { name: source, url },
    fields,
  }
}
