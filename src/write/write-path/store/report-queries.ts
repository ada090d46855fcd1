// Each function is one statement inside the caller's transaction.

import { type Column, columns, many, type Queryable, type Transaction } from '../../../db/index.ts'
import { isoTime } from '../../../meaning/signals/index.ts'
import { rowsOfCompanies } from './signal-queries.ts'
import type { Report } from './stored-signal.ts'

/** A row of `reports`, with the fact that it belongs to. */
export interface StoredReport {
  readonly factId: string
  readonly report: Report
}

export async function readReports(tx: Transaction, companyOrdinals: readonly number[]): Promise<StoredReport[]> {
  return selectReports(tx, rowsOfCompanies('reports'), companyOrdinals)
}

export async function readReportsById(db: Queryable, ids: readonly string[]): Promise<StoredReport[]> {
  return ids.length === 0 ? [] : selectReports(db, 'reports where id = any($1::uuid[])', ids)
}

type ReportRow = Omit<Report, 'confidence' | 'source' | 'closedAt' | 'givenDomain' | 'givenHash'> & {
  givenHash: string | null
  givenDomain: string | null
  factId: string
  hundredths: number
  source: string
  url: string | null
  closedAt: number | null
  [key: string]: unknown
}

async function selectReports(db: Queryable, from: string, values: readonly unknown[]): Promise<StoredReport[]> {
  const rows = await many<ReportRow>(
    db,
    `select id, fact_id as "factId", company_ordinal as "companyOrdinal", type, source, key, label,
            confidence as hundredths, status, extract(epoch from occurred_at)::bigint as "occurredAt",
            extract(epoch from first_seen_at)::bigint as "firstSeenAt",
            extract(epoch from last_seen_at)::bigint as "lastSeenAt", extract(epoch from seen_at)::bigint as "seenAt",
            extract(epoch from closed_at)::bigint as "closedAt", given_domain as "givenDomain",
            given_line as "givenHash", url, fields
       from ${from}`,
    [values],
  )
  return rows.map(({ factId, hundredths, source, url, closedAt, givenDomain, givenHash, ...row }) => ({
    factId,
    report: {
      ...row,
      confidence: hundredths / 100,
      source: url === null ? { name: source } : { name: source, url },
      ...(closedAt !== null && { closedAt }),
      ...(givenDomain !== null && { givenDomain }),
      ...(givenHash !== null && { givenHash }),
    },
  }))
}

const COLUMNS: Readonly<Record<string, Column<StoredReport>>> = {
  id: ['uuid', ({ report }) => report.id],
  fact_id: ['uuid', ({ factId }) => factId],
  company_ordinal: ['int', ({ report }) => report.companyOrdinal],
  type: ['text', ({ report }) => report.type],
  source: ['text', ({ report }) => report.source.name],
  key: ['text', ({ report }) => report.key],
  label: ['text', ({ report }) => report.label],
  confidence: ['smallint', ({ report }) => Math.round(report.confidence * 100)],
  status: ['text', ({ report }) => report.status],
  occurred_at: ['text', ({ report }) => isoTime(report.occurredAt)],
  first_seen_at: ['text', ({ report }) => isoTime(report.firstSeenAt)],
  last_seen_at: ['text', ({ report }) => isoTime(report.lastSeenAt)],
  seen_at: ['text', ({ report }) => (report.seenAt === null ? null : isoTime(report.seenAt))],
  closed_at: ['text', ({ report }) => (report.closedAt === undefined ? null : isoTime(report.closedAt))],
  given_domain: ['text', ({ report }) => report.givenDomain ?? null],
  given_line: ['uuid', ({ report }) => report.givenHash ?? null],
  url: ['text', ({ report }) => report.source.url ?? null],
  fields: ['text', ({ report }) => JSON.stringify(report.fields)],
}

const WRITTEN = columns<StoredReport>(1, COLUMNS)
const NAMES = Object.keys(COLUMNS)
const VALUES = NAMES.map((name) =>
  name.endsWith('_at') ? `n.${name}::timestamptz` : name === 'fields' ? 'n.fields::jsonb' : `n.${name}`,
)
const CHANGED = NAMES.filter((name) => name !== 'id')

const WRITE = `
  insert into reports (${NAMES.join(', ')}) select ${VALUES.join(', ')} from ${WRITTEN.as('n')}
  on conflict (id) do update set (${CHANGED.join(', ')}) = (${CHANGED.map((name) => `excluded.${name}`).join(', ')})`

export async function writeReports(tx: Transaction, reports: readonly StoredReport[]): Promise<void> {
  if (reports.length > 0) await tx.query(WRITE, WRITTEN.values(reports))
}

/** For a fact that has one report again: its row in signals is the report. */
export async function deleteReports(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(`delete from reports where id = any($1::uuid[])`, [ids])
}
