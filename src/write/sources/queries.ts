// What is known of the sources: what they declare about themselves, and when they deliver. Each function is one statement.

import { type Column, columns, many, one, type Queryable } from '../../db/index.ts'
import type { IncomingSource } from '../../meaning/signals/index.ts'
import { type CompanyLook, looksJson } from './company-looks.ts'

export interface Source {
  readonly name: string
  /** Unix seconds: from then on it has everything of its types for each company that it delivers. */
  readonly completeSince: number | null
  readonly expiresAfterDays: number | null
  readonly firstDeliveryAt: number
  readonly lastDeliveryAt: number
}

const COLUMNS = `name, extract(epoch from complete_since)::bigint as "completeSince",
  expires_after_days as "expiresAfterDays", extract(epoch from first_delivery_at)::bigint as "firstDeliveryAt",
  extract(epoch from last_delivery_at)::bigint as "lastDeliveryAt"`

/** SQL for the sources that declare themselves complete, as JSON for `sourcesOfJson`. */
export const DECLARED_SOURCES_JSON = `(select json_agg(s) from (select ${COLUMNS} from sources where complete_since is not null) s)`

type SourceRow = Source & { [key: string]: unknown }

/** Sorted by name. */
export async function listSources(db: Queryable): Promise<Source[]> {
  return many<SourceRow>(db, `select ${COLUMNS} from sources order by name`)
}

/** What determines since when a company is known and monitored. */
export interface SourceState {
  /** The sources that declare themselves complete. */
  readonly declared: readonly Source[]
  /** What collectors have visited, by the company's ordinal. */
  readonly looks: ReadonlyMap<number, readonly CompanyLook[]>
}

/**
 * Records that these sources deliver now, and returns the state of all sources. A row is written at most once an hour, by the
 * first writer that locks it; the others don't wait, because they would write the same. They wait only for a source that is
 * new, because the transaction that inserts it may still fail.
 */
export async function noteDeliveries(
  db: Queryable,
  names: readonly string[],
  companyOrdinals: readonly number[],
): Promise<SourceState> {
  const { declared, looks } = await one<SourceStateRow>(
    db,
    `with added as (
       insert into sources (name)
       select name from unnest($1::text[]) as given (name) where not exists (select from sources s where s.name = given.name)
        order by name on conflict do nothing),
     noted as (
       update sources s set last_delivery_at = now()
         from (select name from sources where name = any($1) and last_delivery_at < now() - interval '1 hour'
                  for no key update skip locked) due
        where s.name = due.name)
     select coalesce(${DECLARED_SOURCES_JSON}, '[]') as declared,
            ${LOOKS_BY_COMPANY} as looks`,
    [names, companyOrdinals],
  )
  return { declared, looks: new Map(looks) }
}

type SourceStateRow = Omit<SourceState, 'looks'> & {
  looks: [ordinal: number, looks: CompanyLook[]][] | null
  [key: string]: unknown
}

/** Most databases watch no company; then the query is skipped. */
const LOOKS_BY_COMPANY = `
  (select json_agg(json_build_array(o.ordinal, found.looks)) from unnest($2::int[]) as o (ordinal),
          lateral (select ${looksJson('o.ordinal')} as looks) found
    where exists (select from looks) and found.looks is not null)`

/** The same without a delivery. */
export function readSourceState(db: Queryable, companyOrdinals: readonly number[]): Promise<SourceState> {
  return noteDeliveries(db, [], companyOrdinals)
}

const DECLARED: Readonly<Record<string, Column<IncomingSource>>> = {
  name: ['text', ({ source }) => source],
  complete_since: ['bigint', ({ completeSince }) => completeSince ?? null],
  expires_after_days: ['int', ({ expiresAfterDays }) => expiresAfterDays ?? null],
}
const ROWS = columns<IncomingSource>(1, DECLARED)

const DECLARE = `
  insert into sources as s (name, complete_since, expires_after_days)
  select n.name, to_timestamp(n.complete_since), n.expires_after_days from ${ROWS.as('n')} order by n.name
  on conflict (name) do update
     set complete_since = coalesce(excluded.complete_since, s.complete_since),
         expires_after_days = coalesce(excluded.expires_after_days, s.expires_after_days)
   where (coalesce(excluded.complete_since, s.complete_since), coalesce(excluded.expires_after_days, s.expires_after_days))
         is distinct from (s.complete_since, s.expires_after_days)
  returning name`

/** Returns the names of those that made a change. Names are unique in `sources`. */
export async function upsertSources(db: Queryable, sources: readonly IncomingSource[]): Promise<string[]> {
  const rows = await many<{ name: string }>(db, DECLARE, ROWS.values(sources))
  return rows.map(({ name }) => name)
}

/**
 * Since when a company is known decides what follows from its signals. So the worker rebuilds all companies.
 * Nothing is sent to customers.
 */
export async function requestRebuild(db: Queryable): Promise<void> {
  await db.query(
    `update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies limit 1)`,
  )
}

/** Keeps sources that still have signals: others use the name too. */
export async function removeUnusedSources(db: Queryable, names: readonly string[]): Promise<void> {
  await db.query(
    `delete from sources where name = any($1::text[])
        and not exists (select from signals where source = sources.name)
        and not exists (select from reports where source = sources.name)`,
    [names],
  )
}
