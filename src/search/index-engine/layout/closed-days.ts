// Finds the ended rows of the base, and the day on which each was closed.

import { TYPES } from './fields.ts'
import type { IndexMemory } from './memory.ts'

/** By type: where its present entries end and the ended ones begin. */
export function presentEnds({ columns, layout: { sizes } }: IndexMemory): number[] {
  const { entryType, entryPresent } = columns
  const ends = Array.from({ length: TYPES }, () => 0)
  let entry = 0
  for (let type = 0; type < TYPES; type++) {
    while (entry < sizes.entries && entryType[entry] === type && entryPresent[entry] !== 0) entry++
    ends[type] = entry
    while (entry < sizes.entries && entryType[entry] === type) entry++
  }
  return ends
}

/** The day on which a row was closed, plus one; 0 for none. */
export function closedDays({ columns, layout: { sizes } }: IndexMemory): (row: number) => number {
  const { entryType, entryPresent, entryStart, closedDay, tailClosedDay } = columns
  // The ended rows of each type are one run. Their days are stored run after run.
  const runs: { readonly first: number; readonly end: number; readonly place: number }[] = []
  let place = 0
  for (let entry = 0; entry < sizes.entries; entry++) {
    if (entryPresent[entry] !== 0) continue
    const type = entryType[entry]
    let next = entry + 1
    while (next < sizes.entries && entryType[next] === type) next++
    const [first, end] = [entryStart[entry]!, entryStart[next]!]
    runs.push({ first, end, place })
    place += end - first
    entry = next - 1
  }
  return (row) => {
    if (row >= sizes.rows) return tailClosedDay[row - sizes.rows]!
    const run = runs.find(({ first, end }) => row >= first && row < end)
    return run ? closedDay[run.place + row - run.first]! : 0
  }
}
