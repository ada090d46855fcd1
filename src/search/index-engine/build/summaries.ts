// A summary of each company and set of signals, for clauses that need no rows: whether there is a signal, the day of the newest,
// the highest confidence, the number of signals, and the key of the strongest. LiveIndex recomputes the same for one
// company after each change.

import { type Columns, entryOf } from '../layout/columns.ts'
import { lastDayOf } from '../layout/encoding.ts'
import { PRESENT_SETS, SET_OF_ALL, SETS, TYPE_NUMBER, TYPES } from '../layout/fields.ts'
import { matchKeyAt, weighedBySize } from '../layout/match-keys.ts'
import type { IndexMemory } from '../layout/memory.ts'

/** From the rows of a new base, whose summary columns are all 0. */
export function summariseBase({ columns, layout: { sizes } }: IndexMemory): void {
  const { companies, rows } = sizes
  for (let row = 0; row < rows; row++) {
    const company = columns.company[row]!
    const entry = entryOf(columns, row)
    const type = columns.entryType[entry]!
    const recent = columns.time[row]! + 1
    if (recent > columns.recent[company]!) columns.recent[company] = recent
    addRow(columns, type * companies + company, row, true)
    const present = presentSet(columns, type, entry)
    if (present !== undefined) {
      addRow(columns, present * companies + company, row, columns.entryNews[entry] === 1)
    }
    const key = matchKeyAt(columns, row, type)
    addKey(columns, TYPES * companies + company, key)
    if (isRanked(type, present)) addKey(columns, type * companies + company, rankedKey(columns, company, type, key))
  }
  for (let company = 0; company < companies; company++) {
    const newest = columns.recent[company]!
    writeBit(columns, SET_OF_ALL * companies + company, newest !== 0)
    columns.lastDay[SET_OF_ALL * companies + company] = lastDayOf(newest)
  }
  for (let at = 0; at < columns.count.length; at++) if (columns.count[at] !== 0) writeBit(columns, at, true)
}

function addRow(columns: Columns, at: number, row: number, isNews: boolean): void {
  const day = isNews ? lastDayOf(columns.time[row]! + 1) : 0
  if (day > columns.lastDay[at]!) columns.lastDay[at] = day
  const confidence = columns.confidence[row]! + 1
  if (confidence > columns.maxConfidence[at]!) columns.maxConfidence[at] = confidence
  if (columns.count[at]! < 255) columns.count[at]!++
}

function addKey({ strongest, strongestBlocks }: Columns, at: number, key: number): void {
  if (key <= strongest[at]!) return
  strongest[at] = key
  if (key > strongestBlocks[at >>> 5]!) strongestBlocks[at >>> 5] = key
}

function writeKey(columns: Columns, at: number, key: number): void {
  const { strongest, strongestBlocks } = columns
  const before = strongest[at]!
  strongest[at] = 0
  // If this was the greatest of its block, finds the block's greatest again.
  if (before > key && before === strongestBlocks[at >>> 5]) {
    const first = at & ~31
    strongestBlocks[at >>> 5] = Math.max(...strongest.subarray(first, first + 32))
  }
  addKey(columns, at, key)
}

/** Clauses of jobs that a summary can answer are all weighed by the size of the company. */
function rankedKey(columns: Columns, company: number, type: number, key: number): number {
  return type === TYPE_NUMBER.hiring ? weighedBySize(columns, company, key) : key
}

/** For a type that can be present, the strongest present signal counts. */
export function isRanked(type: number, present: number | undefined): boolean {
  return present !== undefined || !PRESENT_SETS.has(type)
}

/** The set of present signals that the rows of an entry belong to. */
export function presentSet({ entryPresent }: Columns, type: number, entry: number): number | undefined {
  return entryPresent[entry] === 0 ? undefined : PRESENT_SETS.get(type)
}

/**
 * By set: the newest second plus one and the highest confidence plus one, both 0 for none, and the number of rows. By type,
 * and of all types: the key of the strongest, without the weight of the company's size.
 */
export interface CompanySummary {
  readonly recent: Uint32Array
  readonly confidence: Uint8Array
  readonly count: Uint32Array
  readonly strongest: Uint32Array
}

/** Of one company, from all its rows. */
export function summariseRows({ columns }: IndexMemory, rows: Iterable<number>): CompanySummary {
  const recent = new Uint32Array(SETS)
  const confidence = new Uint8Array(SETS)
  const count = new Uint32Array(SETS)
  const strongest = new Uint32Array(TYPES + 1)
  const add = (set: number, row: number, isNews: boolean) => {
    if (isNews) recent[set] = Math.max(recent[set]!, columns.time[row]! + 1)
    confidence[set] = Math.max(confidence[set]!, columns.confidence[row]! + 1)
    count[set]!++
  }
  for (const row of rows) {
    const entry = entryOf(columns, row)
    const type = columns.entryType[entry]!
    add(type, row, true)
    const present = presentSet(columns, type, entry)
    if (present !== undefined) add(present, row, columns.entryNews[entry] === 1)
    const key = matchKeyAt(columns, row, type)
    strongest[TYPES] = Math.max(strongest[TYPES]!, key)
    if (isRanked(type, present)) strongest[type] = Math.max(strongest[type]!, key)
  }
  return { recent, confidence, count, strongest }
}

/** Nothing is incremented, so applying a change twice is idempotent. */
export function writeSummary(
  { columns, layout }: IndexMemory,
  company: number,
  { recent, confidence, count, strongest }: CompanySummary,
): void {
  const { companies } = layout.sizes
  for (let set = 0; set < SETS; set++) {
    const at = set * companies + company
    writeBit(columns, at, count[set] !== 0)
    columns.lastDay[at] = lastDayOf(recent[set]!)
    columns.maxConfidence[at] = confidence[set]!
    columns.count[at] = Math.min(255, count[set]!)
  }
  for (let type = 0; type <= TYPES; type++) {
    writeKey(columns, type * companies + company, rankedKey(columns, company, type, strongest[type]!))
  }
  const newest = Math.max(...recent)
  writeBit(columns, SET_OF_ALL * companies + company, newest !== 0)
  columns.lastDay[SET_OF_ALL * companies + company] = lastDayOf(newest)
  columns.recent[company] = newest
}

function writeBit({ present }: Columns, at: number, isSet: boolean): void {
  if (isSet) present[at >>> 5]! |= 1 << (at & 31)
  else present[at >>> 5]! &= ~(1 << (at & 31))
}
