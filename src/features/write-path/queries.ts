// All SQL of the write path. Each function is one statement inside the caller's transaction.

import { type CopyValue, copyIn, copyLine, many, one, type Queryable, type Transaction } from '../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../companies/index.ts'
import { searchTextOf } from '../query/index.ts'
import { type FieldValue, isoTime, SIGNAL_TYPES, type SignalStatus, type SignalType } from '../signals/index.ts'
import type { StoredSignal } from './stored.ts'

/** The time that all of a batch carries: the database's. */
export interface Moment {
  /** Unix seconds. */
  now: number
  day: string
}

export async function readMoment(db: Queryable): Promise<Moment> {
  return one<Moment & { [key: string]: unknown }>(
    db,
    `select floor(extract(epoch from now()))::bigint as now, to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
  )
}

/**
 * To be drawn under the locks on the batch's companies: the log orders by it, so that whoever waited for a lock comes
 * after whom it waited for, and the events of one signal keep their order.
 */
export async function nextBatch(db: Queryable): Promise<number> {
  return (await one<{ batch: number }>(db, `select nextval('batches') as batch`)).batch
}

type CompanyRow = Company & { [key: string]: unknown }

export async function findCompanies(db: Queryable, domains: readonly string[]): Promise<Company[]> {
  return many<CompanyRow>(db, `select ${COMPANY_COLUMNS} from companies where domain = any($1)`, [domains])
}

/** Which company each of the signals belongs to, of those that exist. */
export async function findHomes(db: Queryable, ids: readonly string[]): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    db,
    `select distinct company_ordinal as ordinal from signals where id = any($1::uuid[])`,
    [ids],
  )
  return rows.map(({ ordinal }) => ordinal)
}

/**
 * In the order of their domains: two writers that make the same companies wait for each other and never in a circle.
 * One that another writer has just made is not returned; it is found afterwards.
 */
export async function insertCompanies(
  db: Queryable,
  companies: readonly Omit<Company, 'ordinal'>[],
): Promise<Company[]> {
  const sorted = [...companies].sort((a, b) => (a.domain < b.domain ? -1 : 1))
  return many<CompanyRow>(
    db,
    `insert into companies (ordinal, id, domain, name, hq_country, employee_count, funding_stage, industry, logo, website)
     select nextval('company_ordinals'), id, domain, name, hq_country, employee_count, funding_stage, industry, logo, website
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[])
         with ordinality as c (id, domain, name, hq_country, employee_count, funding_stage, industry, logo, website, place)
      order by place
     on conflict do nothing returning ${COMPANY_COLUMNS}`,
    [
      sorted.map(({ id }) => id),
      ...(['domain', 'name', 'hqCountry', 'employeeCount', 'fundingStage', 'industry', 'logo', 'website'] as const).map(
        (fact) => sorted.map((company) => company[fact]),
      ),
    ],
  )
}

/** Locks in the order of ordinals, whoever locks: writers of the same companies take turns and never deadlock. */
export async function lockCompanies(db: Queryable, ordinals: readonly number[]): Promise<Company[]> {
  return many<CompanyRow>(
    db,
    `select ${COMPANY_COLUMNS} from companies where ordinal = any($1::int[]) order by ordinal for no key update`,
    [ordinals],
  )
}

export async function updateCompanies(db: Queryable, companies: readonly Company[]): Promise<void> {
  if (companies.length === 0) return
  await db.query(
    `update companies c
        set name = n.name, hq_country = n."hqCountry", employee_count = n."employeeCount",
            funding_stage = n."fundingStage", industry = n.industry, logo = n.logo, website = n.website
       from json_to_recordset($1::json)
         as n (ordinal int, name text, "hqCountry" text, "employeeCount" int, "fundingStage" text, industry text, logo text, website text)
      where c.ordinal = n.ordinal`,
    [JSON.stringify(companies)],
  )
}

type SignalRow = [
  string,
  number,
  SignalType,
  string,
  string,
  string,
  number,
  SignalStatus,
  number,
  number,
  number,
  number | null,
  string | null,
  Record<string, FieldValue>,
  number,
  number,
] // prettier-ignore

/** Every signal of the companies, retracted ones included: the same fact may come back. */
export async function readSignals(db: Transaction, ordinals: readonly number[]): Promise<StoredSignal[]> {
  if (ordinals.length === 0) return []
  const { rows } = await db.query<SignalRow>({
    rowMode: 'array',
    text: `select id, company_ordinal, type, source, key, label, confidence, status,
                  extract(epoch from occurred_at)::bigint, extract(epoch from first_seen_at)::bigint,
                  extract(epoch from last_seen_at)::bigint, extract(epoch from seen_at)::bigint,
                  url, fields, version, last_event_unix
             from signals where company_ordinal = any($1::int[])`,
    values: [ordinals],
  })
  return rows.map(
    ([
      id,
      companyOrdinal,
      type,
      source,
      key,
      label,
      confidence,
      status,
      occurredAt,
      firstSeenAt,
      lastSeenAt,
      seenAt,
      url,
      fields,
      version,
      lastEventUnix,
    ]) => ({
      id,
      companyOrdinal,
      type,
      key,
      label,
      confidence: confidence / 100,
      status,
      occurredAt,
      firstSeenAt,
      lastSeenAt,
      seenAt,
      source: url === null ? { name: source } : { name: source, url },
      fields,
      version,
      lastEventUnix,
    }),
  )
}

const SIGNAL_COLUMNS = [
  ...[
    'id',
    'company_ordinal',
    'type',
    'source',
    'key',
    'label',
    'confidence',
    'status',
    'occurred_at',
    'first_seen_at',
  ],
  ...['last_seen_at', 'seen_at', 'url', 'fields', 'version', 'last_event_unix', 'search_text', 'search_words'],
]

function signalValues(signal: StoredSignal): CopyValue[] {
  const search = searchTextOf(signal)
  return [
    signal.id,
    signal.companyOrdinal,
    signal.type,
    signal.source.name,
    signal.key,
    signal.label,
    Math.round(signal.confidence * 100),
    signal.status,
    timeText(signal.occurredAt),
    timeText(signal.firstSeenAt),
    timeText(signal.lastSeenAt),
    signal.seenAt === null ? null : timeText(signal.seenAt),
    signal.source.url ?? null,
    JSON.stringify(signal.fields),
    signal.version,
    signal.lastEventUnix,
    search.text,
    search.words,
  ]
}

/** A row that another writer has just inserted fails the whole batch, which is then tried again. */
export async function insertSignals(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  await copyIn(
    tx,
    'signals',
    SIGNAL_COLUMNS,
    signals.map((signal) => copyLine(signalValues(signal))),
  )
}

export async function updateSignals(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  if (signals.length === 0) return
  const rows = signals.map((signal) =>
    Object.fromEntries(signalValues(signal).map((value, i) => [SIGNAL_COLUMNS[i], value])),
  )
  await tx.query(
    `update signals s
        set company_ordinal = n.company_ordinal, type = n.type, label = n.label, confidence = n.confidence, status = n.status,
            occurred_at = n.occurred_at, last_seen_at = n.last_seen_at, seen_at = n.seen_at, url = n.url,
            fields = n.fields::jsonb, version = n.version, last_event_unix = n.last_event_unix,
            search_text = n.search_text, search_words = n.search_words::tsvector
       from json_to_recordset($1::json)
         as n (id uuid, company_ordinal int, type text, label text, confidence smallint, status text, occurred_at timestamptz,
               last_seen_at timestamptz, seen_at timestamptz, url text, fields text, version int, last_event_unix bigint,
               search_text text, search_words text)
      where s.id = n.id`,
    [JSON.stringify(rows)],
  )
}

/** A source that says the same again later makes older versions older. */
export async function noteSeenLater(
  tx: Transaction,
  signals: readonly Pick<StoredSignal, 'id' | 'seenAt'>[],
): Promise<void> {
  if (signals.length === 0) return
  await tx.query(
    `update signals s set seen_at = to_timestamp(n.seen_at)
       from unnest($1::uuid[], $2::bigint[]) as n (id, seen_at) where s.id = n.id`,
    [signals.map(({ id }) => id), signals.map(({ seenAt }) => seenAt)],
  )
}

/** An unchanged row is touched at most once a day. */
export async function noteSeenAgain(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update signals set last_seen_at = now() where id = any($1::uuid[]) and last_seen_at < now() - interval '1 day'`,
    [ids],
  )
}

export interface Rank {
  readonly companyOrdinal: number
  readonly heatKey: number
  readonly scoreTenths: number
  readonly summary: SignalSummary
}

/** Both by type, of the signals that are not retracted. */
export interface SignalSummary {
  /** Unix seconds of the newest one. */
  readonly last: Partial<Record<SignalType, number>>
  /** The greatest confidence, in hundredths. */
  readonly best: Partial<Record<SignalType, number>>
}

/** What a rank's row has beside its key, in one order. */
const RANK_COLUMNS: readonly { readonly name: string; readonly type: string; of(rank: Rank): number | null }[] = [
  { name: 'heat_key', type: 'int', of: ({ heatKey }) => heatKey },
  { name: 'score_tenths', type: 'smallint', of: ({ scoreTenths }) => scoreTenths },
  { name: 'last_at', type: 'float8', of: ({ summary }) => newest(Object.values(summary.last)) },
  ...SIGNAL_TYPES.flatMap((type) => [
    { name: `last_${type}`, type: 'float8', of: ({ summary }: Rank) => summary.last[type] ?? null },
    { name: `best_${type}`, type: 'smallint', of: ({ summary }: Rank) => summary.best[type] ?? null },
  ]),
]

function newest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}

const RANK_NAMES = RANK_COLUMNS.map(({ name }) => name).join(', ')
const WRITE_RANKS = `
  insert into company_ranks as r (company_ordinal, as_of, ${RANK_NAMES})
  select ordinal, $2::date, ${RANK_COLUMNS.map(({ name, type }) => (type === 'float8' ? `to_timestamp(${name})` : name)).join(', ')}
    from unnest($1::int[], ${RANK_COLUMNS.map(({ type }, i) => `$${i + 3}::${type}[]`).join(', ')}) as n (ordinal, ${RANK_NAMES})
  on conflict (company_ordinal) do update
     set (as_of, ${RANK_NAMES}) = (excluded.as_of, ${RANK_COLUMNS.map(({ name }) => `excluded.${name}`).join(', ')})
   where (r.as_of, ${RANK_COLUMNS.map(({ name }) => `r.${name}`).join(', ')})
     is distinct from (excluded.as_of, ${RANK_COLUMNS.map(({ name }) => `excluded.${name}`).join(', ')})`

export async function writeRanks(tx: Transaction, ranks: readonly Rank[], day: string): Promise<void> {
  if (ranks.length === 0) return
  const ordinals = ranks.map(({ companyOrdinal }) => companyOrdinal)
  await tx.query(WRITE_RANKS, [ordinals, day, ...RANK_COLUMNS.map((column) => ranks.map((rank) => column.of(rank)))])
}

/** Companies whose score is of an earlier day than the given one, in the order in which they are locked. */
export async function findStaleRanks(db: Queryable, day: string, most: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    db,
    `select company_ordinal as ordinal from company_ranks where as_of < $1::date order by company_ordinal limit $2`,
    [day, most],
  )
  return rows.map(({ ordinal }) => ordinal)
}

/** Where the texts for search stand: see migrations/0006-search.sql. */
export interface TextsState {
  readonly version: number
  readonly doneTo: number | null
}

export async function writeTextsState(tx: Transaction, { version, doneTo }: TextsState): Promise<void> {
  await tx.query('update search_texts set version = $1, done_to = $2', [version, doneTo])
}

export async function findCompaniesWithoutText(tx: Transaction, most: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select distinct company_ordinal as ordinal from (
       select company_ordinal from signals where search_text is null order by company_ordinal limit 10000) s
      order by 1 limit $1`,
    [most],
  )
  return rows.map(({ ordinal }) => ordinal)
}

export async function findCompaniesAfter(tx: Transaction, after: number, most: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select ordinal from companies where ordinal > $1 order by ordinal limit $2`,
    [after, most],
  )
  return rows.map(({ ordinal }) => ordinal)
}

export async function updateTexts(tx: Transaction, signals: readonly StoredSignal[]): Promise<void> {
  if (signals.length === 0) return
  const texts = signals.map((signal) => searchTextOf(signal))
  await tx.query(
    `update signals s set search_text = n.text, search_words = n.words::tsvector
       from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, text, words)
      where s.id = n.id and (s.search_text, s.search_words) is distinct from (n.text, n.words::tsvector)`,
    [signals.map(({ id }) => id), texts.map(({ text }) => text), texts.map(({ words }) => words)],
  )
}

let lastSeconds = Number.NaN
let lastText = ''

/** Most times of a batch are the batch's own: the last one is remembered. */
function timeText(seconds: number): string {
  if (seconds !== lastSeconds) {
    lastSeconds = seconds
    lastText = isoTime(seconds)
  }
  return lastText
}
