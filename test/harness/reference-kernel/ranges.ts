import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import type { MemoryViews } from './memory-views.ts'

type RangeLoops = Pick<
  Kernel,
  'rangeU8' | 'rangeU16' | 'rangeU32' | 'keepRangeU16' | 'keepRangeU32' | 'keepAnyU16' | 'keepAnyU32'
>

export function rangeLoops({ u8, u16, u32 }: MemoryViews): RangeLoops {
  const range =
    (keys: Uint8Array | Uint16Array | Uint32Array, shift: number, keep: boolean) =>
    (column: number, min: number, max: number, bits: number, companies: number) => {
      const from = column >>> shift
      const to = bits >>> 2
      for (let word = 0; word < companies >>> 5; word++) {
        const before = keep ? u32[to + word]! : -1
        if (before === 0) continue
        let mask = 0
        for (let bit = 0; bit < 32; bit++) {
          const key = keys[from + word * 32 + bit]!
          if (key >= min && key <= max) mask |= 1 << bit
        }
        u32[to + word] = mask & before
      }
    }

  const keepAny =
    (keys: Uint16Array | Uint32Array, shift: number) =>
    (column: number, values: number, count: number, none: number, bits: number, companies: number) => {
      const wanted = new Set(u32.subarray(values >>> 2, (values >>> 2) + count))
      const from = column >>> shift
      for (let word = 0; word < companies >>> 5; word++) {
        const before = u32[(bits >>> 2) + word]!
        if (before === 0) continue
        let mask = 0
        for (let bit = 0; bit < 32; bit++) {
          if (wanted.has(keys[from + word * 32 + bit]!) !== (none === 1)) mask |= 1 << bit
        }
        u32[(bits >>> 2) + word] = before & mask
      }
    }

  return {
    rangeU8: range(u8, 0, false),
    rangeU16: range(u16, 1, false),
    rangeU32: range(u32, 2, false),
    keepRangeU16: range(u16, 1, true),
    keepRangeU32: range(u32, 2, true),
    keepAnyU16: keepAny(u16, 1),
    keepAnyU32: keepAny(u32, 2),
  }
}
