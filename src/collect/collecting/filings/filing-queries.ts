// Indexes of filings, their issuers, and the legal names of watched companies. Each function is one statement.

import { columns, many, maybeOne, type Queryable } from '../../../db/index.ts'
import { companyOfDomain } from '../../../write/sources/index.ts'
import { bareNameKey, type Filer, type IssuerIdentity, type LegalEntity, legalNameKey } from '../../collectors/index.ts'
import { STORED_COMPANY } from '../companies/stored-company.ts'
import { isOfDemo } from '../companies/watch-queries.ts'
import { isFree } from '../visits/collect-lease.ts'

export interface HeldIndex {
  readonly collector: string
  readonly fence: number
  /** YYYY-MM-DD. */
  readonly readThrough: string
  readonly failures: number
}

/** An index is read once a company other than the demo's is watched. */
export async function insertIndex(db: Queryable, collector: string, readThrough: string): Promise<void> {
  await db.query(
    `insert into filing_indexes (collector, read_through) select $1, $2::date
      where exists (select from watched_companies w where not ${isOfDemo('w.domain')}) on conflict do nothing`,
    [collector, readThrough],
  )
}

/** Undefined if it is not due, or another node holds it. */
export async function claimIndex(db: Queryable, node: number, collector: string): Promise<HeldIndex | undefined> {
  return maybeOne<HeldIndex & { [column: string]: unknown }>(
    db,
    `update filing_indexes i set holder = $1, fence = i.fence + 1
      where i.collector = $2 and i.due_at <= now() and ${isFree('i.holder')}
     returning i.collector, i.fence, to_char(i.read_through, 'YYYY-MM-DD') as "readThrough", i.failures`,
    [node, collector],
  )
}

/** False if the node no longer holds the index. It is locked until the transaction ends. */
export async function advanceIndex(tx: Queryable, node: number, held: HeldIndex, readThrough: string) {
  const row = await maybeOne(
    tx,
    `update filing_indexes set read_through = greatest(read_through, $4::date), read_at = now()
      where collector = $2 and holder = $1 and fence = $3 returning collector`,
    [node, held.collector, held.fence, readThrough],
  )
  return row !== undefined
}

export interface EndedReading {
  /** Unix seconds. */
  readonly dueAt: number
  readonly failure: string | undefined
}

export async function releaseIndex(db: Queryable, node: number, held: HeldIndex, ended: EndedReading): Promise<void> {
  const { dueAt, failure = null } = ended
  await db.query(
    `update filing_indexes set holder = null, due_at = to_timestamp($4), failure = left($5, 500),
            failures = case when $5::text is null then 0 else least(failures + 1, 1000) end
      where collector = $2 and holder = $1 and fence = $3`,
    [node, held.collector, held.fence, dueAt, failure],
  )
}

const FILERS = columns<Filer>(2, {
  issuer: ['text', ({ issuer }) => issuer],
  name_key: ['text', ({ name }) => bareNameKey(name)],
  name: ['text', ({ name }) => name],
  filed_on: ['date', ({ filedOn }) => filedOn],
})

/** Idempotent. */
export async function writeFilers(tx: Queryable, collector: string, filers: readonly Filer[]): Promise<void> {
  if (filers.length === 0) return
  await tx.query(
    `insert into filing_issuers as i (collector, issuer, name_key, name, filed_on)
     select distinct on (f.issuer, f.name_key) $1, f.issuer, f.name_key, f.name, f.filed_on from ${FILERS.as('f')}
      where f.name_key <> '' order by f.issuer, f.name_key, f.filed_on desc
     on conflict (collector, issuer, name_key) do update set filed_on = excluded.filed_on, name = excluded.name
      where excluded.filed_on > i.filed_on`,
    [collector, ...FILERS.values(filers)],
  )
}

/** Makes watched issuers with new filings due as soon as possible. */
export async function hurryIssuers(tx: Queryable, collector: string, filers: readonly Filer[]): Promise<void> {
  await tx.query(
    `update look_times t set due_at = least(t.due_at, now()) from looks l, unnest($2::text[], $3::date[]) as f (issuer, filed_on)
      where l.id = t.look_id and l.collector = $1 and l.target = f.issuer
        and (t.visited_at is null or t.visited_at < f.filed_on + interval '2 days')`,
    [collector, filers.map(({ issuer }) => issuer), filers.map(({ filedOn }) => filedOn)],
  )
}

/** Issuers that match no company for this long won't be needed. */
export async function deleteOldIssuers(db: Queryable, collector: string, before: string): Promise<void> {
  await db.query(`delete from filing_issuers where collector = $1 and filed_on < $2::date`, [collector, before])
}

export interface NamedCompany {
  readonly domain: string
  /** Null: it is not stored yet. */
  readonly ordinal: number | null
  readonly names: readonly string[]
  readonly entities: readonly LegalEntity[]
}

/** Watched companies after a domain, in the order of their domains. */
export async function readWatchedNames(db: Queryable, after: string, limit: number): Promise<NamedCompany[]> {
  return many<NamedCompany & { [column: string]: unknown }>(
    db,
    `select w.domain, c.ordinal, array_remove(array[w.given_name, c.name], null) as names,
            coalesce((select json_agg(json_build_object('name', n.name, 'places', string_to_array(n.places, ' ')) order by n.legal_key)
                        from legal_names n where n.domain = w.domain), '[]') as entities
       from watched_companies w ${STORED_COMPANY}
      where w.domain > $1 and not ${isOfDemo('w.domain')} order by w.domain limit $2`,
    [after, limit],
  )
}

export interface KnownIssuer {
  readonly collector: string
  readonly issuer: string
  readonly nameKey: string
  readonly filedOn: string
  /** Null: it was not requested since its last filing. */
  readonly identity: IssuerIdentity | null
}

export async function readIssuers(
  db: Queryable,
  collector: string,
  nameKeys: readonly string[],
): Promise<KnownIssuer[]> {
  return many<KnownIssuer & { [column: string]: unknown }>(
    db,
    `select collector, issuer, name_key as "nameKey", to_char(filed_on, 'YYYY-MM-DD') as "filedOn",
            case when identified_on >= filed_on then identity end as identity
       from filing_issuers where collector = $1 and name_key = any($2::text[]) order by issuer, name_key`,
    [collector, nameKeys],
  )
}

export async function writeIdentity(
  db: Queryable,
  { collector, issuer, filedOn }: Pick<KnownIssuer, 'collector' | 'issuer' | 'filedOn'>,
  identity: IssuerIdentity,
): Promise<void> {
  await db.query(
    `update filing_issuers set identity = $3::jsonb, identified_on = $4::date where collector = $1 and issuer = $2`,
    [collector, issuer, JSON.stringify(identity), filedOn],
  )
}

/** Names of stored companies after an ordinal, in the order of their ordinals. */
export async function readCompanyNames(db: Queryable, after: number, limit: number) {
  return many<{ ordinal: number; domain: string; name: string }>(
    db,
    `select ordinal, domain, name from companies where ordinal > $1 and merged_into is null order by ordinal limit $2`,
    [after, limit],
  )
}

/** Watched companies whose website states a name of these keys, with their ordinals. */
export async function readLegalOwners(db: Queryable, nameKeys: readonly string[]) {
  return many<{ nameKey: string; domain: string; ordinal: number | null }>(
    db,
    `select n.name_key as "nameKey", w.domain, c.ordinal
       from legal_names n join watched_companies w on w.domain = n.domain ${STORED_COMPANY}
      where n.name_key = any($1::text[])`,
    [nameKeys],
  )
}

export interface DecidedPair {
  readonly domain: string
  readonly issuer: string
  /** Of the company that the issuer is watched for. */
  readonly ordinal: number | null
}

/** Issuers that are watched, and those that an operator rejected for a company. */
export async function readDecided(
  db: Queryable,
  collector: string,
  issuers: readonly string[],
): Promise<DecidedPair[]> {
  return many<DecidedPair & { [column: string]: unknown }>(
    db,
    `select l.domain, l.target as issuer, ${companyOfDomain('l.domain')} as ordinal from looks l
      where l.collector = $1 and l.target = any($2::text[])
     union all
     select m.domain, m.target, null from matches m
      where m.collector = $1 and m.target = any($2::text[]) and m.decision = 'rejected'`,
    [collector, issuers],
  )
}

/** Deletes waiting pairs whose issuer is now watched for the company. */
export async function deleteAnsweredIssuer(tx: Queryable, collector: string, domain: string, issuer: string) {
  await tx.query(`delete from matches where collector = $1 and domain = $2 and target = $3 and decision is null`, [
    collector,
    domain,
    issuer,
  ])
}

interface StatedName extends LegalEntity {
  readonly domain: string
}

const STATED = columns<StatedName>(2, {
  domain: ['text', ({ domain }) => domain],
  legal_key: ['text', ({ name }) => legalNameKey(name)],
  name_key: ['text', ({ name }) => bareNameKey(name)],
  name: ['text', ({ name }) => name],
  places: ['text', ({ places }) => places.join(' ')],
})

/** Replaces what these websites stated before. */
export async function writeLegalNames(
  tx: Queryable,
  stated: readonly { readonly domain: string; readonly entities: readonly LegalEntity[] }[],
): Promise<void> {
  if (stated.length === 0) return
  const names = stated.flatMap(({ domain, entities }) => entities.map((entity) => ({ domain, ...entity })))
  await tx.query(
    `with gone as (
       delete from legal_names l where l.domain = any($1::text[])
          and not exists (select from ${STATED.as('s')} where s.domain = l.domain and s.legal_key = l.legal_key))
     insert into legal_names as l (domain, legal_key, name_key, name, places)
     select distinct on (s.domain, s.legal_key) s.domain, s.legal_key, s.name_key, s.name, s.places from ${STATED.as('s')}
       join watched_companies w on w.domain = s.domain
     on conflict (domain, legal_key) do update set name_key = excluded.name_key, name = excluded.name, places = excluded.places
      where (l.name_key, l.name, l.places) is distinct from (excluded.name_key, excluded.name, excluded.places)`,
    [stated.map(({ domain }) => domain), ...STATED.values(names)],
  )
}

export interface FilingState {
  /** YYYY-MM-DD. */
  readonly readThrough: string
  readonly readAt: string | null
  readonly failures: number
  readonly failure: string | null
  /** Issuers that wait for an operator. */
  readonly waiting: number
}

/** Undefined if no index was ever due. */
export async function readFilingState(db: Queryable, collector: string): Promise<FilingState | undefined> {
  return maybeOne<FilingState & { [column: string]: unknown }>(
    db,
    `select to_char(read_through, 'YYYY-MM-DD') as "readThrough", to_char(read_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "readAt",
            failures, failure, (select count(*) from matches m where m.collector = i.collector and m.decision is null)::int as waiting
       from filing_indexes i where collector = $1`,
    [collector],
  )
}
