// A search: the query is evaluated to a bitset, the company filters narrow it, its bits are counted, and the page is
// picked from it.

import { clausesOf } from '../../../query/index.ts'
import type { Search, SearchResult, Sort } from '../../engine.ts'
import { byHeat, byRecent, byScore, type Order } from '../build/orders.ts'
import { applyFilters } from './company-filters.ts'
import { BitsetEvaluation } from './evaluate.ts'
import { pickPage } from './pick-page.ts'
import { PreparedClauses } from './prepared-clauses.ts'
import type { SearchedIndex } from './searched-index.ts'
import { shownCompanies } from './shown-signals.ts'
import { finish, type Steps } from './steps.ts'

const ORDERS: Readonly<Record<Sort, Order>> = { heat: byHeat, score: byScore, recent: byRecent }

export function search(index: SearchedIndex, request: Search): SearchResult {
  return finish(searchSteps(index, request))
}

export function* searchSteps(index: SearchedIndex, request: Search): Steps<SearchResult> {
  const prepared = new PreparedClauses(index, request.query, request.asOf)
  const result = yield* findCompanies(index, prepared, request)
  if (!request.show) return result
  return { ...result, shown: yield* shownCompanies(index, prepared, request, result.ordinals) }
}

function* findCompanies(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, filters, sort, offset, limit, explain }: Search,
): Steps<SearchResult> {
  const evaluation = new BitsetEvaluation(index, prepared)
  const bits = yield* evaluation.bitsOf(query)
  const total = applyFilters(index, bits, filters)
  const ordinals = pickPage(index, bits, total, ORDERS[sort], offset + limit).slice(offset)
  evaluation.pool.release(bits)
  if (!explain) return { total, ordinals }
  const clauses: number[] = []
  for (const clause of clausesOf(query)) {
    const bits = yield* evaluation.bitsOf(clause)
    clauses.push(applyFilters(index, bits, filters))
    evaluation.pool.release(bits)
  }
  return { total, ordinals, clauses }
}
