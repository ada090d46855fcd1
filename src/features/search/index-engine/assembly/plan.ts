// What a row must meet, as kernel.ts writes it (PLAN).

import { confidence, detail, entryOf, origin } from './columns'

export function planFrom(plan: usize): u32 {
  return load<u32>(plan)
}
export function planBefore(plan: usize): u32 {
  return load<u32>(plan, 4)
}
export function planConfidences(plan: usize): usize {
  return <usize>load<u32>(plan, 8)
}
export function planNeed(plan: usize): u32 {
  return load<u32>(plan, 12)
}
export function planSkip(plan: usize): u32 {
  return load<u32>(plan, 16)
}
export function planEntryFlags(plan: usize): usize {
  return <usize>load<u32>(plan, 20)
}
export function planDetailFlags(plan: usize): usize {
  return <usize>load<u32>(plan, 24)
}
export function planOrigins(plan: usize): usize {
  return <usize>load<u32>(plan, 28)
}
/** Plus one; 0 for any. */
export function planType(plan: usize): u32 {
  return load<u32>(plan, 32)
}

/** Flags that only entries have, and only details. */
export const ENTRY: u32 = 1
export const DETAIL: u32 = 2

/** One row alone, by all but time and type. */
export function passesElse(plan: usize, row: usize): bool {
  const confidences = planConfidences(plan)
  if (confidences !== 0 && load<u8>(confidences + load<u8>(confidence + row)) === 0) return false
  // Entry and detail lie anywhere in memory: neither is looked at where it cannot decide.
  let missing = planNeed(plan)
  const skip = planSkip(plan)
  if (skip !== 0 || (missing & ~DETAIL) !== 0) {
    const flags = <u32>load<u8>(planEntryFlags(plan) + entryOf(<u32>row))
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
