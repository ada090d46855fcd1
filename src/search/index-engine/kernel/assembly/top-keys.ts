// Finds the companies with the greatest keys. A heap holds the best so far, with the worst of them on top. Most
// companies are worse than all of them, which is checked for 32 or 128 at a time.

import { at32 } from './columns'
import { TOP_WORDS } from './generated'

const ITEM: usize = 4 * TOP_WORDS

let items: usize = 0
let count: u32 = 0
let limit: u32 = 0
/** The least key that can still be among the best. */
let least: u32 = 1

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

/** Puts a company at the root of a heap of `count` and sifts it down. */
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

function begin(out: usize, wanted: u32): void {
  items = out
  limit = wanted
  count = 0
  least = 1
}

function offer(key: u32, heat: i32, ordinal: u32): void {
  if (count < limit) siftUp(count++, key, heat, ordinal)
  else if (!isAfter(key, heat, ordinal, items)) siftDown(count, key, heat, ordinal)
  else return
  if (count === limit) least = load<u32>(items, 4)
}

/** Moves the worst to the end repeatedly, until the best is first. */
function finish(): u32 {
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

export function topStored(
  bits: usize,
  bytes: u32,
  keys: usize,
  blocks: usize,
  heat: usize,
  wanted: u32,
  out: usize,
): u32 {
  begin(out, wanted)
  for (let i: usize = 0; i < bytes; i += 16) {
    // Four blocks of 32 companies each.
    if (!v128.any_true(i32x4.ge_u(v128.load(blocks + i), i32x4.splat(least)))) continue
    for (let k: usize = i; k < i + 16; k += 4) {
      if (load<u32>(blocks + k) < least) continue
      for (let rest = load<u32>(bits + k); rest !== 0; rest &= rest - 1) {
        const ordinal = ((<u32>k) << 3) + <u32>ctz(rest)
        const key = at32(keys, ordinal)
        if (key >= least) offer(key, <i32>at32(heat, ordinal), ordinal)
      }
    }
  }
  return finish()
}

/** Whether one of 32 keys is at least the given one. */
function anyAtLeast(keys: usize, least: v128): bool {
  let found = i32x4.splat(0)
  for (let i: usize = 0; i < 128; i += 16) found = v128.or(found, i32x4.ge_u(v128.load(keys + i), least))
  return v128.any_true(found)
}

/** The last word from `first` on with at most this many bits before it. */
function wordOfRank(ranks: usize, first: u32, words: u32, rank: u32): u32 {
  let low = first
  let high = words
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (at32(ranks, middle) <= rank) low = middle
    else high = middle
  }
  return low
}

function ordinalIn(word: u64, before: u32): u32 {
  for (; before > 0; before--) word &= word - 1
  return <u32>ctz(word)
}

export function topRanked(
  bits: usize,
  bytes: u32,
  ranks: usize,
  keys: usize,
  ranked: u32,
  heat: usize,
  wanted: u32,
  out: usize,
): u32 {
  begin(out, wanted)
  let word: u32 = 0
  for (let rank: u32 = 0; rank < ranked; rank += 32) {
    if (!anyAtLeast(keys + ((<usize>rank) << 2), i32x4.splat(least))) continue
    const end = min(ranked, rank + 32)
    for (let each = rank; each < end; each++) {
      const key = at32(keys, each)
      if (key < least) continue
      word = wordOfRank(ranks, word, bytes >>> 3, each)
      const ordinal = (word << 6) + ordinalIn(load<u64>(bits + ((<usize>word) << 3)), each - at32(ranks, word))
      offer(key, <i32>at32(heat, ordinal), ordinal)
    }
  }
  return finish()
}
