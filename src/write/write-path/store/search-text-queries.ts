// Each function is one statement inside the caller's transaction.

import { many, one, type Transaction } from '../../../db/index.ts'

/** The progress of the search text backfill: see migrations/0006-search.sql. */
export interface SearchTextState {
  readonly version: number
  readonly doneTo: number | null
}

/** Locks the row, too. */
export async function readSearchTextState(tx: Transaction): Promise<SearchTextState> {
  return one<SearchTextState & { [key: string]: unknown }>(
    tx,
    `select version, done_to as "doneTo" from search_texts for update`,
  )
}

export async function writeSearchTextState(tx: Transaction, { version, doneTo }: SearchTextState): Promise<void> {
  await tx.query('update search_texts set version = $1, done_to = $2', [version, doneTo])
}

export async function findCompaniesWithoutSearchText(tx: Transaction, limit: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select distinct company_ordinal as ordinal from (
       select company_ordinal from signals where search_text is null order by company_ordinal limit 10000) s
      order by 1 limit $1`,
    [limit],
  )
  return rows.map(({ ordinal }) => ordinal)
}

export async function findCompaniesAfter(tx: Transaction, after: number, limit: number): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select ordinal from companies where ordinal > $1 order by ordinal limit $2`,
    [after, limit],
  )
  return rows.map(({ ordinal }) => ordinal)
}
