import type { ListSet } from '../../account/lists/index.ts'
import type { Queryable } from '../../db/index.ts'
import type { Query } from '../../query/index.ts'
import type { CompanyFilters, SearchResult } from '../engine.ts'
import type { RequestedFilters } from '../filters/read-filters.ts'
import { resolveFilters } from '../filters/resolve-filters.ts'
import type { OccurringValues } from '../values/occurring-values.ts'
import { type Remarks, remarksOf, type Warning } from '../values/warnings.ts'

interface PendingRequest {
  readonly asked: RequestedFilters
  /** The list that the request names (`listOf`). */
  readonly list: ListSet | undefined
  /** Undefined if the query isn't the caller's. */
  readonly query?: Query
  /** The tools that the caller names in the parameter `slice`, as a query. */
  readonly tools?: Query | undefined
}

/** Resolves the domains to companies, runs the search with them, and then looks for values that occur nowhere. */
export async function answerRequest<Result>(
  db: Queryable,
  values: OccurringValues,
  { asked, list, query, tools }: PendingRequest,
  run: (filters: CompanyFilters) => Promise<Result>,
  countsOf: (result: Result) => Pick<SearchResult, 'total' | 'leftOut'>,
): Promise<{ result: Result; remarks: Remarks; isFinal: boolean }> {
  const resolved = await resolveFilters(db, asked, list)
  const result = await run(resolved.filters)
  // After the search: a value that it found must not be reported as unknown.
  const found = await values.warningsFor(asked, query ?? tools)
  const warnings = tools ? found?.map(inSlice) : found
  const remarks = remarksOf({ ...asked, listed: list }, resolved, warnings ?? [], countsOf(result))
  // Until the values are loaded, the same request may have warnings a moment later.
  return { result, remarks, isFinal: warnings !== undefined }
}

const inSlice = (warning: Warning) => (warning.field === 'signal_query' ? { ...warning, field: 'slice' } : warning)
