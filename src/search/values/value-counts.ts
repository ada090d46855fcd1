// How often the values of open sets occur, as an engine counts them.

import type { SignalType } from '../../meaning/types/index.ts'

/** Longer lists are truncated: their rarest values are left out. */
export const MAX_COUNTED_VALUES = 10_000

export interface CountedList {
  /** Most frequent first, then by value. */
  readonly values: readonly (readonly [value: string, count: number])[]
  /** Whether every value that occurs is listed. */
  readonly isComplete: boolean
}

export interface ValueCounts {
  /** Everything up to this log position is counted; some later changes may be. */
  readonly position: number
  /** Signals by type. Undefined if they could not be counted. */
  readonly types: Readonly<Record<SignalType, number>> | undefined
  /** By the names of open-fields.ts. Companies are counted for industries and countries, signals for all others. */
  readonly lists: Readonly<Record<string, CountedList>>
}

export function countedList(
  counts: Iterable<readonly [value: string, count: number]>,
  most = MAX_COUNTED_VALUES,
): CountedList {
  const values = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return { values: values.slice(0, most), isComplete: values.length <= most }
}
