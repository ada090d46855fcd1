// The ways to the rows of a clause.

import { at32, gathered, LATEST, SAMPLE, sampleTimes, time } from './columns'
import { planBefore, planConfidences, planFrom, planNeed, planOrigins, planSkip, planType } from './plan'
import { INTO_TALLIES, put, putAll } from './put'
import { sift, siftTimes, siftTypes, TOGETHER } from './sift'

/** How many rows were gathered and not yet gone through. */
let waiting: u32 = 0

function finish(plan: usize, into: u32, target: usize): void {
  const rows = gathered
  put(rows, sift(rows, rows + ((<usize>waiting) << 2), plan), into, target)
  waiting = 0
}

/** The same for rows of any time. */
function finishTimed(plan: usize, into: u32, target: usize): void {
  const from = planFrom(plan)
  const before = planBefore(plan)
  const rows = gathered
  let end = rows + ((<usize>waiting) << 2)
  if (from !== 0 || before !== LATEST) end = siftTimes(rows, end, from, before)
  put(rows, sift(rows, end, plan), into, target)
  waiting = 0
}

/** Takes in rows that follow each other, as many as there is room for; returns the first that had none. */
function gather(first: u32, end: u32): u32 {
  const until = min(end, first + TOGETHER - waiting)
  let at = gathered + ((<usize>waiting) << 2)
  waiting += until - first
  // There is room for what is written beyond the last.
  let rows = i32x4.add(i32x4.splat(first), i32x4(0, 1, 2, 3))
  for (; first < until; first += 4, at += 16) {
    v128.store(at, rows)
    rows = i32x4.add(rows, i32x4.splat(4))
  }
  return until
}

/** The same for less than a sample's rows, of those only that are not older than a time. */
function gatherSince(first: u32, end: u32, from: u32): void {
  const times = time
  let at = gathered + ((<usize>waiting) << 2)
  for (; first < end; first++) {
    store<u32>(at, first)
    at += usize(at32(times, first) >= from) << 2
  }
  waiting = <u32>((at - gathered) >> 2)
}

/** As `gather`, from a list. */
function gatherListed(list: usize, first: u32, end: u32): u32 {
  const until = min(end, first + TOGETHER - waiting)
  let at = gathered + ((<usize>waiting) << 2)
  waiting += until - first
  for (; first < until; first++, at += 4) store<u32>(at, at32(list, first))
  return until
}

/** Where rows that go from new to old fall below a time. They follow each other, or stand in a list. */
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

function scanRange(first: u32, end: u32, plan: usize, isBare: bool, into: u32, target: usize): void {
  if (isBare) {
    putAll(first, end, into, target)
    return
  }
  while (first < end) {
    first = gather(first, end)
    if (waiting === TOGETHER) finish(plan, into, target)
  }
}

/**
 * A run goes from new to old. How far its window goes is told by the samples, which lie together, but for the rows
 * between two of them: those are looked at one by one. A search among the run's own times would wait for memory at each
 * of its steps.
 */
function scanRun(first: u32, end: u32, plan: usize, isBare: bool, into: u32, target: usize): void {
  const from = planFrom(plan)
  const before = planBefore(plan)
  if (before !== LATEST) first = fallsBelow(0, first, end, before)
  if (from === 0) {
    scanRange(first, end, plan, isBare, into, target)
    return
  }
  const samples = sampleTimes
  let sample = (first + SAMPLE - 1) & ~(SAMPLE - 1)
  let sure = first
  for (; sample < end && load<u32>(samples + ((<usize>sample / SAMPLE) << 2)) >= from; sample += SAMPLE)
    sure = sample + 1
  scanRange(first, sure, plan, isBare, into, target)
  if (waiting + SAMPLE > TOGETHER) finish(plan, into, target)
  gatherSince(sure, min(sample, end), from)
}

/** Nothing to look at but the time, and nothing to do but to put. */
function bare(plan: usize, into: u32): bool {
  return into <= INTO_TALLIES && (planConfidences(plan) | planNeed(plan) | planSkip(plan) | planOrigins(plan)) === 0
}

export function scanRuns(list: usize, count: u32, starts: usize, plan: usize, into: u32, target: usize): void {
  const isBare = bare(plan, into)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    scanRun(load<u32>(at), load<u32>(at, 4), plan, isBare, into, target)
  }
  finish(plan, into, target)
}

export function scanSpan(first: u32, end: u32, starts: usize, plan: usize, into: u32, target: usize): void {
  const isBare = bare(plan, into)
  if (first >= end) return
  let from = at32(starts, first)
  if (planFrom(plan) === 0 && planBefore(plan) === LATEST) {
    // Without a window the runs are one.
    scanRange(from, at32(starts, end), plan, isBare, into, target)
  } else {
    for (let each = first; each < end; each++) {
      const to = load<u32>(starts + ((<usize>each) << 2), 4)
      scanRun(from, to, plan, isBare, into, target)
      from = to
    }
  }
  finish(plan, into, target)
}

/** The window of a list that is longer than this is looked for; of others each row is looked at. */
const LONG_LIST: u32 = 64

export function scanPostings(
  list: usize,
  count: u32,
  starts: usize,
  rows: usize,
  plan: usize,
  into: u32,
  target: usize,
): void {
  const from = planFrom(plan)
  const before = planBefore(plan)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    let first = load<u32>(at)
    let end = load<u32>(at, 4)
    if (end - first <= LONG_LIST) continue
    if (before !== LATEST) first = fallsBelow(rows, first, end, before)
    if (from !== 0) end = fallsBelow(rows, first, end, from)
    while (first < end) {
      first = gatherListed(rows, first, end)
      if (waiting === TOGETHER) finish(plan, into, target)
    }
  }
  finish(plan, into, target)
  for (let i: usize = 0; i < count; i++) {
    const at = starts + ((<usize>load<u32>(list + (i << 2))) << 2)
    let first = load<u32>(at)
    const end = load<u32>(at, 4)
    if (end - first > LONG_LIST) continue
    while (first < end) {
      first = gatherListed(rows, first, end)
      if (waiting === TOGETHER) finishTimed(plan, into, target)
    }
  }
  finishTimed(plan, into, target)
}

export function scanRows(first: u32, end: u32, plan: usize, into: u32, target: usize): void {
  const type = planType(plan)
  const rows = gathered
  while (first < end) {
    first = gather(first, end)
    if (type !== 0) waiting = <u32>((siftTypes(rows, rows + ((<usize>waiting) << 2), type - 1) - rows) >> 2)
    finishTimed(plan, into, target)
  }
}
