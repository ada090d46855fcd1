// A block of rows is filtered by one condition after the other, in place. Every row is written, and the write position
// advances only if the row passes, so the next row overwrites one that does not. A branch at this point would be
// unpredictable and would cost more than the rest of the loop.

import { at32, entryOf } from './columns'
import { confidence, detail, entryType, FLAG_DETAIL, FLAG_ENTRY, origin, time } from './generated'
import { confidencesOf, detailFlagsOf, entryFlagsOf, needOf, originsOf, skipOf } from './row-test'

/**
 * Writes a row and advances if `passes` is 1 rather than 0. The loops below read the offset of their column once: the
 * compiler cannot know that the writes do not change it.
 */
export function keep(out: usize, row: u32, passes: u32): usize {
  store<u32>(out, row)
  return out + ((<usize>passes) << 2)
}

export function filterTimes(rows: usize, end: usize, from: u32, before: u32): usize {
  const times = time
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const second = at32(times, row)
    out = keep(out, row, u32(second >= from) & u32(second < before))
  }
  return out
}

export function filterTypes(rows: usize, end: usize, type: u32): usize {
  const types = entryType
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, u32(<u32>load<u8>(types + entryOf(row)) === type))
  }
  return out
}

function filterConfidences(rows: usize, end: usize, table: usize): usize {
  const confidences = confidence
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, load<u8>(table + load<u8>(confidences + row)))
  }
  return out
}

function filterOrigins(rows: usize, end: usize, table: usize): usize {
  const origins = origin
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, load<u8>(table + load<u16>(origins + ((<usize>row) << 1))))
  }
  return out
}

function filterEntries(rows: usize, end: usize, flags: usize): usize {
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, u32((<u32>load<u8>(flags + entryOf(row)) & FLAG_ENTRY) !== 0))
  }
  return out
}

function filterDetails(rows: usize, end: usize, flags: usize): usize {
  const details = detail
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    out = keep(out, row, u32((<u32>load<u8>(flags + at32(details, row)) & FLAG_DETAIL) !== 0))
  }
  return out
}

/** By flags that the entry or the detail must have, and flags that the entry must not have. */
function filterEither(rows: usize, end: usize, test: usize): usize {
  const need = needOf(test)
  const skip = skipOf(test)
  const entryFlags = entryFlagsOf(test)
  const detailFlags = detailFlagsOf(test)
  const details = detail
  let out = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const ofEntry = <u32>load<u8>(entryFlags + entryOf(row))
    const ofDetail = <u32>load<u8>(detailFlags + at32(details, row))
    out = keep(out, row, u32((ofEntry & skip) === 0) & u32(((ofEntry | ofDetail) & need) === need))
  }
  return out
}

/** By everything but time and type. */
export function filterConditions(rows: usize, end: usize, test: usize): usize {
  const confidences = confidencesOf(test)
  const need = needOf(test)
  const origins = originsOf(test)
  if (confidences !== 0) end = filterConfidences(rows, end, confidences)
  if (skipOf(test) !== 0 || (need & ~(FLAG_ENTRY | FLAG_DETAIL)) !== 0) {
    end = filterEither(rows, end, test)
  } else {
    if ((need & FLAG_ENTRY) !== 0) end = filterEntries(rows, end, entryFlagsOf(test))
    if ((need & FLAG_DETAIL) !== 0) end = filterDetails(rows, end, detailFlagsOf(test))
  }
  return origins !== 0 ? filterOrigins(rows, end, origins) : end
}
