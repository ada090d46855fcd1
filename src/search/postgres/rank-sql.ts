// Compiles the order of a result: the rules of query/evaluate/ranking.ts in SQL. Each clause and sequence that
// contributes to the order is a set of the found companies, each with a key.

import { type Clause, isNeutral, isWeighedBySize, partsThatOrder, type Query, statesBeside } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { clauseSql, hasWords, typeName } from './clause-sql.ts'
import { certaintySql, matchKeySql, sizeSql, TIME_SQL } from './match-key-sql.ts'
import type { Parameters } from './parameters.ts'
import { chainSql, countSql, querySql } from './query-sql.ts'

/** Less than any key. Not null, which `least` and `greatest` ignore. */
const LEAST_SQL = '-1000000000000000'

/** For orders that depend on the query: joins to `hits h` and `company_ranks r`, and the key. */
export function rankSql(
  { query, sort, asOf, filters }: Pick<Search, 'query' | 'sort' | 'asOf' | 'filters'>,
  parameters: Parameters,
): { joins: string; key: string } {
  const joins: string[] = []
  const isMatch = sort === 'match'
  const deciding = filters.only ? [] : soleClauses(query)

  function joined(set: string): string {
    const name = `k${joins.length}`
    joins.push(`left join (${set}) ${name} on ${name}.company_ordinal = h.ordinal`)
    return `${name}.key`
  }

  /** The greatest value of an expression over the signals of a clause. */
  function greatestSql(clause: Clause, key: string): string {
    const having = clause.count ? ` having ${countSql('count(*)', clause, parameters)}` : ''
    // The index on words is searched once for all companies, not once for each company found.
    const isFoundByWords = deciding.includes(clause) && hasWords(clause)
    const found = isFoundByWords ? '' : 's.company_ordinal in (select ordinal from hits) and '
    return joined(
      `select s.company_ordinal, max(${key}) as key from signals s
        where ${found}${clauseSql(clause, asOf, parameters)}
        group by s.company_ordinal${having}`,
    )
  }

  /** What a company's size adds to its jobs. The company is joined at most once. */
  function weightSql(): string {
    const join = 'join companies sized on sized.ordinal = h.ordinal'
    if (!joins.includes(join)) joins.push(join)
    return sizeSql('sized.employee_count')
  }

  /** How certain a part is that is only about states. Null if it doesn't hold, or is neutral. */
  function stateSql(part: Query): string {
    switch (part.node) {
      case 'clause': {
        const confidence = greatestSql(part, 's.confidence')
        return `case when ${confidence} is not null then coalesce(${certaintySql(parameters, confidence)}, ${LEAST_SQL}) end`
      }
      case 'and':
      case 'or': {
        const parts = part.of.filter((each) => !isNeutral(each))
        const [first, ...rest] = parts.map(stateSql)
        if (first === undefined) return 'null::bigint'
        const certainty =
          rest.length === 0 ? first : `${part.node === 'and' ? 'least' : 'greatest'}(${[first, ...rest].join(', ')})`
        return part.node === 'and' ? `case when ${querySql(part, asOf, parameters)} then ${certainty} end` : certainty
      }
      default:
        return 'null::bigint'
    }
  }

  /** A key that is as much less as the states beside it are uncertain. */
  function besideSql(key: string, states: readonly Query[]): string {
    if (states.length === 0) return key
    const certainty = `coalesce(least(${states.map(stateSql).join(', ')}), 0)`
    return `case when ${certainty} = ${LEAST_SQL} then ${LEAST_SQL} else greatest(${LEAST_SQL}, ${key} + ${certainty}) end`
  }

  /** Null if the part doesn't hold or has no strength. */
  function keySql(part: Query): string {
    switch (part.node) {
      case 'clause': {
        const type = part.type === 'any' ? undefined : typeName(part.type)
        const key = greatestSql(part, isMatch ? matchKeySql(parameters, type) : TIME_SQL)
        return isMatch && isWeighedBySize(part) ? `(${key} + ${weightSql()})` : key
      }
      case 'sequence': {
        const chain = chainSql(part.steps, asOf, parameters, 's.company_ordinal in (select ordinal from hits)')
        const steps = part.steps.map((_, i) => `coalesce(max(key) filter (where in_chain_${i}), ${LEAST_SQL})`)
        const key = isMatch ? `least(${steps.join(', ')})` : 'max(t)'
        return joined(
          `select company_ordinal, ${key} as key from (${chain}) chained
            where ${part.steps.map((_, i) => `in_chain_${i}`).join(' or ')} group by company_ordinal`,
        )
      }
      case 'not':
        return 'null::bigint'
      case 'or': {
        const keys = part.of
          .filter((each) => !isNeutral(each))
          .map((each) =>
            each.node === 'and'
              ? `case when ${querySql(each, asOf, parameters)} then ${keySql(each)} end`
              : keySql(each),
          )
        return keys.length === 0 ? 'null::bigint' : `greatest(${keys.join(', ')})`
      }
      default: {
        const parts = isMatch ? partsThatOrder(part.of) : part.of.filter((each) => !isNeutral(each))
        if (parts.length === 0) return 'null::bigint'
        const keys = parts.map(keySql)
        if (!isMatch) return `greatest(${keys.join(', ')})`
        const least = `least(${keys.map((key) => `coalesce(${key}, ${LEAST_SQL})`).join(', ')})`
        return besideSql(least, statesBeside(part.of))
      }
    }
  }

  const key = keySql(query)
  return { joins: joins.join('\n'), key: `coalesce(${key}, ${LEAST_SQL})` }
}

/** The clauses that found the companies on their own: at least one of them holds for every company of the result. */
function soleClauses(query: Query): Query[] {
  if (query.node === 'clause') return [query]
  if (query.node === 'or') return query.of.flatMap(soleClauses)
  if (query.node !== 'and') return []
  const [part, other] = query.of.filter(({ node }) => node !== 'not')
  return part && !other ? soleClauses(part) : []
}
