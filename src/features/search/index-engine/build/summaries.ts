// A summary of each company and type, for clauses that need no rows: whether there is a signal, the day of the newest,
// the highest confidence, the number of signals, and the key of the strongest. LiveIndex recomputes the same for one company after each change.

import { entryOf } from '../layout/columns.ts'
import { lastDayOf } from '../layout/encoding.ts'
import { TYPES } from '../layout/fields.ts'
import { matchKeyAt } from '../layout/match-keys.ts'
import type { IndexMemory } from '../layout/memory.ts'

/** From the rows of a new base, whose summary columns are all 0. */
export function summariseBase({ columns, layout: { sizes } }: IndexMemory): void {
  const { companies, rows } = sizes
  for (let row = 0; row < rows; row++) {
    const company = columns.company[row]!
    const type = columns.entryType[entryOf(columns, row)]!
    const at = type * companies + company
    const recent = columns.time[row]! + 1
    if (recent > columns.recent[company]!) columns.recent[company] = recent
    const day = lastDayOf(recent)
    if (day > columns.lastDay[at]!) columns.lastDay[at] = day
    const confidence = columns.confidence[row]! + 1
    if (confidence > columns.maxConfidence[at]!) columns.maxConfidence[at] = confidence
    if (columns.count[at]! < 255) columns.count[at]!++
    const key = matchKeyAt(columns, row, type)
    if (key > columns.strongest[at]!) columns.strongest[at] = key
    const any = TYPES * companies + company
    if (key > columns.strongest[any]!) columns.strongest[any] = key
  }
  for (let company = 0; company < companies; company++) {
    columns.lastDay[TYPES * companies + company] = lastDayOf(columns.recent[company]!)
  }
  for (let at = 0; at < columns.lastDay.length; at++) {
    if (columns.lastDay[at] !== 0) columns.present[at >>> 5]! |= 1 << (at & 31)
  }
}

/**
 * By type: the newest second plus one and the highest confidence plus one, both 0 for none, the number of rows, and the
 * key of the strongest.
 */
export interface CompanySummary {
  readonly recent: Uint32Array
  readonly confidence: Uint8Array
  readonly count: Uint32Array
  readonly strongest: Uint32Array
}

/** Of one company, from all its rows. */
export function summariseRows({ columns }: IndexMemory, rows: Iterable<number>): CompanySummary {
  const recent = new Uint32Array(TYPES)
  const confidence = new Uint8Array(TYPES)
  const count = new Uint32Array(TYPES)
  const strongest = new Uint32Array(TYPES)
  for (const row of rows) {
    const type = columns.entryType[entryOf(columns, row)]!
    recent[type] = Math.max(recent[type]!, columns.time[row]! + 1)
    confidence[type] = Math.max(confidence[type]!, columns.confidence[row]! + 1)
    count[type]!++
    strongest[type] = Math.max(strongest[type]!, matchKeyAt(columns, row, type))
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
  for (let type = 0; type < TYPES; type++) {
    const at = type * companies + company
    writeLastDay(columns, at, recent[type]!)
    columns.maxConfidence[at] = confidence[type]!
    columns.count[at] = Math.min(255, count[type]!)
    columns.strongest[at] = strongest[type]!
  }
  columns.strongest[TYPES * companies + company] = Math.max(...strongest)
  const newest = Math.max(...recent)
  writeLastDay(columns, TYPES * companies + company, newest)
  columns.recent[company] = newest
}

function writeLastDay({ lastDay, present }: IndexMemory['columns'], at: number, recent: number): void {
  lastDay[at] = lastDayOf(recent)
  if (recent === 0) present[at >>> 5]! &= ~(1 << (at & 31))
  else present[at >>> 5]! |= 1 << (at & 31)
}
