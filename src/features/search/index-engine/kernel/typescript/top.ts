import { KEY_TYPE } from '../../layout/kernel-constants.ts'
import type { Kernel } from '../kernel.ts'
import { membersOf } from './bitsets.ts'
import type { MemoryViews } from './memory-views.ts'

type TopLoops = Pick<Kernel, 'firstInOrder' | 'topByKey'>

export function topLoops({ u16, u32 }: MemoryViews): TopLoops {
  function keyOf(keys: number, keyType: number, ordinal: number): number {
    if (keyType === KEY_TYPE.u16) return u16[(keys >>> 1) + ordinal]!
    return keyType === KEY_TYPE.u32 ? u32[(keys >>> 2) + ordinal]! : u32[(keys >>> 2) + ordinal]! | 0
  }
  return {
    firstInOrder(order, companies, bits, moved, limit, out) {
      let count = 0
      for (let i = 0; i < companies && count < limit; i++) {
        const ordinal = u32[(order >>> 2) + i]!
        const word = u32[(bits >>> 2) + (ordinal >>> 5)]! & ~u32[(moved >>> 2) + (ordinal >>> 5)]!
        if ((word >>> (ordinal & 31)) & 1) u32[(out >>> 2) + count++] = ordinal
      }
      return count
    },
    topByKey(bits, bytes, keys, keyType, limit, out) {
      const key = (ordinal: number) => keyOf(keys, keyType, ordinal)
      const sorted = membersOf(u32, bits, bytes).sort((a, b) => key(b) - key(a) || a - b)
      u32.set(sorted.slice(0, limit), out >>> 2)
      return Math.min(limit, sorted.length)
    },
  }
}
