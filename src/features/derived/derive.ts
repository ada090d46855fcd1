// Derives signals from a company's signals. It is a pure function that reads no clock: the same signals, in any order,
// give the same result, so recomputing after a change equals computing from scratch. The write path compares the result
// with the stored signals and writes the difference.

import { DERIVED_TYPES } from '../signals/index.ts'
import type { BaseSignal, DerivedSignal } from './derived-signal.ts'
import { deriveFundingAi } from './funding-ai.ts'
import { deriveVelocity } from './velocity.ts'

/** `company` is any stable name of the company; it is part of the keys. The result is sorted by key. */
export function derive(company: string, signals: readonly BaseSignal[]): DerivedSignal[] {
  // No rule uses these types today. This makes sure that none ever does.
  const base = signals.filter((signal) => !DERIVED_TYPES.some((type) => type === signal.type))
  return [...deriveVelocity(company, base), ...deriveFundingAi(company, base)].sort((a, b) => (a.key < b.key ? -1 : 1))
}
