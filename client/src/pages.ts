// The result of a search: one page of it, or all rows that the service gives.

import type { Logger } from './logger.ts'
import { Reply } from './reply.ts'
import type { RequestOptions, ResponseOf } from './transport.ts'

/** The service's bounds: a page has at most 50 rows, and no page reaches beyond row 500. */
export const PAGE_SIZE_MAX = 50
export const QUERY_SET_MAX = 500

/** What a call costs of the team's budgets. */
export interface Cost {
  readonly requests: number
  readonly records: number
  readonly pageTurns: number
}

export interface PagesOptions extends RequestOptions {
  /** Stop after this many rows. Default: 500, which is also the maximum. */
  readonly limit?: number
}

export interface PageSource<Row, Page> {
  readonly fetchPage: (page: number, pageSize: number | undefined, options: RequestOptions) => Promise<ResponseOf<Page>>
  readonly rowsOf: (page: Page) => { readonly rows: readonly Row[]; readonly total: number }
  readonly logger: Logger
  readonly page: number | undefined
  readonly pageSize: number | undefined
}

/**
 * Nothing is sent, and nothing charged, before `page()` is called or the iteration starts.
 *
 * The iteration reads pages of 50 rows unless the search has a `pageSize`, and starts at its `page`.
 */
export class Pages<Row, Page> implements AsyncIterable<Row> {
  readonly #source: PageSource<Row, Page>
  readonly #options: PagesOptions

  constructor(source: PageSource<Row, Page>, options: PagesOptions) {
    const { limit = QUERY_SET_MAX } = options
    if (typeof limit !== 'number' || Number.isNaN(limit)) throw new TypeError('limit must be a number')
    this.#source = source
    this.#options = options
  }

  /** One page with its total: the page of the search, or the first. */
  page(number: number | undefined = this.#source.page): Reply<Page> {
    return Reply.of(this.#source.fetchPage(number ?? 1, this.#source.pageSize, this.#options))
  }

  /** The most that iterating can cost. Known before anything is sent. */
  get maxCost(): Cost {
    return this.#costOf(QUERY_SET_MAX)
  }

  /** What iterating costs for a result of `total` rows. */
  #costOf(total: number): Cost {
    const { first, pageSize, lastRow } = this.#plan()
    const rows = Math.min(total, lastRow) - (first - 1) * pageSize
    // A page that the service rejects has no rows, and may be no number.
    const records = rows > 0 ? rows : 0
    const requests = records > 0 ? Math.ceil(records / pageSize) : 1
    return { requests, records, pageTurns: first === 1 ? requests - 1 : requests }
  }

  #plan() {
    const first = this.#source.page ?? 1
    const limit = Math.max(0, Math.floor(this.#options.limit ?? QUERY_SET_MAX))
    // A small limit doesn't pay for rows that nobody reads.
    const pageSize = this.#source.pageSize ?? Math.max(1, Math.min(PAGE_SIZE_MAX, limit))
    const reachable = Math.floor(QUERY_SET_MAX / pageSize) * pageSize
    const wanted = (first - 1) * pageSize + Math.ceil(limit / pageSize) * pageSize
    return { first, pageSize, limit, lastRow: Math.min(reachable, wanted) }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    const { first, pageSize, limit, lastRow } = this.#plan()
    let left = limit
    // The first page is always asked for, so that the service tells what is wrong with a page that it doesn't have.
    for (let page = first; left > 0 && (page === first || page * pageSize <= lastRow); page++) {
      const { data } = await this.#source.fetchPage(page, pageSize, this.#options)
      const { rows, total } = this.#source.rowsOf(data)
      if (page === first) this.#source.logger.info?.('reading all rows of a search', { total, ...this.#costOf(total) })
      for (const row of rows.slice(0, left)) yield row
      left -= rows.length
      if (page * pageSize >= total) return
    }
  }

  /** All rows at once: at most 500. */
  async toArray(): Promise<Row[]> {
    const rows: Row[] = []
    for await (const row of this) rows.push(row)
    return rows
  }
}
