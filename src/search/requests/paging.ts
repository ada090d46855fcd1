// The paging of search and slices. The limit keeps the API a tool for daily work, not a way to copy the database.

import { Type } from 'typebox'
import type { ErrorDetail } from '../../http/index.ts'

export const PAGE_SIZE_MAX = 50
export const QUERY_SET_RECORDS_MAX = 500
export const PAGE_SIZE_DEFAULT = 25

export const PAGING = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: `The page number, from 1. \`page\` × \`pageSize\` must be at most ${QUERY_SET_RECORDS_MAX}. Every page after the first costs a page turn.`,
      examples: [1],
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'Rows per page. Each returned row costs a record.',
      examples: [25],
    }),
  ),
}

export interface Page {
  readonly page: number
  readonly pageSize: number
}

export function pageOf({ page = 1, pageSize = PAGE_SIZE_DEFAULT }: Partial<Page>): Page {
  return { page, pageSize }
}

export function pageProblems({ page, pageSize }: Page): ErrorDetail[] {
  if (page * pageSize <= QUERY_SET_RECORDS_MAX) return []
  const last = Math.floor(QUERY_SET_RECORDS_MAX / pageSize)
  const message = `page × pageSize can be at most ${QUERY_SET_RECORDS_MAX}: with a pageSize of ${pageSize}, the last page is ${last}`
  return [{ field: 'page', message }]
}

/** The cost of a page besides the request. Before the rows are known, callers pass 1, the minimum. */
export function pageCost({ page }: Page, rows: number): { records: number; pageTurns: number } {
  return { records: rows, pageTurns: page >= 2 ? 1 : 0 }
}

/** The same for input that is not validated yet. */
export function unvalidatedPageCost(input: unknown): ReturnType<typeof pageCost> {
  const page = Number((input as { page?: unknown } | null | undefined)?.page ?? 1)
  return pageCost({ page: page >= 2 ? 2 : 1, pageSize: 1 }, 1)
}

export function totalPagesOf(total: number, { pageSize }: Page): number {
  return Math.ceil(total / pageSize)
}
