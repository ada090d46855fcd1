// Each function is one statement inside the caller's transaction.

import { type Column, columns, copyInto, many, type Queryable, type Transaction } from '../../../db/index.ts'
import { type SearchText, searchTextOf } from '../../../query/index.ts'
import type { StoredSignal } from './stored-signal.ts'

type SignalRow = Omit<
  StoredSignal,
  'confidence' | 'source' | 'closedAt' | 'sources' | 'replacedBy' | 'givenDomain' | 'givenHash' | 'unsent'
> & {
  unsent: boolean | null
  givenHash: string | null
  givenDomain: string | null
  closedAt: number | null
  sources: StoredSignal['sources'] | null
  replacedBy: string | null
  hundredths: number
  source: string
  url: string | null
}

/**
 * All rows of the companies in $1. A lateral query with an offset is planned as it is written: one look-up in the index
 * for each company. In a database without statistics, the planner would prefer to scan the table.
 */
export function rowsOfCompanies(table: 'signals' | 'reports'): string {
  return `unnest($1::int[]) as wanted (ordinal),
          lateral (select * from ${table} where company_ordinal = wanted.ordinal offset 0) found`
}

/** All signals of the companies, including retracted ones: a source may report them again. */
export async function readSignals(tx: Transaction, companyOrdinals: readonly number[]): Promise<StoredSignal[]> {
  return companyOrdinals.length === 0 ? [] : selectSignals(tx, rowsOfCompanies('signals'), companyOrdinals)
}

export async function readSignalsById(db: Queryable, ids: readonly string[]): Promise<StoredSignal[]> {
  return ids.length === 0 ? [] : selectSignals(db, 'signals where id = any($1::uuid[])', ids)
}

async function selectSignals(db: Queryable, from: string, values: readonly unknown[]): Promise<StoredSignal[]> {
  const rows = await many<SignalRow & { [key: string]: unknown }>(
    db,
    `select id, company_ordinal as "companyOrdinal", type, source, key, label, confidence as hundredths, status,
            extract(epoch from occurred_at)::bigint as "occurredAt",
            extract(epoch from first_seen_at)::bigint as "firstSeenAt",
            extract(epoch from last_seen_at)::bigint as "lastSeenAt", extract(epoch from seen_at)::bigint as "seenAt",
            extract(epoch from closed_at)::bigint as "closedAt",
            sources, replaced_by as "replacedBy", given_domain as "givenDomain",
            case when given_version = version then given_line end as "givenHash", url, fields, version, last_event_unix as "lastEventUnix", unsent
       from ${from}`,
    [values],
  )
  return rows.map((row) => ({
    id: row.id,
    companyOrdinal: row.companyOrdinal,
    type: row.type,
    key: row.key,
    label: row.label,
    confidence: row.hundredths / 100,
    status: row.status,
    occurredAt: row.occurredAt,
    firstSeenAt: row.firstSeenAt,
    lastSeenAt: row.lastSeenAt,
    seenAt: row.seenAt,
    ...(row.givenDomain !== null && { givenDomain: row.givenDomain }),
    ...(row.givenHash !== null && { givenHash: row.givenHash }),
    ...(row.closedAt !== null && { closedAt: row.closedAt }),
    ...(row.sources && { sources: row.sources }),
    ...(row.replacedBy !== null && { replacedBy: row.replacedBy }),
    source: row.url === null ? { name: row.source } : { name: row.source, url: row.url },
    fields: row.fields,
    version: row.version,
    lastEventUnix: row.lastEventUnix,
    ...(row.unsent && { unsent: true }),
  }))
}

interface WrittenSignal {
  readonly signal: StoredSignal
  readonly search: SearchText
}

const SIGNAL_COLUMNS: Readonly<Record<string, Column<WrittenSignal>>> = {
  id: ['uuid', ({ signal }) => signal.id],
  company_ordinal: ['int', ({ signal }) => signal.companyOrdinal],
  type: ['text', ({ signal }) => signal.type],
  source: ['text', ({ signal }) => signal.source.name],
  key: ['text', ({ signal }) => signal.key],
  label: ['text', ({ signal }) => signal.label],
  confidence: ['smallint', ({ signal }) => Math.round(signal.confidence * 100)],
  status: ['text', ({ signal }) => signal.status],
  occurred_at: ['timestamptz', ({ signal }) => signal.occurredAt],
  first_seen_at: ['timestamptz', ({ signal }) => signal.firstSeenAt],
  last_seen_at: ['timestamptz', ({ signal }) => signal.lastSeenAt],
  seen_at: ['timestamptz', ({ signal }) => signal.seenAt],
  closed_at: ['timestamptz', ({ signal }) => signal.closedAt ?? null],
  sources: ['jsonb', ({ signal }) => (signal.sources === undefined ? null : JSON.stringify(signal.sources))],
  replaced_by: ['uuid', ({ signal }) => signal.replacedBy ?? null],
  given_domain: ['text', ({ signal }) => signal.givenDomain ?? null],
  given_line: ['uuid', ({ signal }) => signal.givenHash ?? null],
  given_version: ['int', ({ signal }) => (signal.givenHash === undefined ? null : signal.version)],
  url: ['text', ({ signal }) => signal.source.url ?? null],
  fields: ['jsonb', ({ signal }) => JSON.stringify(signal.fields)],
  version: ['int', ({ signal }) => signal.version],
  last_event_unix: ['bigint', ({ signal }) => signal.lastEventUnix],
  unsent: ['boolean', ({ signal }) => (signal.unsent ? true : null)],
  search_text: ['text', ({ search }) => search.text],
  search_words: ['tsvector', ({ search }) => search.lexemes],
}

const copySignals = copyInto('signals', SIGNAL_COLUMNS)

/** If another writer has just inserted one of the rows, the complete batch fails and is retried. */
export async function insertSignals(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  await copySignals(tx, signals.values().map(withSearchText))
}

const UPDATED = columns<WrittenSignal>(1, SIGNAL_COLUMNS)

const UPDATE = `
  update signals s
     set company_ordinal = n.company_ordinal, type = n.type, source = n.source, key = n.key, label = n.label,
         confidence = n.confidence, status = n.status, occurred_at = n.occurred_at,
         first_seen_at = n.first_seen_at, last_seen_at = n.last_seen_at,
         seen_at = n.seen_at, closed_at = n.closed_at, sources = n.sources,
         replaced_by = n.replaced_by, given_domain = n.given_domain, given_line = n.given_line, given_version = n.given_version, url = n.url, fields = n.fields, version = n.version, last_event_unix = n.last_event_unix, unsent = n.unsent, search_text = n.search_text, search_words = n.search_words
    from ${UPDATED.as('n')} where s.id = n.id`

export async function updateSignals(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  if (signals.length > 0) await tx.query(UPDATE, UPDATED.values(signals.map(withSearchText)))
}

type SeenSignal = Pick<StoredSignal, 'id' | 'seenAt' | 'givenDomain' | 'givenHash'>
const SEEN = columns<SeenSignal>(1, {
  id: ['uuid', ({ id }) => id],
  seen_at: ['bigint', ({ seenAt }) => seenAt],
  given_domain: ['text', ({ givenDomain }) => givenDomain ?? null],
  given_line: ['uuid', ({ givenHash }) => givenHash ?? null],
})

const UPDATE_SEEN_AT = `
  update signals s
     set seen_at = to_timestamp(n.seen_at), given_domain = n.given_domain, given_line = n.given_line,
         given_version = s.version
    from ${SEEN.as('n')} where s.id = n.id`

/** For signals with unchanged content that the source saw later. Versions seen before that are now older. */
export async function updateSeenAt(tx: Transaction, signals: readonly SeenSignal[]): Promise<void> {
  if (signals.length > 0) await tx.query(UPDATE_SEEN_AT, SEEN.values(signals))
}

/** Updates an unchanged row at most once a day. */
export async function touchLastSeen(tx: Transaction, signalIds: readonly string[]): Promise<void> {
  if (signalIds.length === 0) return
  await tx.query(
    `update signals set last_seen_at = now() where id = any($1::uuid[]) and last_seen_at < now() - interval '1 day'`,
    [signalIds],
  )
}

const SEARCH = columns<WrittenSignal>(1, {
  id: ['uuid', ({ signal }) => signal.id],
  search_text: ['text', ({ search }) => search.text],
  search_words: ['tsvector', ({ search }) => search.lexemes],
})

const UPDATE_SEARCH_TEXT = `
  update signals s set search_text = n.search_text, search_words = n.search_words
    from ${SEARCH.as('n')}
   where s.id = n.id
     and (s.search_text, s.search_words) is distinct from (n.search_text, n.search_words)`

export async function updateSearchText(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  if (signals.length > 0) await tx.query(UPDATE_SEARCH_TEXT, SEARCH.values(signals.map(withSearchText)))
}

function withSearchText(signal: StoredSignal): WrittenSignal {
  return { signal, search: searchTextOf(signal) }
}
