// Each function is one statement inside the caller's transaction.

import { type Column, columns, many, one, type Queryable, type Transaction } from '../../../db/index.ts'
import { LASTING_TYPES, SIGNAL_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { PRESENT_COLUMNS, RANK_COLUMNS } from './rank-columns.ts'

export interface Rank {
  readonly companyOrdinal: number
  readonly heatKey: number
  readonly scoreTenths: number
  /** The types that are monitored, as bits. */
  readonly looked: number
  readonly summary: SignalSummary
}

/** All by type, without retracted signals. */
export interface SignalSummary {
  /** Unix seconds of the newest signal. */
  readonly last: Partial<Record<SignalType, number>>
  /** The highest confidence, in hundredths. */
  readonly best: Partial<Record<SignalType, number>>
  /** The same for what is present. The newest ignores tools and pages already there at the first visit. */
  readonly presentLast: Partial<Record<SignalType, number>>
  readonly presentBest: Partial<Record<SignalType, number>>
}

/** Of the columns about the present. Rows of another version are recomputed. */
const PRESENT_VERSION = 1

/** The columns of company_ranks besides its key and as_of. A float8 is a time in Unix seconds. */
const COLUMNS: Readonly<Record<string, Column<Rank>>> = {
  heat_key: ['int', ({ heatKey }) => heatKey],
  score_tenths: ['smallint', ({ scoreTenths }) => scoreTenths],
  looked: ['smallint', ({ looked }) => looked],
  last_at: ['float8', ({ summary }) => newest(Object.values(summary.last))],
  ...Object.fromEntries(
    SIGNAL_TYPES.flatMap((type): [string, Column<Rank>][] => [
      [RANK_COLUMNS[type].last, ['float8', ({ summary }) => summary.last[type] ?? null]],
      [RANK_COLUMNS[type].best, ['smallint', ({ summary }) => summary.best[type] ?? null]],
    ]),
  ),
  ...Object.fromEntries(
    LASTING_TYPES.flatMap((type): [string, Column<Rank>][] => [
      [PRESENT_COLUMNS[type].last, ['float8', ({ summary }) => summary.presentLast[type] ?? null]],
      [PRESENT_COLUMNS[type].best, ['smallint', ({ summary }) => summary.presentBest[type] ?? null]],
    ]),
  ),
  present_version: ['smallint', () => PRESENT_VERSION],
}

function newest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.max(...times)
}

const RANKS = columns<Rank>(2, { company_ordinal: ['int', ({ companyOrdinal }) => companyOrdinal], ...COLUMNS })

const NAMES = Object.keys(COLUMNS)
const VALUES = Object.entries(COLUMNS).map(([name, [type]]) =>
  type === 'float8' ? `to_timestamp(n.${name})` : `n.${name}`,
)
const of = (row: string) => NAMES.map((name) => `${row}.${name}`).join(', ')

const WRITE_RANKS = `
  insert into company_ranks as r (company_ordinal, as_of, ${NAMES.join(', ')})
  select n.company_ordinal, $1::date, ${VALUES.join(', ')} from ${RANKS.as('n')}
  on conflict (company_ordinal) do update set (as_of, ${NAMES.join(', ')}) = (excluded.as_of, ${of('excluded')})
   where (r.as_of, ${of('r')}) is distinct from (excluded.as_of, ${of('excluded')})`

export async function writeRanks(tx: Transaction, ranks: readonly Rank[], day: string): Promise<void> {
  if (ranks.length > 0) await tx.query(WRITE_RANKS, [day, ...RANKS.values(ranks)])
}

/** Whether there is a company whose score was computed before the given day, or whose summary is incomplete. */
export async function hasStaleRanks(db: Queryable, day: string): Promise<boolean> {
  const { stale } = await one<{ stale: boolean | null }>(
    db,
    `select min(as_of) < $1::date or exists (select from company_ranks where present_version is null) as stale
       from company_ranks`,
    [day],
  )
  return stale === true
}

/** The next of those companies in locking order: at most `companies`, and after the first only up to `signals`. */
export async function findStaleRanks(
  db: Queryable,
  day: string,
  after: number,
  max: { readonly companies: number; readonly signals: number },
): Promise<number[]> {
  const rows = await many<{ ordinal: number }>(
    db,
    `select ordinal from (
       select ordinal, sum(signals) over (order by ordinal) - signals as before from (
         select company_ordinal as ordinal from company_ranks
          where (as_of < $1::date or present_version is null) and company_ordinal > $2 order by company_ordinal limit $3) stale,
         lateral (select count(*) as signals from signals where company_ordinal = ordinal) counted) summed
      where before < $4 order by ordinal`,
    [day, after, max.companies, max.signals],
  )
  return rows.map(({ ordinal }) => ordinal)
}
