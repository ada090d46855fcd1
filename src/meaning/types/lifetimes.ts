// Which types last, and the meaning of the field `change` of a state.

import { SIGNAL_TYPES, type SignalType } from '../../closed-sets/signals.ts'
import { type LastingType, SIGNAL_DECLARATIONS } from './declarations.ts'
import type { StateChanges } from './type-declaration.ts'

export const LASTING_TYPES: readonly LastingType[] = SIGNAL_TYPES.filter(isLastingType)

/** Takes the type of a clause too, which can be `any`. */
export function isLastingType(type: SignalType | 'any'): type is LastingType {
  return type !== 'any' && SIGNAL_DECLARATIONS[type].lifetime.kind !== 'act'
}

/** Takes the type of a clause too, which can be `any`. */
export function isOpeningType(type: SignalType | 'any'): boolean {
  return type !== 'any' && SIGNAL_DECLARATIONS[type].lifetime.kind === 'opening'
}

export const STATE_TYPES: readonly SignalType[] = SIGNAL_TYPES.filter(isStateType)

/** Takes the type of a clause too, which can be `any`. */
export function isStateType(type: SignalType | 'any'): boolean {
  return type !== 'any' && changesOf(type) !== undefined
}

/** The changes of a state; undefined for the other types. */
export function changesOf(type: SignalType): StateChanges | undefined {
  const { lifetime } = SIGNAL_DECLARATIONS[type]
  return lifetime.kind === 'state' ? lifetime.changes : undefined
}

/** After how many days without being seen it ends. Infinite for an act, which doesn't last. */
export function expiresAfterDays(type: SignalType): number {
  const { lifetime } = SIGNAL_DECLARATIONS[type]
  return lifetime.kind === 'act' ? Number.POSITIVE_INFINITY : lifetime.expiresAfterDays
}

const CHANGES: readonly StateChanges[] = SIGNAL_TYPES.flatMap((type) => changesOf(type) ?? [])
/** Changes that mean that a state ended, and those that mean that it existed already. */
export const ENDING_CHANGES: readonly string[] = CHANGES.map(({ ended }) => ended)
export const CONTINUING_CHANGES: readonly string[] = CHANGES.map(({ continues }) => continues)

const ENDING: ReadonlySet<unknown> = new Set(ENDING_CHANGES)
const CONTINUING: ReadonlySet<unknown> = new Set(CONTINUING_CHANGES)

/** Whether a value of `change` means that the state ended. */
export function isEnding(change: unknown): boolean {
  return ENDING.has(change)
}

/** Whether a value of `change` means that the state existed before its first visit, so it isn't new. */
export function isContinuing(change: unknown): boolean {
  return CONTINUING.has(change)
}

const BEGINNINGS: ReadonlyMap<unknown, string> = new Map(CHANGES.map(({ continues, began }) => [continues, began]))

/** The change that means that the state began, for one that means that it existed already; else undefined. */
export function beginningOf(change: unknown): string | undefined {
  return BEGINNINGS.get(change)
}
