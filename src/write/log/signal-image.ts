/**
 * SQL for the image of event `e`: the signal after the change, as JSON. History is stored without images, because no
 * webhook ever receives it and the signals themselves are stored anyway. Its image is made from the signal's row, so it
 * is the signal as it is now, with its type. Null for other kinds of events, and if the signal no longer exists.
 *
 * A subquery and not a join: it is always a lookup by primary key, and is not executed for an event with an image.
 */
export const EVENT_IMAGE = `coalesce(e.image, (
  select jsonb_strip_nulls(jsonb_build_object(
           'type', s.type, 'label', s.label, 'confidence', s.confidence / 100.0, 'status', s.status,
           'occurredAt', extract(epoch from s.occurred_at)::bigint,
           'firstSeenAt', extract(epoch from s.first_seen_at)::bigint,
           'lastSeenAt', extract(epoch from s.last_seen_at)::bigint,
           'source', jsonb_strip_nulls(jsonb_build_object('name', s.source, 'url', s.url)),
           'fields', s.fields, 'version', s.version,
           'closedAt', extract(epoch from s.closed_at)::bigint,
           'sources', s.sources, 'replacedBy', s.replaced_by))::text
    from signals s where s.id = e.signal_id and e.kind = 'signal'))`
