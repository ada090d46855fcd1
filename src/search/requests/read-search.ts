import type { Static } from 'typebox'
import { type ErrorDetail, invalidSignalQuery, validationFailed } from '../../http/index.ts'
import {
  InvalidQuery,
  plainContext,
  printQuery,
  type ReadContext,
  type ReadSearchText,
  readSearchText,
  type SentenceFilters,
} from '../../query/index.ts'
import { type Search, SORTS } from '../engine.ts'
import { combineFilters } from '../filters/combine-filters.ts'
import { type RequestedFilters, readCompanyFilters } from '../filters/read-filters.ts'
import { type Page, pageOf, pageProblems } from './paging.ts'
import type { SearchBody } from './schema.ts'

/** A search whose filters are not resolved yet. */
export interface ReadSearch extends Omit<Search, 'asOf' | 'filters' | 'show'> {
  readonly asked: RequestedFilters
  readonly page: Page
  /** How a sentence was read: a request that means the same. Absent if the query language was used. */
  readonly understood?: Understood
  /** Whether the query has plain words only. If it finds nothing, the reply says why. */
  readonly isPlain: boolean
}

export type Understood = { readonly signal_query: string } & SentenceFilters

/** Reads the request body. Reports all problems with the filters together, and parses the query after that. */
export function readSearch(body: Static<typeof SearchBody>, context: ReadContext = plainContext()): ReadSearch {
  const page = pageOf(body)
  const { filters, problems } = readCompanyFilters(body)
  problems.push(...pageProblems(page))
  if (problems.length > 0) throw validationFailed(problems)
  const { query, filters: stated, isPlain } = readSignalQuery(body.signal_query, context)
  return {
    query,
    asked: stated ? bothFilters(filters, stated) : filters,
    sort: body.sort ?? SORTS[0],
    explain: body.explain ?? false,
    offset: (page.page - 1) * page.pageSize,
    limit: page.pageSize,
    page,
    isPlain,
    ...(stated && { understood: { signal_query: printQuery(query), ...stated } }),
  }
}

function readSignalQuery(text: string, context: ReadContext): ReadSearchText {
  try {
    return readSearchText(text, context)
  } catch (error) {
    throw error instanceof InvalidQuery ? invalidSignalQuery({ ...error.details }) : error
  }
}

/** A company must pass the filters of the request and those that the sentence states. */
function bothFilters(filters: RequestedFilters, stated: SentenceFilters): RequestedFilters {
  const problems: ErrorDetail[] = []
  const both = combineFilters(filters, readCompanyFilters(stated).filters, problems)
  if (problems.length > 0) throw validationFailed(problems)
  return both
}
