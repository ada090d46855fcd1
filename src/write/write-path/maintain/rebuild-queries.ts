// The progress is a row of fact_upgrade. Each function is one statement.

import { many, one, type Queryable, type Transaction } from '../../../db/index.ts'

export interface RebuildState {
  /** The companies up to this ordinal are done. */
  readonly doneTo: number
  readonly isFinished: boolean
}

const SELECT_STATE = `select done_to as "doneTo", finished_at is not null as "isFinished" from fact_upgrade`

/** Locks the row, too: one node at a time makes a step. */
export async function lockRebuildState(tx: Transaction): Promise<RebuildState> {
  return one<RebuildState & { [key: string]: unknown }>(tx, `${SELECT_STATE} for update`)
}

export async function readRebuildState(db: Queryable): Promise<RebuildState> {
  return one<RebuildState & { [key: string]: unknown }>(db, SELECT_STATE)
}

export async function writeRebuildState(tx: Transaction, { doneTo, isFinished }: RebuildState): Promise<void> {
  await tx.query('update fact_upgrade set done_to = $1, finished_at = case when $2 then now() end', [
    doneTo,
    isFinished,
  ])
}

/** How many companies there are, and how many of them are done. */
export async function countRebuilt(db: Queryable): Promise<{ companies: number; done: number }> {
  return one<{ companies: number; done: number }>(
    db,
    `select count(*)::int as companies, (count(*) filter (where finished_at is not null or ordinal <= done_to))::int as done
       from companies, fact_upgrade`,
  )
}

/** The next companies in locking order: at most `companies`, and after the first only up to `signals`. */
export async function findNextCompanies(
  tx: Transaction,
  after: number,
  max: { readonly companies: number; readonly signals: number },
): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    tx,
    `select ordinal from (
       select ordinal, sum(signals) over (order by ordinal) - signals as before from (
         select ordinal from companies where ordinal > $1 order by ordinal limit $2) next,
         lateral (select count(*) as signals from signals where company_ordinal = ordinal) counted) summed
      where before < $3 order by ordinal`,
    [after, max.companies, max.signals],
  )
  return rows.map(({ ordinal }) => ordinal)
}
