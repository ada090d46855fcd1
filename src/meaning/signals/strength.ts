// How strong a signal is, as a time: what is less certain counts as if it were older. Strength halves every 30 days, so
// half the confidence is 30 days. All signals decay alike, so two of them keep their order whatever the clock says, and
// the numbers can be compared without it.

import { SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../types/index.ts'
import type { Signal } from './signal.ts'

export const HALF_LIFE_SECONDS = 30 * 86_400

/** By confidence in hundredths: seconds to add to the time of a signal. A confidence of 0 has no strength. */
export const CONFIDENCE_SECONDS: readonly number[] = Array.from({ length: 101 }, (_, hundredths) =>
  hundredths === 0 ? Number.NEGATIVE_INFINITY : Math.round(HALF_LIFE_SECONDS * Math.log2(hundredths / 100)),
)

/** By type: seconds to add to the time of a signal. A round stays news for longer. */
export const SHIFT_SECONDS = Object.fromEntries(
  SIGNAL_TYPES.map((type) => [type, SIGNAL_DECLARATIONS[type].staysNewsDays * 86_400]),
) as Readonly<Record<SignalType, number>>

/** The key by which matches are ordered. */
export function matchKeyOf({
  type,
  occurredAt,
  confidence,
}: Pick<Signal, 'type' | 'occurredAt' | 'confidence'>): number {
  return occurredAt + SHIFT_SECONDS[type] + confidenceSeconds(confidence)
}

export function confidenceSeconds(confidence: number): number {
  return CONFIDENCE_SECONDS[Math.round(confidence * 100)] ?? Number.NEGATIVE_INFINITY
}
