// Generated from layout/kernel-constants.ts by `npm run gen`. Do not edit.

export const BLOCK_OVERRUN: u32 = 4
export const BLOCK_ROWS: u32 = 1024
export const KEY_TABLE_WORDS: u32 = 128
export const LEAST_KEY: u32 = 1
export const MAX_CHAIN_TAIL_ROWS: u32 = 256
export const MAX_TIME: u32 = 4294967295
export const REMOVED: u32 = 4294967295
export const ROW_BITS: u32 = 29
export const ROW_MASK: u32 = 536870911
export const SAMPLE_ROWS: u32 = 16
export const TOP_WORDS: u32 = 3
export const FLAG_ENTRY: u32 = 1
export const FLAG_DETAIL: u32 = 2
export const INTO_BITS: u32 = 0
export const INTO_COUNTERS: u32 = 1
export const INTO_TALLIES: u32 = 2
export const INTO_LINKS: u32 = 3
export const INTO_PAIRS: u32 = 4
export const INTO_KEYS: u32 = 5
export const KEY_TYPE_U16: u32 = 0
export const KEY_TYPE_U32: u32 = 1
export const KEY_TYPE_I32: u32 = 2
export const PAIR_NONE: u32 = 0
export const PAIR_FORWARDS: u32 = 1
export const PAIR_BACKWARDS: u32 = 2

// In bytes.
export const CHAIN_STATE_BYTES: usize = 4096
export const CHAIN_STEPS: usize = 0
export const CHAIN_PAIR: usize = 4
export const CHAIN_FIRST_STEP: usize = 8
export const ROW_TEST_FROM: usize = 0
export const ROW_TEST_BEFORE: usize = 4
export const ROW_TEST_CONFIDENCES: usize = 8
export const ROW_TEST_NEED: usize = 12
export const ROW_TEST_SKIP: usize = 16
export const ROW_TEST_ENTRY_FLAGS: usize = 20
export const ROW_TEST_DETAIL_FLAGS: usize = 24
export const ROW_TEST_ORIGINS: usize = 28
export const ROW_TEST_TYPE: usize = 32
export const ROW_TEST_END: usize = 36
export const ROW_TEST_FIRST_CONFIDENCE: usize = 40
export const ROW_TEST_CONFIDENCE_COUNT: usize = 44
export const ROW_TEST_FIRST_DETAIL: usize = 48
export const ROW_TEST_DETAIL_COUNT: usize = 52

// The offsets of the columns, and the number of rows in the base.
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
export let entryStart: usize = 0
export let sampleTimes: usize = 0
export let sampleEntries: usize = 0
export let tailEntry: usize = 0
export let scratch: usize = 0
export let rowBlock: usize = 0
export let detailSurge: usize = 0
export let packings: usize = 0
export let recentCompany: usize = 0
export let recentConfidence: usize = 0
export let base: u32 = 0

export function bind(
  companyOffset: usize,
  timeOffset: usize,
  confidenceOffset: usize,
  detailOffset: usize,
  originOffset: usize,
  companyStartOffset: usize,
  companyRowsOffset: usize,
  companyTimesOffset: usize,
  tailHeadOffset: usize,
  tailNextOffset: usize,
  entryTypeOffset: usize,
  entryStartOffset: usize,
  sampleTimesOffset: usize,
  sampleEntriesOffset: usize,
  tailEntryOffset: usize,
  scratchOffset: usize,
  rowBlockOffset: usize,
  detailSurgeOffset: usize,
  packingsOffset: usize,
  recentCompanyOffset: usize,
  recentConfidenceOffset: usize,
  baseRows: u32,
): void {
  company = companyOffset
  time = timeOffset
  confidence = confidenceOffset
  detail = detailOffset
  origin = originOffset
  companyStart = companyStartOffset
  companyRows = companyRowsOffset
  companyTimes = companyTimesOffset
  tailHead = tailHeadOffset
  tailNext = tailNextOffset
  entryType = entryTypeOffset
  entryStart = entryStartOffset
  sampleTimes = sampleTimesOffset
  sampleEntries = sampleEntriesOffset
  tailEntry = tailEntryOffset
  scratch = scratchOffset
  rowBlock = rowBlockOffset
  detailSurge = detailSurgeOffset
  packings = packingsOffset
  recentCompany = recentCompanyOffset
  recentConfidence = recentConfidenceOffset
  base = baseRows
}
