// What one person sees of the team's rows, in groups: pure functions of the rows and a time.

import { DAY_SECONDS } from '../../query/index.ts'

export interface RowWindow {
  readonly slug: string
  readonly label: string
  readonly windowDays: number
  /** Unix seconds: the last day in the window. */
  readonly windowEndsAt: number
  readonly score: number
}

export interface FeedRow {
  readonly ordinal: number
  readonly company: { readonly id: string; readonly name: string }
  readonly evidence: string
  /** Strongest first. */
  readonly windows: readonly RowWindow[]
  readonly lists: readonly string[]
  readonly searches: readonly { readonly id: string; readonly name: string }[]
  /** Unix seconds. */
  readonly newAt: number
}

export interface Groups {
  readonly fresh: readonly FeedRow[]
  readonly closing: readonly FeedRow[]
  readonly open: readonly FeedRow[]
}

/** In each group. */
const MAX_ROWS = 50
const CLOSING_DAYS = 7

/** Each company is in one group. `newSince` and `now` are Unix seconds. */
export function groupRows(rows: readonly FeedRow[], newSince: number, now: number): Groups {
  const isFresh = ({ newAt }: FeedRow) => newAt > newSince
  const isClosing = ({ windows: [window] }: FeedRow) =>
    window !== undefined && window.windowEndsAt < now + CLOSING_DAYS * DAY_SECONDS
  const others = rows.filter((row) => !isFresh(row) && row.windows.length > 0)
  return {
    fresh: rows
      .filter(isFresh)
      .sort((a, b) => b.newAt - a.newAt || byScore(a, b))
      .slice(0, MAX_ROWS),
    closing: others
      .filter(isClosing)
      .sort((a, b) => endOf(a) - endOf(b) || byScore(a, b))
      .slice(0, MAX_ROWS),
    open: others
      .filter((row) => !isClosing(row))
      .sort(byScore)
      .slice(0, MAX_ROWS),
  }
}

/** Highest first. Ties are in the order in which companies were added. */
function byScore(a: FeedRow, b: FeedRow): number {
  return (b.windows[0]?.score ?? 0) - (a.windows[0]?.score ?? 0) || a.ordinal - b.ordinal
}

const endOf = ({ windows: [window] }: FeedRow) => window?.windowEndsAt ?? 0
