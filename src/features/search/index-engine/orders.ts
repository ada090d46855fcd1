// The order of all companies by one key, best first, ties by ordinal: a broad result takes its page from the front of it.
//
// Keys change with every signal. Companies whose key changed since the last sorting are remembered, and passed over in
// the order; whoever reads a page merges the few of them that are in the result.

import type { Sort } from '../../../closed-sets/signals.ts'
import { KEYS } from './kernel.ts'
import type { IndexMemory } from './memory.ts'

export interface Order {
  readonly name: 'byHeat' | 'byScore' | 'byRecent'
  readonly keys: Sort
  readonly kind: number
  keyOf(columns: IndexMemory['columns'], ordinal: number): number
  sort(memory: IndexMemory): void
}

function order(name: Order['name'], keys: Order['keys'], kind: number): Order {
  return {
    name,
    keys,
    kind,
    keyOf: (columns, ordinal) => columns[keys][ordinal]!,
    sort({ columns, layout: { sizes } }) {
      sortDescending(columns[keys], columns[name], columns.counters, sizes.companies)
    },
  }
}

export const byHeat = order('byHeat', 'heat', KEYS.i32)
export const byScore = order('byScore', 'score', KEYS.u16)
export const byRecent = order('byRecent', 'recent', KEYS.u32)

/** Two stable passes of sixteen bits over the keys, turned round and made unsigned. */
function sortDescending(
  keys: Uint16Array | Uint32Array | Int32Array,
  result: Uint32Array,
  scratch: Uint32Array,
  length: number,
): void {
  const flip = keys instanceof Int32Array ? 0x80000000 : 0
  const digit = (ordinal: number, shift: number) => 65_535 - (((keys[ordinal]! ^ flip) >>> shift) & 65_535)
  const pass = (shift: number, from: Uint32Array | undefined, to: Uint32Array) => {
    const start = new Uint32Array(65_537)
    for (let i = 0; i < length; i++) start[digit(i, shift) + 1]!++
    for (let i = 0; i < 65_536; i++) start[i + 1]! += start[i]!
    for (let i = 0; i < length; i++) {
      const ordinal = from ? from[i]! : i
      to[start[digit(ordinal, shift)]!++] = ordinal
    }
  }
  if (keys instanceof Uint16Array) {
    pass(0, undefined, result)
    return
  }
  pass(0, undefined, scratch)
  pass(16, scratch, result)
}
