// Comparisons of complete columns of companies, with bitsets as results.

export function rangeU8(column: usize, min: u32, max: u32, bits: usize, companies: u32): void {
  const low = i8x16.splat(<i8>min)
  const high = i8x16.splat(<i8>max)
  for (let i: usize = 0; i < companies; i += 16) {
    const keys = v128.load(column + i)
    store<u16>(bits + (i >> 3), i8x16.bitmask(v128.and(i8x16.ge_u(keys, low), i8x16.le_u(keys, high))))
  }
}

export function rangeU16(column: usize, min: u32, max: u32, bits: usize, companies: u32): void {
  const low = i16x8.splat(<i16>min)
  const high = i16x8.splat(<i16>max)
  // Four places at a time: while one load waits for memory, the others proceed.
  const quarter = <usize>companies >> 2
  const bitsQuarter = quarter >> 3
  const columnQuarter = quarter << 1
  for (let i: usize = 0; i < quarter; i += 16) {
    const to = bits + (i >> 3)
    const from = column + (i << 1)
    store<u16>(to, range16(from, low, high))
    store<u16>(to + bitsQuarter, range16(from + columnQuarter, low, high))
    store<u16>(to + 2 * bitsQuarter, range16(from + 2 * columnQuarter, low, high))
    store<u16>(to + 3 * bitsQuarter, range16(from + 3 * columnQuarter, low, high))
  }
}

function range16(at: usize, low: v128, high: v128): u32 {
  const a = v128.load(at)
  const b = v128.load(at, 16)
  const first = v128.and(i16x8.ge_u(a, low), i16x8.le_u(a, high))
  const second = v128.and(i16x8.ge_u(b, low), i16x8.le_u(b, high))
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second))
}

function within32(at: usize, low: v128, high: v128): v128 {
  const keys = v128.load(at)
  return v128.and(i32x4.ge_u(keys, low), i32x4.le_u(keys, high))
}

function mask32(a: v128, b: v128, c: v128, d: v128): u32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)))
}

function range32(at: usize, low: v128, high: v128): u32 {
  return mask32(
    within32(at, low, high),
    within32(at + 16, low, high),
    within32(at + 32, low, high),
    within32(at + 48, low, high),
  )
}

export function rangeU32(column: usize, min: u32, max: u32, bits: usize, companies: u32): void {
  const low = i32x4.splat(<i32>min)
  const high = i32x4.splat(<i32>max)
  for (let i: usize = 0; i < companies; i += 16) store<u16>(bits + (i >> 3), range32(column + (i << 2), low, high))
}

export function keepRangeU32(column: usize, min: u32, max: u32, bits: usize, companies: u32): void {
  const low = i32x4.splat(<i32>min)
  const high = i32x4.splat(<i32>max)
  for (let i: usize = 0; i < companies; i += 16) {
    const at = bits + (i >> 3)
    const before = load<u16>(at)
    if (before !== 0) store<u16>(at, before & range32(column + (i << 2), low, high))
  }
}

/** Skips blocks of 64 companies without any in the result. */
export function keepRangeU16(column: usize, min: u32, max: u32, bits: usize, companies: u32): void {
  const low = i16x8.splat(<i16>min)
  const high = i16x8.splat(<i16>max)
  for (let i: usize = 0; i < companies; i += 64) {
    const at = bits + (i >> 3)
    const before = load<u64>(at)
    if (before === 0) continue
    const from = column + (i << 1)
    const mask =
      <u64>range16(from, low, high) |
      ((<u64>range16(from + 32, low, high)) << 16) |
      ((<u64>range16(from + 64, low, high)) << 32) |
      ((<u64>range16(from + 96, low, high)) << 48)
    store<u64>(at, before & mask)
  }
}

function any16(at: usize, values: usize, count: u32): u32 {
  const a = v128.load(at)
  const b = v128.load(at, 16)
  let first = i16x8.splat(0)
  let second = i16x8.splat(0)
  for (let k: usize = 0; k < count; k++) {
    const wanted = v128.load16_splat(values + (k << 2))
    first = v128.or(first, i16x8.eq(a, wanted))
    second = v128.or(second, i16x8.eq(b, wanted))
  }
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second))
}

export function keepAnyU16(column: usize, values: usize, count: u32, none: u32, bits: usize, companies: u32): void {
  for (let i: usize = 0; i < companies; i += 64) {
    const at = bits + (i >> 3)
    const before = load<u64>(at)
    if (before === 0) continue
    const from = column + (i << 1)
    const mask =
      <u64>any16(from, values, count) |
      ((<u64>any16(from + 32, values, count)) << 16) |
      ((<u64>any16(from + 64, values, count)) << 32) |
      ((<u64>any16(from + 96, values, count)) << 48)
    store<u64>(at, before & (none ? ~mask : mask))
  }
}

export function keepAnyU32(column: usize, values: usize, count: u32, none: u32, bits: usize, companies: u32): void {
  for (let i: usize = 0; i < companies; i += 16) {
    const at = bits + (i >> 3)
    const before = load<u16>(at)
    if (before === 0) continue
    let mask: u32 = 0
    for (let k: usize = 0; k < count; k++) {
      const wanted = i32x4.splat(load<i32>(values + (k << 2)))
      mask |= range32(column + (i << 2), wanted, wanted)
    }
    store<u16>(at, before & (none ? ~mask : mask))
  }
}
