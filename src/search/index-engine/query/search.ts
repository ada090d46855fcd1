// A search evaluates the query to a bitset, narrows it by the company filters, counts its bits, and picks the page.

import { clausesOf } from '../../../query/index.ts'
import type { Search, SearchResult, ShownCompany } from '../../engine.ts'
import { byHeat, byScore, type Order } from '../build/orders.ts'
import { PreparedClauses } from './clauses/prepared-clauses.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'
import { finish, type Steps } from './clauses/steps.ts'
import { applyFilters } from './company-filters.ts'
import { BitsetEvaluation } from './evaluate.ts'
import { pickPage } from './pages/pick-page.ts'
import { type RankedCompany, rankPage } from './pages/rank-page.ts'
import { shownCompanies } from './pages/shown-signals.ts'

/** `fewHits`: up to how many companies are ordered by only their rows. */
export function search(index: SearchedIndex, request: Search, fewHits?: number): SearchResult {
  return finish(searchSteps(index, request, fewHits))
}

export function* searchSteps(index: SearchedIndex, request: Search, fewHits?: number): Steps<SearchResult> {
  const prepared = new PreparedClauses(index, request.query, request.asOf)
  const { companies, ...counts } = yield* findCompanies(index, prepared, request, fewHits)
  const ordinals = companies.slice(request.offset).map(({ ordinal }) => ordinal)
  const result = { ...counts, ordinals }
  if (!request.show) return result
  return { ...result, shown: yield* shownCompanies(index, prepared, request, ordinals) }
}

/** One shard's part of a page: the counts of its companies, and the companies that may be on the page. */
export interface PagePart extends Omit<SearchResult, 'ordinals' | 'shown' | 'position'> {
  /** The first `offset + limit` of the shard. */
  readonly companies: readonly RankedCompany[]
  /** What the page shows of the companies from `shownFrom` on. */
  readonly shownFrom: number
  readonly shown?: readonly ShownCompany[]
}

/** `range`: the places of this shard's companies that the page may show. */
export function* pagePartSteps(
  index: SearchedIndex,
  request: Search,
  range: { readonly from: number; readonly to: number },
): Steps<PagePart> {
  const prepared = new PreparedClauses(index, request.query, request.asOf)
  const found = yield* findCompanies(index, prepared, request)
  const shownFrom = Math.min(range.from, found.companies.length)
  if (!request.show) return { ...found, shownFrom }
  const ordinals = found.companies.slice(shownFrom, range.to).map(({ ordinal }) => ordinal)
  return { ...found, shownFrom, shown: yield* shownCompanies(index, prepared, request, ordinals) }
}

function* findCompanies(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, filters, sort, offset, limit, explain }: Search,
  fewHits?: number,
): Steps<Pick<PagePart, 'total' | 'leftOut' | 'companies' | 'clauses'>> {
  const evaluation = new BitsetEvaluation(index, prepared)
  const bits = yield* evaluation.bitsOf(query)
  const { total, leftOut } = applyFilters(index, bits, filters)
  const companies =
    sort === 'match' || sort === 'recent'
      ? yield* rankPage(index, prepared, { query, kind: sort }, { bits, total }, offset + limit, fewHits)
      : inStoredOrder(index, bits, total, sort === 'heat' ? byHeat : byScore, offset + limit)
  evaluation.pool.release(bits)
  const found = { total, companies, ...(filters.withoutAgencies && { leftOut }) }
  if (!explain) return found
  const clauses: number[] = []
  for (const clause of clausesOf(query)) {
    const bits = yield* evaluation.bitsOf(clause)
    clauses.push(applyFilters(index, bits, filters).total)
    evaluation.pool.release(bits)
  }
  return { ...found, clauses }
}

/** Ties go only by ordinal, so the heat is left out. */
function inStoredOrder(
  index: SearchedIndex,
  bits: number,
  total: number,
  order: Order,
  limit: number,
): RankedCompany[] {
  const { columns } = index.memory
  return pickPage(index, bits, total, order, limit).map((ordinal) => ({
    ordinal,
    key: order.keyOf(columns, ordinal),
    heat: 0,
  }))
}
