import type { Static } from 'typebox'
import { invalidSignalQuery, validationFailed } from '../../http/index.ts'
import { InvalidQuery, parseSignalQuery, type Query } from '../../query/index.ts'
import { type Search, SORTS } from '../engine.ts'
import { type RequestedFilters, readCompanyFilters } from '../filters/read-filters.ts'
import { type Page, pageOf, pageProblems } from './paging.ts'
import type { SearchBody } from './schema.ts'

/** A search whose filters are not resolved yet. */
export interface ReadSearch extends Omit<Search, 'asOf' | 'filters' | 'show'> {
  readonly asked: RequestedFilters
  readonly page: Page
}

/** Reads the request body. Reports all problems with the filters together, and parses the query after that. */
export function readSearch(body: Static<typeof SearchBody>): ReadSearch {
  const page = pageOf(body)
  const { filters, problems } = readCompanyFilters(body)
  problems.push(...pageProblems(page))
  if (problems.length > 0) throw validationFailed(problems)
  return {
    query: readSignalQuery(body.signal_query),
    asked: filters,
    sort: body.sort ?? SORTS[0],
    explain: body.explain ?? false,
    offset: (page.page - 1) * page.pageSize,
    limit: page.pageSize,
    page,
  }
}

function readSignalQuery(text: string): Query {
  try {
    return parseSignalQuery(text)
  } catch (error) {
    throw error instanceof InvalidQuery ? invalidSignalQuery({ ...error.details }) : error
  }
}
