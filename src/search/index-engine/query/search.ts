// A search evaluates the query to a bitset, narrows it by the company filters, counts its bits, and picks the page.

import { clausesOf } from '../../../query/index.ts'
import type { Search, SearchResult } from '../../engine.ts'
import { byHeat, byScore } from '../build/orders.ts'
import { PreparedClauses } from './clauses/prepared-clauses.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'
import { finish, type Steps } from './clauses/steps.ts'
import { applyFilters } from './company-filters.ts'
import { BitsetEvaluation } from './evaluate.ts'
import { pickPage } from './pages/pick-page.ts'
import { rankPage } from './pages/rank-page.ts'
import { shownCompanies } from './pages/shown-signals.ts'

/** `fewHits`: up to how many companies are ordered by their rows alone. */
export function search(index: SearchedIndex, request: Search, fewHits?: number): SearchResult {
  return finish(searchSteps(index, request, fewHits))
}

export function* searchSteps(index: SearchedIndex, request: Search, fewHits?: number): Steps<SearchResult> {
  const prepared = new PreparedClauses(index, request.query, request.asOf)
  const result = yield* findCompanies(index, prepared, request, fewHits)
  if (!request.show) return result
  return { ...result, shown: yield* shownCompanies(index, prepared, request, result.ordinals) }
}

function* findCompanies(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, filters, sort, offset, limit, explain }: Search,
  fewHits?: number,
): Steps<SearchResult> {
  const evaluation = new BitsetEvaluation(index, prepared)
  const bits = yield* evaluation.bitsOf(query)
  const { total, leftOut } = applyFilters(index, bits, filters)
  const page =
    sort === 'match' || sort === 'recent'
      ? yield* rankPage(index, prepared, { query, kind: sort }, { bits, total }, offset + limit, fewHits)
      : pickPage(index, bits, total, sort === 'heat' ? byHeat : byScore, offset + limit)
  const ordinals = page.slice(offset)
  evaluation.pool.release(bits)
  const found = { total, ordinals, ...(filters.withoutAgencies && { leftOut }) }
  if (!explain) return found
  const clauses: number[] = []
  for (const clause of clausesOf(query)) {
    const bits = yield* evaluation.bitsOf(clause)
    clauses.push(applyFilters(index, bits, filters).total)
    evaluation.pool.release(bits)
  }
  return { ...found, clauses }
}
