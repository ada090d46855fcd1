// The first companies of a result.

import { at32 } from './columns'

/** The order of a company among others: by its key, which may have two bytes, four, or four with a sign. */
function keyOf(keys: usize, kind: u32, ordinal: u32): u32 {
  if (kind === 0) return <u32>load<u16>(keys + ((<usize>ordinal) << 1))
  const key = at32(keys, ordinal)
  return kind === 1 ? key : key ^ 0x80000000
}

export function best(bits: usize, bytes: u32, keys: usize, kind: u32, most: u32, out: usize): u32 {
  const keysOut = out + ((<usize>most) << 2)
  let found: u32 = 0
  let least: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    for (let rest = load<u64>(bits + i); rest !== 0; rest &= rest - 1) {
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      const key = keyOf(keys, kind, ordinal)
      if (found === most) {
        if (key <= least) continue
        found--
      }
      let place: usize = found
      while (place > 0 && load<u32>(keysOut + ((place - 1) << 2)) < key) {
        store<u32>(keysOut + (place << 2), load<u32>(keysOut + ((place - 1) << 2)))
        store<u32>(out + (place << 2), load<u32>(out + ((place - 1) << 2)))
        place--
      }
      store<u32>(keysOut + (place << 2), key)
      store<u32>(out + (place << 2), ordinal)
      found++
      if (found === most) least = at32(keysOut, most - 1)
    }
  }
  return found
}

export function walk(order: usize, companies: u32, bits: usize, moved: usize, most: u32, out: usize): u32 {
  let found: u32 = 0
  for (let i: usize = 0; i < companies && found < most; i++) {
    const ordinal = load<u32>(order + (i << 2))
    const word = (<usize>ordinal >> 5) << 2
    if (((load<u32>(bits + word) & ~load<u32>(moved + word)) >>> (ordinal & 31)) & 1) {
      store<u32>(out + ((<usize>found) << 2), ordinal)
      found++
    }
  }
  return found
}
