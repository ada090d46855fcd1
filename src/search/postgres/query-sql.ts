// Compiles a query to a condition on a company's row of company_ranks, named `r`.
//
// That row alone decides a clause with only a type, a start time or a minimum confidence, about any time or the
// present. Other clauses are sets of companies, found in signals. EXISTS lets the planner choose between building the
// set once and looking up each company. At the top of a query it becomes a join.

import { isLastingType, isStateType } from '../../meaning/types/index.ts'
import { type Clause, clausesOf, DAY_SECONDS, leavesOutSome, type Query, type Step } from '../../query/index.ts'
import { PRESENT_COLUMNS, RANK_COLUMNS } from '../../write/write-path/index.ts'
import { clauseSql, confidencesOf, needsText, timesOf, typeName } from './clause-sql.ts'
import { matchKeySql } from './match-key-sql.ts'
import type { Parameters } from './parameters.ts'

export function querySql(query: Query, asOf: number, parameters: Parameters): string {
  const set = setSql(query, asOf, parameters)
  if (set !== undefined) return `exists (select from (${set}) x where x.company_ordinal = r.company_ordinal)`
  switch (query.node) {
    case 'clause':
      return summarySql(query, asOf, parameters) ?? 'false'
    case 'not':
      return `not ${querySql(query.of, asOf, parameters)}`
    case 'sequence':
      throw new Error('a sequence always compiles to a set')
    default: {
      const parts = query.of.map((part) => querySql(part, asOf, parameters))
      return `(${parts.join(` ${query.node} `)})`
    }
  }
}

export function queryNeedsText(query: Query): boolean {
  return clausesOf(query).some(needsText)
}

/** The matching companies, possibly with duplicates. Undefined if the summary row suffices, and for AND and NOT. */
function setSql(query: Query, asOf: number, parameters: Parameters): string | undefined {
  switch (query.node) {
    case 'clause':
      return summarySql(query, asOf, parameters) === undefined ? clauseSet(query, asOf, parameters) : undefined
    case 'sequence':
      return sequenceSet(query.steps, asOf, parameters)
    case 'or': {
      const sets = query.of.map((part) => setSql(part, asOf, parameters))
      return sets.includes(undefined) ? undefined : sets.join(' union all ')
    }
    default:
      return undefined
  }
}

function clauseSet(clause: Clause, asOf: number, parameters: Parameters): string {
  const found = `select s.company_ordinal from signals s where ${clauseSql(clause, asOf, parameters)}`
  return clause.count ? `${found} group by s.company_ordinal having ${countSql('count(*)', clause, parameters)}` : found
}

export function countSql(counted: string, { count }: Clause, parameters: Parameters): string {
  const { atLeast = 1, atMost } = count ?? {}
  const upper = atMost === undefined ? '' : ` and ${counted} <= ${parameters.add(atMost, 'bigint')}`
  return `${counted} >= ${parameters.add(atLeast, 'bigint')}${upper}`
}

/** A necessary condition on the summary row, from the clause's type and start time. */
function typeSql(clause: Clause, asOf: number, parameters: Parameters): string {
  const { from } = timesOf(clause, asOf)
  const last = clause.type === 'any' ? 'r.last_at' : `r.${RANK_COLUMNS[typeName(clause.type)].last}`
  const since = from === undefined ? '' : ` and ${last} >= to_timestamp(${parameters.add(from, 'float8')})`
  return `(${last} is not null${since})`
}

/** Undefined if the summary row doesn't suffice. */
function summarySql(clause: Clause, asOf: number, parameters: Parameters): string | undefined {
  const { from, before } = timesOf(clause, asOf)
  if (clause.count || before !== undefined || clause.closedDays !== undefined) return undefined
  if (clause.conditions.some(({ field }) => field !== 'confidence')) return undefined
  if (clause.presence) return presentSql(clause, asOf, parameters)
  if (clause.news || leavesOutSome(clause)) return undefined
  if (clause.conditions.length === 0) return typeSql(clause, asOf, parameters)
  const min = minConfidence(clause)
  if (from !== undefined || min === undefined) return undefined
  const best = clause.type === 'any' ? `greatest(${BESTS})` : `r.${RANK_COLUMNS[typeName(clause.type)].best}`
  return `coalesce(${best} >= ${parameters.add(min, 'smallint')}, false)`
}

/**
 * A clause about the present, decided by the summary of present signals. The newest time is that of news, because a
 * clause with a time asks for news. Until every row has this summary, the signals decide: the set is built once, and
 * only if needed.
 */
function presentSql(clause: Clause, asOf: number, parameters: Parameters): string | undefined {
  const { from } = timesOf(clause, asOf)
  const { type } = clause
  const min = minConfidence(clause)
  if (!isLastingType(type) || clause.presence !== 'present' || min === undefined) return undefined
  if (from === undefined ? clause.news : min > 0 || !(clause.news || !isStateType(type))) return undefined
  const holds =
    from === undefined
      ? `coalesce(r.${PRESENT_COLUMNS[type].best} >= ${parameters.add(min, 'smallint')}, false)`
      : `coalesce(r.${PRESENT_COLUMNS[type].last} >= to_timestamp(${parameters.add(from, 'float8')}), false)`
  const set = clauseSet(clause, asOf, parameters)
  return `(case when ${SUMMARISED} then ${holds} else r.company_ordinal in (${set}) end)`
}

const SUMMARISED = '(select not exists (select from company_ranks where present_version is null))'

/** The lowest confidence that passes, if every higher one passes too: then the highest confidence is enough. */
function minConfidence({ conditions }: Clause): number | undefined {
  const fitting = Array.from({ length: 101 }, (_, hundredths) => hundredths).filter((hundredths) =>
    conditions.every((condition) => confidencesOf(condition).includes(hundredths)),
  )
  const min = fitting[0]
  return min !== undefined && fitting.length === 101 - min ? min : undefined
}

const BESTS = Object.values(RANK_COLUMNS)
  .map(({ best }) => `r.${best}`)
  .join(', ')

function sequenceSet(steps: readonly Step[], asOf: number, parameters: Parameters): string {
  return `select company_ordinal from (${forwardSql(steps, asOf, parameters)}) chained where reached_${steps.length - 1}`
}

/**
 * The signals of the steps, with a column `reached_i` for each step: whether the signal meets step i and some chain
 * reaches it. A window function finds the nearest reached signal of the previous step that is strictly earlier: if that
 * is too far away, all are. So the work grows with the number of signals, not with the number of pairs.
 */
function forwardSql(
  steps: readonly Step[],
  asOf: number,
  parameters: Parameters,
  of?: string,
  withKeys = false,
): string {
  const meets = steps.map(({ clauses }) =>
    clauses
      .map((clause) => `(${clauseSql(clause, asOf, parameters, of === undefined ? 'all' : 'one-company')})`)
      .join(' or '),
  )
  // A company needs a signal of each step's types, and its summary row shows that without reading signals.
  const likely = steps.map(
    ({ clauses }) => `(${clauses.map((clause) => typeSql(clause, asOf, parameters)).join(' or ')})`,
  )
  const companies =
    of ?? `s.company_ordinal in (select r.company_ordinal from company_ranks r where ${likely.join(' and ')})`
  const flags = meets.map((meet, i) => `(${meet}) as ${i === 0 ? 'reached_0' : `meets_${i}`}`)
  if (withKeys) flags.push(...clauseFlags(steps, asOf, parameters), `${matchKeySql(parameters)} as key`)
  let sql = `select s.company_ordinal, s.id, extract(epoch from s.occurred_at)::bigint as t, ${flags.join(', ')}
    from signals s where ${companies} and (${meets.join(' or ')})`
  for (let i = 1; i < steps.length; i++) {
    const nearest = `max(case when reached_${i - 1} then t end) over (partition by company_ordinal order by t
      range between unbounded preceding and 1::bigint preceding)`
    sql = `select *, meets_${i} and ${gapSql(`t - ${nearest}`, steps[i], parameters)} as reached_${i} from (${sql}) step_${i}`
  }
  return sql
}

/** For a step with several clauses: columns `meets_i_j`, whether the signal meets clause j of step i. */
function clauseFlags(steps: readonly Step[], asOf: number, parameters: Parameters): string[] {
  return steps.flatMap(({ clauses }, i) =>
    clauses.length === 1
      ? []
      : clauses.map((clause, j) => `(${clauseSql(clause, asOf, parameters, 'one-company')}) as meets_${i}_${j}`),
  )
}

/**
 * Adds columns to `forwardSql`: `key`, by which matches are ordered, and `in_chain_i`, whether a complete chain goes through
 * the signal at step i.
 */
export function chainSql(steps: readonly Step[], asOf: number, parameters: Parameters, of: string): string {
  const last = steps.length - 1
  let sql = `select *, reached_${last} as in_chain_${last} from (${forwardSql(steps, asOf, parameters, of, true)}) forward_all`
  for (let i = last - 1; i >= 0; i--) {
    // In descending time, so that the frame only grows. PostgreSQL recomputes a shrinking frame for every row.
    const nearest = `min(case when in_chain_${i + 1} then t end) over (partition by company_ordinal order by t desc
      range between unbounded preceding and 1::bigint preceding)`
    sql = `select *, reached_${i} and ${gapSql(`${nearest} - t`, steps[i + 1], parameters)} as in_chain_${i} from (${sql}) back_${i}`
  }
  return sql
}

/** Null if there is no other signal. Every use treats null as false. */
function gapSql(gap: string, step: Step | undefined, parameters: Parameters): string {
  if (step?.withinDays === undefined) return `(${gap}) is not null`
  return `(${gap}) <= ${parameters.add(step.withinDays * DAY_SECONDS, 'bigint')}`
}
