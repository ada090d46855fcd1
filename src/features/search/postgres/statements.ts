// The statements of the twin: one for a page, one for evidence.

import { clausesOf, SEARCH_TEXT_VERSION } from '../../query/index.ts'
import type { Search, Sort } from '../engine.ts'
import { clauseSql } from './clause-sql.ts'
import { filtersSql } from './filters-sql.ts'
import { Parameters } from './parameters.ts'
import { queryNeedsText, querySql } from './query-sql.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const SORT_KEYS: Readonly<Record<Sort, string>> = {
  heat: 'r.heat_key',
  score: 'r.score_tenths',
  recent: 'r.last_at',
}

/** One row: ready, total, ordinals and, when asked for, clauses. */
export function pageStatement(search: Search): Statement {
  const { query, filters, sort, asOf, offset, limit, explain } = search
  const parameters = new Parameters()
  const matching = matchingSql(search, parameters)
  const page = `select ordinal from hits order by key desc nulls last, ordinal
    offset ${parameters.add(offset, 'bigint')} limit ${parameters.add(limit, 'bigint')}`
  const counts = explain
    ? clausesOf(query).map((clause) => {
        const { conditions, from } = sourceSql(filters, parameters)
        const all = [...conditions, querySql(clause, asOf, parameters)].join(' and ')
        return `(select count(*) from ${from} where ${all})`
      })
    : []
  const text = `
    with hits as materialized (select r.company_ordinal as ordinal, ${SORT_KEYS[sort]} as key ${matching})
    select ${readySql(search, parameters)} as ready, (select count(*) from hits) as total, array(${page}) as ordinals,
           array[${counts.join(', ')}]::int[] as clauses`
  return { text, values: parameters.values }
}

/** Rows: ordinal, occurredAt, confidence and the mask of the clauses, by company. The first row has the position. */
export function evidenceStatement(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Statement {
  const { query, asOf } = search
  const parameters = new Parameters()
  const matching = matchingSql(search, parameters)
  const predicates = clausesOf(query).map((clause) => `(${clauseSql(clause, asOf, parameters)})`)
  const mask = predicates.map((predicate, i) => `case when ${predicate} then ${2 ** i} else 0 end`).join(' + ')
  const text = `
    with hits as materialized (select r.company_ordinal as ordinal ${matching}),
    found as materialized (
      select s.company_ordinal, extract(epoch from s.occurred_at)::bigint as t, s.confidence, ${mask} as mask
        from signals s join hits on hits.ordinal = s.company_ordinal where ${predicates.join(' or ')})
    select -1 as ordinal, (select position from log_head) as t,
           case when ${readySql(search, parameters)} then 1 else 0 end as confidence,
           (select count(*) from (select from outbox limit 1) o)::int as mask
    union all
    (select hits.ordinal, found.t, found.confidence, found.mask
       from hits left join found on found.company_ordinal = hits.ordinal order by hits.ordinal)`
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

/** Whether every row has the text that the query looks at, in the version that it was normalised by. */
function readySql({ query }: Pick<Search, 'query'>, parameters: Parameters): string {
  if (!queryNeedsText(query)) return 'true'
  return `((select version from search_texts) = ${parameters.add(SEARCH_TEXT_VERSION, 'int')}
    and not exists (select from signals where search_text is null))`
}
