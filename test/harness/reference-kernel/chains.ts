import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import { MAX_CHAIN_TAIL_ROWS, REMOVED, ROW_MASK } from '../../../src/search/index-engine/layout/kernel-constants.ts'
import { ChainMatcher } from '../../../src/search/index-engine/query/clauses/chain-matcher.ts'
import { clearBit, membersOf } from './bitsets.ts'
import type { MemoryViews } from './memory-views.ts'
import { rowTests } from './row-tests.ts'

export function chainLoops(views: MemoryViews): Pick<Kernel, 'filterChains'> {
  const { u32, index } = views
  const { company, time, companyStart, companyRows, tailHead, tailNext } = index.columns
  const base = index.layout.sizes.rows
  const { passes, hasType } = rowTests(views)
  const matcher = new ChainMatcher()

  /** Undefined for a company with too many rows in the tail. */
  function hasChain(ordinal: number, chain: number): boolean | undefined {
    const tailRows: number[] = []
    for (let next = tailHead[ordinal]!; next !== 0; next = tailNext[next - 1]!) {
      if (company[base + next - 1] === ordinal) tailRows.push(base + next - 1)
      if (tailRows.length > MAX_CHAIN_TAIL_ROWS) return undefined
    }
    tailRows.sort((a, b) => time[a]! - time[b]!)
    matcher.begin(u32, chain >>> 2, (row, test) => hasType(test, row) && passes(test, row))
    let tail = 0
    for (let i = companyStart[ordinal]!; i < companyStart[ordinal + 1]!; i++) {
      const word = companyRows[i]!
      if (word === REMOVED) continue
      const row = word & ROW_MASK
      while (tail < tailRows.length && time[tailRows[tail]!]! < time[row]!) {
        const earlier = tailRows[tail++]!
        if (matcher.take(earlier, time[earlier]!)) return true
      }
      if (matcher.take(row, time[row]!)) return true
    }
    for (; tail < tailRows.length; tail++) if (matcher.take(tailRows[tail]!, time[tailRows[tail]!]!)) return true
    return false
  }

  return {
    filterChains(bits, bytes, chain, out) {
      const skipped: number[] = []
      for (const ordinal of membersOf(u32, bits, bytes)) {
        const has = hasChain(ordinal, chain)
        if (has === undefined) skipped.push(ordinal)
        else if (!has) clearBit(u32, bits, ordinal)
      }
      u32.set(skipped, out >>> 2)
      return skipped.length
    },
  }
}
