// Keys of companies, by which a result is ordered: the greatest of their rows, and the combination of two columns.

import { at32, entryOf } from './columns'
import { company, confidence, entryType, KEY_TABLE_WORDS, LEAST_KEY, time } from './generated'

let tables: usize = 0
/** The type of all rows plus one; 0 where it differs. */
let keyType: u32 = 0

export function beginKeys(tablesAt: usize, type: u32): void {
  tables = tablesAt
  keyType = type
}

function keep(target: usize, row: u32, table: usize): void {
  const added = load<u32>(table + ((<usize>load<u8>(confidence + row)) << 2))
  const key = added === 0 ? LEAST_KEY : at32(time, row) + added
  const at = target + ((<usize>at32(company, row)) << 2)
  if (key > load<u32>(at)) store<u32>(at, key)
}

const TABLE_BYTES: usize = 4 * KEY_TABLE_WORDS

export function keepGreatest(rows: usize, end: usize, target: usize): void {
  if (keyType !== 0) {
    const table = tables + <usize>(keyType - 1) * TABLE_BYTES
    for (let at = rows; at < end; at += 4) keep(target, load<u32>(at), table)
  } else {
    for (let at = rows; at < end; at += 4) {
      const row = load<u32>(at)
      keep(target, row, tables + <usize>load<u8>(entryType + entryOf(row)) * TABLE_BYTES)
    }
  }
}

/** Four keys at a time; 32 have a word of the bitset. */
const WORD_KEYS: usize = 128

export function clearKeys(to: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 4, to += WORD_KEYS) {
    if (load<u32>(bits + i) === 0) continue
    for (let at = to; at < to + WORD_KEYS; at += 16) v128.store(at, i32x4.splat(0))
  }
}

export function copyKeys(to: usize, from: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 4, to += WORD_KEYS, from += WORD_KEYS) {
    if (load<u32>(bits + i) === 0) continue
    for (let k: usize = 0; k < WORD_KEYS; k += 16) v128.store(to + k, v128.load(from + k))
  }
}

export function lesser(to: usize, from: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 4, to += WORD_KEYS, from += WORD_KEYS) {
    if (load<u32>(bits + i) === 0) continue
    for (let k: usize = 0; k < WORD_KEYS; k += 16)
      v128.store(to + k, i32x4.min_u(v128.load(to + k), v128.load(from + k)))
  }
}

export function greater(to: usize, from: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 4, to += WORD_KEYS, from += WORD_KEYS) {
    if (load<u32>(bits + i) === 0) continue
    for (let k: usize = 0; k < WORD_KEYS; k += 16)
      v128.store(to + k, i32x4.max_u(v128.load(to + k), v128.load(from + k)))
  }
}
