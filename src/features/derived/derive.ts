// What follows from a company's signals. A pure function without a clock: the same signals give the same conclusions,
// in whatever order they are given, so that a recomputation after any change equals one from scratch. The write path
// compares the result with what is stored and writes the difference.

import { DERIVED_TYPES } from '../signals/index.ts'
import type { BaseSignal, DerivedSignal } from './derived-signal.ts'
import { deriveFundingAi } from './funding-ai.ts'
import { deriveVelocity } from './velocity.ts'

/** `company` is any stable name of the company; it becomes a part of the keys. Sorted by key. */
export function derive(company: string, signals: readonly BaseSignal[]): DerivedSignal[] {
  // No rule looks at these types today. Here it is certain that none ever does.
  const base = signals.filter((signal) => !DERIVED_TYPES.some((type) => type === signal.type))
  return [...deriveVelocity(company, base), ...deriveFundingAi(company, base)].sort((a, b) => (a.key < b.key ? -1 : 1))
}
