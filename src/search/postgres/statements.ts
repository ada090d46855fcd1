// The statements of the PostgreSQL engine: one for a page, one for evidence.

import { clausesOf, isNeutral, type Query, SEARCH_TEXT_VERSION } from '../../query/index.ts'
import type { Search } from '../engine.ts'
import { clauseSql } from './clause-sql.ts'
import { AGENCIES, filtersSql } from './filters-sql.ts'
import { Parameters } from './parameters.ts'
import { queryNeedsText, querySql } from './query-sql.ts'
import { rankSql } from './rank-sql.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** One row: ready, total, ordinals, how many were left out and, with `explain`, clauses. */
export function pageStatement(search: Search): Statement {
  const { query, filters, asOf, offset, limit, explain } = search
  const parameters = new Parameters()
  const { withoutAgencies, ...others } = filters
  const matching = matchingSql({ ...search, filters: others }, parameters)
  const { joins, key } = orderSql(search, parameters)
  const page = `select h.ordinal from hits h join company_ranks r on r.company_ordinal = h.ordinal ${joins}
    order by ${key}, h.ordinal
    offset ${parameters.add(offset, 'bigint')} limit ${parameters.add(limit, 'bigint')}`
  const counts = explain
    ? clausesOf(query).map((clause) => {
        const { conditions, from } = sourceSql(filters, parameters)
        const all = [...conditions, querySql(clause, asOf, parameters)].join(' and ')
        return `(select count(*) from ${from} where ${all})`
      })
    : []
  const hits = withoutAgencies
    ? `matching as materialized (select r.company_ordinal as ordinal ${matching}),
       hits as materialized (select ordinal from matching where ordinal not in (${AGENCIES}))`
    : `hits as materialized (select r.company_ordinal as ordinal ${matching})`
  const leftOut = withoutAgencies ? '(select count(*) from matching) - (select count(*) from hits)' : '0'
  const text = `
    with ${hits}
    select ${readySql(query, parameters)} as ready, (select count(*) from hits) as total, array(${page}) as ordinals,
           ${leftOut} as left_out, array[${counts.join(', ')}]::int[] as clauses`
  return { text, values: parameters.values }
}

function orderSql(search: Search, parameters: Parameters): { joins: string; key: string } {
  const { query, sort } = search
  if (sort === 'score') return { joins: '', key: 'r.score_tenths desc' }
  if (sort === 'heat' || isNeutral(query)) return { joins: '', key: 'r.heat_key desc' }
  const { joins, key } = rankSql(search, parameters)
  return { joins, key: `${key} desc, r.heat_key desc` }
}

/**
 * The first row is about the complete result: ready, the log position, whether changes are waiting for a position, and
 * all companies, including those without a matching signal. The other rows are signals, by company.
 */
export function evidenceStatement(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Statement {
  const { query, asOf } = search
  const parameters = new Parameters()
  const matching = matchingSql(search, parameters)
  const predicates = clausesOf(query).map((clause) => `(${clauseSql(clause, asOf, parameters)})`)
  const mask = predicates.map((predicate, i) => `case when ${predicate} then ${2 ** i} else 0 end`).join(' + ')
  const text = `
    with hits as materialized (select r.company_ordinal as ordinal ${matching})
    select case when ${readySql(query, parameters)} then 1 else 0 end as a, (select position from log_head) as b,
           (select count(*) from (select from outbox limit 1) o)::int as c, 0 as d, 0 as e,
           array(select ordinal from hits order by ordinal) as ordinals
    union all
    (select s.company_ordinal, extract(epoch from s.occurred_at)::bigint, s.confidence::int, ${mask},
            coalesce(floor(extract(epoch from s.closed_at) / 86400)::int + 1, 0), null
       from signals s join hits on hits.ordinal = s.company_ordinal where ${predicates.join(' or ')}
      order by s.company_ordinal)`
  return { text, values: parameters.values }
}

function matchingSql({ query, filters, asOf }: Pick<Search, 'query' | 'filters' | 'asOf'>, parameters: Parameters) {
  const { conditions, from } = sourceSql(filters, parameters)
  return `from ${from} where ${[...conditions, querySql(query, asOf, parameters)].join(' and ')}`
}

function sourceSql(filters: Search['filters'], parameters: Parameters): { conditions: string[]; from: string } {
  const { conditions, facts } = filtersSql(filters, parameters)
  return {
    conditions,
    from: `company_ranks r${facts ? ' join companies c on c.ordinal = r.company_ordinal' : ''}`,
  }
}

/** Whether every row has the search text that the query needs, in the current version of the normaliser. */
export function readySql(query: Query, parameters: Parameters): string {
  if (!queryNeedsText(query)) return 'true'
  return `((select version from search_texts) = ${parameters.add(SEARCH_TEXT_VERSION, 'int')}
    and not exists (select from signals where search_text is null))`
}
