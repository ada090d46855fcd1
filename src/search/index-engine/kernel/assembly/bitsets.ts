// Bitsets over companies: sixteen bytes at a time, and single bits.

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

/** Each byte of a sum grows by at most 8 per vector, so it holds the sum of 31 vectors. */
export function andCount(to: usize, from: usize, bytes: u32): u32 {
  let total = i32x4.splat(0)
  let i: usize = 0
  while (i < bytes) {
    let sums = i8x16.splat(0)
    const end = min<usize>(i + 31 * 16, bytes)
    for (; i < end; i += 16) {
      const both = v128.and(v128.load(to + i), v128.load(from + i))
      v128.store(to + i, both)
      sums = i8x16.add(sums, i8x16.popcnt(both))
    }
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sums)))
  }
  return (
    i32x4.extract_lane(total, 0) +
    i32x4.extract_lane(total, 1) +
    i32x4.extract_lane(total, 2) +
    i32x4.extract_lane(total, 3)
  )
}

function wordOf(bits: usize, ordinal: u32): usize {
  return bits + ((<usize>ordinal >> 5) << 2)
}

/** 1 or 0. */
export function hasBit(bits: usize, ordinal: u32): u32 {
  return (load<u32>(wordOf(bits, ordinal)) >>> (ordinal & 31)) & 1
}

export function clearBit(bits: usize, ordinal: u32): void {
  const at = wordOf(bits, ordinal)
  store<u32>(at, load<u32>(at) & ~((<u32>1) << (ordinal & 31)))
}

export function setBit(bits: usize, ordinal: u32): void {
  setBitIf(bits, ordinal, 1)
}

/** Sets a bit for 1 and leaves it as it is for 0. A branch would be unpredictable. */
export function setBitIf(bits: usize, ordinal: u32, passes: u32): void {
  const at = wordOf(bits, ordinal)
  store<u32>(at, load<u32>(at) | (passes << (ordinal & 31)))
}

export function list(bits: usize, bytes: u32, out: usize): u32 {
  let count: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    let rest = load<u64>(bits + i)
    while (rest !== 0) {
      store<u32>(out + ((<usize>count) << 2), ((<u32>i) << 3) + <u32>ctz(rest))
      count++
      rest &= rest - 1
    }
  }
  return count
}
