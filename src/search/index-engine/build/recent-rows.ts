// The newest rows of the base a second time: only company and confidence, by type, whether they are present, and day,
// from new to old. A clause that needs no more than that within a recent window reads them sequentially. In the order
// of the rows the same window is a part of thousands of runs, and finding each part costs more than reading it.

import { type Columns, entryOf, type Sizes } from '../layout/columns.ts'
import { REMOVED, ROW_BITS, ROW_MASK } from '../layout/kernel-constants.ts'
import type { IndexMemory } from '../layout/memory.ts'
import { REMOVED_CONFIDENCE, recentPlace } from '../layout/recent-days.ts'

const DAY_SECONDS = 86_400
/** At most this share of all rows, as many whole days as fit: 0.6 bytes a signal. */
const MAX_SHARE = 1 / 8

/** How many rows of the base are recent, and the days that they are of. `timeOf` gives the time of each row. */
export function recentSizes(
  rows: number,
  timeOf: (row: number) => number,
): Pick<Sizes, 'recentRows' | 'firstRecentDay' | 'recentDays'> {
  const perDay = new Uint32Array(65_536)
  for (let row = 0; row < rows; row++) perDay[Math.floor(timeOf(row) / DAY_SECONDS)]!++
  const last = perDay.findLastIndex((count) => count > 0)
  let [day, recentRows] = [last + 1, 0]
  while (day > 0 && recentRows + perDay[day - 1]! <= rows * MAX_SHARE) recentRows += perDay[--day]!
  return { recentRows, firstRecentDay: day, recentDays: last + 1 - day }
}

/** From the rows of the companies. Within a day they are sorted by company. */
export function writeRecentRows({ columns, layout: { sizes } }: IndexMemory): void {
  const { companyRows, companyTimes, company, confidence, recentStart, recentCompany, recentConfidence } = columns
  if (sizes.recentRows === 0) return
  const eachRecent = (visit: (place: number, row: number) => void) => {
    for (let i = 0; i < companyRows.length; i++) {
      const day = Math.floor(companyTimes[i]! / DAY_SECONDS)
      if (day < sizes.firstRecentDay) continue
      const row = companyRows[i]! & ROW_MASK
      visit(placeOf(columns, sizes, companyRows[i]! >>> ROW_BITS, row, day), row)
    }
  }
  eachRecent((place) => {
    recentStart[place + 1]!++
  })
  for (let i = 1; i < recentStart.length; i++) recentStart[i]! += recentStart[i - 1]!
  const next = recentStart.slice()
  eachRecent((place, row) => {
    const at = next[place]!++
    recentCompany[at] = company[row]!
    recentConfidence[at] = confidence[row]!
  })
}

/** Call before a row of the base, at its place in `companyRows`, is removed. Removes this row or an equal one. */
export function removeRecentRow({ columns, layout: { sizes } }: IndexMemory, place: number): void {
  const { companyRows, companyTimes, company, confidence, recentStart, recentCompany, recentConfidence } = columns
  const day = Math.floor(companyTimes[place]! / DAY_SECONDS)
  if (sizes.recentRows === 0 || day < sizes.firstRecentDay || companyRows[place] === REMOVED) return
  const row = companyRows[place]! & ROW_MASK
  const own = placeOf(columns, sizes, companyRows[place]! >>> ROW_BITS, row, day)
  let [first, end] = [recentStart[own]!, recentStart[own + 1]!]
  const last = end
  while (first < end) {
    const middle = (first + end) >>> 1
    if (recentCompany[middle]! < company[row]!) first = middle + 1
    else end = middle
  }
  while (first < last && recentCompany[first] === company[row] && recentConfidence[first] !== confidence[row]) first++
  if (first < last && recentCompany[first] === company[row]) recentConfidence[first] = REMOVED_CONFIDENCE
}

function placeOf(columns: Columns, sizes: Sizes, type: number, row: number, day: number): number {
  return recentPlace(sizes, type, columns.entryPresent[entryOf(columns, row)] !== 0, day)
}
