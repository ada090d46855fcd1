// Plans which pages to fetch for the first rows of a result, so that no row is paid for twice.

const MAX_PAGE_SIZE = 50
/** The API returns no rows after this one. */
export const LAST_ROW = 500

export interface PagePlan {
  readonly page: number
  readonly pageSize: number
}

export interface KnownPage extends PagePlan {
  readonly rows: number
}

export interface RowsPlan {
  /** In order. Known pages are included, but not fetched. */
  readonly pages: readonly PagePlan[]
  /** The pages to fetch, and what they cost at most: companies that the team was shown today are free. */
  readonly cost: { readonly requests: number; readonly companies: number }
}

/**
 * `wanted` is at most `total`. A page begins at a multiple of its size, so the plan uses the largest size that fits.
 */
export function planPages(known: readonly KnownPage[], wanted: number, total: number): RowsPlan {
  const pages: PagePlan[] = []
  const cost = { requests: 0, companies: 0 }
  const startOf = ({ page, pageSize }: PagePlan) => (page - 1) * pageSize
  for (let offset = 0; offset < wanted; ) {
    const there = known.find((each) => each.rows > 0 && startOf(each) === offset)
    if (there) {
      pages.push({ page: there.page, pageSize: there.pageSize })
      offset += there.rows
      continue
    }
    const next = Math.min(...known.map(startOf).filter((start) => start > offset))
    // The last page may be larger than what is left: rows that don't exist cost nothing.
    const end = Math.min(next, wanted === total ? LAST_ROW : wanted)
    const pageSize = largestSize(offset, end - offset)
    pages.push({ page: offset / pageSize + 1, pageSize })
    cost.requests++
    cost.companies += Math.min(pageSize, total - offset)
    offset += pageSize
  }
  return { pages, cost }
}

function largestSize(offset: number, most: number): number {
  for (let size = Math.min(most, MAX_PAGE_SIZE); size > 1; size--) if (offset % size === 0) return size
  return 1
}
