// The domains on a list, and their current companies. A domain belongs to the company that has it as its own or as an
// alias. A merged company's domain is an alias of the company that it was merged into.

import { many, maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'

/** `e` is a row with a domain. */
const COMPANY_OF_ENTRY = `left join companies c on c.domain = e.domain and c.merged_into is null
                          left join company_aliases a on a.domain = e.domain`
const ORDINAL = `coalesce(c.ordinal, a.company_ordinal)`

/** The given domains that a company has. */
export async function findKnown(db: Queryable, domains: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ domain: string }>(
    db,
    `select e.domain from unnest($1::text[]) e (domain) ${COMPANY_OF_ENTRY} where ${ORDINAL} is not null`,
    [domains],
  )
  return new Set(rows.map(({ domain }) => domain))
}

/** The company's own domain, or that of the company that it was merged into. */
export async function findDomain(db: Queryable, companyId: string): Promise<string | undefined> {
  const found = await maybeOne<{ domain: string }>(
    db,
    `select c.domain from companies given join companies c on c.ordinal = coalesce(given.merged_into, given.ordinal)
      where given.id = $1`,
    [companyId],
  )
  return found?.domain
}

/** The number of these domains that are on the list. */
export async function countPresent(db: Queryable, listId: string, domains: readonly string[]): Promise<number> {
  const { n } = await one<{ n: number }>(
    db,
    `select count(*)::int as n from list_entries where list_id = $1 and domain = any($2::text[])`,
    [listId, domains],
  )
  return n
}

/**
 * Adds the domains that are not on the list yet, in one statement with their number: more than the list can have violate
 * its constraint, and none is added. Call it with the list locked. Returns how many were added.
 *
 * Nodes of version 0.2 record removals in list_removals. If a domain's row were left there, they could not remove the domain
 * again.
 */
export async function insertEntries(tx: Transaction, listId: string, domains: readonly string[]): Promise<number> {
  const { added } = await one<{ added: number }>(
    tx,
    `with added as (
       insert into list_entries (list_id, domain, version)
       select l.id, d.domain, l.version + 1 from lists l, unnest($2::text[]) d (domain) where l.id = $1
           on conflict do nothing returning domain
     ), returned as (
       delete from list_removals r using added where r.list_id = $1 and r.domain = added.domain
     ), counted as (select count(*)::int as n from added
     ), changed as (
       update lists set entries = entries + n, version = version + 1, changed_at = now() from counted where id = $1 and n > 0
     )
     select n as added from counted`,
    [listId, domains],
  )
  return added
}

/** The same for removal. */
export async function deleteEntries(tx: Transaction, listId: string, domains: readonly string[]): Promise<number> {
  const { removed } = await one<{ removed: number }>(
    tx,
    `with removed as (
       delete from list_entries where list_id = $1 and domain = any($2::text[]) returning domain
     ), counted as (select count(*)::int as n from removed
     ), changed as (
       update lists set entries = entries - n, version = version + 1, changed_at = now() from counted where id = $1 and n > 0
     )
     select n as removed from counted`,
    [listId, domains],
  )
  return removed
}

/** The companies on a list, by ordinal, each once. */
export async function readMembers(db: Queryable, listId: string): Promise<Int32Array> {
  const rows = await many<{ ordinal: number }>(
    db,
    {
      name: 'list_members',
      text: `select distinct ${ORDINAL} as ordinal from list_entries e ${COMPANY_OF_ENTRY}
              where e.list_id = $1 and ${ORDINAL} is not null order by 1`,
    },
    [listId],
  )
  return Int32Array.from(rows, ({ ordinal }) => ordinal)
}

export interface ListedCompany {
  readonly listId: string
  readonly ordinal: number
  readonly [column: string]: unknown
}

/**
 * Which of the lists contain which of the companies. The cost depends on the companies' domains, not on the length of
 * the lists.
 */
export async function findListed(
  db: Queryable,
  listIds: readonly string[],
  ordinals: readonly number[],
): Promise<ListedCompany[]> {
  if (listIds.length === 0 || ordinals.length === 0) return []
  return many<ListedCompany>(
    db,
    {
      name: 'find_listed',
      text: `select distinct e.list_id as "listId", d.ordinal
               from (select ordinal, domain from companies where ordinal = any($2::int[]) and merged_into is null
                     union all
                     select company_ordinal, domain from company_aliases where company_ordinal = any($2::int[])) d
               join list_entries e on e.domain = d.domain
              where e.list_id = any($1::uuid[])`,
    },
    [listIds, ordinals],
  )
}

/** The number of domains on the list that no company has. */
export async function countWaiting(db: Queryable, listId: string): Promise<number> {
  const { n } = await one<{ n: number }>(
    db,
    `select count(*)::int as n from list_entries e ${COMPANY_OF_ENTRY} where e.list_id = $1 and ${ORDINAL} is null`,
    [listId],
  )
  return n
}

export interface ShownEntry {
  readonly domain: string
  readonly addedAt: Date
  /** Null: no company has the domain yet. */
  readonly companyOrdinal: number | null
  readonly companyId: string | null
  readonly companyName: string | null
  readonly companyDomain: string | null
  readonly [column: string]: unknown
}

export interface EntryFilter {
  readonly state?: 'known' | 'waiting' | undefined
  /** A part of the domain. */
  readonly find?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Newest first. */
export async function readEntries(
  db: Queryable,
  listId: string,
  { state, find, offset, limit }: EntryFilter,
): Promise<{ entries: ShownEntry[]; total: number }> {
  const from = `from list_entries e ${COMPANY_OF_ENTRY}
    where e.list_id = $1 and ($2::text is null or ($2 = 'known') = (${ORDINAL} is not null))
      and ($3::text is null or strpos(e.domain, lower($3)) > 0)`
  const values = [listId, state ?? null, find ?? null]
  const { total } = await one<{ total: number }>(db, `select count(*)::int as total ${from}`, values)
  const entries = await many<ShownEntry>(
    db,
    `select e.domain, e."addedAt", m.ordinal as "companyOrdinal", m.id as "companyId", m.name as "companyName",
            m.domain as "companyDomain"
       from (select e.domain, e.added_at as "addedAt", e.version, ${ORDINAL} as ordinal ${from}
             order by e.version desc, e.domain limit $4 offset $5) e
       left join companies m on m.ordinal = e.ordinal
      order by e.version desc, e.domain`,
    [...values, limit, offset],
  )
  return { entries, total }
}

/** The companies whose facts or domains changed after one log position and up to another. */
export async function readChangedCompanies(db: Queryable, after: number, upTo: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    db,
    {
      name: 'list_changed_companies',
      text: `select distinct e.company_ordinal as ordinal from log l join events e on e.day = l.day and e.batch = l.batch
              where l.position > $1 and l.position <= $2 and e.kind = 'company' and e.company_ordinal is not null`,
    },
    [after, upTo],
  )
  return rows.map(({ ordinal }) => ordinal)
}
