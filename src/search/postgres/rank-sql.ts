// Compiles the order of a result: the rules of query/evaluate/ranking.ts in SQL.

import { isNeutral, isWeighedBySize, partsThatOrder, type Query, statesBeside } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { typeName } from './clause-sql.ts'
import { certaintySql, matchKeySql, TIME_SQL } from './match-key-sql.ts'
import type { Parameters } from './parameters.ts'
import { querySql } from './query-sql.ts'
import { RankSets } from './rank-sets.ts'

/** Less than any key. Not null, which `least` and `greatest` ignore. */
const LEAST_SQL = '-1000000000000000'

/** For orders that depend on the query: joins to `hits h` and `company_ranks r`, and the key. */
export function rankSql(
  search: Pick<Search, 'query' | 'sort' | 'asOf' | 'filters'>,
  parameters: Parameters,
): { joins: string; key: string } {
  const { query, sort, asOf } = search
  const isMatch = sort === 'match'
  const sets = new RankSets(search, parameters)

  /** The certainty of a part that is only about states. Null if it doesn't hold, or is neutral. */
  function stateSql(part: Query): string {
    switch (part.node) {
      case 'clause': {
        const confidence = sets.greatest(part, 's.confidence')
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

  /** A key lowered by the uncertainty of the states next to it. */
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
        const key = sets.greatest(part, isMatch ? matchKeySql(parameters, type) : TIME_SQL)
        return isMatch && isWeighedBySize(part) ? `(${key} + ${sets.weight()})` : key
      }
      case 'sequence': {
        const steps = part.steps.map((_, i) => `coalesce(max(key) filter (where in_chain_${i}), ${LEAST_SQL})`)
        return sets.ofChain(part.steps, isMatch ? `least(${steps.join(', ')})` : 'max(t)')
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
  return { joins: sets.joins.join('\n'), key: `coalesce(${key}, ${LEAST_SQL})` }
}
