// Heat measures the current activity of a company. Of each type the ten strongest facts count, where a fact's strength
// is confidence × 0.5^(age / 30 days): the strongest in full, the second half, the tenth a tenth. So a company that
// posts four hundred jobs is hardly hotter than one that posts ten.
//
// All facts decay at the same rate, so the current time divides every company's heat by the same number and doesn't
// affect the order. The part without the current time is stored, as a logarithm on an integer scale:
//
//   key  = round(65536 · log2 Σ weight · confidence · 2^(t / 30 d))        t is the fact's time in the Unix epoch
//   heat = 2^(key / 65536 − now / 30 d)
//
// The order of two companies changes only when a fact arrives or changes, and both search engines sort the same integers.
// One step of the key is a change of 0.001 %, far below the one decimal that is shown.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { roundToDecimals } from '../../platform/round-half-up.ts'
import { postsOwnJobs } from '../companies/index.ts'
import { confidenceSeconds, HALF_LIFE_SECONDS, isOnlyAsked, type Signal } from '../signals/index.ts'
import { isContinuing, isDerivedType, SIGNAL_DECLARATIONS, type SignalType } from '../types/index.ts'

const STEPS_PER_DOUBLING = 65_536
export const COUNTED_FACTS = 10

/**
 * The key of a company without signals that count. It is the smallest 32-bit integer and not null, so that it comes last
 * in a descending SQL order and fits a typed array.
 */
export const NO_HEAT = -(2 ** 31)

type HeatSignal = Pick<Signal, 'type' | 'occurredAt' | 'confidence' | 'status' | 'fields'>

/**
 * Only the strengths count, not the signals that have them, and the terms are added from the smallest: the same signals
 * in any order give the same key. The greatest power is factored out, because 2^(t / 30 d) exceeds the range of a double
 * in 2054.
 */
export function heatKey(signals: readonly HeatSignal[], employerKind: EmployerKind = 'unknown'): number {
  const strongest = new Map<SignalType, number[]>()
  for (const signal of signals) {
    const strength = strengthOf(signal)
    if (strength === undefined) continue
    const ofType = strongest.get(signal.type) ?? []
    strongest.set(signal.type, ofType)
    addStrength(ofType, strength)
  }
  return heatKeyOf(strongest, employerKind)
}

/** By type the strengths of the strongest facts, in descending order. */
export function heatKeyOf(all: ReadonlyMap<SignalType, readonly number[]>, employerKind: EmployerKind): number {
  // Jobs of agencies and marketplaces are not the company's own.
  const strongest = new Map(
    [...all].filter(([type]) => !SIGNAL_DECLARATIONS[type].aboutJobs || postsOwnJobs(employerKind)),
  )
  const terms = [...strongest.values()]
    .flatMap((strengths) => strengths.map((strength, i) => ({ strength, weight: 1 / (i + 1) })))
    .sort((a, b) => a.strength - b.strength || a.weight - b.weight)
  const greatest = terms.at(-1)?.strength
  if (greatest === undefined) return NO_HEAT
  let sum = 0
  for (const { strength, weight } of terms) sum += weight * 2 ** ((strength - greatest) / HALF_LIFE_SECONDS)
  return Math.round(STEPS_PER_DOUBLING * (Math.log2(sum) + greatest / HALF_LIFE_SECONDS))
}

/** Keeps the greatest, in descending order. */
function addStrength(strengths: number[], strength: number): void {
  const place = strengths.findIndex((other) => other < strength)
  strengths.splice(place === -1 ? strengths.length : place, 0, strength)
  if (strengths.length > COUNTED_FACTS) strengths.pop()
}

/**
 * Undefined: it doesn't count. A derived signal would count the same activity twice. Signals found at the first visit
 * have no day of their own. A rumour may never happen. A job that was filled and a tool that was dropped were real.
 */
export function strengthOf({ type, status, occurredAt, confidence, fields }: HeatSignal): number | undefined {
  if (isDerivedType(type) || status === 'retracted' || Math.round(confidence * 100) === 0) return undefined
  if (isContinuing(fields.change) || isOnlyAsked({ fields }) || fields.rumour === true) return undefined
  return occurredAt + confidenceSeconds(confidence)
}

/**
 * Heat as a time, like the keys of matches: a single certain fact of now is now, twice as much heat is 30 days later.
 */
export function heatSeconds(key: number): number {
  return key === NO_HEAT ? Number.NEGATIVE_INFINITY : (key / STEPS_PER_DOUBLING) * HALF_LIFE_SECONDS
}

/** The heat to show at a time, with one decimal. It rises with the key, so the numbers shown agree with the order. */
export function heatAt(key: number, asOfSeconds: number): number {
  if (key === NO_HEAT) return 0
  return roundToDecimals(2 ** (key / STEPS_PER_DOUBLING - asOfSeconds / HALF_LIFE_SECONDS), 1)
}
