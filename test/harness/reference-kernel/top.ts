import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import { KEY_TYPE, LEAST_KEY } from '../../../src/search/index-engine/layout/kernel-constants.ts'
import { membersOf } from './bitsets.ts'
import type { MemoryViews } from './memory-views.ts'

type TopLoops = Pick<
  Kernel,
  | 'firstInOrder'
  | 'topByKey'
  | 'topStored'
  | 'topRanked'
  | 'raiseKeys'
  | 'raiseByConfidence'
  | 'lowerKeys'
  | 'lesser'
  | 'greater'
>

export function topLoops({ u8, u16, u32 }: MemoryViews): TopLoops {
  function keyOf(keys: number, keyType: number, ordinal: number): number {
    if (keyType === KEY_TYPE.u16) return u16[(keys >>> 1) + ordinal]!
    return keyType === KEY_TYPE.u32 ? u32[(keys >>> 2) + ordinal]! : u32[(keys >>> 2) + ordinal]! | 0
  }
  const combined = (pick: (a: number, b: number) => number) => (to: number, from: number, count: number) => {
    const [a, b] = [to >>> 2, from >>> 2]
    for (let i = 0; i < count; i++) u32[a + i] = pick(u32[a + i]!, u32[b + i]!)
  }
  function writeTop(ranked: { ordinal: number; key: number }[], heat: number, limit: number, out: number): number {
    const sorted = ranked
      .filter(({ key }) => key > 0)
      .map(({ ordinal, key }) => ({ ordinal, key, hot: u32[(heat >>> 2) + ordinal]! | 0 }))
      .sort((a, b) => b.key - a.key || b.hot - a.hot || a.ordinal - b.ordinal)
      .slice(0, limit)
    u32.set(
      sorted.flatMap(({ ordinal, key, hot }) => [ordinal, key, hot]),
      out >>> 2,
    )
    return sorted.length
  }
  return {
    raiseKeys(to, from, bits, bytes) {
      for (const [i, ordinal] of membersOf(u32, bits, bytes).entries()) {
        u32[(to >>> 2) + i] = Math.max(u32[(to >>> 2) + i]!, u32[(from >>> 2) + ordinal]!)
      }
    },
    raiseByConfidence(to, from, table, bits, bytes) {
      for (const [i, ordinal] of membersOf(u32, bits, bytes).entries()) {
        const confidence = u8[from + ordinal]!
        const key = confidence === 0 ? 0 : u32[(table >>> 2) + confidence - 1]! || LEAST_KEY
        u32[(to >>> 2) + i] = Math.max(u32[(to >>> 2) + i]!, key)
      }
    },
    lowerKeys(to, certainties, certain, count) {
      for (let i = 0; i < count; i++) {
        const [key, certainty] = [u32[(to >>> 2) + i]!, u32[(certainties >>> 2) + i]!]
        if (key > LEAST_KEY) u32[(to >>> 2) + i] = certainty > LEAST_KEY ? key - (certain - certainty) : LEAST_KEY
      }
    },
    lesser: combined(Math.min),
    greater: combined(Math.max),
    topStored(bits, bytes, keys, _blocks, heat, limit, out) {
      const ranked = membersOf(u32, bits, bytes).map((ordinal) => ({ ordinal, key: u32[(keys >>> 2) + ordinal]! }))
      return writeTop(ranked, heat, limit, out)
    },
    topRanked(bits, bytes, _ranks, keys, _count, heat, limit, out) {
      const ranked = membersOf(u32, bits, bytes).map((ordinal, i) => ({ ordinal, key: u32[(keys >>> 2) + i]! }))
      return writeTop(ranked, heat, limit, out)
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
