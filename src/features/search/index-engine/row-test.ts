// What a row must meet to satisfy a clause: its time, its type, its confidence, its origin, and flags of its entry and
// detail.

import { PLAN } from './kernel.ts'
import { entryOf, FLAG_SETS, type IndexMemory } from './memory.ts'

/**
 * Of the flags, bit 0 is for the conditions on entries, bit 1 for those on details, the others for either. No detail has
 * bit 0 and no entry bit 1, so that one of the two is enough to refuse a row, or to need no look at the other.
 */
export const FLAG = { entry: 1, detail: 2, firstEither: 2, last: 7 } as const

/** No time lies beyond it. */
export const LATEST = 0xffffffff

export interface RowTest {
  from: number
  before: number
  /** By hundredths; undefined for any. */
  confidences: Uint8Array | undefined
  origins: Uint8Array | undefined
  need: number
  /** The type, or undefined for any. */
  type: number | undefined
  readonly entryFlags: Uint8Array
  readonly detailFlags: Uint8Array
  /** Conditions for which there was no flag left. */
  readonly beyond: { readonly entries: Uint8Array; readonly details: Uint8Array }[]
}

/** Room for the tables of one clause: in the memory of the index, where the kernel can see them, or elsewhere. */
export interface Tables {
  readonly entryFlags: Uint8Array
  readonly detailFlags: Uint8Array
  readonly confidences: Uint8Array
  readonly origins: Uint8Array
  /** Which set in the memory it is; undefined for elsewhere. */
  readonly set: number | undefined
}

export function tablesInMemory({ columns }: IndexMemory, set: number): Tables {
  if (set >= FLAG_SETS) throw new RangeError(`there are ${FLAG_SETS} sets of flags`)
  const part = (column: Uint8Array) => {
    const length = column.length / FLAG_SETS
    return column.subarray(set * length, (set + 1) * length)
  }
  return {
    entryFlags: part(columns.entryFlags),
    detailFlags: part(columns.detailFlags),
    confidences: part(columns.confidences),
    origins: part(columns.origins),
    set,
  }
}

export function tablesElsewhere({ layout: { sizes } }: IndexMemory): Tables {
  return {
    entryFlags: new Uint8Array(sizes.entries + sizes.tail),
    detailFlags: new Uint8Array(sizes.details + sizes.tail),
    confidences: new Uint8Array(256),
    origins: new Uint8Array(sizes.origins + sizes.tail),
    set: undefined,
  }
}

/** Writes the test where the kernel reads it; returns the plan's offset. */
export function writePlan(
  { columns, at }: IndexMemory,
  set: number,
  test: RowTest,
  { need = test.need, skip = 0 }: { need?: number; skip?: number } = {},
): number {
  const words = columns.plans
  const first = set * PLAN.words
  words[first + PLAN.from] = test.from
  words[first + PLAN.before] = test.before
  words[first + PLAN.confidences] = test.confidences ? test.confidences.byteOffset : 0
  words[first + PLAN.need] = need
  words[first + PLAN.skip] = skip
  words[first + PLAN.entryFlags] = test.entryFlags.byteOffset
  words[first + PLAN.detailFlags] = test.detailFlags.byteOffset
  words[first + PLAN.origins] = test.origins ? test.origins.byteOffset : 0
  words[first + PLAN.type] = test.type === undefined ? 0 : test.type + 1
  return at.plans + first * 4
}

/** The same in TypeScript, for whoever looks at the rows of one company. */
export function passes(columns: IndexMemory['columns'], test: RowTest, row: number): boolean {
  const time = columns.time[row]!
  if (time < test.from || time >= test.before) return false
  if (test.type !== undefined && columns.entryType[entryOf(columns, row)] !== test.type) return false
  return passesElse(columns, test, row)
}

/** All but time and type. */
export function passesElse(columns: IndexMemory['columns'], test: RowTest, row: number): boolean {
  if (test.confidences && test.confidences[columns.confidence[row]!] === 0) return false
  let missing = test.need
  if ((missing & ~FLAG.detail) !== 0) {
    missing &= ~test.entryFlags[entryOf(columns, row)]!
    if ((missing & FLAG.entry) !== 0) return false
  }
  if (missing !== 0 && (missing & ~test.detailFlags[columns.detail[row]!]!) !== 0) return false
  if (test.origins && test.origins[columns.origin[row]!] === 0) return false
  return test.beyond.length === 0 || passesBeyond(columns, test, row)
}

function passesBeyond(columns: IndexMemory['columns'], { beyond }: RowTest, row: number): boolean {
  const [entry, detail] = [entryOf(columns, row), columns.detail[row]!]
  return beyond.every(({ entries, details }) => entries[entry] === 1 || details[detail] === 1)
}
