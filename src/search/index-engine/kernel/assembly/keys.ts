// Keys of companies, by which a result is ordered: the greatest of their rows, and the combination of two columns. Only
// the companies of a result have keys, one after the other: a company's place is its rank among them.

import { at32, entryOf } from './columns'
import { company, confidence, detail, detailSurge, entryType, KEY_TABLE_WORDS, LEAST_KEY, time } from './generated'

const DAY_SECONDS: u32 = 86_400

let tables: usize = 0
/** The type of all rows plus one; 0 where it differs. */
let keyType: u32 = 0
let hits: usize = 0
let ranks: usize = 0
/** All bits, or none for keys without the time. */
let timeBits: u32 = 0xffffffff
/** Whether keys go by the day. */
let byDay: bool = false
/** What a day of a surge adds; 0 where no row is one. */
let surgeSeconds: u32 = 0
/** The bands of the companies and what each adds; 0 where sizes don't count. */
let bands: usize = 0
let bandSeconds: usize = 0

export function rankBits(bits: usize, bytes: u32, out: usize): void {
  let before: u32 = 0
  for (let i: usize = 0; i < bytes; i += 8, out += 4) {
    store<u32>(out, before)
    before += <u32>popcnt(load<u64>(bits + i))
  }
}

export function beginKeys(
  tablesAt: usize,
  type: u32,
  bits: usize,
  ranksAt: usize,
  withTime: u32,
  surgeDay: u32,
  bandsAt: usize,
  bandSecondsAt: usize,
): void {
  tables = tablesAt
  keyType = type
  hits = bits
  ranks = ranksAt
  timeBits = withTime !== 0 ? 0xffffffff : 0
  byDay = withTime === DAY_SECONDS
  surgeSeconds = surgeDay
  bands = bandsAt
  bandSeconds = bandSecondsAt
}

function keyOf(row: u32, ordinal: u32, added: u32): u32 {
  if (added === 0) return LEAST_KEY
  let at = at32(time, row) & timeBits
  if (byDay) at -= at % DAY_SECONDS
  let key = at + added
  if (surgeSeconds !== 0) key += <u32>load<u8>(detailSurge + at32(detail, row)) * surgeSeconds
  if (bands !== 0) key += at32(bandSeconds, <u32>load<u8>(bands + ordinal))
  return key
}

function keep(target: usize, row: u32, table: usize): void {
  const ordinal = at32(company, row)
  const word = load<u64>(hits + ((<usize>ordinal >> 6) << 3))
  const bit = (<u64>1) << (ordinal & 63)
  if ((word & bit) === 0) return
  const key = keyOf(row, ordinal, load<u32>(table + ((<usize>load<u8>(confidence + row)) << 2)))
  const at = target + ((<usize>(at32(ranks, ordinal >> 6) + <u32>popcnt(word & (bit - 1)))) << 2)
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

export function raiseKeys(to: usize, from: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 8) {
    for (let rest = load<u64>(bits + i); rest !== 0; rest &= rest - 1, to += 4) {
      const key = at32(from, ((<u32>i) << 3) + <u32>ctz(rest))
      if (key > load<u32>(to)) store<u32>(to, key)
    }
  }
}

export function raiseByConfidence(to: usize, from: usize, table: usize, bits: usize, bytes: u32): void {
  for (let i: usize = 0; i < bytes; i += 8) {
    for (let rest = load<u64>(bits + i); rest !== 0; rest &= rest - 1, to += 4) {
      const confidence = <u32>load<u8>(from + (i << 3) + <usize>ctz(rest))
      if (confidence === 0) continue
      const added = at32(table, confidence - 1)
      const key = added === 0 ? LEAST_KEY : added
      if (key > load<u32>(to)) store<u32>(to, key)
    }
  }
}

export function lowerKeys(to: usize, from: usize, certain: u32, count: u32): void {
  const end = to + ((<usize>count) << 2)
  for (; to < end; to += 4, from += 4) {
    const key = load<u32>(to)
    const certainty = load<u32>(from)
    if (key > LEAST_KEY) store<u32>(to, certainty > LEAST_KEY ? key - (certain - certainty) : LEAST_KEY)
  }
}

export function lesser(to: usize, from: usize, count: u32): void {
  const end = to + ((<usize>count) << 2)
  for (; to < end; to += 16, from += 16) v128.store(to, i32x4.min_u(v128.load(to), v128.load(from)))
}

export function greater(to: usize, from: usize, count: u32): void {
  const end = to + ((<usize>count) << 2)
  for (; to < end; to += 16, from += 16) v128.store(to, i32x4.max_u(v128.load(to), v128.load(from)))
}
