// The numbers that the AssemblyScript of the kernel and the TypeScript around it must agree on. This file is the source:
// `npm run gen` writes kernel/assembly/generated.ts from it, and `npm run gen:check` finds a file that is out of date.

/**
 * Words of a row test: what a row must meet to satisfy a clause. The query side writes it into the `rowTests` column,
 * and the kernel reads it there.
 */
export const ROW_TEST = {
  /** Seconds: `from` is inclusive, `before` is exclusive. */
  from: 0,
  before: 1,
  /** Offset of 256 bytes, indexed by confidence in hundredths; 0 accepts any. */
  confidences: 2,
  /** (entry flags | detail flags) must have all of these bits, and the entry flags none of `skip`. */
  need: 3,
  skip: 4,
  entryFlags: 5,
  detailFlags: 6,
  /** Offset of one byte per origin; 0 accepts any. */
  origins: 7,
  /** The type plus one; 0 accepts any. Only checked where rows of all types are scanned. */
  type: 8,
  /** For rows in a list: this row and all later ones fail. */
  end: 9,
  /** The same as `confidences`, as how many from the first one on pass; 0 if they are not adjacent. */
  firstConfidence: 10,
  confidenceCount: 11,
  /** For rows of the base: the same as FLAG.detail, as how many details from the first one on pass; 0 if they are not adjacent. */
  firstDetail: 12,
  detailCount: 13,
} as const
/** Words reserved for one row test. */
export const ROW_TEST_WORDS = 16

/**
 * Flag bits of entries and details. Bit 0 means "meets the conditions on entries", bit 1 "meets the conditions on
 * details"; each of the other bits is one condition that either of the two may meet. No detail has bit 0 and no entry
 * has bit 1, so one of the two is enough to reject a row, or to skip reading the other.
 */
export const FLAG = { entry: 1, detail: 2 } as const

/**
 * What a scan does with the company of each row that passes: set its bit; increment its counter of four bytes; increment
 * its counter of one byte, which stops at 255; link the row to the company and set its bit; if its bit is set, compare
 * the row with those linked to the company (see `beginJoin`); or keep the greatest key of its rows (see `beginKeys`).
 */
export const INTO = { bits: 0, counters: 1, tallies: 2, links: 3, pairs: 4, keys: 5 } as const

/** The element type of a sort key column. */
export const KEY_TYPE = { u16: 0, u32: 1, i32: 2 } as const

/** The key of a row without strength: less than all others, but more than the 0 of a company without a row. */
export const LEAST_KEY = 1
/** Words of the table that has, for one type and each confidence, what is added to a time to get a key. */
export const KEY_TABLE_WORDS = 128
/** Words of a company in the result of `topStored` and `topRanked`: its ordinal, its key, and its heat. */
export const TOP_WORDS = 3

/** The end of time: no signal is later. As `before` of a row test it means "no upper bound". */
export const MAX_TIME = 0xffffffff

/** A word of `companyRows`: three bits of signal type, then the row. */
export const ROW_BITS = 29
export const ROW_MASK = 2 ** ROW_BITS - 1
/** In `companyRows`: the row was removed. */
export const REMOVED = 0xffffffff

/** Every 16th row of the base also has its time and entry in a sample column. */
export const SAMPLE_ROWS = 16

/** Rows that a scan filters together: few enough to stay in the processor's cache. */
export const BLOCK_ROWS = 1_024
/** Rows are written four at a time, so up to this many are written past the end of a block. */
export const BLOCK_OVERRUN = 4

/**
 * Words of the description of a chain: the number of steps, the direction in which a pair is searched, and then the
 * steps: for each its reach in seconds, the number of its row tests, and their offsets.
 */
export const CHAIN = { steps: 0, pair: 1, firstStep: 2 } as const

/**
 * A chain of two steps with one clause of one type each is a pair. It is searched forwards from the rows of its first
 * clause or backwards from those of its second, whichever are fewer. The result is the same in every case.
 */
export const PAIR = { none: 0, forwards: 1, backwards: 2 } as const

/** `filterChains` skips companies with more rows in the tail than this. */
export const MAX_CHAIN_TAIL_ROWS = 256
/** In `scratch`, after the tail rows of one company: the state of each step of a chain. */
export const CHAIN_STATE_BYTES = 4 * 1_024
export const SCRATCH_BYTES = 8 * 1_024

/** The columns whose offsets `bind` takes, in the order of its parameters. */
export const BOUND_COLUMNS = [
  'company',
  'time',
  'confidence',
  'detail',
  'origin',
  'companyStart',
  'companyRows',
  'companyTimes',
  'tailHead',
  'tailNext',
  'entryType',
  'entryStart',
  'sampleTimes',
  'sampleEntries',
  'tailEntry',
  'scratch',
  'rowBlock',
  'detailSurge',
  'packings',
  'recentCompany',
  'recentConfidence',
] as const
