import { KEY_TYPE } from '../../layout/kernel-constants.ts'
import type { Kernel } from '../kernel.ts'
import { membersOf } from './bitsets.ts'
import type { MemoryViews } from './memory-views.ts'

type TopLoops = Pick<
  Kernel,
  'firstInOrder' | 'topByKey' | 'topByKeys' | 'clearKeys' | 'copyKeys' | 'lesser' | 'greater'
>

export function topLoops({ u16, u32 }: MemoryViews): TopLoops {
  function keyOf(keys: number, keyType: number, ordinal: number): number {
    if (keyType === KEY_TYPE.u16) return u16[(keys >>> 1) + ordinal]!
    return keyType === KEY_TYPE.u32 ? u32[(keys >>> 2) + ordinal]! : u32[(keys >>> 2) + ordinal]! | 0
  }
  const combined =
    (pick: (a: number, b: number) => number) => (to: number, from: number, bits: number, bytes: number) => {
      const [a, b] = [to >>> 2, from >>> 2]
      for (const i of membersOf(u32, bits, bytes)) u32[a + i] = pick(u32[a + i]!, u32[b + i]!)
    }
  return {
    clearKeys(to, bits, bytes) {
      for (const i of membersOf(u32, bits, bytes)) u32[(to >>> 2) + i] = 0
    },
    copyKeys: combined((_, from) => from),
    lesser: combined(Math.min),
    greater: combined(Math.max),
    topByKeys(bits, bytes, keys, heat, limit, out) {
      const key = (ordinal: number) => u32[(keys >>> 2) + ordinal]!
      const hot = (ordinal: number) => u32[(heat >>> 2) + ordinal]! | 0
      const sorted = membersOf(u32, bits, bytes)
        .filter((ordinal) => key(ordinal) > 0)
        .sort((a, b) => key(b) - key(a) || hot(b) - hot(a) || a - b)
        .slice(0, limit)
      u32.set(
        sorted.flatMap((ordinal) => [ordinal, key(ordinal), hot(ordinal)]),
        out >>> 2,
      )
      return sorted.length
    },
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
