// Sequences, by walking through the rows of one company after the other.

import { at32, entryOf } from './columns'
import {
  base,
  CHAIN_FIRST_STEP,
  CHAIN_PAIR,
  CHAIN_STATE_BYTES,
  CHAIN_STEPS,
  company,
  companyRows,
  companyStart,
  companyTimes,
  entryType,
  MAX_CHAIN_TAIL_ROWS,
  MAX_TIME,
  PAIR_BACKWARDS,
  PAIR_NONE,
  REMOVED,
  ROW_BITS,
  ROW_MASK,
  scratch,
  tailHead,
  tailNext,
  time,
} from './generated'
import { beforeOf, confidencesOf, fromOf, needOf, originsOf, passesConditions, skipOf, typeOf } from './row-test'

/** In `scratch`, by step: the latest time at which it was reached plus one, and whether it was reached in this second. */
const STATE: usize = CHAIN_STATE_BYTES

function satisfies(test: usize, row: u32, type: u32, at: u32): bool {
  const wanted = typeOf(test)
  if (wanted !== 0 && wanted - 1 !== type) return false
  return at >= fromOf(test) && at < beforeOf(test) && passesConditions(test, row)
}

const TOO_MANY: u32 = 0xffffffff

/** Writes the company's rows of the tail into `scratch`, from old to new; returns their number or TOO_MANY. */
function tailRowsOf(ordinal: u32): u32 {
  let count: u32 = 0
  for (let next = at32(tailHead, ordinal); next !== 0; ) {
    const row = base + next - 1
    next = at32(tailNext, next - 1)
    if (at32(company, row) !== ordinal) continue
    if (count === MAX_CHAIN_TAIL_ROWS) return TOO_MANY
    const at = at32(time, row)
    let place = count
    while (place > 0) {
      const earlier = at32(scratch, place - 1)
      if (at32(time, earlier) <= at) break
      store<u32>(scratch + ((<usize>place) << 2), earlier)
      place--
    }
    store<u32>(scratch + ((<usize>place) << 2), row)
    count++
  }
  return count
}

let chainTime: u32 = 0

/** Takes the next row of a company; true when it completes a chain. */
function take(chain: usize, steps: u32, row: u32, type: u32, at: u32): bool {
  const state = scratch + STATE
  if (at !== chainTime) {
    for (let step: usize = 0; step < steps; step++) {
      if (load<u32>(state + (step << 3), 4) !== 0) store<u32>(state + (step << 3), chainTime + 1)
      store<u32>(state + (step << 3), 0, 4)
    }
    chainTime = at
  }
  let next = chain + CHAIN_FIRST_STEP
  for (let step: usize = 0; step < steps; step++) {
    const reach = load<u32>(next)
    const tests = load<u32>(next, 4)
    const first = next + 8
    next = first + ((<usize>tests) << 2)
    if (step > 0) {
      const before = load<u32>(state + ((step - 1) << 3))
      if (before === 0 || at - (before - 1) > reach) continue
    }
    let isMet = false
    for (let i: usize = 0; i < tests && !isMet; i++) isMet = satisfies(load<u32>(first + (i << 2)), row, type, at)
    if (!isMet) continue
    if (step === steps - 1) return true
    store<u32>(state + (step << 3), 1, 4)
  }
  return false
}

/** The types of the steps, as bits; rows of other types are skipped. */
function typesOf(chain: usize, steps: u32): u32 {
  let types: u32 = 0
  let next = chain + CHAIN_FIRST_STEP
  for (let step: u32 = 0; step < steps; step++) {
    const tests = load<u32>(next, 4)
    for (let i: usize = 0; i < tests; i++) {
      const type = typeOf(<usize>load<u32>(next + 8 + (i << 2)))
      types |= type === 0 ? 0xff : (<u32>1) << (type - 1)
    }
    next += 8 + ((<usize>tests) << 2)
  }
  return types
}

function takeTailRow(chain: usize, steps: u32, row: u32): bool {
  const type = load<u8>(entryType + entryOf(row))
  return take(chain, steps, row, type, at32(time, row))
}

function hasChain(ordinal: u32, chain: usize, steps: u32, types: u32, tailRows: u32): bool {
  for (let step: usize = 0; step < steps; step++) store<u64>(scratch + STATE + (step << 3), 0)
  chainTime = 0xffffffff
  let tail: u32 = 0
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  for (let i = at32(companyStart, ordinal); i < end; i++) {
    const word = at32(companyRows, i)
    const type = word >>> ROW_BITS
    if (word === REMOVED || ((types >>> type) & 1) === 0) continue
    const at = at32(companyTimes, i)
    while (tail < tailRows) {
      const other = at32(scratch, tail)
      if (at32(time, other) >= at) break
      tail++
      if (takeTailRow(chain, steps, other)) return true
    }
    if (take(chain, steps, word & ROW_MASK, type, at)) return true
  }
  for (; tail < tailRows; tail++) if (takeTailRow(chain, steps, at32(scratch, tail))) return true
  return false
}

/** From `i` on, the first of the company's rows with a type; `end` when there is none. */
function nextOfType(i: u32, end: u32, type: u32): u32 {
  const wanted = i32x4.splat(<i32>type)
  for (; i + 4 <= end; i += 4) {
    const types = i32x4.shr_u(v128.load(companyRows + ((<usize>i) << 2)), ROW_BITS)
    const mask = i32x4.bitmask(i32x4.eq(types, wanted))
    if (mask !== 0) return i + ctz(mask)
  }
  for (; i < end; i++) if (at32(companyRows, i) >>> ROW_BITS === type) return i
  return end
}

/** The last one before `i`, plus one; 0 when there is none. */
function previousOfType(i: u32, first: u32, type: u32): u32 {
  const wanted = i32x4.splat(<i32>type)
  for (; i >= first + 4; i -= 4) {
    const types = i32x4.shr_u(v128.load(companyRows + ((<usize>(i - 4)) << 2)), ROW_BITS)
    const mask = i32x4.bitmask(i32x4.eq(types, wanted))
    if (mask !== 0) return i - 3 + (31 - clz(mask))
  }
  for (; i > first; i--) if (at32(companyRows, i - 1) >>> ROW_BITS === type) return i
  return 0
}

/**
 * The most common chain: two steps with one clause of one type each, for a company without rows in the tail. From each
 * row that meets the first clause, rows are checked for the second as far as its reach. Each row is checked once: a row
 * that didn't meet the second clause never will, and a row of the same second doesn't follow.
 */
function hasPair(ordinal: u32, first: usize, second: usize, reach: u32): bool {
  const firstType = typeOf(first) - 1
  const secondType = typeOf(second) - 1
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

/** The same from the end, for a second clause with fewer rows. */
function hasPairBackwards(ordinal: u32, first: usize, second: usize, reach: u32): bool {
  const firstType = typeOf(first) - 1
  const secondType = typeOf(second) - 1
  const start = at32(companyStart, ordinal)
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  let behind: u32 = end
  // Both are one more than the position of the row, and 0 before the first.
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

/**
 * The same for two clauses that a row meets just by its type. The closest pairs are a row of the second type and the
 * last row of the first type before it. Two masks give the types of 32 rows at a time.
 */
function hasPlainPair(ordinal: u32, firstType: u32, secondType: u32, reach: u32): bool {
  const start = at32(companyStart, ordinal)
  const end = load<u32>(companyStart + ((<usize>ordinal) << 2), 4)
  const firstTypes = i32x4.splat(<i32>firstType)
  const secondTypes = i32x4.splat(<i32>secondType)
  let pending: u32 = NONE
  for (let from = start; from < end; from += 32) {
    const count = min(32, end - from)
    let firsts: u32 = 0
    let seconds: u32 = 0
    for (let k: u32 = 0; k < count; k += 4) {
      const types = i32x4.shr_u(v128.load(companyRows + ((<usize>(from + k)) << 2)), ROW_BITS)
      firsts |= (<u32>i32x4.bitmask(i32x4.eq(types, firstTypes))) << k
      seconds |= (<u32>i32x4.bitmask(i32x4.eq(types, secondTypes))) << k
    }
    const own: u32 = <u32>-1 >>> (32 - count)
    firsts &= own
    seconds &= own
    while ((firsts !== 0) | (pending !== NONE)) {
      // Rows of the second type before the next row of the first have no predecessor.
      if (pending === NONE) seconds &= ~(((<u32>2) << ctz(firsts)) - 1)
      if (seconds === 0) {
        if (firsts !== 0) pending = from + 31 - clz(firsts)
        break
      }
      const second = <u32>ctz(seconds)
      const before = ((<u32>1) << second) - 1
      const earlier = firsts & before
      const first = earlier !== 0 ? from + 31 - clz(earlier) : pending
      const gap = at32(companyTimes, from + second) - at32(companyTimes, first)
      // Rows of the same second don't follow each other, so there may be closest pairs that the masks don't show.
      if (gap === 0) return hasPairAmongTies(start, end, firstType, secondType, reach)
      if (gap <= reach) return true
      firsts &= ~before
      pending = NONE
    }
  }
  return false
}

/** No row, and no time. */
const NONE: u32 = 0xffffffff

/** Row by row: compares each row with the latest row of the first type that isn't of the same second. */
function hasPairAmongTies(start: u32, end: u32, firstType: u32, secondType: u32, reach: u32): bool {
  let latest: u32 = NONE
  let earlier: u32 = NONE
  for (let i = start; i < end; i++) {
    const type = at32(companyRows, i) >>> ROW_BITS
    if (type !== firstType && type !== secondType) continue
    const at = at32(companyTimes, i)
    const before = latest !== at ? latest : earlier
    if (type === secondType && before !== NONE && at - before <= reach) return true
    if (type !== firstType) continue
    earlier = before
    latest = at
  }
  return false
}

function isPlain(test: usize): bool {
  const conditions = confidencesOf(test) | needOf(test) | skipOf(test) | originsOf(test)
  return conditions === 0 && fromOf(test) === 0 && beforeOf(test) === MAX_TIME
}

export function filterChains(bits: usize, bytes: u32, chain: usize, out: usize): u32 {
  let skipped: u32 = 0
  const steps = load<u32>(chain, CHAIN_STEPS)
  const types = typesOf(chain, steps)
  const isPair = load<u32>(chain, CHAIN_PAIR) !== PAIR_NONE
  const isBackwards = load<u32>(chain, CHAIN_PAIR) === PAIR_BACKWARDS
  // A step of one clause has three words: its reach, 1, and its row test.
  const first = <usize>load<u32>(chain, CHAIN_FIRST_STEP + 8)
  const reach = load<u32>(chain, CHAIN_FIRST_STEP + 12)
  const second = <usize>load<u32>(chain, CHAIN_FIRST_STEP + 20)
  const isPlainPair = isPair && isPlain(first) && isPlain(second)
  for (let i: usize = 0; i < bytes; i += 4) {
    let rest = load<u32>(bits + i)
    let remaining = rest
    while (rest !== 0) {
      const bit = rest & (0 - rest)
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      rest &= rest - 1
      const tailRows = tailRowsOf(ordinal)
      if (isPair && tailRows === 0) {
        let has = false
        if (isPlainPair) has = hasPlainPair(ordinal, typeOf(first) - 1, typeOf(second) - 1, reach)
        else if (isBackwards) has = hasPairBackwards(ordinal, first, second, reach)
        else has = hasPair(ordinal, first, second, reach)
        if (!has) remaining &= ~bit
      } else if (tailRows === TOO_MANY) {
        store<u32>(out + ((<usize>skipped) << 2), ordinal)
        skipped++
      } else if (!hasChain(ordinal, chain, steps, types, tailRows)) {
        remaining &= ~bit
      }
    }
    store<u32>(bits + i, remaining)
  }
  return skipped
}
