// The rows of receipts. Each function is one statement.

import { columns, many, one, type Queryable } from '../../../db/index.ts'
import { isOfDemo } from '../companies/watch-queries.ts'
import type { KnownCompany, ReceiptAnswer } from './visit-answers.ts'
import { dayOf } from './warc-place.ts'

export interface NewReceipt {
  readonly collector: string
  readonly reportedAs: string
  readonly target: string
  readonly domain: string
  readonly visit: number
  /** Unix seconds. */
  readonly at: number
  readonly edition: string
  readonly company: KnownCompany
  readonly answers: readonly ReceiptAnswer[]
  readonly claims: readonly { readonly reportId: string; readonly says: string }[]
}

const NEW = columns<NewReceipt>(1, {
  collector: ['text', ({ collector }) => collector],
  reported_as: ['text', ({ reportedAs }) => reportedAs],
  target: ['text', ({ target }) => target],
  domain: ['text', ({ domain }) => domain],
  visit: ['int', ({ visit }) => visit],
  at: ['float8', ({ at }) => at],
  edition: ['text', ({ edition }) => edition],
  company: ['text', ({ company }) => JSON.stringify(company)],
  answers: ['text', ({ answers }) => JSON.stringify(answers)],
  archived_on: ['text', ({ answers }) => archivedOn(answers)],
  reports: ['text', ({ claims }) => `{${claims.map(({ reportId }) => reportId).join(',')}}`],
  claims: ['text', ({ claims }) => claims.map(({ says }) => says).join(' ')],
})

function archivedOn(answers: readonly ReceiptAnswer[]): string | null {
  const days = answers.flatMap(({ warc }) => (warc ? (dayOf(warc.file) ?? []) : []))
  return days.sort().at(-1) ?? null
}

export async function writeReceipts(db: Queryable, receipts: readonly NewReceipt[]): Promise<void> {
  if (receipts.length === 0) return
  await db.query(
    `insert into receipts (collector, reported_as, target, domain, visit, at, edition, company, answers, archived_on, reports, claims)
     select n.collector, n.reported_as, n.target, n.domain, n.visit, to_timestamp(n.at), n.edition, n.company::jsonb, n.answers::jsonb,
            n.archived_on::date, n.reports::uuid[], n.claims
       from ${NEW.as('n')}`,
    NEW.values(receipts),
  )
}

export interface Receipt {
  readonly id: number
  readonly collector: string
  readonly reportedAs: string
  readonly target: string
  readonly domain: string
  readonly visit: number
  readonly at: Date
  readonly edition: string
  readonly company: KnownCompany
  readonly answers: readonly ReceiptAnswer[]
  readonly [column: string]: unknown
}

/** SQL: the columns of a row `r`. */
export const RECEIPT = `r.id::float8 as id, r.collector, r.reported_as as "reportedAs", r.target, r.domain, r.visit, r.at, r.edition, r.company, r.answers`

export interface ReportReceipt extends Receipt {
  /** The visit no longer showed it. */
  readonly ended: boolean
}

/**
 * The receipts of a report: for its content, and for its end if it ended after that. Newest first. None: it was not
 * collected, or only before receipts were written.
 */
export async function readReceipts(
  db: Queryable,
  report: { readonly id: string; readonly source: string; readonly key: string },
): Promise<readonly ReportReceipt[]> {
  const rows = await many<ReportReceipt>(
    db,
    `select * from (
       select distinct on (ended) * from (
         select ${RECEIPT}, split_part(r.claims, ' ', array_position(r.reports, $3::uuid)) = '-' as ended
           from receipts r where r.collector = $1 and r.reported_as = split_part($2, '/', 1) and r.reports @> array[$3::uuid]) named
       order by ended, id desc) newest
     order by id desc`,
    [report.source, report.key, report.id],
  )
  return rows[0]?.ended === false ? rows.slice(0, 1) : rows
}

/** For each look, the answers of its newest receipt that has archived ones. */
export async function readArchived(
  db: Queryable,
  looks: readonly { readonly collector: string; readonly reportedAs: string }[],
): Promise<readonly (readonly ReceiptAnswer[])[]> {
  const rows = await many<{ answers: readonly ReceiptAnswer[] | null }>(
    db,
    `select n.answers from unnest($1::text[], $2::text[]) with ordinality as l (collector, reported_as, nth)
       left join lateral (select answers from receipts r
                           where r.collector = l.collector and r.reported_as = l.reported_as and r.archived_on is not null
                           order by r.id desc limit 1) n on true
      order by l.nth`,
    [looks.map(({ collector }) => collector), looks.map(({ reportedAs }) => reportedAs)],
  )
  return rows.map(({ answers }) => answers ?? [])
}

export interface SeenSignal {
  readonly signalId: string
  /** What was requested: the first answer of the visit. */
  readonly url: string
  /** The host that answered instead. */
  readonly through: string | null
  readonly at: Date
  readonly [column: string]: unknown
}

/**
 * Where and when each of these signals was seen by the visit that last changed it, by the newest of its reports.
 * Receipts are read board by board, because a company's signals share them.
 */
export async function readSeen(db: Queryable, signalIds: readonly string[]): Promise<readonly SeenSignal[]> {
  return many<SeenSignal>(
    db,
    `with named as (
       select id as signal, id as report, source, split_part(key, '/', 1) as name from signals
        where id = any($1::uuid[]) and sources is null
       union all
       select fact_id, id, source, split_part(key, '/', 1) from reports where fact_id = any($1::uuid[])),
     boards as (select distinct source, name from named),
     seen as (
       select r.id, r.at, r.answers, n.report
         from boards b join receipts r on r.collector = b.source and r.reported_as = b.name,
              unnest(r.reports) with ordinality as n (report, nth)
        where split_part(r.claims, ' ', n.nth::int) <> '-')
     select * from (
       select distinct on (named.signal) named.signal as "signalId", seen.at, answer.it ->> 'url' as url, answer.it ->> 'through' as through
         from named join seen on seen.report = named.report
              cross join lateral (select jsonb_path_query_first(seen.answers, '$[*] ? (exists(@.sha256))') as it) answer
        order by named.signal, seen.id desc) newest
      where url is not null`,
    [signalIds],
  )
}

export interface ArchivingState {
  /** Of the last day. */
  readonly receipts: number
  /** Those with an answer that the archive does not have. */
  readonly unarchived: number
}

export async function readArchiving(db: Queryable): Promise<ArchivingState> {
  return one<ArchivingState & { [column: string]: unknown }>(
    db,
    `select count(*)::int as receipts,
            count(*) filter (where jsonb_path_exists(answers, '$[*] ? (@.bytes > 0 && !exists(@.warc))'))::int as unarchived
       from receipts r where r.at > now() - interval '1 day' and not ${isOfDemo('r.domain')}`,
  )
}

/** The archived answers of companies that are neither stored nor watched any more. */
export async function readGoneReceipts(
  db: Queryable,
  limit: number,
  after: number,
): Promise<readonly { readonly id: number; readonly answers: readonly ReceiptAnswer[] }[]> {
  return many<{ id: number; answers: readonly ReceiptAnswer[] }>(
    db,
    `select r.id::float8 as id, r.answers from receipts r
      where r.archived_on is not null and r.id > $2
        and not exists (select from companies c join companies s on s.ordinal = coalesce(c.merged_into, c.ordinal) and s.merged_into is null
                         where c.domain = r.domain)
        and not exists (select from company_aliases a where a.domain = r.domain)
        and not exists (select from watched_companies w where w.domain = r.domain)
      order by r.id limit $1`,
    [limit, after],
  )
}

export async function deleteReceipts(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.query(`delete from receipts where id = any($1::bigint[])`, [ids])
}

/** SQL: whether a report with this id is stored. */
const isStored = (id: string) =>
  `(exists (select from signals s where s.id = ${id}) or exists (select from reports p where p.id = ${id}))`

/** How many boards and websites one step handles. */
const STEP = 500

/**
 * Deletes receipts that no stored report needs any more: a newer one covers its content, or the report was deleted.
 * Receipts with archived answers stay as long as the archive keeps those, so that they can be removed from it. Returns
 * how many.
 */
export async function deleteUnusedReceipts(db: Queryable, keepDays: number): Promise<number> {
  let deleted = 0
  let after: readonly [string, string] = ['', '']
  for (;;) {
    const [step] = await many<{ deleted: number; collector: string | null; reportedAs: string | null }>(
      db,
      `with step as (
         select distinct collector, reported_as from receipts where (collector, reported_as) > ($1, $2)
          order by collector, reported_as limit ${STEP}),
       named as (
         select r.id, n.report, split_part(r.claims, ' ', n.nth::int) = '-' as ended
           from step join receipts r using (collector, reported_as), unnest(r.reports) with ordinality as n (report, nth)),
       used as (
         select distinct id from (select distinct on (report, ended) id, report from named order by report, ended, id desc) newest
          where ${isStored('newest.report')}),
       gone as (
         delete from receipts r using step
          where r.collector = step.collector and r.reported_as = step.reported_as
            and not exists (select from used where used.id = r.id)
            and (r.archived_on is null or r.archived_on < current_date - $3::int - 1)
         returning r.id)
       select (select count(*) from gone)::int as deleted, last.collector, last.reported_as as "reportedAs"
         from (select collector, reported_as from step order by collector desc, reported_as desc limit 1) last`,
      [...after, keepDays],
    )
    if (!step || step.collector === null || step.reportedAs === null) return deleted
    deleted += step.deleted
    after = [step.collector, step.reportedAs]
  }
}
