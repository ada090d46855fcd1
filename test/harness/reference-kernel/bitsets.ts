import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import type { MemoryViews } from './memory-views.ts'

type BitsetLoops = Pick<Kernel, 'clear' | 'copy' | 'and' | 'or' | 'andNot' | 'not' | 'andCount' | 'rankBits' | 'list'>

export function bitsetLoops({ u8, u32 }: MemoryViews): BitsetLoops {
  const byWord = (combine: (to: number, from: number) => number) => (to: number, from: number, bytes: number) => {
    const [a, b] = [to >>> 2, from >>> 2]
    for (let i = 0; i < bytes >>> 2; i++) u32[a + i] = combine(u32[a + i]!, u32[b + i]!)
  }
  return {
    clear(to, bytes) {
      u8.fill(0, to, to + bytes)
    },
    copy(to, from, bytes) {
      u8.copyWithin(to, from, from + bytes)
    },
    and: byWord((to, from) => to & from),
    or: byWord((to, from) => to | from),
    andNot: byWord((to, from) => to & ~from),
    not: byWord((to, all) => all & ~to),
    andCount(to, from, bytes) {
      let total = 0
      for (let i = 0; i < bytes >>> 2; i++) {
        const both = u32[(to >>> 2) + i]! & u32[(from >>> 2) + i]!
        u32[(to >>> 2) + i] = both
        total += countOnes(both)
      }
      return total
    },
    rankBits(bits, bytes, ranks) {
      let before = 0
      for (let i = 0; i < bytes >>> 3; i++) {
        u32[(ranks >>> 2) + i] = before
        before += countOnes(u32[(bits >>> 2) + 2 * i]!) + countOnes(u32[(bits >>> 2) + 2 * i + 1]!)
      }
    },
    list(bits, bytes, out) {
      const ordinals = membersOf(u32, bits, bytes)
      u32.set(ordinals, out >>> 2)
      return ordinals.length
    },
  }
}

export const hasBit = (u32: Uint32Array, bits: number, ordinal: number) =>
  ((u32[(bits >>> 2) + (ordinal >>> 5)]! >>> (ordinal & 31)) & 1) === 1

export function setBit(u32: Uint32Array, bits: number, ordinal: number): void {
  u32[(bits >>> 2) + (ordinal >>> 5)]! |= 1 << (ordinal & 31)
}

export function clearBit(u32: Uint32Array, bits: number, ordinal: number): void {
  u32[(bits >>> 2) + (ordinal >>> 5)]! &= ~(1 << (ordinal & 31))
}

/** How many bits are set before that of a company, by the ranks of every 64. */
export function rankOf(u32: Uint32Array, bits: number, ranks: number, ordinal: number): number {
  const word = u32[(bits >>> 2) + (ordinal >>> 5)]!
  const isSecondHalf = ((ordinal >>> 5) & 1) === 1
  const half = isSecondHalf ? countOnes(u32[(bits >>> 2) + (ordinal >>> 5) - 1]!) : 0
  return u32[(ranks >>> 2) + (ordinal >>> 6)]! + half + countOnes(word & ((1 << (ordinal & 31)) - 1))
}

export function membersOf(u32: Uint32Array, bits: number, bytes: number): number[] {
  const ordinals: number[] = []
  for (let word = 0; word < bytes >>> 2; word++) {
    for (let rest = u32[(bits >>> 2) + word]!; rest !== 0; rest &= rest - 1) {
      ordinals.push(word * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
  return ordinals
}

function countOnes(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
