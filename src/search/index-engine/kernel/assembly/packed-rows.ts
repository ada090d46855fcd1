// Consecutive rows of the base, or recent rows, whose conditions are ranges: of confidence, of details, and a time that they must not be
// older than. Sixteen are compared at a time, and the companies of those that pass are packed together, four at a time.

import { collectPacked } from './collect'
import {
  BLOCK_OVERRUN,
  BLOCK_ROWS,
  company,
  confidence,
  detail,
  packings,
  recentCompany,
  recentConfidence,
  rowBlock,
  time,
} from './generated'
import { confidenceCountOf, confidencesOf, detailCountOf, firstConfidenceOf, firstDetailOf } from './row-test'

/** Rows that are compared at a time. */
const AT_ONCE: u32 = 16
/** The packed companies: the second column of the row block. */
const PACKED: usize = 4 * (BLOCK_ROWS + BLOCK_OVERRUN)

/** Companies that are packed and not collected yet. */
let packed: u32 = 0

export function finishPacked(into: u32, target: usize): void {
  const companies = rowBlock + PACKED
  collectPacked(companies, companies + ((<usize>packed) << 2), into, target)
  packed = 0
}

export function packRows(first: u32, end: u32, from: u32, test: usize, into: u32, target: usize): void {
  const confidenceCount = confidenceCountOf(test)
  const leastConfidence = i8x16.splat(<i8>firstConfidenceOf(test))
  const confidences = i8x16.splat(<i8>confidenceCount)
  const detailCount = detailCountOf(test)
  const leastDetail = i32x4.splat(<i32>firstDetailOf(test))
  const details = i32x4.splat(<i32>detailCount)
  const since = i32x4.splat(<i32>from)
  const companies = company
  for (; first < end; first += AT_ONCE) {
    let mask: u32 = <u32>-1 >>> (32 - min(AT_ONCE, end - first))
    if (confidenceCount !== 0) {
      const own = v128.load(confidence + first)
      mask &= i8x16.bitmask(i8x16.lt_u(i8x16.sub(own, leastConfidence), confidences))
    }
    if (detailCount !== 0) mask &= detailsWithin(detail + ((<usize>first) << 2), leastDetail, details)
    if (from !== 0) mask &= timesSince(time + ((<usize>first) << 2), since)
    if (mask === 0) continue
    pack(companies + ((<usize>first) << 2), mask)
    if (packed > BLOCK_ROWS - AT_ONCE) finishPacked(into, target)
  }
}

/** A removed row has a confidence that is not checked for. */
const CONFIDENCES: u32 = 101

export function scanRecent(first: u32, end: u32, test: usize, into: u32, target: usize): void {
  const hasConfidences = confidencesOf(test) !== 0
  const least = i8x16.splat(<i8>(hasConfidences ? firstConfidenceOf(test) : 0))
  const count = i8x16.splat(<i8>(hasConfidences ? confidenceCountOf(test) : CONFIDENCES))
  const confidences = recentConfidence
  const companies = recentCompany
  for (; first < end; first += AT_ONCE) {
    const own = v128.load(confidences + first)
    const among: u32 = <u32>-1 >>> (32 - min(AT_ONCE, end - first))
    pack(companies + ((<usize>first) << 2), among & i8x16.bitmask(i8x16.lt_u(i8x16.sub(own, least), count)))
    if (packed > BLOCK_ROWS - AT_ONCE) finishPacked(into, target)
  }
  finishPacked(into, target)
}

/** Of sixteen companies, those whose bits are set. */
function pack(companies: usize, mask: u32): void {
  let at = rowBlock + PACKED + ((<usize>packed) << 2)
  at = packFour(at, companies, mask & 15)
  at = packFour(at, companies + 16, (mask >>> 4) & 15)
  at = packFour(at, companies + 32, (mask >>> 8) & 15)
  packFour(at, companies + 48, mask >>> 12)
  packed += popcnt(mask)
}

/** Writes those of four numbers whose bits are set, one after the other; returns where the next one belongs. */
function packFour(at: usize, from: usize, mask: u32): usize {
  v128.store(at, i8x16.swizzle(v128.load(from), v128.load(packings + ((<usize>mask) << 4))))
  return at + ((<usize>popcnt(mask)) << 2)
}

function maskOf(a: v128, b: v128, c: v128, d: v128): u32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)))
}

function detailsWithin(at: usize, least: v128, count: v128): u32 {
  return maskOf(
    i32x4.lt_u(i32x4.sub(v128.load(at), least), count),
    i32x4.lt_u(i32x4.sub(v128.load(at, 16), least), count),
    i32x4.lt_u(i32x4.sub(v128.load(at, 32), least), count),
    i32x4.lt_u(i32x4.sub(v128.load(at, 48), least), count),
  )
}

function timesSince(at: usize, since: v128): u32 {
  return maskOf(
    i32x4.ge_u(v128.load(at), since),
    i32x4.ge_u(v128.load(at, 16), since),
    i32x4.ge_u(v128.load(at, 32), since),
    i32x4.ge_u(v128.load(at, 48), since),
  )
}
