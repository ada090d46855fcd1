// How search and slices page, alike. The bound keeps the API a tool for daily work and no way to copy the archive.

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
      description: `The page, from 1. \`page\` × \`pageSize\` is at most ${QUERY_SET_RECORDS_MAX}. Every page from the second on is a page turn.`,
      examples: [1],
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'Rows on a page. Each row returned costs a record.',
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
  const message = `page × pageSize is at most ${QUERY_SET_RECORDS_MAX}: with a pageSize of ${pageSize} the last page is ${last}`
  return [{ field: 'page', message }]
}

/** What a page costs beside its request. Of a page that is not known yet, a row is the least that needs room. */
export function drawOf({ page }: Page, rows: number): { records: number; pageTurns: number } {
  return { records: rows, pageTurns: page >= 2 ? 1 : 0 }
}

export function totalPagesOf(total: number, { pageSize }: Page): number {
  return Math.ceil(total / pageSize)
}
