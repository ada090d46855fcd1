// The keys by which results are ordered, as numbers of four bytes: a row's time plus a number from a table, by the row's
// type and confidence. 0 is none; LEAST_KEY is a row without strength.

import { CONFIDENCE_SECONDS, SHIFT_SECONDS } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { LEAST } from '../../../query/index.ts'
import type { Columns } from './columns.ts'
import { KEY_TABLE_WORDS, LEAST_KEY } from './kernel-constants.ts'

/** By match, or by the newest signal. */
export type KeyKind = 'match' | 'recent'

/** Makes the key of the oldest and least certain signal greater than LEAST_KEY. */
const OFFSETS: Readonly<Record<KeyKind, number>> = {
  match: LEAST_KEY + 1 - Math.min(...CONFIDENCE_SECONDS.slice(1)),
  recent: LEAST_KEY + 1,
}

function tablesOf(added: (type: number, hundredths: number) => number): Uint32Array {
  return Uint32Array.from({ length: SIGNAL_TYPES.length * KEY_TABLE_WORDS }, (_, i) =>
    added(Math.floor(i / KEY_TABLE_WORDS), i % KEY_TABLE_WORDS),
  )
}

/** By type and hundredths; 0 where there is no strength. */
export const KEY_TABLES: Readonly<Record<KeyKind, Uint32Array>> = {
  match: tablesOf((type, hundredths) =>
    hundredths === 0 ? 0 : OFFSETS.match + SHIFT_SECONDS[SIGNAL_TYPES[type]!] + (CONFIDENCE_SECONDS[hundredths] ?? 0),
  ),
  recent: tablesOf(() => OFFSETS.recent),
}

export function matchKeyAt({ time, confidence }: Columns, row: number, type: number): number {
  const added = KEY_TABLES.match[type * KEY_TABLE_WORDS + confidence[row]!]!
  return added === 0 ? LEAST_KEY : time[row]! + added
}

/** The greatest key that a row of a type and time can have. */
export const greatestKeyAt = (time: number, type: number, kind: KeyKind) =>
  time + KEY_TABLES[kind][type * KEY_TABLE_WORDS + 100]!

export const encodedKey = (key: number, kind: KeyKind) => key + OFFSETS[kind]

/** The key as the query language defines it. */
export const decodedKey = (key: number, kind: KeyKind) => (key <= LEAST_KEY ? LEAST : key - OFFSETS[kind])
