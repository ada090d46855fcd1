import { many, maybeOne, type Queryable } from '../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../companies/index.ts'
import type { FieldValue, Signal, SignalStatus, SignalType } from '../signals/index.ts'

export async function companyExists(db: Queryable, id: string): Promise<boolean> {
  return (await maybeOne(db, `select from companies where id = $1`, [id])) !== undefined
}

/**
 * A mark of all that a dossier is made of: it is another one after every change. The company's row has a new xmin, a
 * signal is never deleted, so that a new one raises the count, and a changed one the sum of versions.
 */
const MARK = `
  select concat_ws(':', c.xmin, count(*), sum(version), sum(extract(epoch from last_seen_at)::bigint)) as mark,
         count(*) filter (where status <> 'retracted') as total
    from signals where company_ordinal = c.ordinal`

const READ_MARKS = {
  name: 'read_dossier_marks',
  text: `select m.mark, floor(extract(epoch from now()))::bigint as now
           from unnest($1::uuid[]) with ordinality as given (id, n)
           left join lateral (select m.mark from companies c, lateral (${MARK}) m where c.id = given.id) m on true
          order by n`,
}

/** One for each company, in their order, with the database's clock in Unix seconds. Null: there is no such company. */
export async function readMarks(db: Queryable, ids: string[]): Promise<{ mark: string | null; now: number }[]> {
  return many<{ mark: string | null; now: number }>(db, READ_MARKS, [ids])
}

/** One round trip. The signals come as one JSON text, which costs this process half of what rows do. */
const READ_DOSSIER = {
  name: 'read_dossier',
  text: `
    select ${COMPANY_COLUMNS}, floor(extract(epoch from now()))::bigint as now, m.mark, m.total,
           (select json_agg(s) from (
              select id, type, label, confidence, status, extract(epoch from occurred_at)::bigint as "occurredAt",
                     extract(epoch from first_seen_at)::bigint as "firstSeenAt",
                     extract(epoch from last_seen_at)::bigint as "lastSeenAt", source as "sourceName", url as "sourceUrl", fields
                from signals where company_ordinal = c.ordinal and status <> 'retracted'
               order by signals.occurred_at desc, id limit $2) s) as signals
      from companies c, lateral (${MARK}) m where c.id = $1`,
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
}

export interface Known {
  readonly company: Company
  /** The newest that stand, newest first, at most as many as were asked for. */
  readonly signals: Signal[]
  /** How many stand. */
  readonly total: number
  readonly mark: string
  /** The database's clock, in Unix seconds: the dossier is of that moment. */
  readonly now: number
}

export async function readCompany(db: Queryable, id: string, mostSignals: number): Promise<Known | undefined> {
  const row = await maybeOne<
    Company & { now: number; mark: string; total: number; signals: SignalRow[] | null; [key: string]: unknown }
  >(db, READ_DOSSIER, [id, mostSignals])
  if (!row) return undefined
  const { now, mark, total, signals, ...company } = row
  return { company, signals: (signals ?? []).map(signalOf), total, mark, now }
}

function signalOf({ sourceName, sourceUrl, confidence, ...row }: SignalRow): Signal {
  return {
    ...row,
    confidence: confidence / 100,
    source: sourceUrl === null ? { name: sourceName } : { name: sourceName, url: sourceUrl },
  }
}
