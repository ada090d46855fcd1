// The keys by which results are ordered, as numbers of four bytes: a row's time, for the match its day, plus a number from a table, by the row's
// type and confidence. A surge has days added, and a clause of jobs the weight of the company's size. 0 is none; LEAST_KEY is
// a row without strength.
//
// The certainty of a row is such a number too, without the time.

import { CONFIDENCE_SECONDS, MAX_SURGE_DAYS, SHIFT_SECONDS, SIZE_SECONDS } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { DAY_SECONDS, LEAST } from '../../../query/index.ts'
import type { Columns } from './columns.ts'
import { TYPE_NUMBER, TYPES } from './fields.ts'
import { KEY_TABLE_WORDS, LEAST_KEY } from './kernel-constants.ts'

/** By match, or by the newest signal. */
export type KeyKind = 'match' | 'recent'

const MIN_CONFIDENCE_SECONDS = Math.min(...CONFIDENCE_SECONDS.slice(1))

/**
 * Makes the key of the oldest and least certain signal greater than LEAST_KEY, even next to the least certain state and
 * in the largest company.
 */
const OFFSETS: Readonly<Record<KeyKind, number>> = {
  match: LEAST_KEY + 1 - 2 * MIN_CONFIDENCE_SECONDS - Math.min(...SIZE_SECONDS),
  recent: LEAST_KEY + 1,
}

/** The certainty of a row with a confidence of 1. */
export const CERTAIN = LEAST_KEY + 1 - MIN_CONFIDENCE_SECONDS

/** In the tables: where those of the certainty and of the sizes begin, after those of the types. */
export const CERTAINTY_TABLE = TYPES
export const SIZE_TABLE_AT = (TYPES + 1) * KEY_TABLE_WORDS

function tablesOf(added: (type: number, hundredths: number) => number): Uint32Array {
  const tables = new Uint32Array((TYPES + 2) * KEY_TABLE_WORDS)
  for (let hundredths = 0; hundredths < KEY_TABLE_WORDS; hundredths++) {
    for (let type = 0; type < TYPES; type++) tables[type * KEY_TABLE_WORDS + hundredths] = added(type, hundredths)
    const certainty = hundredths === 0 ? 0 : CERTAIN + (CONFIDENCE_SECONDS[hundredths] ?? 0)
    tables[CERTAINTY_TABLE * KEY_TABLE_WORDS + hundredths] = certainty
  }
  // A negative number wraps around, and so does the sum.
  tables.set(SIZE_SECONDS, SIZE_TABLE_AT)
  return tables
}

/** By type and hundredths; 0 where there is no strength. Then the same for the certainty, and by band what a size adds. */
export const KEY_TABLES: Readonly<Record<KeyKind, Uint32Array>> = {
  match: tablesOf((type, hundredths) =>
    hundredths === 0 ? 0 : OFFSETS.match + SHIFT_SECONDS[SIGNAL_TYPES[type]!] + (CONFIDENCE_SECONDS[hundredths] ?? 0),
  ),
  recent: tablesOf(() => OFFSETS.recent),
}

const dayOf = (time: number) => time - (time % DAY_SECONDS)

/** Without the weight of the company's size, which depends on the clause. */
export function matchKeyAt({ time, confidence, detail, detailSurge }: Columns, row: number, type: number): number {
  const added = KEY_TABLES.match[type * KEY_TABLE_WORDS + confidence[row]!]!
  if (added === 0) return LEAST_KEY
  return dayOf(time[row]!) + added + (type === TYPE_NUMBER.velocity ? detailSurge[detail[row]!]! * DAY_SECONDS : 0)
}

/** The key of a company's job with its size. */
export function weighedBySize({ sizeBand }: Columns, company: number, key: number): number {
  return key <= LEAST_KEY ? key : key + SIZE_SECONDS[sizeBand[company]!]!
}

export const MAX_SIZE_SECONDS = Math.max(...SIZE_SECONDS)

/** The greatest key that a row of a type and time can have, without the weight of the company's size. */
export const greatestKeyAt = (time: number, type: number, kind: KeyKind) =>
  (kind === 'match' ? dayOf(time) : time) + KEY_TABLES[kind][type * KEY_TABLE_WORDS + 100]! + maxSurge(type, kind)

const maxSurge = (type: number, kind: KeyKind) =>
  kind === 'match' && type === TYPE_NUMBER.velocity ? MAX_SURGE_DAYS * DAY_SECONDS : 0

export const encodedKey = (key: number, kind: KeyKind) => key + OFFSETS[kind]

/** The key as the query language defines it. */
export const decodedKey = (key: number, kind: KeyKind) => (key <= LEAST_KEY ? LEAST : key - OFFSETS[kind])
