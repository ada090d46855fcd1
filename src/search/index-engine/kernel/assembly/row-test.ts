// Row tests: what a row must meet, at the offsets of ROW_TEST.

import { at32, entryOf } from './columns'
import {
  confidence,
  detail,
  FLAG_DETAIL,
  FLAG_ENTRY,
  origin,
  ROW_TEST_BEFORE,
  ROW_TEST_CONFIDENCE_COUNT,
  ROW_TEST_CONFIDENCES,
  ROW_TEST_DETAIL_COUNT,
  ROW_TEST_DETAIL_FLAGS,
  ROW_TEST_END,
  ROW_TEST_ENTRY_FLAGS,
  ROW_TEST_FIRST_CONFIDENCE,
  ROW_TEST_FIRST_DETAIL,
  ROW_TEST_FROM,
  ROW_TEST_NEED,
  ROW_TEST_ORIGINS,
  ROW_TEST_SKIP,
  ROW_TEST_TYPE,
} from './generated'

export function fromOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_FROM)
}
export function beforeOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_BEFORE)
}
export function confidencesOf(test: usize): usize {
  return <usize>load<u32>(test, ROW_TEST_CONFIDENCES)
}
export function needOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_NEED)
}
export function skipOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_SKIP)
}
export function entryFlagsOf(test: usize): usize {
  return <usize>load<u32>(test, ROW_TEST_ENTRY_FLAGS)
}
export function detailFlagsOf(test: usize): usize {
  return <usize>load<u32>(test, ROW_TEST_DETAIL_FLAGS)
}
export function originsOf(test: usize): usize {
  return <usize>load<u32>(test, ROW_TEST_ORIGINS)
}
/** The type plus one; 0 for any. */
export function typeOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_TYPE)
}
export function endOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_END)
}
export function firstConfidenceOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_FIRST_CONFIDENCE)
}
export function confidenceCountOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_CONFIDENCE_COUNT)
}
export function firstDetailOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_FIRST_DETAIL)
}
export function detailCountOf(test: usize): u32 {
  return load<u32>(test, ROW_TEST_DETAIL_COUNT)
}

/** Checks one row by everything but time and type. */
export function passesConditions(test: usize, row: u32): bool {
  const confidences = confidencesOf(test)
  if (confidences !== 0 && load<u8>(confidences + load<u8>(confidence + row)) === 0) return false
  // Reading the entry or the detail may miss the cache, so each is read only if it can decide.
  let missing = needOf(test)
  const skip = skipOf(test)
  if (skip !== 0 || (missing & ~FLAG_DETAIL) !== 0) {
    const flags = <u32>load<u8>(entryFlagsOf(test) + entryOf(row))
    if ((flags & skip) !== 0) return false
    missing &= ~flags
    if ((missing & FLAG_ENTRY) !== 0) return false
  }
  if (missing !== 0) {
    const flags = <u32>load<u8>(detailFlagsOf(test) + at32(detail, row))
    if ((missing & ~flags) !== 0) return false
  }
  const origins = originsOf(test)
  return origins === 0 || load<u8>(origins + load<u16>(origin + ((<usize>row) << 1))) !== 0
}
