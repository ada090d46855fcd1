// The test that a row must pass to satisfy a clause: its time, type, confidence and origin, and the flags of its entry
// and detail.

import { type Columns, entryOf, FLAG_SETS } from '../../layout/columns.ts'
import { FLAG, ROW_TEST, ROW_TEST_WORDS } from '../../layout/kernel-constants.ts'
import type { IndexMemory } from '../../layout/memory.ts'
import type { DetailRange } from './detail-range.ts'

/** The flag bits for conditions that either an entry or a detail may meet. */
export const EITHER_BITS = { first: 2, last: 7 } as const

export interface RowTest {
  from: number
  before: number
  /** By hundredths; undefined accepts any. */
  confidences: Uint8Array | undefined
  /** By origin; undefined accepts any. */
  origins: Uint8Array | undefined
  /** If these details and no others of the base have FLAG.detail. */
  detailRange: DetailRange | undefined
  /** Flags that the entry and the detail must have together. */
  need: number
  /** If the entry's flags only say that a row is present: where such rows of the base end. */
  presentEnd: number | undefined
  /** The type, or undefined for any. */
  type: number | undefined
  /** The first day on which the row may have been closed, plus one. The kernel doesn't check it. */
  closed: { readonly fromDay: number; readonly dayOf: (row: number) => number } | undefined
  readonly entryFlags: Uint8Array
  readonly detailFlags: Uint8Array
  /** Conditions that got no flag bit, with one byte for each entry and detail. */
  readonly withoutFlag: { readonly entries: Uint8Array; readonly details: Uint8Array }[]
}

/** Space for the tables of one clause: in the memory of the index, where the kernel can read them, or on the heap. */
export interface ClauseTables {
  readonly entryFlags: Uint8Array
  readonly detailFlags: Uint8Array
  readonly confidences: Uint8Array
  readonly origins: Uint8Array
}

export function tablesInMemory({ columns }: IndexMemory, set: number): ClauseTables {
  if (set >= FLAG_SETS) throw new RangeError(`there are only ${FLAG_SETS} flag sets`)
  const part = (column: Uint8Array) => {
    const length = column.length / FLAG_SETS
    return column.subarray(set * length, (set + 1) * length)
  }
  return {
    entryFlags: part(columns.entryFlags),
    detailFlags: part(columns.detailFlags),
    confidences: part(columns.confidenceTables),
    origins: part(columns.originTables),
  }
}

export function tablesOnHeap({ layout: { sizes } }: IndexMemory): ClauseTables {
  return {
    entryFlags: new Uint8Array(sizes.entries + sizes.tail),
    detailFlags: new Uint8Array(sizes.details + sizes.tail),
    confidences: new Uint8Array(256),
    origins: new Uint8Array(sizes.origins + sizes.tail),
  }
}

/** All rows are before it. */
const MAX_ROW = 0xffffffff

/** Writes the test where the kernel reads it; returns its offset. */
export function writeRowTest(
  { columns, at }: IndexMemory,
  set: number,
  test: RowTest,
  { need = test.need, skip = 0, end = MAX_ROW }: { need?: number; skip?: number; end?: number | undefined } = {},
): number {
  const words = columns.rowTests
  const first = set * ROW_TEST_WORDS
  words[first + ROW_TEST.from] = test.from
  words[first + ROW_TEST.before] = test.before
  words[first + ROW_TEST.confidences] = test.confidences ? test.confidences.byteOffset : 0
  words[first + ROW_TEST.need] = need
  words[first + ROW_TEST.skip] = skip
  words[first + ROW_TEST.entryFlags] = test.entryFlags.byteOffset
  words[first + ROW_TEST.detailFlags] = test.detailFlags.byteOffset
  words[first + ROW_TEST.origins] = test.origins ? test.origins.byteOffset : 0
  words[first + ROW_TEST.end] = end
  words[first + ROW_TEST.type] = test.type === undefined ? 0 : test.type + 1
  const confidences = test.confidences && rangeOf(test.confidences)
  words[first + ROW_TEST.firstConfidence] = confidences?.first ?? 0
  words[first + ROW_TEST.confidenceCount] = confidences ? confidences.end - confidences.first : 0
  words[first + ROW_TEST.firstDetail] = test.detailRange?.first ?? 0
  words[first + ROW_TEST.detailCount] = test.detailRange ? test.detailRange.end - test.detailRange.first : 0
  return at.rowTests + first * 4
}

/** The hundredths that pass, if they are adjacent. */
export function rangeOf(confidences: Uint8Array): { first: number; end: number } | undefined {
  let first = 0
  while (first <= 100 && confidences[first] === 0) first++
  let end = first
  while (end <= 100 && confidences[end] !== 0) end++
  for (let each = end; each <= 100; each++) if (confidences[each] !== 0) return undefined
  return { first, end }
}

/** The same test in TypeScript, for the rows of a single company. */
export function passes(columns: Columns, test: RowTest, row: number): boolean {
  const time = columns.time[row]!
  if (time < test.from || time >= test.before) return false
  if (test.type !== undefined && columns.entryType[entryOf(columns, row)] !== test.type) return false
  return passesConditions(columns, test, row)
}

/** Everything but time and type. */
export function passesConditions(columns: Columns, test: RowTest, row: number): boolean {
  if (test.confidences && test.confidences[columns.confidence[row]!] === 0) return false
  let missing = test.need
  if ((missing & ~FLAG.detail) !== 0) {
    missing &= ~test.entryFlags[entryOf(columns, row)]!
    if ((missing & FLAG.entry) !== 0) return false
  }
  if (missing !== 0 && (missing & ~test.detailFlags[columns.detail[row]!]!) !== 0) return false
  if (test.origins && test.origins[columns.origin[row]!] === 0) return false
  if (test.closed && test.closed.dayOf(row) < test.closed.fromDay) return false
  return test.withoutFlag.length === 0 || passesWithoutFlag(columns, test, row)
}

function passesWithoutFlag(columns: Columns, { withoutFlag }: RowTest, row: number): boolean {
  const [entry, detail] = [entryOf(columns, row), columns.detail[row]!]
  return withoutFlag.every(({ entries, details }) => entries[entry] === 1 || details[detail] === 1)
}
