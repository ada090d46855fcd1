// What an order is computed from: each clause and sequence that contributes to it is a set of the found companies, each with a
// key. The sets are joined to `hits h`.

import type { Clause, Query, Step } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { clauseSql, hasWords } from './clause-sql.ts'
import { sizeSql } from './match-key-sql.ts'
import type { Parameters } from './parameters.ts'
import { chainSql, countSql } from './query-sql.ts'

const IS_HIT = 's.company_ordinal in (select ordinal from hits)'

export class RankSets {
  readonly joins: string[] = []
  readonly #asOf: number
  readonly #parameters: Parameters
  /** The clauses that found the companies. */
  readonly #deciding: readonly Query[]

  constructor({ query, asOf, filters }: Pick<Search, 'query' | 'asOf' | 'filters'>, parameters: Parameters) {
    this.#asOf = asOf
    this.#parameters = parameters
    this.#deciding = filters.only ? [] : soleClauses(query)
  }

  /** The greatest value of an expression over the signals of a clause. */
  greatest(clause: Clause, key: string): string {
    const having = clause.count ? ` having ${countSql('count(*)', clause, this.#parameters)}` : ''
    // The index on words is searched once for all companies, not once for each company found.
    const isFoundByWords = this.#deciding.includes(clause) && hasWords(clause)
    return this.#joined(
      `select s.company_ordinal, max(${key}) as key from signals s
        where ${isFoundByWords ? '' : `${IS_HIT} and `}${clauseSql(clause, this.#asOf, this.#parameters)}
        group by s.company_ordinal${having}`,
    )
  }

  /** An expression over the signals of a sequence's chains. */
  ofChain(steps: readonly Step[], key: string): string {
    return this.#joined(
      `select company_ordinal, ${key} as key from (${chainSql(steps, this.#asOf, this.#parameters, IS_HIT)}) chained
        where ${steps.map((_, i) => `in_chain_${i}`).join(' or ')} group by company_ordinal`,
    )
  }

  /** What a company's size adds to its jobs. The company is joined at most once. */
  weight(): string {
    const join = 'join companies sized on sized.ordinal = h.ordinal'
    if (!this.joins.includes(join)) this.joins.push(join)
    return sizeSql('sized.employee_count')
  }

  #joined(set: string): string {
    const name = `k${this.joins.length}`
    this.joins.push(`left join (${set}) ${name} on ${name}.company_ordinal = h.ordinal`)
    return `${name}.key`
  }
}

/** The clauses that found the companies on their own: at least one of them holds for every company of the result. */
function soleClauses(query: Query): Query[] {
  if (query.node === 'clause') return [query]
  if (query.node === 'or') return query.of.flatMap(soleClauses)
  if (query.node !== 'and') return []
  const [part, other] = query.of.filter(({ node }) => node !== 'not')
  return part && !other ? soleClauses(part) : []
}
