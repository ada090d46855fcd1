// Writes collected rows into the columns of a new base: by entry and from new to old, with the lists of the rows of
// each detail (from new to old) and of each company (from old to new).

import { ROW_BITS, SAMPLE_ROWS } from '../layout/kernel-constants.ts'
import type { IndexMemory } from '../layout/memory.ts'
import type { CollectedRows } from './collected-rows.ts'
import type { GrowingColumn } from './growing-column.ts'
import { bucketPass, countingSort } from './sorting.ts'

/** `entries` and `details` are the final numbers of the tuples, by collected row; detail 0 is none. */
export function writeRows(
  memory: IndexMemory,
  collected: CollectedRows,
  entries: Uint32Array,
  details: Uint32Array,
): void {
  const { columns, layout } = memory
  const { sizes } = layout
  const { rows } = sizes
  const newestFirst = orderByTimeDescending(collected.time, rows)
  // Stable: the rows of an entry stay sorted from new to old.
  const sorted = countingSort(newestFirst, entries, columns.entryStart)
  for (let row = 0; row < rows; row++) {
    const from = sorted[row]!
    columns.company[row] = collected.company.get(from)
    columns.time[row] = collected.time.get(from)
    columns.confidence[row] = collected.confidence.get(from)
    columns.detail[row] = details[from]!
    columns.origin[row] = collected.origin.get(from)
    columns.idHigh[row] = collected.idHigh.get(from)
    columns.idLow[row] = collected.idLow.get(from)
  }
  for (let row = 0; row < rows; row += SAMPLE_ROWS) {
    columns.sampleTimes[row / SAMPLE_ROWS] = columns.time[row]!
    columns.sampleEntries[row / SAMPLE_ROWS] = entries[sorted[row]!]!
  }
  writeClosedDays(memory, (row) => collected.closedDay.get(sorted[row]!))
  const rowOf = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) rowOf[sorted[row]!] = row
  const start = columns.detailStart
  for (let i = 0; i < rows; i++) if (details[i] !== 0) start[details[i]! + 1]!++
  for (let i = 0; i < sizes.details; i++) start[i + 1]! += start[i]!
  const next = start.slice()
  for (const from of newestFirst) {
    const detail = details[from]!
    if (detail !== 0) columns.detailRows[next[detail]!++] = rowOf[from]!
  }
  const oldestFirst = newestFirst.reverse().map((from) => rowOf[from]!)
  const byCompany = countingSort(oldestFirst, columns.company.subarray(0, rows), columns.companyStart)
  for (let i = 0; i < rows; i++) {
    const row = byCompany[i]!
    const type = columns.entryType[entries[sorted[row]!]!]!
    columns.companyRows[i] = type * 2 ** ROW_BITS + row
    columns.companyTimes[i] = columns.time[row]!
  }
}

/** The day on which each ended row was closed, and the rows of each type and day. */
function writeClosedDays({ columns, layout: { sizes } }: IndexMemory, dayOf: (row: number) => number): void {
  const { entryStart, entryPresent, entryType, closedDay, closedRows, closedStart } = columns
  const { entries, firstClosedDay, closedDays } = sizes
  const place = (entry: number, day: number) => entryType[entry]! * closedDays + day - firstClosedDay
  const eachEnded = (visit: (row: number, entry: number) => void) => {
    for (let entry = 0; entry < entries; entry++) {
      if (entryPresent[entry] !== 0) continue
      for (let row = entryStart[entry]!; row < entryStart[entry + 1]!; row++) visit(row, entry)
    }
  }
  let ended = 0
  eachEnded((row, entry) => {
    const day = dayOf(row)
    closedDay[ended++] = day
    if (day !== 0) closedStart[place(entry, day) + 1]!++
  })
  for (let i = 1; i < closedStart.length; i++) closedStart[i]! += closedStart[i - 1]!
  const next = closedStart.slice()
  eachEnded((row, entry) => {
    const day = dayOf(row)
    if (day !== 0) closedRows[next[place(entry, day)]!++] = row
  })
}

/** Two stable passes of sixteen bits. */
function orderByTimeDescending(time: GrowingColumn<Uint32Array>, length: number): Uint32Array {
  const digit = (shift: number) => (row: number) => 65_535 - ((time.get(row) >>> shift) & 65_535)
  const [byLowHalf, sorted] = [new Uint32Array(length), new Uint32Array(length)]
  bucketPass(undefined, byLowHalf, length, digit(0))
  bucketPass(byLowHalf, sorted, length, digit(16))
  return sorted
}
