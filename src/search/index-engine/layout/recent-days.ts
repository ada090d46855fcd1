// Where the recent rows are (see build/recent-rows.ts): by type, present ones first, and by day from new to old.

import type { Sizes } from './columns.ts'

/** No confidence: a recent row that was removed. */
export const REMOVED_CONFIDENCE = 255

/** The place of a list in `recentStart`. */
export function recentPlace(
  { firstRecentDay, recentDays }: Pick<Sizes, 'firstRecentDay' | 'recentDays'>,
  type: number,
  isPresent: boolean,
  day: number,
): number {
  return (2 * type + (isPresent ? 0 : 1)) * recentDays + firstRecentDay + recentDays - 1 - day
}
