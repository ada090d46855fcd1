// Picks the first companies of a result in an order, without sorting the rest. For a broad result they are taken from
// the front of the order of all companies; for a small one the best are picked by their keys. Decision 0025 has the
// figures.

import { lowerBound } from '../../../../platform/binary-search.ts'
import type { Order } from '../../build/orders.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'

/** Reading the key of a hit, a random access, costs as much as this many steps through the order. */
const KEY_READ_COST = 16

/** The first `limit` companies of a bitset with `total` bits set. */
export function pickPage(index: SearchedIndex, bits: number, total: number, order: Order, limit: number): number[] {
  if (total === 0 || limit === 0) return []
  const { kernel, memory } = index
  const { at, columns } = memory
  const { companies } = memory.layout.sizes
  const wanted = Math.min(limit, total)
  // Stepping through the order meets a hit every companies / total steps; picking reads the key of every hit.
  const isSmall = KEY_READ_COST * total * total < limit * companies
  // Hits are picked in the column of counters, which must have space for twice as many.
  if (isSmall && 2 * wanted <= companies) {
    const count = kernel.topByKey(bits, companies / 8, at[order.keys], order.keyType, wanted, at.counters)
    return [...columns.counters.subarray(0, count)]
  }
  const moved = index.moved(order).list()
  const count = kernel.firstInOrder(at[order.name], companies, bits, at[order.moved], limit, at.counters)
  const page = [...columns.counters.subarray(0, count)]
  // Last moved first: new signals make a company newer and hotter.
  const others = moved.filter((ordinal) => hasBit(index, bits, ordinal)).reverse()
  return mergeInto(page, others, limit, (a, b) => order.keyOf(columns, b) - order.keyOf(columns, a) || a - b)
}

/** Merges companies in any order into a sorted page. Most of them come after its end, which takes one comparison. */
function mergeInto(
  page: number[],
  others: readonly number[],
  limit: number,
  compare: (a: number, b: number) => number,
): number[] {
  for (const ordinal of others) {
    if (page.length === limit) {
      if (compare(page[limit - 1]!, ordinal) < 0) continue
      page.pop()
    }
    const place = lowerBound(page, 0, (other) => compare(other, ordinal))
    page.splice(place, 0, ordinal)
  }
  return page
}

function hasBit({ memory: { columns, at } }: SearchedIndex, bits: number, ordinal: number): boolean {
  return ((columns.bitsets[((bits - at.bitsets) >>> 2) + (ordinal >>> 5)]! >>> (ordinal & 31)) & 1) === 1
}
