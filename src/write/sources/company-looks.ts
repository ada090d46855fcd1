// Which sources collectors have visited for a company, as the write path, expiry and dossiers need it. The tables belong to
// collecting/, which writes them.

import type { SignalType } from '../../meaning/types/index.ts'

export interface CompanyLook {
  readonly source: string
  readonly target: string
  readonly types: readonly SignalType[]
  /** Unix seconds: the first complete visit. */
  readonly knownSince: number
  /** Unix seconds: the last complete visit. */
  readonly seenThrough: number
}

const LOOK_JSON = `json_build_object('source', l.collector, 'target', l.target, 'types', l.types,
  'knownSince', extract(epoch from l.known_since)::bigint, 'seenThrough', floor(extract(epoch from t.seen_through))::bigint)`

/** The watched domains of a company: its own, and its aliases. */
const watchedDomains = (ordinal: string) =>
  `select domain from companies where ordinal = ${ordinal} union all select domain from company_aliases where company_ordinal = ${ordinal}`

/** SQL for the sources with a complete visit of one company, as JSON. `ordinal` is SQL. */
export const looksJson = (ordinal: string) => `(select json_agg(${LOOK_JSON} order by l.id)
  from looks l join look_times t on t.look_id = l.id
 where l.domain in (${watchedDomains(ordinal)}) and l.known_since is not null and t.seen_through is not null)`

/** SQL that changes with every visit of the company: a fingerprint. */
export const looksFingerprint = (
  ordinal: string,
) => `(select concat(sum(extract(epoch from t.seen_through)), ' ', count(*))
  from looks l join look_times t on t.look_id = l.id left join missing_signals m on m.look_id = l.id
 where l.domain in (${watchedDomains(ordinal)}))`

/** The key of a report begins with the first name of its board, so that keys of two boards never collide. */
export const reportKeyPrefix = (target: string) => `${target}/`

/** SQL: the ordinal of the company that has this domain as its own or as an alias, or null. */
export const companyOfDomain = (
  domain: string,
) => `coalesce((select coalesce(merged_into, ordinal) from companies where domain = ${domain}),
                          (select company_ordinal from company_aliases where domain = ${domain}))`

/**
 * SQL for when a row of signals or reports was last seen. A visit that finds nothing new does not write the signals
 * that it contained, so it is the later of the row's own time and that of the visit. What a board showed for its
 * previous company no longer counts.
 */
export const lastSeenSql = (row: string) => `greatest(${row}.last_seen_at, (
  select date_trunc('second', t.seen_through) from looks l join look_times t on t.look_id = l.id
   where ${row}.status = 'active' and l.collector = ${row}.source and coalesce(l.reported_as, l.target) = split_part(${row}.key, '/', 1)
     and ${companyOfDomain('l.domain')} = ${row}.company_ordinal
     and not exists (select from missing_signals m where m.signal_id = ${row}.id)))`
