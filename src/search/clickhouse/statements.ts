// The statements of the ClickHouse engine: one for a page, one for evidence. Each goes to every shard and reads its
// rows once, with the mark that gives their log position.
//
// Exact between merges: a company that changed has several rows until ClickHouse merges them, and only the newest
// counts. The oldest part of a table is by far the largest, and no company is in it twice. So a row of it that doesn't
// match can be ignored: if the company has a newer row, that one is in another part. All other rows, and those that
// match, are grouped by company, and the newest one of each decides.

import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { clausesOf } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { anyTest, argument, columnOf, signalTest, typesOfClause } from './clause-sql.ts'
import { filtersSql, IS_AGENCY } from './filters-sql.ts'
import { LEAST_KEY } from './layout.ts'
import { numberLiteral, quotedName, textLiteral } from './literals.ts'
import { Levels } from './query-sql.ts'
import { keptValues, orderSql, SIZE_SQL } from './rank-sql.ts'

/** Where a shard's rows are. */
export interface ShardTable {
  readonly database: string
  readonly table: string
  /** The part in which every company has at most one row, older than those in other parts. Empty if there is none. */
  readonly oldestPart: string
}

/** The bits of a row: whether it matches, whether it would but is an agency, and one for each clause. */
const MATCHES = 1
const LEFT_OUT = 2
const CLAUSE_BITS = 2

export function tableName({ database, table }: Pick<ShardTable, 'database' | 'table'>): string {
  return `${quotedName(database)}.${quotedName(table)}`
}

/** A row of a page: a company, or the mark of the shard, which comes first and has the layout in place of its heat. */
export type PageRow = readonly [
  ordinal: number,
  version: number,
  order: number,
  heat: number,
  bits: number,
  ...unknown[],
]

/** The totals follow the five columns of a row: how many match, how many were left out, and one for each clause. */
export const TOTALS_FROM = 5

export function matchesRow([, , , , bits]: PageRow): boolean {
  return bits % 2 === MATCHES
}

export function pageStatement(search: Search, shard: ShardTable): string {
  const { query, filters, sort, asOf, offset, limit, explain } = search
  const levels = new Levels(asOf, keptValues(query, sort))
  const clauses = explain ? clausesOf(query) : []
  const isAgency = filters.withoutAgencies ? `(${IS_AGENCY})` : '0'
  const parts = [
    `if(${levels.holds(query)}, if(${isAgency}, ${LEFT_OUT}, ${MATCHES}), 0)`,
    ...clauses.map((clause, i) => `if(${levels.holds(clause)} and not ${isAgency}, ${2 ** (i + CLAUSE_BITS)}, 0)`),
  ]
  const order = orderSql(query, sort, levels)
  const { top } = levels
  const key = levels.add(order, top)
  const bits = levels.add(`toUInt64(if(passes, ${parts.join(' + ')}, 0))`, top)
  const newest = `select ordinal, max(version) as v, argMax(${key}, version) as k, argMax(heat, version) as h,
      argMax(${bits}, version) as b
    from (${levels.sql(columnsOf(search, shard), fromSql(search, shard))})
    where ${bits} > 0 or recent or ordinal < 0 group by ordinal`
  const counts = parts.flatMap((_, i) => (i === 0 ? [0, 1] : [i + 1]))
  return `select ordinal, any(v) as v1, any(k) as k1, any(h) as h1, any(b) as b1,
      ${counts.map((bit) => `sum(bitAnd(bitShiftRight(b, ${bit}), 1)) as t${bit}`).join(', ')}
    from (${newest}) where b > 0 or ordinal < 0 group by ordinal with totals
    order by ordinal < 0 desc, bitAnd(b1, ${MATCHES}) desc, k1 desc${sort === 'score' ? '' : ', h1 desc'}, ordinal
    limit ${numberLiteral(offset + limit + 1)} format JSONCompact`
}

/** A row of the evidence. It no longer counts if its company has a newer row. */
export type EvidenceRow = readonly [
  ordinal: number,
  version: number,
  heat: number,
  matches: number,
  signals: readonly (readonly [at: number, confidence: number, closedDay: number, clauses: number])[],
]

export function evidenceStatement(search: Pick<Search, 'query' | 'filters' | 'asOf'>, shard: ShardTable): string {
  const { query, filters, asOf } = search
  const levels = new Levels(asOf, () => 'confidence')
  const isOut = filters.withoutAgencies ? `(${IS_AGENCY})` : '0'
  const matches = levels.holds(query)
  const tests = clausesOf(query).map((clause) => ({ clause, test: signalTest(clause, asOf) }))
  const signals = SIGNAL_TYPES.flatMap((type) => {
    const own = tests.map(({ clause, test }, i) => ({
      test,
      bit: 2 ** i,
      applies: typesOfClause(clause).includes(type),
    }))
    const applying = own.filter(({ applies }) => applies)
    if (applying.length === 0) return []
    const mask = applying
      .map(({ test, bit }) => (test.sql === undefined ? bit : `if(${test.sql}, ${bit}, 0)`))
      .join(' + ')
    const columns = [...new Set(['at', 'confidence', 'closed', ...applying.flatMap(({ test }) => [...test.columns])])]
    const closedDay = `if(${argument('closed')} > ${LEAST_KEY}, toInt64(floor(${argument('closed')} / 86400)) + 1, 0)`
    const four = `(${argument('at')}, ${argument('confidence')}, toInt64(${closedDay}), toUInt64(${mask}))`
    const all = `arrayMap((${columns.map(argument).join(', ')}) -> ${four}, ${columns.map((name) => columnOf(type, name)).join(', ')})`
    return [anyTest(applying.map(({ test }) => test)).sql === undefined ? all : `arrayFilter(x -> x.4 > 0, ${all})`]
  })
  const found = levels.add(signals.length === 1 ? (signals[0] as string) : `arrayConcat(${signals.join(', ')})`)
  const { top } = levels
  const isMatch = levels.add(`(passes and ${matches} and not ${isOut})`, top)
  return `select ordinal, version, heat, ${isMatch}, ${found}
    from (${levels.sql(columnsOf(search, shard), fromSql(search, shard))})
    where ${isMatch} or recent or ordinal < 0 format JSONCompact`
}

function columnsOf({ filters }: Pick<Search, 'filters'>, shard: ShardTable): string[] {
  const passes = filtersSql(filters).facts.join(' and ')
  return [
    ...['ordinal', 'version', 'heat', 'score', 'kind'],
    `(${recentSql(shard)}) as recent`,
    `(${passes}) as passes`,
    `${SIZE_SQL} as size`,
  ]
}

function fromSql({ filters }: Pick<Search, 'filters'>, shard: ShardTable): string {
  const { rows, facts } = filtersSql(filters)
  const conditions = [...rows, `((${facts.join(' and ')}) or ${recentSql(shard)} or ordinal < 0)`]
  return `from ${tableName(shard)} where ${conditions.join(' and ')}`
}

function recentSql({ oldestPart }: ShardTable): string {
  return `_part != ${textLiteral(oldestPart)}`
}
