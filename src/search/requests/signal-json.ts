import type { Signal, SignalStatus, SourceReport } from '../../meaning/signals/index.ts'
import type { FieldValue, SignalType } from '../../meaning/types/index.ts'
import { lastSeenSql } from '../../write/sources/index.ts'

/** When each source of a fact with several sources last saw it, by name: its reports are separate rows. */
const SEEN_BY_SOURCE = `(select json_object_agg(source, seen) from (
  select r.source, max(extract(epoch from ${lastSeenSql('r')}))::bigint as seen from reports r
   where r.fact_id = s.id group by r.source) each)`

/** The columns of `signals s`, for json_build_array. */
export const SIGNAL_JSON = `s.id, s.type, s.label, s.confidence, s.status, extract(epoch from s.occurred_at)::bigint,
  extract(epoch from s.first_seen_at)::bigint,
  case when s.sources is null then extract(epoch from ${lastSeenSql('s')}) else extract(epoch from s.last_seen_at) end::bigint,
  s.source, s.url, s.fields, extract(epoch from s.closed_at)::bigint, s.sources,
  case when s.sources is not null then ${SEEN_BY_SOURCE} end`

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
  seenBySource: Readonly<Record<string, number>> | null,
]

export function signalOf(columns: SignalColumns): Signal {
  const [id, type, label, confidence, status, occurredAt, firstSeenAt, lastSeenAt, source, url, fields, ...ends] =
    columns
  const [closedAt, sources, seenBySource] = ends
  // A source can have any name, even that of a property that every object inherits.
  const seenBy = ({ name, lastSeenAt: seen }: SourceReport) =>
    seenBySource && Object.hasOwn(seenBySource, name) ? Math.max(seen, seenBySource[name] ?? 0) : seen
  return {
    id,
    type,
    label,
    confidence: confidence / 100,
    status,
    occurredAt,
    firstSeenAt,
    lastSeenAt: Math.max(lastSeenAt, ...(sources ?? []).map(seenBy)),
    ...(closedAt !== null && { closedAt }),
    ...(sources && { sources: sources.map((each) => ({ ...each, lastSeenAt: seenBy(each) })) }),
    source: url === null ? { name: source } : { name: source, url },
    fields,
  }
}
