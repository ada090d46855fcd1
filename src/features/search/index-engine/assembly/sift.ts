// Rows are gathered, sifted by one condition after the other, and put where they belong. What passes is written down and
// what does not is written over: a branch that is taken or not at random costs more than the rest of the loop.

import { at32, confidence, detail, entryOf, entryType, origin, time } from './columns'
import {
  DETAIL,
  ENTRY,
  planConfidences,
  planDetailFlags,
  planEntryFlags,
  planNeed,
  planOrigins,
  planSkip,
} from './plan'

/** Rows that are gone through together: few enough to stay close to the processor. */
export const TOGETHER: u32 = 1_024

/**
 * Written down in any case, and written over by the next one unless it passes (1) and does not (0). The loops below read
 * the places of their columns once: the compiler cannot know that what is written does not change them.
 */
export function keep(kept: usize, row: u32, passes: u32): usize {
  store<u32>(kept, row)
  return kept + ((<usize>passes) << 2)
}

export function siftTimes(rows: usize, end: usize, from: u32, before: u32): usize {
  const times = time
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const second = at32(times, row)
    kept = keep(kept, row, u32(second >= from) & u32(second < before))
  }
  return kept
}

export function siftTypes(rows: usize, end: usize, type: u32): usize {
  const types = entryType
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, u32(<u32>load<u8>(types + entryOf(row)) === type))
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

function siftEntries(rows: usize, end: usize, flags: usize): usize {
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, u32((<u32>load<u8>(flags + entryOf(row)) & ENTRY) !== 0))
  }
  return kept
}

function siftDetails(rows: usize, end: usize, flags: usize): usize {
  const details = detail
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    kept = keep(kept, row, u32((<u32>load<u8>(flags + at32(details, row)) & DETAIL) !== 0))
  }
  return kept
}

/** By flags that the entry has or the detail, and those that the entry must not have. */
function siftEither(rows: usize, end: usize, plan: usize): usize {
  const need = planNeed(plan)
  const skip = planSkip(plan)
  const entryFlags = planEntryFlags(plan)
  const detailFlags = planDetailFlags(plan)
  const details = detail
  let kept = rows
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const ofEntry = <u32>load<u8>(entryFlags + entryOf(row))
    const ofDetail = <u32>load<u8>(detailFlags + at32(details, row))
    kept = keep(kept, row, u32((ofEntry & skip) === 0) & u32(((ofEntry | ofDetail) & need) === need))
  }
  return kept
}

/** All but time and type. */
export function sift(rows: usize, end: usize, plan: usize): usize {
  const confidences = planConfidences(plan)
  const need = planNeed(plan)
  const origins = planOrigins(plan)
  if (confidences !== 0) end = siftConfidences(rows, end, confidences)
  if (planSkip(plan) !== 0 || (need & ~(ENTRY | DETAIL)) !== 0) {
    end = siftEither(rows, end, plan)
  } else {
    if ((need & ENTRY) !== 0) end = siftEntries(rows, end, planEntryFlags(plan))
    if ((need & DETAIL) !== 0) end = siftDetails(rows, end, planDetailFlags(plan))
  }
  return origins !== 0 ? siftOrigins(rows, end, origins) : end
}
