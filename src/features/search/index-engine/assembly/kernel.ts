// The kernel in AssemblyScript: the same functions as kernel.ts, which is their specification, on the same memory.
// Sixteen bytes at a time where columns and bitsets are gone through from end to end.

let company: usize = 0
let time: usize = 0
let confidence: usize = 0
let entry: usize = 0
let detail: usize = 0
let origin: usize = 0
let companyStart: usize = 0
let companyRows: usize = 0
let companyTimes: usize = 0
let tailHead: usize = 0
let tailNext: usize = 0
let entryType: usize = 0
let sampleTimes: usize = 0
let base: u32 = 0
/** Room for a company's rows of the tail, and for the state of a chain. */
let scratch: usize = 0
/** Room for the numbers of rows. */
let gathered: usize = 0

export function bind(
  companyColumn: usize,
  timeColumn: usize,
  confidenceColumn: usize,
  entryColumn: usize,
  detailColumn: usize,
  originColumn: usize,
  companyStartColumn: usize,
  companyRowsColumn: usize,
  companyTimesColumn: usize,
  tailHeadColumn: usize,
  tailNextColumn: usize,
  entryTypeColumn: usize,
  sampleTimesColumn: usize,
  baseRows: u32,
  scratchRoom: usize,
  gatheredRoom: usize,
): void {
  company = companyColumn
  time = timeColumn
  confidence = confidenceColumn
  entry = entryColumn
  detail = detailColumn
  origin = originColumn
  companyStart = companyStartColumn
  companyRows = companyRowsColumn
  companyTimes = companyTimesColumn
  tailHead = tailHeadColumn
  tailNext = tailNextColumn
  entryType = entryTypeColumn
  sampleTimes = sampleTimesColumn
  base = baseRows
  scratch = scratchRoom
  gathered = gatheredRoom
}

/** An element of a column of four bytes. */
function at32(column: usize, index: u32): u32 {
  return load<u32>(column + ((<usize>index) << 2))
}

export function clear(to: usize, bytes: u32): void {
  let i: usize = 0
  for (; i + 16 <= bytes; i += 16) v128.store(to + i, i32x4.splat(0))
  for (; i < bytes; i++) store<u8>(to + i, 0)
}

export function copy(to: usize, from: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.load(from + i))
}

export function and(to: usize, from: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.and(v128.load(to + i), v128.load(from + i)))
}

export function or(to: usize, from: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.or(v128.load(to + i), v128.load(from + i)))
}

export function andNot(to: usize, from: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.andnot(v128.load(to + i), v128.load(from + i)))
}

export function not(to: usize, all: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.andnot(v128.load(all + i), v128.load(to + i)))
}

/** Bytes hold at most 8 of the sum per vector: 31 vectors fit before they are added up. */
export function count(bits: usize, bytes: u32): u32 {
  let total = i32x4.splat(0)
  let i: usize = 0
  while (i < bytes) {
    let sums = i8x16.splat(0)
    const end = min<usize>(i + 31 * 16, bytes)
    for (; i < end; i += 16) sums = i8x16.add(sums, i8x16.popcnt(v128.load(bits + i)))
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sums)))
  }
  return (
    i32x4.extract_lane(total, 0) +
    i32x4.extract_lane(total, 1) +
    i32x4.extract_lane(total, 2) +
    i32x4.extract_lane(total, 3)
  )
}

export function rangeU8(column: usize, least: u32, most: u32, bits: usize, companies: u32): void {
  const low = i8x16.splat(<i8>least)
  const high = i8x16.splat(<i8>most)
  for (let i: usize = 0; i < companies; i += 16) {
    const keys = v128.load(column + i)
    store<u16>(bits + (i >> 3), i8x16.bitmask(v128.and(i8x16.ge_u(keys, low), i8x16.le_u(keys, high))))
  }
}

export function rangeU16(column: usize, least: u32, most: u32, bits: usize, companies: u32): void {
  const low = i16x8.splat(<i16>least)
  const high = i16x8.splat(<i16>most)
  // Four places at a time: while one waits for memory the others go on.
  const quarter = <usize>companies >> 2
  const bitsQuarter = quarter >> 3
  const columnQuarter = quarter << 1
  for (let i: usize = 0; i < quarter; i += 16) {
    const to = bits + (i >> 3)
    const from = column + (i << 1)
    store<u16>(to, range16(from, low, high))
    store<u16>(to + bitsQuarter, range16(from + columnQuarter, low, high))
    store<u16>(to + 2 * bitsQuarter, range16(from + 2 * columnQuarter, low, high))
    store<u16>(to + 3 * bitsQuarter, range16(from + 3 * columnQuarter, low, high))
  }
}

function range16(at: usize, low: v128, high: v128): u32 {
  const a = v128.load(at)
  const b = v128.load(at, 16)
  const first = v128.and(i16x8.ge_u(a, low), i16x8.le_u(a, high))
  const second = v128.and(i16x8.ge_u(b, low), i16x8.le_u(b, high))
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second))
}

function within32(at: usize, low: v128, high: v128): v128 {
  const keys = v128.load(at)
  return v128.and(i32x4.ge_u(keys, low), i32x4.le_u(keys, high))
}

function mask32(a: v128, b: v128, c: v128, d: v128): u32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)))
}

function range32(at: usize, low: v128, high: v128): u32 {
  return mask32(
    within32(at, low, high),
    within32(at + 16, low, high),
    within32(at + 32, low, high),
    within32(at + 48, low, high),
  )
}

export function rangeU32(column: usize, least: u32, most: u32, bits: usize, companies: u32): void {
  const low = i32x4.splat(<i32>least)
  const high = i32x4.splat(<i32>most)
  for (let i: usize = 0; i < companies; i += 16) store<u16>(bits + (i >> 3), range32(column + (i << 2), low, high))
}

export function keepRangeU32(column: usize, least: u32, most: u32, bits: usize, companies: u32): void {
  const low = i32x4.splat(<i32>least)
  const high = i32x4.splat(<i32>most)
  for (let i: usize = 0; i < companies; i += 16) {
    const at = bits + (i >> 3)
    const before = load<u16>(at)
    if (before !== 0) store<u16>(at, before & range32(column + (i << 2), low, high))
  }
}

/** Sixty-four companies at a time: those that are not in the result need no look. */
export function keepRangeU16(column: usize, least: u32, most: u32, bits: usize, companies: u32): void {
  const low = i16x8.splat(<i16>least)
  const high = i16x8.splat(<i16>most)
  for (let i: usize = 0; i < companies; i += 64) {
    const at = bits + (i >> 3)
    const before = load<u64>(at)
    if (before === 0) continue
    const from = column + (i << 1)
    const mask =
      <u64>range16(from, low, high) |
      ((<u64>range16(from + 32, low, high)) << 16) |
      ((<u64>range16(from + 64, low, high)) << 32) |
      ((<u64>range16(from + 96, low, high)) << 48)
    store<u64>(at, before & mask)
  }
}

function any16(at: usize, values: usize, count: u32): u32 {
  const a = v128.load(at)
  const b = v128.load(at, 16)
  let first = i16x8.splat(0)
  let second = i16x8.splat(0)
  for (let k: usize = 0; k < count; k++) {
    const wanted = v128.load16_splat(values + (k << 2))
    first = v128.or(first, i16x8.eq(a, wanted))
    second = v128.or(second, i16x8.eq(b, wanted))
  }
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second))
}

export function keepAnyU16(column: usize, values: usize, count: u32, none: u32, bits: usize, companies: u32): void {
  for (let i: usize = 0; i < companies; i += 64) {
    const at = bits + (i >> 3)
    const before = load<u64>(at)
    if (before === 0) continue
    const from = column + (i << 1)
    const mask =
      <u64>any16(from, values, count) |
      ((<u64>any16(from + 32, values, count)) << 16) |
      ((<u64>any16(from + 64, values, count)) << 32) |
      ((<u64>any16(from + 96, values, count)) << 48)
    store<u64>(at, before & (none ? ~mask : mask))
  }
}

export function keepAnyU32(column: usize, values: usize, count: u32, none: u32, bits: usize, companies: u32): void {
  for (let i: usize = 0; i < companies; i += 16) {
    const at = bits + (i >> 3)
    const before = load<u16>(at)
    if (before === 0) continue
    let mask: u32 = 0
    for (let k: usize = 0; k < count; k++) {
      const wanted = i32x4.splat(load<i32>(values + (k << 2)))
      mask |= range32(column + (i << 2), wanted, wanted)
    }
    store<u16>(at, before & (none ? ~mask : mask))
  }
}

// Words of a plan, as in kernel.ts.
function planFrom(plan: usize): u32 {
  return load<u32>(plan)
}
function planBefore(plan: usize): u32 {
  return load<u32>(plan, 4)
}
function planConfidences(plan: usize): usize {
  return <usize>load<u32>(plan, 8)
}
function planNeed(plan: usize): u32 {
  return load<u32>(plan, 12)
}
function planSkip(plan: usize): u32 {
  return load<u32>(plan, 16)
}
function planEntryFlags(plan: usize): usize {
  return <usize>load<u32>(plan, 20)
}
function planDetailFlags(plan: usize): usize {
  return <usize>load<u32>(plan, 24)
}
function planOrigins(plan: usize): usize {
  return <usize>load<u32>(plan, 28)
}
/** Plus one; 0 for any. */
function planType(plan: usize): u32 {
  return load<u32>(plan, 32)
}

/** Flags that only entries have, and only details. */
const ENTRY: u32 = 1
const DETAIL: u32 = 2

/** One row alone, by all but time and type. */
function passesElse(plan: usize, row: usize): bool {
  const confidences = planConfidences(plan)
  if (confidences !== 0 && load<u8>(confidences + load<u8>(confidence + row)) === 0) return false
  // Entry and detail lie anywhere in memory: neither is looked at where it cannot decide.
  let missing = planNeed(plan)
  const skip = planSkip(plan)
  if (skip !== 0 || (missing & ~DETAIL) !== 0) {
    const flags = <u32>load<u8>(planEntryFlags(plan) + load<u32>(entry + (row << 2)))
    if ((flags & skip) !== 0) return false
    missing &= ~flags
    if ((missing & ENTRY) !== 0) return false
  }
  if (missing !== 0) {
    const flags = <u32>load<u8>(planDetailFlags(plan) + load<u32>(detail + (row << 2)))
    if ((missing & ~flags) !== 0) return false
  }
  const origins = planOrigins(plan)
  return origins === 0 || load<u8>(origins + load<u16>(origin + (row << 1))) !== 0
}

function wordOf(bits: usize, ordinal: u32): usize {
  return bits + ((<usize>ordinal >> 5) << 2)
}

/** 1 or 0. */
function hasBit(bits: usize, ordinal: u32): u32 {
  return (load<u32>(wordOf(bits, ordinal)) >>> (ordinal & 31)) & 1
}

function clearBit(bits: usize, ordinal: u32): void {
  const at = wordOf(bits, ordinal)
  store<u32>(at, load<u32>(at) & ~((<u32>1) << (ordinal & 31)))
}

function setBit(bits: usize, ordinal: u32): void {
  const at = wordOf(bits, ordinal)
  store<u32>(at, load<u32>(at) | ((<u32>1) << (ordinal & 31)))
}

// Rows are gathered, sifted by one condition after the other, and put where they belong. What passes is written down and
// what does not is written over: a branch that is taken or not at random costs more than the rest of the loop.

/** Rows that are gone through together: few enough to stay close to the processor. */
const TOGETHER: u32 = 1_024
/** Of so many rows of the base the time of the first is kept apart. */
const SAMPLE: u32 = 16
const LATEST: u32 = 0xffffffff

/**
 * Written down in any case, and written over by the next one unless it passes (1) and does not (0). The loops below read
 * the places of their columns once: the compiler cannot know that what is written does not change them.
 */
function keep(kept: usize, row: u32, passes: u32): usize {
  store<u32>(kept, row)
  return kept + ((<usize>passes) << 2)
}

function siftTimes(rows: usize, end: usize, from: u32, before: u32): usize {
  const times = time
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const second = at32(times, row)
    kept = keep(kept, row, u32(second >= from) & u32(second < before))
  }
  return kept
}

function siftTypes(rows: usize, end: usize, type: u32): usize {
  const entries = entry
  const types = entryType
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, u32(<u32>load<u8>(types + at32(entries, row)) === type))
  }
  return kept
}

function siftConfidences(rows: usize, end: usize, table: usize): usize {
  const confidences = confidence
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, load<u8>(table + load<u8>(confidences + row)))
  }
  return kept
}

function siftOrigins(rows: usize, end: usize, table: usize): usize {
  const origins = origin
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, load<u8>(table + load<u16>(origins + ((<usize>row) << 1))))
  }
  return kept
}

/** By one flag of one tuple. */
function siftFlags(rows: usize, end: usize, tuples: usize, flags: usize, flag: u32): usize {
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, u32((<u32>load<u8>(flags + at32(tuples, row)) & flag) !== 0))
  }
  return kept
}

/** By flags that the entry has or the detail, and those that the entry must not have. */
function siftEither(rows: usize, end: usize, plan: usize): usize {
  const need = planNeed(plan)
  const skip = planSkip(plan)
  const entryFlags = planEntryFlags(plan)
  const detailFlags = planDetailFlags(plan)
  const entries = entry
  const details = detail
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const ofEntry = <u32>load<u8>(entryFlags + at32(entries, row))
    const ofDetail = <u32>load<u8>(detailFlags + at32(details, row))
    kept = keep(kept, row, u32((ofEntry & skip) === 0) & u32(((ofEntry | ofDetail) & need) === need))
  }
  return kept
}

/** All but time and type. */
function sift(rows: usize, end: usize, plan: usize): usize {
  const confidences = planConfidences(plan)
  const need = planNeed(plan)
  const origins = planOrigins(plan)
  if (confidences !== 0) end = siftConfidences(rows, end, confidences)
  if (planSkip(plan) !== 0 || (need & ~(ENTRY | DETAIL)) !== 0) {
    end = siftEither(rows, end, plan)
  } else {
    if ((need & ENTRY) !== 0) end = siftFlags(rows, end, entry, planEntryFlags(plan), ENTRY)
    if ((need & DETAIL) !== 0) end = siftFlags(rows, end, detail, planDetailFlags(plan), DETAIL)
  }
  return origins !== 0 ? siftOrigins(rows, end, origins) : end
}

const INTO_BITS: u32 = 0
const INTO_COUNTERS: u32 = 1
const INTO_TALLIES: u32 = 2
const INTO_LINKS: u32 = 3

function count32(at: usize): void {
  store<u32>(at, load<u32>(at) + 1)
}

function count8(at: usize): void {
  const before = load<u8>(at)
  store<u8>(at, before + u8(before !== 255))
}

function put(rows: usize, end: usize, into: u32, target: usize): void {
  const companies = company
  if (into === INTO_BITS) {
    for (let at = rows; at < end; at += 4) setBit(target, at32(companies, load<u32>(at)))
  } else if (into === INTO_COUNTERS) {
    for (let at = rows; at < end; at += 4) count32(target + ((<usize>at32(companies, load<u32>(at))) << 2))
  } else if (into === INTO_TALLIES) {
    for (let at = rows; at < end; at += 4) count8(target + at32(companies, load<u32>(at)))
  } else if (into === INTO_LINKS) {
    for (let at = rows; at < end; at += 4) link(load<u32>(at), target)
  } else {
    pairUp(rows, siftOpen(rows, end, target), target)
  }
}

/** The same for rows that follow each other. */
function putAll(first: u32, end: u32, into: u32, target: usize): void {
  const last = company + ((<usize>end) << 2)
  let at = company + ((<usize>first) << 2)
  if (into === INTO_BITS) for (; at < last; at += 4) setBit(target, load<u32>(at))
  else if (into === INTO_COUNTERS) for (; at < last; at += 4) count32(target + ((<usize>load<u32>(at)) << 2))
  else for (; at < last; at += 4) count8(target + load<u32>(at))
}

// Pairs of signals: those that one clause of a sequence finds are linked to their companies, and those that the other
// finds are held against them. A company that has its pair is no longer open.

/** Where the other columns of rows begin that wait for their pair. */
const PAIR_TIMES: usize = 4 * (TOGETHER + 4)
const PAIR_NEXT: usize = 2 * PAIR_TIMES

/** By company: the number of the last that was linked, plus one. It says something only where the company's bit is set. */
let heads: usize = 0
/** The time, and what was linked before. */
let links: usize = 0
let linksRoom: u32 = 0
let linked: u32 = 0
let paired: usize = 0
let pairReach: u32 = 0
let isLaterLinked: bool = false

export function beginPairs(headsAt: usize, linksAt: usize, room: u32, pairedBits: usize, reach: u32, later: u32): void {
  heads = headsAt
  links = linksAt
  linksRoom = room
  linked = 0
  paired = pairedBits
  pairReach = reach
  isLaterLinked = later !== 0
}

/** More than there was room for: then some are missing. */
export function linkedRows(): u32 {
  return linked
}

function link(row: u32, open: usize): void {
  const ordinal = at32(company, row)
  const head = heads + ((<usize>ordinal) << 2)
  if (linked < linksRoom) {
    const at = links + ((<usize>linked) << 3)
    store<u32>(at, at32(time, row))
    store<u32>(at, load<u32>(head) & (0 - hasBit(open, ordinal)), 4)
    store<u32>(head, linked + 1)
    setBit(open, ordinal)
  }
  linked++
}

function siftOpen(rows: usize, end: usize, open: usize): usize {
  const companies = company
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, hasBit(open, at32(companies, row)))
  }
  return kept
}

/**
 * Step by step for all rows together, each with its company, its time and what is linked next, in columns of their own:
 * one row after the other would wait for memory at each step of each.
 */
function pairUp(rows: usize, end: usize, open: usize): void {
  const companies = company
  const times = time
  const next = heads
  let count: u32 = 0
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const ordinal = at32(companies, row)
    store<u32>(rows + ((<usize>count) << 2), ordinal)
    store<u32>(rows + ((<usize>count) << 2), at32(times, row), PAIR_TIMES)
    store<u32>(rows + ((<usize>count) << 2), at32(next, ordinal), PAIR_NEXT)
    count++
  }
  while (count > 0) {
    let left: u32 = 0
    for (let i: u32 = 0; i < count; i++) {
      const at = rows + ((<usize>i) << 2)
      const ordinal = load<u32>(at)
      const second = load<u32>(at, PAIR_TIMES)
      const one = links + ((<usize>(load<u32>(at, PAIR_NEXT) - 1)) << 3)
      const other = load<u32>(one)
      const following = load<u32>(one, 4)
      const isPair = isLaterLinked ? follows(second, other) : follows(other, second)
      if (isPair) {
        setBit(paired, ordinal)
        clearBit(open, ordinal)
      }
      const to = rows + ((<usize>left) << 2)
      store<u32>(to, ordinal)
      store<u32>(to, second, PAIR_TIMES)
      store<u32>(to, following, PAIR_NEXT)
      left += u32(following !== 0) & u32(!isPair)
    }
    count = left
  }
}

function follows(first: u32, second: u32): bool {
  return second > first && second - first <= pairReach
}

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

/** The order of a company among others: by its key, which may have two bytes, four, or four with a sign. */
function keyOf(keys: usize, kind: u32, ordinal: u32): u32 {
  if (kind === 0) return <u32>load<u16>(keys + ((<usize>ordinal) << 1))
  const key = at32(keys, ordinal)
  return kind === 1 ? key : key ^ 0x80000000
}

export function best(bits: usize, bytes: u32, keys: usize, kind: u32, most: u32, out: usize): u32 {
  const keysOut = out + ((<usize>most) << 2)
  let found: u32 = 0
  let least: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    for (let rest = load<u64>(bits + i); rest !== 0; rest &= rest - 1) {
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      const key = keyOf(keys, kind, ordinal)
      if (found === most) {
        if (key <= least) continue
        found--
      }
      let place: usize = found
      while (place > 0 && load<u32>(keysOut + ((place - 1) << 2)) < key) {
        store<u32>(keysOut + (place << 2), load<u32>(keysOut + ((place - 1) << 2)))
        store<u32>(out + (place << 2), load<u32>(out + ((place - 1) << 2)))
        place--
      }
      store<u32>(keysOut + (place << 2), key)
      store<u32>(out + (place << 2), ordinal)
      found++
      if (found === most) least = at32(keysOut, most - 1)
    }
  }
  return found
}

export function walk(order: usize, companies: u32, bits: usize, moved: usize, most: u32, out: usize): u32 {
  let found: u32 = 0
  for (let i: usize = 0; i < companies && found < most; i++) {
    const ordinal = load<u32>(order + (i << 2))
    const word = (<usize>ordinal >> 5) << 2
    if (((load<u32>(bits + word) & ~load<u32>(moved + word)) >>> (ordinal & 31)) & 1) {
      store<u32>(out + ((<usize>found) << 2), ordinal)
      found++
    }
  }
  return found
}

export function list(bits: usize, bytes: u32, out: usize): u32 {
  let found: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    let rest = load<u64>(bits + i)
    while (rest !== 0) {
      store<u32>(out + ((<usize>found) << 2), ((<u32>i) << 3) + <u32>ctz(rest))
      found++
      rest &= rest - 1
    }
  }
  return found
}

const GONE: u32 = 0xffffffff
const ROW_MASK: u32 = 0x1fffffff
const CHAIN_TAIL: u32 = 256
/** Behind the rows of the tail: for each step the latest time that is reached plus one, and whether it is now. */
const STATE: usize = 4 * 1024

function satisfies(plan: usize, row: u32, type: u32, at: u32): bool {
  const wanted = planType(plan)
  if (wanted !== 0 && wanted - 1 !== type) return false
  return at >= planFrom(plan) && at < planBefore(plan) && passesElse(plan, row)
}

/** The rows of the tail, from old to new; GONE when they are too many. */
function lateRows(ordinal: u32): u32 {
  let found: u32 = 0
  for (let next = at32(tailHead, ordinal); next !== 0; ) {
    const row = base + next - 1
    next = at32(tailNext, next - 1)
    if (at32(company, row) !== ordinal) continue
    if (found === CHAIN_TAIL) return GONE
    const at = at32(time, row)
    let place = found
    while (place > 0) {
      const earlier = at32(scratch, place - 1)
      if (at32(time, earlier) <= at) break
      store<u32>(scratch + ((<usize>place) << 2), earlier)
      place--
    }
    store<u32>(scratch + ((<usize>place) << 2), row)
    found++
  }
  return found
}

/** Where a chain says that it is a pair: 0 for no, 1 to be looked for from the old end, 2 from the new. */
const PAIR: usize = 4 * 127

let chainTime: u32 = 0

function meet(chain: usize, steps: u32, row: u32, type: u32, at: u32): bool {
  const state = scratch + STATE
  if (at !== chainTime) {
    for (let step: usize = 0; step < steps; step++) {
      if (load<u32>(state + (step << 3), 4) !== 0) store<u32>(state + (step << 3), chainTime + 1)
      store<u32>(state + (step << 3), 0, 4)
    }
    chainTime = at
  }
  let next = chain + 4
  for (let step: usize = 0; step < steps; step++) {
    const reach = load<u32>(next)
    const plans = load<u32>(next, 4)
    const first = next + 8
    next = first + ((<usize>plans) << 2)
    if (step > 0) {
      const before = load<u32>(state + ((step - 1) << 3))
      if (before === 0 || at - (before - 1) > reach) continue
    }
    let isMet = false
    for (let i: usize = 0; i < plans && !isMet; i++) isMet = satisfies(load<u32>(first + (i << 2)), row, type, at)
    if (!isMet) continue
    if (step === steps - 1) return true
    store<u32>(state + (step << 3), 1, 4)
  }
  return false
}

/** Types that some step asks for, as bits; rows of others are passed over. */
function typesOf(chain: usize, steps: u32): u32 {
  let types: u32 = 0
  let next = chain + 4
  for (let step: u32 = 0; step < steps; step++) {
    const plans = load<u32>(next, 4)
    for (let i: usize = 0; i < plans; i++) {
      const type = planType(<usize>load<u32>(next + 8 + (i << 2)))
      types |= type === 0 ? 0xff : (<u32>1) << (type - 1)
    }
    next += 8 + ((<usize>plans) << 2)
  }
  return types
}

/** A row of the tail. */
function meetLate(chain: usize, steps: u32, row: u32): bool {
  const type = load<u8>(entryType + at32(entry, row))
  return meet(chain, steps, row, type, at32(time, row))
}

function hasChain(ordinal: u32, chain: usize, steps: u32, types: u32, late: u32): bool {
  for (let step: usize = 0; step < steps; step++) store<u64>(scratch + STATE + (step << 3), 0)
  chainTime = 0xffffffff
  let tail: u32 = 0
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  for (let i = at32(companyStart, ordinal); i < end; i++) {
    const word = at32(companyRows, i)
    const type = word >>> 29
    if (word === GONE || ((types >>> type) & 1) === 0) continue
    const at = at32(companyTimes, i)
    while (tail < late) {
      const other = at32(scratch, tail)
      if (at32(time, other) >= at) break
      tail++
      if (meetLate(chain, steps, other)) return true
    }
    if (meet(chain, steps, word & ROW_MASK, type, at)) return true
  }
  for (; tail < late; tail++) if (meetLate(chain, steps, at32(scratch, tail))) return true
  return false
}

/** From `i` on, the first of the company's rows that has a type; `end` when there is none. */
function nextOfType(i: u32, end: u32, type: u32): u32 {
  const wanted = i32x4.splat(<i32>type)
  for (; i + 4 <= end; i += 4) {
    const types = i32x4.shr_u(v128.load(companyRows + ((<usize>i) << 2)), 29)
    const mask = i32x4.bitmask(i32x4.eq(types, wanted))
    if (mask !== 0) return i + ctz(mask)
  }
  for (; i < end; i++) if (at32(companyRows, i) >>> 29 === type) return i
  return end
}

/** The same backwards, from before `i`; plus one, and 0 when there is none. */
function previousOfType(i: u32, first: u32, type: u32): u32 {
  const wanted = i32x4.splat(<i32>type)
  for (; i >= first + 4; i -= 4) {
    const types = i32x4.shr_u(v128.load(companyRows + ((<usize>(i - 4)) << 2)), 29)
    const mask = i32x4.bitmask(i32x4.eq(types, wanted))
    if (mask !== 0) return i - 3 + (31 - clz(mask))
  }
  for (; i > first; i--) if (at32(companyRows, i - 1) >>> 29 === type) return i
  return 0
}

/**
 * The commonest chain, one clause of a type and then one of another or the same, of a company that has nothing in the
 * tail. From each row that meets the first, rows are looked at for the second as far as it reaches. What was looked at
 * and did not meet it never will, and what lies in the same second does not follow: each row is looked at once.
 */
function hasPair(ordinal: u32, first: usize, second: usize, reach: u32): bool {
  const firstType = planType(first) - 1
  const secondType = planType(second) - 1
  const start = at32(companyStart, ordinal)
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  let ahead: u32 = start
  for (let i = nextOfType(start, end, firstType); i < end; i = nextOfType(i + 1, end, firstType)) {
    const at = at32(companyTimes, i)
    if (!satisfies(first, at32(companyRows, i) & ROW_MASK, firstType, at)) continue
    for (ahead = nextOfType(max(ahead, i + 1), end, secondType); ahead < end; ) {
      const later = at32(companyTimes, ahead)
      if (later - at > reach) break
      const row = at32(companyRows, ahead) & ROW_MASK
      if (later !== at && satisfies(second, row, secondType, later)) return true
      ahead = nextOfType(ahead + 1, end, secondType)
    }
    if (ahead >= end) return false
  }
  return false
}

/** The same from the end, for a second clause that is the rarer one. */
function hasPairBackwards(ordinal: u32, first: usize, second: usize, reach: u32): bool {
  const firstType = planType(first) - 1
  const secondType = planType(second) - 1
  const start = at32(companyStart, ordinal)
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  let behind: u32 = end
  // Both are one more than the row's place, and 0 before the first.
  for (let i = previousOfType(end, start, secondType); i !== 0; i = previousOfType(i - 1, start, secondType)) {
    const at = at32(companyTimes, i - 1)
    if (!satisfies(second, at32(companyRows, i - 1) & ROW_MASK, secondType, at)) continue
    for (behind = previousOfType(min(behind, i - 1), start, firstType); behind !== 0; ) {
      const earlier = at32(companyTimes, behind - 1)
      if (at - earlier > reach) break
      const row = at32(companyRows, behind - 1) & ROW_MASK
      if (earlier !== at && satisfies(first, row, firstType, earlier)) return true
      behind = previousOfType(behind - 1, start, firstType)
    }
    if (behind === 0) return false
  }
  return false
}

export function chain(bits: usize, bytes: u32, chain: usize, out: usize): u32 {
  let left: u32 = 0
  const steps = load<u32>(chain)
  const types = typesOf(chain, steps)
  const isPair = load<u32>(chain, PAIR) !== 0
  const isBackwards = load<u32>(chain, PAIR) === 2
  const first = <usize>load<u32>(chain, 12)
  const second = <usize>load<u32>(chain, 24)
  const reach = load<u32>(chain, 16)
  for (let i: usize = 0; i < bytes; i += 4) {
    let rest = load<u32>(bits + i)
    let kept = rest
    while (rest !== 0) {
      const bit = rest & (0 - rest)
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      rest &= rest - 1
      const late = lateRows(ordinal)
      if (isPair && late === 0) {
        const has = isBackwards
          ? hasPairBackwards(ordinal, first, second, reach)
          : hasPair(ordinal, first, second, reach)
        if (!has) kept &= ~bit
      } else if (late === GONE) {
        store<u32>(out + ((<usize>left) << 2), ordinal)
        left++
      } else if (!hasChain(ordinal, chain, steps, types, late)) {
        kept &= ~bit
      }
    }
    store<u32>(bits + i, kept)
  }
  return left
}
