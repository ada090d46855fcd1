// Sequences, by going through the rows of one company after the other.

import {
  at32,
  base,
  company,
  companyRows,
  companyStart,
  companyTimes,
  entryOf,
  entryType,
  GONE,
  ROW_MASK,
  scratch,
  tailHead,
  tailNext,
  time,
} from './columns'
import { passesElse, planBefore, planFrom, planType } from './plan'

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
  const type = load<u8>(entryType + entryOf(row))
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
