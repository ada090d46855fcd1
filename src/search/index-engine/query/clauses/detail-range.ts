// Comparisons with the number by which the details of a type are sorted, such as an amount. The details of the base that
// meet them are adjacent: they are found by binary search, and a scan compares numbers of details instead of reading the
// flag of each.

import { type CompareCondition, type Condition, comparedFields, meetsCondition } from '../../../../query/index.ts'
import { type Slot, SORTED_SLOTS, slotNamed, WIDTH } from '../../layout/fields.ts'
import { FLAG } from '../../layout/kernel-constants.ts'
import { comparisonNumber } from '../../layout/values.ts'
import type { SearchedIndex } from './searched-index.ts'

/** Adjacent details of the base, from `first` to before `end`. */
export interface DetailRange {
  readonly first: number
  readonly end: number
}

/** The conditions on details, if they all are such comparisons. Those on words are not considered. */
export function comparisonsOfSorted(conditions: readonly Condition[], type: number): readonly CompareCondition[] {
  const slot = SORTED_SLOTS[type]
  if (!slot) return []
  const comparisons: CompareCondition[] = []
  for (const condition of conditions) {
    if (condition.field === 'text') continue
    const slots = comparedFields(condition).flatMap((field) => slotNamed(type, field) ?? [])
    if (slots.every(({ group }) => group === 'entry')) continue
    if (!('value' in condition) || slots.length > 1 || slots[0] !== slot) return []
    comparisons.push(condition)
  }
  return comparisons
}

/** Flags the details that meet all comparisons, and returns those of the base. */
export function selectRange(
  index: SearchedIndex,
  type: number,
  comparisons: readonly CompareCondition[],
  flags: Uint8Array,
): DetailRange {
  const { firstDetail, lexicon, memory, tail } = index
  const { columns, layout } = memory
  const slot = SORTED_SLOTS[type] as Slot
  const valueIn = (detail: number) => columns.detailSlots[detail * WIDTH.detail + slot.at]!
  let [first, end] = [firstDetail[type]!, firstDetail[type + 1]!]
  const numberOf = (detail: number) => columns.numbers[valueIn(detail)]!
  first = lowerBound(first, end, (detail) => !Number.isNaN(numberOf(detail)))
  for (const { op, value } of comparisons) {
    const bound = Number(value)
    if (op === '>=') first = lowerBound(first, end, (detail) => numberOf(detail) >= bound)
    else if (op === '>') first = lowerBound(first, end, (detail) => numberOf(detail) > bound)
    else if (op === '<=') end = lowerBound(first, end, (detail) => numberOf(detail) > bound)
    else end = lowerBound(first, end, (detail) => numberOf(detail) >= bound)
  }
  for (let detail = first; detail < end; detail++) flags[detail]! |= FLAG.detail
  const base = layout.sizes.details
  for (let detail = base; detail < base + tail.detail; detail++) {
    if (columns.detailType[detail] !== type) continue
    const number = comparisonNumber(lexicon.valueOf(valueIn(detail)))
    if (comparisons.every((each) => meetsCondition(each, [number]))) flags[detail]! |= FLAG.detail
  }
  return { first, end }
}

/** The first number from `low` up to `high` for which the condition holds. The condition must stay true once it is. */
export function lowerBound(low: number, high: number, holds: (i: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
