// How a signal's own fields are laid out in the index.
//
// What does not change from signal to signal is kept once. A signal has an *entry* (its label and what it is about) and
// a *detail* (where, who and how much): two tuples of values, each stored once however many signals share it. The
// fields are split so that both stay few: a job title comes with its function and seniority, a place with its country,
// but titles and places combine freely.

import { SEARCHED_KINDS } from '../../query/index.ts'
import { type FieldKind, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../../signals/index.ts'

export type Group = 'entry' | 'detail'

export interface Slot {
  readonly field: string
  readonly kind: FieldKind
  readonly group: Group
  /** The place in its tuple. */
  readonly at: number
  /** Whether `text` looks at it. */
  readonly searched: boolean
}

const IN_DETAIL: Readonly<Record<SignalType, readonly string[]>> = {
  hiring: ['location', 'country', 'workplaceType', 'employmentType'],
  funding: ['amountUsd', 'investors', 'announcedOn'],
  funding_ai: ['amountUsd', 'investors', 'announcedOn', 'evidence'],
  web: [],
  tool: [],
  velocity: ['windowDays', 'opened', 'baseline', 'ratio'],
}

const LABEL: Slot = { field: 'label', kind: 'text', group: 'entry', at: 0, searched: true }

function slotsOf(type: SignalType): Slot[] {
  const slots = [LABEL]
  const taken = { entry: 1, detail: 0 }
  for (const { name, kind } of SIGNAL_DECLARATIONS[type].fields) {
    if (kind === 'url') continue
    const group = IN_DETAIL[type].includes(name) ? 'detail' : 'entry'
    slots.push({ field: name, kind, group, at: taken[group]++, searched: SEARCHED_KINDS.has(kind) })
  }
  return slots
}

/** By the type's place in SIGNAL_TYPES. */
export const SLOTS: readonly (readonly Slot[])[] = SIGNAL_TYPES.map(slotsOf)

export const TYPES = SIGNAL_TYPES.length
export const TYPE_NUMBER: Readonly<Record<SignalType, number>> = Object.fromEntries(
  SIGNAL_TYPES.map((type, number) => [type, number]),
) as Record<SignalType, number>

const widest = (group: Group) => Math.max(...SLOTS.map((slots) => slots.filter((slot) => slot.group === group).length))
export const WIDTH: Readonly<Record<Group, number>> = { entry: widest('entry'), detail: widest('detail') }

export function slotNamed(type: number, field: string): Slot | undefined {
  return SLOTS[type]?.find((slot) => slot.field === field)
}
