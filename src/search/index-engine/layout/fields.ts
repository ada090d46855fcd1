// How the fields of a signal are stored.
//
// A signal has an *entry* (its label and what it is about) and a *detail* (where, who and how much). Both are tuples of
// values, and each distinct tuple is stored once, however many signals share it. The fields are split so that there are
// few distinct tuples of each: a job title determines its function and seniority, and a place its country, but titles
// and places combine freely.

import {
  type FieldKind,
  LASTING_TYPES,
  SIGNAL_DECLARATIONS,
  SIGNAL_TYPES,
  type SignalType,
} from '../../../meaning/types/index.ts'
import { SEARCHED_KINDS } from '../../../query/index.ts'

export type Group = 'entry' | 'detail'

export interface Slot {
  readonly field: string
  readonly kind: FieldKind
  readonly group: Group
  /** The position in its tuple. */
  readonly at: number
  /** Whether a `text` condition searches it. */
  readonly searched: boolean
}

const LABEL: Slot = { field: 'label', kind: 'text', group: 'entry', at: 0, searched: true }

function slotsOf(type: SignalType): Slot[] {
  const slots = [LABEL]
  const taken = { entry: 1, detail: 0 }
  for (const { name, kind, independent } of SIGNAL_DECLARATIONS[type].fields) {
    if (kind === 'url' || kind === 'note') continue
    const group = independent ? 'detail' : 'entry'
    slots.push({ field: name, kind, group, at: taken[group]++, searched: SEARCHED_KINDS.has(kind) })
  }
  return slots
}

/** By the index of the type in SIGNAL_TYPES. */
export const SLOTS: readonly (readonly Slot[])[] = SIGNAL_TYPES.map(slotsOf)

export const TYPES = SIGNAL_TYPES.length
/** Numbers of the index alone, without gaps: a stored index of another list of types is discarded. */
export const TYPE_NUMBER: Readonly<Record<SignalType, number>> = Object.fromEntries(
  SIGNAL_TYPES.map((type, number) => [type, number]),
) as Record<SignalType, number>

/**
 * Companies are summarised by sets of signals: the signals of each type and, for types whose clauses are about the
 * present, the present ones. The set of all types together comes last.
 */
export const PRESENT_SETS: ReadonlyMap<number, number> = new Map(
  LASTING_TYPES.map((type, i) => [TYPE_NUMBER[type], TYPES + i]),
)
export const SETS = TYPES + PRESENT_SETS.size
export const SET_OF_ALL = SETS

const widest = (group: Group) => Math.max(...SLOTS.map((slots) => slots.filter((slot) => slot.group === group).length))
/** Slots of a tuple. */
export const WIDTH: Readonly<Record<Group, number>> = { entry: widest('entry'), detail: widest('detail') }

/**
 * By type: the number by which the details of the base are sorted, so that those that a comparison selects are adjacent.
 * Details without the number come first.
 */
export const SORTED_SLOTS: readonly (Slot | undefined)[] = SLOTS.map((slots) =>
  slots.find(({ group, kind }) => group === 'detail' && (kind === 'integer' || kind === 'number')),
)

export function slotNamed(type: number, field: string): Slot | undefined {
  return SLOTS[type]?.find((slot) => slot.field === field)
}
