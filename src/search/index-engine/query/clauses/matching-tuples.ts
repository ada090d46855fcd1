// Which entries or details meet a set of conditions on values.

import { tupleColumns } from '../../layout/columns.ts'
import { type Group, SLOTS, type Slot, TYPES, WIDTH } from '../../layout/fields.ts'
import { FLAG } from '../../layout/kernel-constants.ts'
import type { SearchedIndex } from './searched-index.ts'
import type { ValueTest } from './value-test.ts'

/** Numbers of entries or details, each once. */
export type TupleNumbers = Uint32Array

export interface TupleTest {
  readonly test: ValueTest
  /** Undefined: any of `anyOf`, otherwise any slot that `text` searches. */
  readonly slot: Slot | undefined
  readonly anyOf?: readonly Slot[]
}

/** The slots that `text` searches, by group and type. */
const SEARCHED: Readonly<Record<Group, readonly (readonly number[])[]>> = {
  entry: SLOTS.map((slots) => slots.filter(({ group, searched }) => group === 'entry' && searched).map(({ at }) => at)),
  detail: SLOTS.map((slots) =>
    slots.filter(({ group, searched }) => group === 'detail' && searched).map(({ at }) => at),
  ),
}

// These loops use an index: there can be many tuples, and iterating over an array costs several times the work.

/** Flags the tuples of the types that meet all tests, and returns them. */
export function selectTuples(
  index: SearchedIndex,
  group: Group,
  types: readonly number[],
  tests: readonly TupleTest[],
  flags: Uint8Array,
  present = false,
): TupleNumbers {
  const [only] = tests
  if (tests.length === 1 && only?.slot && !only.test.values) {
    return selectByField(index, only.slot, types, only.test.passing, flags, present)
  }
  const tuples = matchingTuples(index, group, types, tests, present)
  setFlags(flags, tuples, FLAG[group])
  return tuples
}

export function setFlags(flags: Uint8Array, tuples: TupleNumbers, flag: number): void {
  for (let i = 0; i < tuples.length; i++) flags[tuples[i]!]! |= flag
}

/**
 * Checks all tuples by one field that has too many passing values to list, such as an amount. It is the only loop here
 * that can be long, and takes less than half the time of the general one.
 */
function selectByField(
  index: SearchedIndex,
  { group, at }: Slot,
  types: readonly number[],
  passing: Uint8Array,
  flags: Uint8Array,
  present: boolean,
): TupleNumbers {
  const { types: typeOf, tuples } = tupleColumns(index.memory.columns, group)
  const { first, base, end } = rangesOf(index, group)
  const { entryPresent } = index.memory.columns
  const [width, flag] = [WIDTH[group], FLAG[group]]
  const result = new Uint32Array(countOf(first, types) + (end - base) + 1)
  let count = 0
  for (const type of types) {
    for (let tuple = first[type]!, last = present ? index.presentEnd[type]! : first[type + 1]!; tuple < last; tuple++) {
      const passes = passing[tuples[tuple * width + at]!]!
      flags[tuple]! |= passes * flag
      // Always written, then overwritten by the next unless it passes: a branch would be unpredictable.
      result[count] = tuple
      count += passes
    }
  }
  for (let tuple = base; tuple < end; tuple++) {
    if (!types.includes(typeOf[tuple]!) || passing[tuples[tuple * width + at]!] === 0) continue
    if (present && entryPresent[tuple] === 0) continue
    flags[tuple]! |= flag
    result[count++] = tuple
  }
  return result.subarray(0, count)
}

/** Where the tuples of each type begin in the base, and the tuples of the tail. */
function rangesOf(index: SearchedIndex, group: Group) {
  const { sizes } = index.memory.layout
  const base = group === 'entry' ? sizes.entries : sizes.details
  return { first: group === 'entry' ? index.firstEntry : index.firstDetail, base, end: base + index.tail[group] }
}

function countOf(first: readonly number[], types: readonly number[]): number {
  return types.reduce((sum, type) => sum + first[type + 1]! - first[type]!, 0)
}

/**
 * The tuples of the types that meet all tests, each once; with `present`, only present entries. Excludes detail 0,
 * which has no fields.
 */
export function matchingTuples(
  index: SearchedIndex,
  group: Group,
  types: readonly number[],
  tests: readonly TupleTest[],
  present = false,
): TupleNumbers {
  const { entryPresent } = index.memory.columns
  const { starts, lists, types: typeOf, tuples } = tupleColumns(index.memory.columns, group)
  const { first, base, end } = rangesOf(index, group)
  const searched = SEARCHED[group]
  const width = WIDTH[group]
  const isWanted = new Uint8Array(TYPES)
  for (const type of types) isWanted[type] = 1
  const slots = tests.map(({ slot }) => slot?.at ?? -1)
  const anyOf = tests.map((each) => each.anyOf?.map(({ at }) => at))
  const passings = tests.map(({ test }) => test.passing)

  /** The value by which a tuple meets a test, the first if there are several; 0 if there is none. */
  function metBy(tuple: number, test: number): number {
    const passing = passings[test]!
    for (const at of anyOf[test] ?? searched[typeOf[tuple]!]!) {
      const value = tuples[tuple * width + at]!
      if (value !== 0 && passing[value] === 1) return value
    }
    return 0
  }

  function fits(tuple: number): boolean {
    if (isWanted[typeOf[tuple]!] === 0 || (present && entryPresent[tuple] === 0)) return false
    for (let test = 0; test < passings.length; test++) {
      const at = slots[test]!
      if (at === -1 ? metBy(tuple, test) === 0 : passings[test]![tuples[tuple * width + at]!] === 0) return false
    }
    return true
  }

  const rarest = rarestTest(tests, starts)
  const maxInBase = rarest ? rarest.tuples : countOf(first, types)
  const result = new Uint32Array(maxInBase + (end - base) + 1)
  let count = 0
  if (rarest) {
    const at = slots[rarest.test]!
    for (const value of rarest.values) {
      // Values newer than the base occur only in newer tuples.
      if (value + 1 >= starts.length) continue
      for (let i = starts[value]!; i < starts[value + 1]!; i++) {
        const tuple = lists[i]!
        if (!fits(tuple)) continue
        // A tuple that is listed under several values is taken from only one of the lists.
        const by = at === -1 ? metBy(tuple, rarest.test) : tuples[tuple * width + at]!
        if (by === value) result[count++] = tuple
      }
    }
  } else {
    for (const type of types) {
      for (let tuple = first[type]!; tuple < first[type + 1]!; tuple++) if (fits(tuple)) result[count++] = tuple
    }
  }
  for (let tuple = base; tuple < end; tuple++) if (fits(tuple)) result[count++] = tuple
  return result.subarray(0, count)
}

/** The test whose values are in the fewest tuples; undefined if none can list its values. */
function rarestTest(tests: readonly TupleTest[], starts: Uint32Array) {
  let best: { test: number; values: NonNullable<ValueTest['values']>; tuples: number } | undefined
  for (const [test, { values }] of tests.map((each) => each.test).entries()) {
    if (!values) continue
    let tuples = 0
    for (const value of values) if (value + 1 < starts.length) tuples += starts[value + 1]! - starts[value]!
    if (!best || tuples < best.tuples) best = { test, values, tuples }
  }
  return best
}
