// The first companies of a result.

import { at32 } from './columns'
import { KEY_TYPE_U16, KEY_TYPE_U32 } from './generated'

/** The sort key of a company, as an unsigned number in the same order. */
function keyOf(keys: usize, keyType: u32, ordinal: u32): u32 {
  if (keyType === KEY_TYPE_U16) return <u32>load<u16>(keys + ((<usize>ordinal) << 1))
  const key = at32(keys, ordinal)
  return keyType === KEY_TYPE_U32 ? key : key ^ 0x80000000
}

export function topByKey(bits: usize, bytes: u32, keys: usize, keyType: u32, limit: u32, out: usize): u32 {
  const keysOut = out + ((<usize>limit) << 2)
  let count: u32 = 0
  let lowest: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8) {
    for (let rest = load<u64>(bits + i); rest !== 0; rest &= rest - 1) {
      const ordinal = ((<u32>i) << 3) + <u32>ctz(rest)
      const key = keyOf(keys, keyType, ordinal)
      if (count === limit) {
        if (key <= lowest) continue
        count--
      }
      let place: usize = count
      while (place > 0 && load<u32>(keysOut + ((place - 1) << 2)) < key) {
        store<u32>(keysOut + (place << 2), load<u32>(keysOut + ((place - 1) << 2)))
        store<u32>(out + (place << 2), load<u32>(out + ((place - 1) << 2)))
        place--
      }
      store<u32>(keysOut + (place << 2), key)
      store<u32>(out + (place << 2), ordinal)
      count++
      if (count === limit) lowest = at32(keysOut, limit - 1)
    }
  }
  return count
}

export function firstInOrder(order: usize, companies: u32, bits: usize, moved: usize, limit: u32, out: usize): u32 {
  let count: u32 = 0
  for (let i: usize = 0; i < companies && count < limit; i++) {
    const ordinal = load<u32>(order + (i << 2))
    const word = (<usize>ordinal >> 5) << 2
    if (((load<u32>(bits + word) & ~load<u32>(moved + word)) >>> (ordinal & 31)) & 1) {
      store<u32>(out + ((<usize>count) << 2), ordinal)
      count++
    }
  }
  return count
}
