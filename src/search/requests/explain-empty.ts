import { leavesOf, printClause } from '../../query/index.ts'
import type { Caller, Search, SearchEngine } from '../engine.ts'
import type { Warning } from '../values/warnings.ts'

const MAX_SHOWN_FILTERS = 4
/** Filters that a request writes by another name than the engine. */
const WRITTEN: Readonly<Record<string, string>> = {
  only: 'domains or list',
  except: 'domainsNot',
  scoreTenthsMin: 'adoptionScoreMin',
}

/**
 * Why plain words find nothing: a part that no company matches, the filters, or the parts together. An empty page without
 * a reason looks like an answer.
 */
export async function explainEmpty(
  engine: SearchEngine,
  search: Omit<Search, 'show'>,
  caller: Caller,
): Promise<Warning[]> {
  const { query, filters } = search
  const { withoutAgencies, ...asked } = filters
  const stated = Object.keys(asked).map((name) => WRITTEN[name] ?? name)
  if (query.node === 'clause' && stated.length === 0) return [unmatched(printClause(query))]
  // Only the counts are used. Sorting by heat ranks nothing. Agencies are left out by default, so they don't count.
  const employers = withoutAgencies ? { withoutAgencies } : {}
  const counted = { ...search, filters: employers, sort: 'heat', offset: 0, limit: 1, explain: true } as const
  const { total, clauses = [] } = await engine.page(counted, caller)
  const unmet = leavesOf(query).filter(({ negated }, i) => !negated && clauses[i] === 0)
  if (unmet.length > 0 && total === 0) {
    const texts = [...new Set(unmet.map(({ clause }) => printClause(clause)))]
    return texts.map(unmatched)
  }
  if (total > 0 && stated.length > 0) {
    const names = stated.slice(0, MAX_SHOWN_FILTERS).join(', ')
    const companies = total === 1 ? '1 company matches' : `${total} companies match`
    return [warning(names, `${companies} the query, but none of them passes the filters: ${names}.`)]
  }
  if (total > 0 || clauses.length < 2) return []
  return [warning('', 'Each part of the query matches companies, but no company matches all of them.')]
}

function unmatched(clause: string): Warning {
  return warning(clause, `No company matches ${clause}.`)
}

function warning(value: string, message: string): Warning {
  return { field: 'signal_query', value, message, suggestions: [] }
}
