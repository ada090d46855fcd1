// Answers clauses from the summaries of the companies: whether there is any signal, how new the newest is, how high the
// highest confidence is, how many there are. Such a clause compares one column and reads no rows.

import { DAY_SECONDS } from '../../../../query/index.ts'
import { MAX_TIME } from '../../layout/kernel-constants.ts'
import type { BitsetPool } from './bitset-pool.ts'
import type { PreparedClause } from './prepare-clause.ts'
import type { SearchedIndex } from './searched-index.ts'

/** A counter of one byte with this value means this many or more. */
export const MAX_TALLY = 255
const MAX_DAY = 0xffff

/** The companies of a clause; undefined if the summaries don't answer it. */
export function bitsFromSummaries(
  index: SearchedIndex,
  pool: BitsetPool,
  { types, test, clause, summarisedBy: set }: PreparedClause,
): number | undefined {
  if (set === undefined) return undefined
  const { kernel, memory } = index
  const { at } = memory
  const { companies } = memory.layout.sizes
  const count = clause.count ?? { atLeast: 1 }
  const isCounted = count.atLeast > 1 || count.atMost !== undefined
  const minConfidence = test.confidences ? lowerBoundOf(test.confidences) : 0
  if (test.before !== MAX_TIME || minConfidence === undefined) return undefined
  if (isCounted) {
    const max = count.atMost ?? MAX_TALLY
    if (types.length > 1 || test.from > 0 || test.confidences || count.atLeast > MAX_TALLY) return undefined
    if (count.atMost !== undefined && max >= MAX_TALLY) return undefined
    const bits = pool.take()
    kernel.rangeU8(at.count + set * companies, count.atLeast, max, bits, companies)
    return bits
  }
  if (test.from > 0 && test.confidences) return undefined
  if (test.confidences) {
    return anySet(index, pool, types.length > 1 ? types : [set], (each, bits) =>
      kernel.rangeU8(at.maxConfidence + each * companies, minConfidence + 1, 255, bits, companies),
    )
  }
  // Summaries know only the day.
  if (test.from % DAY_SECONDS !== 0) return undefined
  if (test.from === 0) return pool.takeCopy(at.present + set * pool.bytes)
  const bits = pool.take()
  const day = test.from / DAY_SECONDS + 1
  kernel.rangeU16(at.lastDay + set * companies * 2, day, MAX_DAY, bits, companies)
  return bits
}

function anySet(
  { kernel }: SearchedIndex,
  pool: BitsetPool,
  [first, ...rest]: readonly number[],
  write: (set: number, bits: number) => void,
): number {
  const bits = pool.take()
  write(first!, bits)
  for (const set of rest) {
    const more = pool.take()
    write(set, more)
    kernel.or(bits, more, pool.bytes)
    pool.release(more)
  }
  return bits
}

/** The lowest confidence that passes, if all higher ones pass too. */
function lowerBoundOf(confidences: Uint8Array): number | undefined {
  let min = 0
  while (min <= 100 && confidences[min] === 0) min++
  for (let each = min; each <= 100; each++) if (confidences[each] === 0) return undefined
  return min
}
