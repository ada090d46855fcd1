// The SQL of `signal_history`. Nothing but retention and the removal of companies ever deletes from it.

import { copyInto, many, type Queryable, type Transaction } from '../../../db/index.ts'
import type { CompanyWas, HistoryRow, RecordedChange } from './history-of-batch.ts'

interface WrittenRow {
  readonly row: HistoryRow
  readonly batch: number
  /** Unix seconds. */
  readonly now: number
}

const copyHistory = copyInto<WrittenRow>('signal_history', {
  at: ['timestamptz', ({ now }) => now],
  batch: ['bigint', ({ batch }) => batch],
  company_ordinal: ['int', ({ row }) => row.companyOrdinal],
  created: ['uuid[]', ({ row }) => (row.created.length > 0 ? row.created : null)],
  changes: ['text', ({ row }) => (row.changes.length > 0 ? JSON.stringify(row.changes) : null)],
  company: ['text', ({ row }) => (row.company ? JSON.stringify(row.company) : null)],
})

export async function appendHistory(
  tx: Transaction,
  rows: readonly HistoryRow[],
  { batch, now }: Pick<WrittenRow, 'batch' | 'now'>,
): Promise<void> {
  await copyHistory(
    tx,
    rows.values().map((row) => ({ row, batch, now })),
  )
}

export interface StoredHistory extends Omit<HistoryRow, 'company'> {
  readonly at: Date
  readonly batch: number
  readonly company: CompanyWas | null
}

const COLUMNS = `at, batch, company_ordinal as "companyOrdinal", created, changes, company`

type Row = { at: Date; batch: number; companyOrdinal: number } & Record<'changes' | 'company', string | null> & {
    created: string[] | null
    [column: string]: unknown
  }

/** Oldest first. */
export async function readCompanyHistory(db: Queryable, ordinal: number): Promise<StoredHistory[]> {
  return parsed(
    await many<Row>(db, `select ${COLUMNS} from signal_history where company_ordinal = $1 order by batch`, [ordinal]),
  )
}

/** Of these companies, the rows in which one of the ids occurs, the oldest first. */
export async function readHistoryOf(
  db: Queryable,
  ordinals: readonly number[],
  ids: readonly string[],
): Promise<StoredHistory[]> {
  return parsed(
    await many<Row>(
      db,
      `select ${COLUMNS} from signal_history
        where company_ordinal = any($1::int[])
          and (created && $2::uuid[] or exists (select from unnest($2::uuid[]) id where strpos(changes, id::text) > 0))
        order by batch`,
      [ordinals, ids],
    ),
  )
}

function parsed(rows: readonly Row[]): StoredHistory[] {
  return rows.map(({ at, batch, companyOrdinal, created, changes, company }) => ({
    at,
    batch,
    companyOrdinal,
    created: created ?? [],
    changes: changes === null ? [] : (JSON.parse(changes) as RecordedChange[]),
    company: company === null ? null : (JSON.parse(company) as CompanyWas),
  }))
}

export async function makeHistoryPartitions(db: Queryable): Promise<void> {
  await db.query('select make_history_partitions()')
}
