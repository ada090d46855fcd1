// The companies with the greatest keys: a heap of the best so far with the worst of them first. Most companies are worse
// than all of them, which is found out for 32 at a time.

import { at32 } from './columns'
import { TOP_WORDS } from './generated'

const ITEM: usize = 4 * TOP_WORDS

let items: usize = 0

function itemAt(place: u32): usize {
  return items + <usize>place * ITEM
}

/** Whether a company comes after another: a lesser key, then less heat, then a greater ordinal. */
function isAfter(key: u32, heat: i32, ordinal: u32, other: usize): bool {
  const otherKey = load<u32>(other, 4)
  if (key !== otherKey) return key < otherKey
  const otherHeat = load<i32>(other, 8)
  if (heat !== otherHeat) return heat < otherHeat
  return ordinal > load<u32>(other)
}

function put(at: usize, key: u32, heat: i32, ordinal: u32): void {
  store<u32>(at, ordinal)
  store<u32>(at, key, 4)
  store<i32>(at, heat, 8)
}

function move(to: usize, from: usize): void {
  store<u32>(to, load<u32>(from))
  store<u32>(to, load<u32>(from, 4), 4)
  store<u32>(to, load<u32>(from, 8), 8)
}

function isItemAfter(a: usize, b: usize): bool {
  return isAfter(load<u32>(a, 4), load<i32>(a, 8), load<u32>(a), b)
}

function siftUp(place: u32, key: u32, heat: i32, ordinal: u32): void {
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (!isAfter(key, heat, ordinal, itemAt(parent))) break
    move(itemAt(place), itemAt(parent))
    place = parent
  }
  put(itemAt(place), key, heat, ordinal)
}

/** Puts a company at the root of a heap of `count`, and down to its place. */
function siftDown(count: u32, key: u32, heat: i32, ordinal: u32): void {
  let place: u32 = 0
  for (;;) {
    let child: u32 = 2 * place + 1
    if (child >= count) break
    if (child + 1 < count && isItemAfter(itemAt(child + 1), itemAt(child))) child++
    if (isAfter(key, heat, ordinal, itemAt(child))) break
    move(itemAt(place), itemAt(child))
    place = child
  }
  put(itemAt(place), key, heat, ordinal)
}

/** Whether one of 32 keys is at least the given one. */
function anyAtLeast(keys: usize, least: v128): bool {
  let found = i32x4.splat(0)
  for (let i: usize = 0; i < 128; i += 16) found = v128.or(found, i32x4.ge_u(v128.load(keys + i), least))
  return v128.any_true(found)
}

export function topByKeys(bits: usize, bytes: u32, keys: usize, heat: usize, limit: u32, out: usize): u32 {
  items = out
  let count: u32 = 0
  let least = i32x4.splat(1)
  for (let i: usize = 0; i < bytes; i += 4) {
    let rest = load<u32>(bits + i)
    if (rest === 0 || !anyAtLeast(keys + (i << 5), least)) continue
    for (; rest !== 0; rest &= rest - 1) {
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      const key = at32(keys, ordinal)
      if (key === 0) continue
      const heatOf = <i32>at32(heat, ordinal)
      if (count < limit) {
        siftUp(count++, key, heatOf, ordinal)
      } else if (!isAfter(key, heatOf, ordinal, items)) {
        siftDown(count, key, heatOf, ordinal)
      } else continue
      if (count === limit) least = i32x4.splat(<i32>load<u32>(items, 4))
    }
  }
  // The worst goes to the end again and again, until the best is first.
  for (let end = count; end > 1; end--) {
    const last = itemAt(end - 1)
    const ordinal = load<u32>(last)
    const key = load<u32>(last, 4)
    const heatOf = load<i32>(last, 8)
    move(last, items)
    siftDown(end - 1, key, heatOf, ordinal)
  }
  return count
}
