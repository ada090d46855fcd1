// The access paths of a clause: lists of rows to scan, which contain every row that satisfies it. Costs are estimated
// from the lengths of runs and lists, and the cheapest path is used.

import type { DetailRange } from './detail-range.ts'
import type { TupleNumbers } from './matching-tuples.ts'
import type { RowTest } from './row-test.ts'
import type { SearchedIndex } from './searched-index.ts'

export type AccessPath =
  /** The runs of these entries. */
  | { readonly by: 'entries'; readonly entries: TupleNumbers }
  /** The runs of all entries of the clause's types, or of those that are present. */
  | { readonly by: 'types'; readonly present: boolean }
  /** The rows of these types that were closed on this day or later. */
  | { readonly by: 'closed'; readonly fromDay: number }
  /** The rows of these details. */
  | { readonly by: 'details'; readonly details: TupleNumbers | DetailRange }
  /** The runs of these entries, and the rows of these details that have another entry. */
  | {
      readonly by: 'either'
      readonly entries: TupleNumbers
      readonly details: TupleNumbers
      readonly flag: number
    }

export interface EstimatedPath {
  readonly path: AccessPath
  /** An estimate of the rows that it scans. */
  readonly rows: number
  /** In units of one row of a run. */
  readonly cost: number
}

/** A random access to a row costs as much as scanning this many consecutive rows. */
const RANDOM_ACCESS_COST = 6

export function cheapest(paths: readonly EstimatedPath[]): EstimatedPath {
  return paths.reduce((best, each) => (each.cost < best.cost ? each : best))
}

export function byTypes(
  index: SearchedIndex,
  types: readonly number[],
  test: RowTest,
  present: boolean,
): EstimatedPath {
  const entries = types.reduce((sum, type) => sum + lastEntry(index, type, present) - index.firstEntry[type]!, 0)
  const rows = timeShare(index, test) * rowsOfTypes(index, types, present)
  return { path: { by: 'types', present }, rows, cost: rows + entries }
}

/** One more than the last entry of a type, or than its last present entry. */
export function lastEntry({ firstEntry, presentEnd }: SearchedIndex, type: number, present: boolean): number {
  return present ? presentEnd[type]! : firstEntry[type + 1]!
}

/** The rows of the base with these types, or only the present ones. */
export function rowsOfTypes(index: SearchedIndex, types: readonly number[], present = false): number {
  const { entryStart } = index.memory.columns
  return types.reduce(
    (sum, type) => sum + entryStart[lastEntry(index, type, present)]! - entryStart[index.firstEntry[type]!]!,
    0,
  )
}

/** Where a type's lists begin for days from this one on, and where they end. */
export function closedLists({ memory }: SearchedIndex, type: number, fromDay: number): readonly [number, number] {
  const { firstClosedDay, closedDays } = memory.layout.sizes
  const skipped = Math.min(closedDays, Math.max(0, fromDay - firstClosedDay))
  return [type * closedDays + skipped, (type + 1) * closedDays]
}

/** The only path for a time of closing: the kernel doesn't support it, and these rows are few. */
export function byClosedDays(index: SearchedIndex, types: readonly number[], fromDay: number): EstimatedPath {
  const { closedStart } = index.memory.columns
  let rows = 0
  for (const type of types) {
    const [first, end] = closedLists(index, type, fromDay)
    rows += closedStart[end]! - closedStart[first]!
  }
  return { path: { by: 'closed', fromDay }, rows, cost: RANDOM_ACCESS_COST * rows }
}

export function byEntries(index: SearchedIndex, entries: TupleNumbers, test: RowTest): EstimatedPath {
  const { entryStart } = index.memory.columns
  let all = 0
  for (const entry of entries) if (entry + 1 < entryStart.length) all += entryStart[entry + 1]! - entryStart[entry]!
  const rows = timeShare(index, test) * all
  return { path: { by: 'entries', entries }, rows, cost: rows + entries.length }
}

export function byDetails(index: SearchedIndex, details: TupleNumbers, test: RowTest): EstimatedPath {
  const { detailStart } = index.memory.columns
  // A sample of the details is enough for an estimate.
  const step = 1 + Math.floor(details.length / 1_000)
  let all = 0
  for (let i = 0; i < details.length; i += step) {
    const detail = details[i]!
    if (detail + 1 < detailStart.length) all += detailStart[detail + 1]! - detailStart[detail]!
  }
  const rows = timeShare(index, test) * all * step
  return { path: { by: 'details', details }, rows, cost: RANDOM_ACCESS_COST * (rows + details.length) }
}

export function byDetailRange(index: SearchedIndex, details: DetailRange, test: RowTest): EstimatedPath {
  const { detailStart } = index.memory.columns
  const { first, end } = details
  const rows = timeShare(index, test) * (detailStart[end]! - detailStart[first]!)
  return { path: { by: 'details', details }, rows, cost: RANDOM_ACCESS_COST * (rows + end - first) }
}

export function byEither(
  index: SearchedIndex,
  { entries, details }: { entries: TupleNumbers; details: TupleNumbers },
  flag: number,
  test: RowTest,
): EstimatedPath {
  const [one, other] = [byEntries(index, entries, test), byDetails(index, details, test)]
  return {
    path: { by: 'either', flag, entries, details },
    rows: one.rows + other.rows,
    cost: one.cost + other.cost,
  }
}

/** The share of a run within the time window of the clause, assuming that signals are evenly distributed. */
export function timeShare(
  { times: [oldest, newest] }: SearchedIndex,
  { from, before }: Pick<RowTest, 'from' | 'before'>,
): number {
  if (newest <= oldest) return 1
  const within = Math.min(before, newest) - Math.max(from, oldest)
  return Math.min(1, Math.max(0, within / (newest - oldest)))
}
