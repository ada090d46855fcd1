// Compiles the order of a result: the rules of query/evaluate/ranking.ts in SQL. Each clause and sequence that
// contributes to the order is a set of the found companies, each with a key.

import { isNeutral, partsThatOrder, type Query } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { clauseSql, hasWords, typeName } from './clause-sql.ts'
import { matchKeySql, TIME_SQL } from './match-key-sql.ts'
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

  /** Null if the part doesn't hold or has no strength. */
  function keySql(part: Query): string {
    switch (part.node) {
      case 'clause': {
        const type = part.type === 'any' ? undefined : typeName(part.type)
        const key = isMatch ? matchKeySql(parameters, type) : TIME_SQL
        const having = part.count ? ` having ${countSql('count(*)', part, parameters)}` : ''
        // The index on words is searched once for all companies, not once for each company found.
        const isFoundByWords = deciding.includes(part) && hasWords(part)
        const found = isFoundByWords ? '' : 's.company_ordinal in (select ordinal from hits) and '
        return joined(
          `select s.company_ordinal, max(${key}) as key from signals s
            where ${found}${clauseSql(part, asOf, parameters)}
            group by s.company_ordinal${having}`,
        )
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
        return isMatch
          ? `least(${keys.map((key) => `coalesce(${key}, ${LEAST_SQL})`).join(', ')})`
          : `greatest(${keys.join(', ')})`
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
