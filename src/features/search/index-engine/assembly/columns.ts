// Where the columns lie, and the room to work in.

export let company: usize = 0
export let time: usize = 0
export let confidence: usize = 0
export let detail: usize = 0
export let origin: usize = 0
export let companyStart: usize = 0
export let companyRows: usize = 0
export let companyTimes: usize = 0
export let tailHead: usize = 0
export let tailNext: usize = 0
export let entryType: usize = 0
let entryStart: usize = 0
export let sampleTimes: usize = 0
let sampleEntries: usize = 0
let tailEntry: usize = 0
export let base: u32 = 0
/** Room for a company's rows of the tail, and for the state of a chain. */
export let scratch: usize = 0
/** Room for the numbers of rows. */
export let gathered: usize = 0

export function bind(
  companyColumn: usize,
  timeColumn: usize,
  confidenceColumn: usize,
  detailColumn: usize,
  originColumn: usize,
  companyStartColumn: usize,
  companyRowsColumn: usize,
  companyTimesColumn: usize,
  tailHeadColumn: usize,
  tailNextColumn: usize,
  entryTypeColumn: usize,
  entryStartColumn: usize,
  sampleTimesColumn: usize,
  sampleEntriesColumn: usize,
  tailEntryColumn: usize,
  baseRows: u32,
  scratchRoom: usize,
  gatheredRoom: usize,
): void {
  company = companyColumn
  time = timeColumn
  confidence = confidenceColumn
  detail = detailColumn
  origin = originColumn
  companyStart = companyStartColumn
  companyRows = companyRowsColumn
  companyTimes = companyTimesColumn
  tailHead = tailHeadColumn
  tailNext = tailNextColumn
  entryType = entryTypeColumn
  entryStart = entryStartColumn
  sampleTimes = sampleTimesColumn
  sampleEntries = sampleEntriesColumn
  tailEntry = tailEntryColumn
  base = baseRows
  scratch = scratchRoom
  gathered = gatheredRoom
}

/** An element of a column of four bytes. */
export function at32(column: usize, index: u32): u32 {
  return load<u32>(column + ((<usize>index) << 2))
}

export const LATEST: u32 = 0xffffffff

export const GONE: u32 = 0xffffffff
export const ROW_MASK: u32 = 0x1fffffff

/** Of so many rows of the base the time and the entry of the first are kept apart. */
export const SAMPLE: u32 = 16

/** A row's entry: the base is ordered by it, so that it is not written down for each row. */
export function entryOf(row: u32): u32 {
  if (row >= base) return at32(tailEntry, row - base)
  let entry = at32(sampleEntries, row / SAMPLE)
  while (at32(entryStart, entry + 1) <= row) entry++
  return entry
}
