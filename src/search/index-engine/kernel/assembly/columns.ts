// Access to the columns whose offsets `bind` has set.

import { base, entryStart, SAMPLE_ROWS, sampleEntries, tailEntry } from './generated'

/** An element of a column of four bytes. */
export function at32(column: usize, index: u32): u32 {
  return load<u32>(column + ((<usize>index) << 2))
}

/** The entry of a row. The base is sorted by entry, so only every 16th row stores it. */
export function entryOf(row: u32): u32 {
  if (row >= base) return at32(tailEntry, row - base)
  let entry = at32(sampleEntries, row / SAMPLE_ROWS)
  while (at32(entryStart, entry + 1) <= row) entry++
  return entry
}
