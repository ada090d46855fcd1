import { many, maybeOne, type Queryable } from '../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../companies/index.ts'
import type { FieldValue, Signal, SignalStatus, SignalType } from '../signals/index.ts'

/** With the database's clock, in Unix seconds: the dossier is of that moment. */
export async function findCompany(db: Queryable, id: string): Promise<(Company & { now: number }) | undefined> {
  return maybeOne<Company & { now: number; [key: string]: unknown }>(
    db,
    `select ${COMPANY_COLUMNS}, extract(epoch from now())::bigint as now from companies where id = $1`,
    [id],
  )
}

export async function companyExists(db: Queryable, id: string): Promise<boolean> {
  return (await maybeOne(db, `select from companies where id = $1`, [id])) !== undefined
}

interface SignalRow {
  id: string
  type: SignalType
  label: string
  confidence: number
  status: SignalStatus
  occurredAt: number
  firstSeenAt: number
  lastSeenAt: number
  sourceName: string
  sourceUrl: string | null
  fields: Record<string, FieldValue>
  total: number
  [key: string]: unknown
}

/** The newest signals that stand, newest first, at most `most`, and how many there are. */
export async function readNewestSignals(
  db: Queryable,
  companyOrdinal: number,
  most: number,
): Promise<{ signals: Signal[]; total: number }> {
  const rows = await many<SignalRow>(
    db,
    `select id, type, label, confidence, status, extract(epoch from occurred_at)::bigint as "occurredAt",
            extract(epoch from first_seen_at)::bigint as "firstSeenAt", extract(epoch from last_seen_at)::bigint as "lastSeenAt",
            source as "sourceName", url as "sourceUrl", fields, count(*) over () as total
       from signals where company_ordinal = $1 and status <> 'retracted'
      order by signals.occurred_at desc, id limit $2`,
    [companyOrdinal, most],
  )
  const signals = rows.map(({ sourceName, sourceUrl, total: _total, confidence, ...row }) => ({
    ...row,
    confidence: confidence / 100,
    source: sourceUrl === null ? { name: sourceName } : { name: sourceName, url: sourceUrl },
  }))
  return { signals, total: rows[0]?.total ?? 0 }
}
