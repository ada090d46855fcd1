// The order of all companies by one key, best first, ties by ordinal. A broad result takes its page from the front.
//
// Keys change with every signal. Companies whose key changed since the last sort are recorded (moved-companies.ts) and
// skipped in the order; the reader of a page merges in those of them that are in the result.

import type { Columns } from '../layout/columns.ts'
import { KEY_TYPE } from '../layout/kernel-constants.ts'
import type { IndexMemory } from '../layout/memory.ts'
import { bucketPass } from './sorting.ts'

export interface Order {
  readonly name: 'byHeat' | 'byScore'
  readonly keys: 'heat' | 'score'
  readonly keyType: number
  /** The bitset of companies whose position in the order is out of date. */
  readonly moved: 'movedHeat' | 'movedScore'
  keyOf(columns: Columns, ordinal: number): number
  sort(memory: IndexMemory): void
}

function order(name: Order['name'], keys: Order['keys'], keyType: number, moved: Order['moved']): Order {
  return {
    name,
    keys,
    keyType,
    moved,
    keyOf: (columns, ordinal) => columns[keys][ordinal]!,
    sort({ columns, layout: { sizes } }) {
      sortDescending(columns[keys], columns[name], columns.counters, sizes.companies)
    },
  }
}

export const byHeat = order('byHeat', 'heat', KEY_TYPE.i32, 'movedHeat')
export const byScore = order('byScore', 'score', KEY_TYPE.u16, 'movedScore')

/** Two stable passes of sixteen bits over the keys, inverted and made unsigned. */
function sortDescending(
  keys: Uint16Array | Uint32Array | Int32Array,
  result: Uint32Array,
  scratch: Uint32Array,
  length: number,
): void {
  const flip = keys instanceof Int32Array ? 0x80000000 : 0
  const digit = (shift: number) => (ordinal: number) => 65_535 - (((keys[ordinal]! ^ flip) >>> shift) & 65_535)
  if (keys instanceof Uint16Array) {
    bucketPass(undefined, result, length, digit(0))
    return
  }
  bucketPass(undefined, scratch, length, digit(0))
  bucketPass(scratch, result, length, digit(16))
}
