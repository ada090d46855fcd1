// A search: the query is evaluated to a bitset, the company filters narrow it, its bits are counted, and the page is
// picked from it.

import { clausesOf } from '../../../query/index.ts'
import type { Search, SearchResult, Sort } from '../../engine.ts'
import type { LiveIndex } from '../build/live-index.ts'
import { byHeat, byRecent, byScore, type Order } from '../build/orders.ts'
import { applyFilters } from './company-filters.ts'
import { BitsetEvaluation } from './evaluate.ts'
import { pickPage } from './pick-page.ts'
import { PreparedClauses } from './prepared-clauses.ts'
import { shownCompanies } from './shown-signals.ts'

const ORDERS: Readonly<Record<Sort, Order>> = { heat: byHeat, score: byScore, recent: byRecent }

export function search(index: LiveIndex, request: Search): SearchResult {
  const prepared = new PreparedClauses(index, request.query, request.asOf)
  const result = findCompanies(index, prepared, request)
  return request.show ? { ...result, shown: shownCompanies(index, prepared, request, result.ordinals) } : result
}

function findCompanies(
  index: LiveIndex,
  prepared: PreparedClauses,
  { query, filters, sort, offset, limit, explain }: Search,
): SearchResult {
  const evaluation = new BitsetEvaluation(index, prepared)
  const bits = evaluation.bitsOf(query)
  const total = applyFilters(index, bits, filters)
  const ordinals = pickPage(index, bits, total, ORDERS[sort], offset + limit).slice(offset)
  evaluation.pool.release(bits)
  if (!explain) return { total, ordinals }
  const clauses = clausesOf(query).map((clause) => {
    const bits = evaluation.bitsOf(clause)
    const count = applyFilters(index, bits, filters)
    evaluation.pool.release(bits)
    return count
  })
  return { total, ordinals, clauses }
}
