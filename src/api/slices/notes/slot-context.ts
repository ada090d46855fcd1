// What slots are filled from: the matches that put a company into a slice, and its other facts.

import { isPresent, type Signal } from '../../../meaning/signals/index.ts'
import { isEnding, type SignalType } from '../../../meaning/types/index.ts'
import { type Clause, isStateClause, newestFirst } from '../../../query/index.ts'
import type { SlotValue } from './note-template.ts'

/** A positive clause that the company meets. */
export interface ClauseMatch {
  readonly clause: Clause
  readonly best: Signal
  readonly matching: readonly Signal[]
}

export interface SlotContext {
  readonly windowDays: number
  /** Unix seconds. */
  readonly windowEndsAt: number
  readonly asOf: number
  /** In query order. */
  readonly matches: readonly ClauseMatch[]
  /** All of the company's signals. */
  readonly signals: readonly Signal[]
  readonly coverage: CoverageTimes
  /** 0 if it isn't known. */
  readonly employeeCount: number
}

/** Since when, and when last, the company was monitored for a type, in Unix seconds. */
export type CoverageTimes = Readonly<
  Partial<Record<SignalType, { readonly since: number; readonly lastLookedAt: number }>>
>

/** Undefined: there is no such fact. */
export type FillSlot = (context: SlotContext) => SlotValue | undefined

export interface SlotDeclaration {
  readonly description: string
  readonly example: string
  /** The slot is of a match: the query needs a clause of one of these types. */
  readonly needs?: readonly SignalType[]
  /** Filled only if the fact is a guess. In example notes every fact is certain, so there it is empty. */
  readonly isOfGuess?: boolean
  readonly fill: FillSlot
}

/** A fact that is not of one signal, such as a count. */
export const certain = (text: string | undefined): SlotValue | undefined =>
  text === undefined || text === '' ? undefined : { text, confidence: 1 }

/** A certain list, which can be repeated without the names already given. */
export function listed(names: readonly string[], write: (names: readonly string[]) => string): SlotValue | undefined {
  const value = certain(write(names))
  return value && { ...value, list: { names, write } }
}

/** A fact of one signal. */
export const statedBy = (signal: Signal, text: string | undefined): SlotValue | undefined =>
  text === undefined || text === '' ? undefined : { text, confidence: signal.confidence }

/**
 * The first clause whose match is of this type. A tool or page that ended is another subject than one that is there, and one
 * that is new comes before one that was there already.
 */
export function matchOf({ matches }: SlotContext, type: SignalType, hasEnded = false): ClauseMatch | undefined {
  const ofType = matches.filter(({ best }) => best.type === type && isEnding(best.fields.change) === hasEnded)
  return ofType.find(({ clause }) => !isStateClause(clause)) ?? ofType[0]
}

/** What is open, up or in use now, newest first. */
export function presentOf({ signals }: SlotContext, type: SignalType): Signal[] {
  return newestFirst(signals.filter((signal) => signal.type === type && isPresent(signal)))
}

export const textOf = (signal: Signal | undefined, name: string): string | undefined => {
  const value = signal?.fields[name]
  return value === undefined || Array.isArray(value) ? undefined : String(value)
}

type ReadSlot = (signal: Signal, context: SlotContext) => string | undefined

/** Makes slots about one signal. What they say is as certain as the signal, unless `state` says otherwise. */
export const ofSignal =
  (find: (context: SlotContext) => Signal | undefined, state = statedBy) =>
  (description: string, example: string, read: ReadSlot) => ({
    description,
    example,
    fill: (context: SlotContext) => {
      const signal = find(context)
      return signal && state(signal, read(signal, context))
    },
  })

/** Makes slots about the best match of a type. */
export const ofMatch = (type: SignalType, { hasEnded = false, state = statedBy } = {}) => {
  const slot = ofSignal((context) => matchOf(context, type, hasEnded)?.best, state)
  return (...declared: Parameters<typeof slot>) => ({ ...slot(...declared), needs: [type] })
}

/** A question about such a slot is asked once in a dossier, whichever slot of the subject it is about. */
export const askedOnce = (subject: string, slot: SlotDeclaration): SlotDeclaration => ({
  ...slot,
  fill: (context) => {
    const value = slot.fill(context)
    return value && { ...value, subject }
  },
})
