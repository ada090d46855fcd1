// Scans the rows of a clause by its access path, and then the tail.

import type { LiveIndex } from '../build/live-index.ts'
import { FLAG, INTO } from '../layout/kernel-constants.ts'
import { MAX_TALLY } from './clause-summaries.ts'
import type { TupleNumbers } from './matching-tuples.ts'
import type { PreparedClause } from './prepare-clause.ts'
import { passes, writeRowTest } from './row-test.ts'

/** `into` and `target` say what happens to the companies of the rows that pass (INTO). */
export function scanClause(index: LiveIndex, prepared: PreparedClause, into: number, target: number): void {
  if (prepared.test.withoutFlag.length > 0) scanWithoutKernel(index, prepared, into, target)
  else scanByKernel(index, prepared, into, target)
}

function scanByKernel(index: LiveIndex, { path, types, test }: PreparedClause, into: number, target: number): void {
  const { kernel, memory, firstEntry } = index
  const { at, layout } = memory
  // All rows of a selected run have a matching entry, so the entry's own flag need not be checked.
  const needInRuns = test.need & ~FLAG.entry
  switch (path.by) {
    case 'types': {
      const offset = writeRowTest(memory, 0, test, { need: needInRuns })
      for (const type of types) {
        kernel.scanSpan(firstEntry[type]!, firstEntry[type + 1]!, at.entryStart, offset, into, target)
      }
      break
    }
    case 'entries':
      scanRuns(index, path.entries, writeRowTest(memory, 0, test, { need: needInRuns }), into, target)
      break
    case 'details':
      scanPostings(index, path.details, writeRowTest(memory, 0, test), into, target)
      break
    default:
      scanRuns(index, path.entries, writeRowTest(memory, 0, test, { need: test.need & ~path.flag }), into, target)
      scanPostings(index, path.details, writeRowTest(memory, 0, test, { skip: path.flag }), into, target)
  }
  if (index.rows > layout.sizes.rows) {
    kernel.scanRows(layout.sizes.rows, index.rows, writeRowTest(memory, 0, test), into, target)
  }
}

function scanRuns(index: LiveIndex, entries: TupleNumbers, test: number, into: number, target: number): void {
  const { kernel, memory } = index
  const count = writeList(index, entries, memory.layout.sizes.entries)
  kernel.scanRuns(memory.at.list, count, memory.at.entryStart, test, into, target)
}

function scanPostings(index: LiveIndex, details: TupleNumbers, test: number, into: number, target: number): void {
  const { kernel, memory } = index
  const count = writeList(index, details, memory.layout.sizes.details)
  kernel.scanPostings(memory.at.list, count, memory.at.detailStart, memory.at.detailRows, test, into, target)
}

/** Only tuples of the base: those of the tail have no runs and no lists. */
function writeList({ memory }: LiveIndex, tuples: TupleNumbers, base: number): number {
  const { list } = memory.columns
  let count = 0
  for (const tuple of tuples) if (tuple < base) list[count++] = tuple
  return count
}

/** For a clause with more conditions than there are flag bits. */
function scanWithoutKernel({ memory, rows }: LiveIndex, { test }: PreparedClause, into: number, target: number): void {
  const bytes = new Uint8Array(memory.memory.buffer)
  const words = new Uint32Array(memory.memory.buffer)
  for (let row = 0; row < rows; row++) {
    if (!passes(memory.columns, test, row)) continue
    const company = memory.columns.company[row]!
    if (into === INTO.counters) words[(target >>> 2) + company]!++
    else if (into === INTO.tallies) bytes[target + company] = Math.min(MAX_TALLY, bytes[target + company]! + 1)
    else words[(target >>> 2) + (company >>> 5)]! |= 1 << (company & 31)
  }
}
