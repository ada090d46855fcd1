// Scans the rows of a clause by its access path, and then the tail.

import { DAY_SECONDS } from '../../../../query/index.ts'
import { FLAG, INTO, MAX_TIME } from '../../layout/kernel-constants.ts'
import { recentPlace } from '../../layout/recent-days.ts'
import { closedLists, lastEntry } from './access-path.ts'
import { type DetailRange, lowerBound } from './detail-range.ts'
import type { TupleNumbers } from './matching-tuples.ts'
import type { PreparedClause } from './prepare-clause.ts'
import { passes, type RowTest, rangeOf, writeRowTest } from './row-test.ts'
import type { SearchedIndex } from './searched-index.ts'
import { STEP_ROWS, type Steps } from './steps.ts'

/** `into` and `target` say what to do with the companies of the rows that pass (INTO). */
export function* scanClause(index: SearchedIndex, prepared: PreparedClause, into: number, target: number): Steps<void> {
  if (prepared.test.withoutFlag.length > 0) yield* scanWithoutKernel(index, prepared, into, target)
  else yield* scanByKernel(index, prepared, into, target)
}

function* scanByKernel(
  index: SearchedIndex,
  { path, types, test }: PreparedClause,
  into: number,
  target: number,
): Steps<void> {
  const { kernel, memory, firstEntry } = index
  const { at, layout } = memory
  // All rows of a selected run have a matching entry, so the entry's own flag need not be checked.
  const needInRuns = test.need & ~FLAG.entry
  switch (path.by) {
    case 'types': {
      const offset = writeRowTest(memory, 0, test, { need: needInRuns })
      if (isRecent(index, test, needInRuns, into)) {
        yield* scanRecent(index, types, path.present, test.from, offset, into, target)
        break
      }
      for (const type of types) {
        const { entryStart } = memory.columns
        const end = lastEntry(index, type, path.present)
        for (const [from, to] of parts(firstEntry[type]!, end, (i) => entryStart[i]!)) {
          kernel.scanSpan(from, to, at.entryStart, offset, into, target)
          if (to < end) yield
        }
      }
      break
    }
    case 'closed':
      yield* scanClosed(index, types, path.fromDay, writeRowTest(memory, 0, test), into, target)
      yield* scanWithoutKernel(index, { test }, into, target, layout.sizes.rows)
      return
    case 'entries':
      yield* scanRuns(index, path.entries, writeRowTest(memory, 0, test, { need: needInRuns }), into, target)
      break
    case 'details':
      yield* scanPostings(index, path.details, writeRowTest(memory, 0, test, inLists(test)), into, target)
      break
    default:
      yield* scanRuns(
        index,
        path.entries,
        writeRowTest(memory, 0, test, { need: needInRuns & ~path.flag }),
        into,
        target,
      )
      yield* scanPostings(index, path.details, writeRowTest(memory, 0, test, { skip: path.flag }), into, target)
  }
  if (index.rows > layout.sizes.rows) {
    const offset = writeRowTest(memory, 0, test)
    for (let first = layout.sizes.rows; first < index.rows; first += STEP_ROWS) {
      kernel.scanRows(first, Math.min(index.rows, first + STEP_ROWS), offset, into, target)
      if (first + STEP_ROWS < index.rows) yield
    }
  }
}

/** Whether the recent rows cover the window and have all deciding columns. Keys and joins need more of a row. */
function isRecent({ memory }: SearchedIndex, test: RowTest, need: number, into: number): boolean {
  const { recentRows, firstRecentDay } = memory.layout.sizes
  const isWindow = test.before === MAX_TIME && test.from % DAY_SECONDS === 0
  const hasRange = test.confidences === undefined || rangeOf(test.confidences) !== undefined
  return (
    recentRows > 0 &&
    isWindow &&
    test.from >= firstRecentDay * DAY_SECONDS &&
    need === 0 &&
    test.origins === undefined &&
    hasRange &&
    into <= INTO.tallies
  )
}

function* scanRecent(
  { kernel, memory }: SearchedIndex,
  types: readonly number[],
  present: boolean,
  from: number,
  test: number,
  into: number,
  target: number,
): Steps<void> {
  const { recentStart } = memory.columns
  const { sizes } = memory.layout
  const { firstRecentDay, recentDays } = sizes
  const last = firstRecentDay + recentDays - 1
  const fromDay = from / DAY_SECONDS
  if (fromDay > last) return
  for (const type of types) {
    for (const isPresent of present ? [true] : [true, false]) {
      const start = recentStart[recentPlace(sizes, type, isPresent, last)]!
      const end = recentStart[recentPlace(sizes, type, isPresent, fromDay) + 1]!
      for (let first = start; first < end; first += STEP_ROWS) {
        kernel.scanRecent(first, Math.min(end, first + STEP_ROWS), test, into, target)
        if (first + STEP_ROWS < end) yield
      }
    }
  }
}

/**
 * For rows in the lists of matching details. Their order shows which are present, without reading each row's entry.
 */
function inLists({ need, presentEnd }: RowTest): { need: number; end: number | undefined } {
  const ofEntry = need & ~FLAG.detail
  return { need: presentEnd === undefined ? ofEntry : ofEntry & ~FLAG.entry, end: presentEnd }
}

function* scanRuns(
  index: SearchedIndex,
  entries: TupleNumbers,
  test: number,
  into: number,
  target: number,
): Steps<void> {
  const { kernel, memory } = index
  const { list, entryStart } = memory.columns
  const count = writeList(index, entries, memory.layout.sizes.entries)
  for (const [from, to] of listParts(list, count, entryStart)) {
    kernel.scanRuns(memory.at.list + 4 * from, to - from, memory.at.entryStart, test, into, target)
    if (to < count) yield
  }
}

function* scanPostings(
  index: SearchedIndex,
  details: TupleNumbers | DetailRange,
  test: number,
  into: number,
  target: number,
): Steps<void> {
  const { kernel, memory } = index
  const { at, columns, layout } = memory
  const count = 'first' in details ? writeRange(index, details) : writeList(index, details, layout.sizes.details)
  for (const [from, to] of listParts(columns.list, count, columns.detailStart)) {
    kernel.scanPostings(at.list + 4 * from, to - from, at.detailStart, at.detailRows, test, into, target)
    if (to < count) yield
  }
}

/** Rows of the base that were closed on this day or later. */
function* scanClosed(
  index: SearchedIndex,
  types: readonly number[],
  fromDay: number,
  test: number,
  into: number,
  target: number,
): Steps<void> {
  const { kernel, memory } = index
  const { at, columns } = memory
  let count = 0
  for (const type of types) {
    const [first, end] = closedLists(index, type, fromDay)
    for (let each = first; each < end; each++) columns.list[count++] = each
  }
  for (const [from, to] of listParts(columns.list, count, columns.closedStart)) {
    kernel.scanPostings(at.list + 4 * from, to - from, at.closedStart, at.closedRows, test, into, target)
    if (to < count) yield
  }
}

type Part = readonly [from: number, to: number]

/** Parts of about STEP_ROWS rows. `startOf(i)` is where the rows of tuple i begin. */
function* parts(first: number, end: number, startOf: (i: number) => number): Generator<Part> {
  for (let from = first; from < end; ) {
    const enough = startOf(from) + STEP_ROWS
    const to = startOf(end) <= enough ? end : lowerBound(from + 1, end, (i) => startOf(i) >= enough)
    yield [from, to]
    from = to
  }
}

/** Parts of a list of tuples whose runs or lists have about STEP_ROWS rows together. */
function* listParts(list: Uint32Array, count: number, starts: Uint32Array): Generator<Part> {
  let [from, rows] = [0, 0]
  for (let i = 0; i < count; i++) {
    rows += starts[list[i]! + 1]! - starts[list[i]!]!
    if (rows < STEP_ROWS) continue
    yield [from, i + 1]
    ;[from, rows] = [i + 1, 0]
  }
  if (from < count) yield [from, count]
}

/** Only tuples of the base: those of the tail have no runs and no lists. */
function writeList({ memory }: SearchedIndex, tuples: TupleNumbers, base: number): number {
  const { list } = memory.columns
  let count = 0
  for (const tuple of tuples) if (tuple < base) list[count++] = tuple
  return count
}

function writeRange({ memory }: SearchedIndex, { first, end }: DetailRange): number {
  const { list } = memory.columns
  for (let detail = first; detail < end; detail++) list[detail - first] = detail
  return end - first
}

/** For a clause with more conditions than there are flag bits, and for the time of closing in the tail. */
function* scanWithoutKernel(
  { memory, kernel, rows }: SearchedIndex,
  { test }: Pick<PreparedClause, 'test'>,
  into: number,
  target: number,
  first = 0,
): Steps<void> {
  const { columns } = memory
  for (let row = first; row < rows; row++) {
    if (row % STEP_ROWS === STEP_ROWS - 1) yield
    if (passes(columns, test, row)) kernel.collectRow(row, into, target)
  }
}
