// The access paths to the rows of a clause. Each gathers rows into the row block; a full block is filtered by the row
// test, and the companies of the rows that pass are collected.

import { bitsByDetail, collect, collectRange } from './collect'
import { at32 } from './columns'
import { filterConditions, filterTimes, filterTypes, keep } from './filter'
import {
  BLOCK_ROWS,
  FLAG_DETAIL,
  INTO_BITS,
  INTO_TALLIES,
  MAX_TIME,
  rowBlock,
  SAMPLE_ROWS,
  sampleTimes,
  time,
} from './generated'
import { finishPacked, packRows } from './packed-rows'
import {
  beforeOf,
  confidenceCountOf,
  confidencesOf,
  detailCountOf,
  detailFlagsOf,
  endOf,
  fromOf,
  needOf,
  originsOf,
  skipOf,
  typeOf,
} from './row-test'

/** Rows in the block that are not filtered yet. */
let waiting: u32 = 0

function finish(test: usize, into: u32, target: usize): void {
  const rows = rowBlock
  collect(rows, filterConditions(rows, rows + ((<usize>waiting) << 2), test), into, target)
  waiting = 0
}

/** The same for rows whose time is not checked yet. */
function finishTimed(test: usize, into: u32, target: usize): void {
  const from = fromOf(test)
  const before = beforeOf(test)
  const rows = rowBlock
  let end = rows + ((<usize>waiting) << 2)
  if (from !== 0 || before !== MAX_TIME) end = filterTimes(rows, end, from, before)
  collect(rows, filterConditions(rows, end, test), into, target)
  waiting = 0
}

/** Adds consecutive rows to the block until it is full; returns the first row that didn't fit. */
function gather(first: u32, end: u32): u32 {
  const until = min(end, first + BLOCK_ROWS - waiting)
  let at = rowBlock + ((<usize>waiting) << 2)
  waiting += until - first
  // The block has room for what is written past its end (BLOCK_OVERRUN).
  let rows = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3))
  for (; first < until; first += 4, at += 16) {
    v128.store(at, rows)
    rows = i32x4.add(rows, i32x4.splat(4))
  }
  return until
}

/** Adds those of fewer than SAMPLE_ROWS consecutive rows that are not older than a time. */
function gatherSince(first: u32, end: u32, from: u32): void {
  const times = time
  let at = rowBlock + ((<usize>waiting) << 2)
  for (; first < end; first++) {
    store<u32>(at, first)
    at += usize(at32(times, first) >= from) << 2
  }
  waiting = <u32>((at - rowBlock) >> 2)
}

/** Like `gather`, for the rows in a list that are before `endRow`. */
function gatherListed(list: usize, first: u32, end: u32, endRow: u32): u32 {
  const until = min(end, first + BLOCK_ROWS - waiting)
  let at = rowBlock + ((<usize>waiting) << 2)
  for (; first < until; first++) {
    const row = at32(list, first)
    at = keep(at, row, u32(row < endRow))
  }
  waiting = <u32>((at - rowBlock) >> 2)
  return until
}

/** Where rows that are sorted from new to old fall below a time. They are consecutive, or in a list. */
function fallsBelow(list: usize, first: u32, end: u32, at: u32): u32 {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = list === 0 ? middle : at32(list, middle)
    if (at32(time, row) >= at) low = middle + 1
    else high = middle
  }
  return low
}

function scanRange(first: u32, end: u32, test: usize, mode: u32, into: u32, target: usize): void {
  if (mode === BY_TIME) {
    collectRange(first, end, into, target)
    return
  }
  if (mode === BY_DETAIL) {
    bitsByDetail(first, end, detailFlagsOf(test), target)
    return
  }
  if (mode === BY_RANGES) {
    packRows(first, end, 0, test, into, target)
    return
  }
  while (first < end) {
    first = gather(first, end)
    if (waiting === BLOCK_ROWS) finish(test, into, target)
  }
}

/**
 * A run is sorted from new to old. The samples, which are adjacent in memory, give the end of its window up to the rows
 * between two of them; those are checked one by one. A binary search among the run's own times would wait for memory at
 * each of its steps.
 */
function scanRun(first: u32, end: u32, test: usize, mode: u32, into: u32, target: usize): void {
  const from = fromOf(test)
  const before = beforeOf(test)
  if (before !== MAX_TIME) first = fallsBelow(0, first, end, before)
  if (from === 0) {
    scanRange(first, end, test, mode, into, target)
    return
  }
  const samples = sampleTimes
  let sample = (first + SAMPLE_ROWS - 1) & ~(SAMPLE_ROWS - 1)
  let inWindow = first
  for (; sample < end && load<u32>(samples + ((<usize>sample / SAMPLE_ROWS) << 2)) >= from; sample += SAMPLE_ROWS)
    inWindow = sample + 1
  scanRange(first, inWindow, test, mode, into, target)
  if (mode === BY_RANGES) {
    packRows(inWindow, min(sample, end), from, test, into, target)
    return
  }
  if (waiting + SAMPLE_ROWS > BLOCK_ROWS) finish(test, into, target)
  gatherSince(inWindow, min(sample, end), from)
}

/**
 * How consecutive rows are checked: in blocks, or directly if little is done with a row that passes and only one of the
 * named conditions decides.
 */
const BY_BLOCK: u32 = 0
const BY_TIME: u32 = 1
const BY_DETAIL: u32 = 2
const BY_RANGES: u32 = 3

function scanModeOf(test: usize, into: u32): u32 {
  const need = needOf(test)
  const hasConfidences = confidencesOf(test) !== 0
  if (into > INTO_TALLIES || (skipOf(test) | originsOf(test)) !== 0 || (need & ~FLAG_DETAIL) !== 0) return BY_BLOCK
  if (need === 0 && !hasConfidences) return BY_TIME
  const areRanges = (need === 0 || detailCountOf(test) !== 0) && (!hasConfidences || confidenceCountOf(test) !== 0)
  if (areRanges) return BY_RANGES
  return into === INTO_BITS && !hasConfidences ? BY_DETAIL : BY_BLOCK
}

export function scanRuns(list: usize, count: u32, starts: usize, test: usize, into: u32, target: usize): void {
  const mode = scanModeOf(test, into)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    scanRun(load<u32>(at), load<u32>(at, 4), test, mode, into, target)
  }
  finish(test, into, target)
  finishPacked(into, target)
}

export function scanSpan(first: u32, end: u32, starts: usize, test: usize, into: u32, target: usize): void {
  const mode = scanModeOf(test, into)
  if (first >= end) return
  let from = at32(starts, first)
  if (fromOf(test) === 0 && beforeOf(test) === MAX_TIME) {
    // Without a time window, adjacent runs are one.
    scanRange(from, at32(starts, end), test, mode, into, target)
  } else {
    for (let entry = first; entry < end; entry++) {
      const to = load<u32>(starts + ((<usize>entry) << 2), 4)
      scanRun(from, to, test, mode, into, target)
      from = to
    }
  }
  finish(test, into, target)
  finishPacked(into, target)
}

/** The window of a longer list is found by binary search. In a shorter list, each row is checked. */
const LONG_LIST: u32 = 64

export function scanPostings(
  list: usize,
  count: u32,
  starts: usize,
  rows: usize,
  test: usize,
  into: u32,
  target: usize,
): void {
  const from = fromOf(test)
  const before = beforeOf(test)
  const endRow = endOf(test)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    let first = load<u32>(at)
    let end = load<u32>(at, 4)
    if (end - first <= LONG_LIST) continue
    if (before !== MAX_TIME) first = fallsBelow(rows, first, end, before)
    if (from !== 0) end = fallsBelow(rows, first, end, from)
    while (first < end) {
      first = gatherListed(rows, first, end, endRow)
      if (waiting === BLOCK_ROWS) finish(test, into, target)
    }
  }
  finish(test, into, target)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    let first = load<u32>(at)
    const end = load<u32>(at, 4)
    if (end - first > LONG_LIST) continue
    while (first < end) {
      first = gatherListed(rows, first, end, endRow)
      if (waiting === BLOCK_ROWS) finishTimed(test, into, target)
    }
  }
  finishTimed(test, into, target)
}

export function scanRows(first: u32, end: u32, test: usize, into: u32, target: usize): void {
  const type = typeOf(test)
  const rows = rowBlock
  while (first < end) {
    first = gather(first, end)
    if (type !== 0) waiting = <u32>((filterTypes(rows, rows + ((<usize>waiting) << 2), type - 1) - rows) >> 2)
    finishTimed(test, into, target)
  }
}
