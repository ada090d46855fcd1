// Derives signals from a company's facts. It is a pure function that reads no clock: the same facts, in any order, give
// the same result, so recomputing after a change equals computing from scratch. The write path compares the result with
// the stored signals and writes the difference.

import { type DerivedType, isDerivedType } from '../types/index.ts'
import { contextOf, type DeriveContext } from './context.ts'
import type { BaseSignal, DerivedSignal } from './derived-signal.ts'
import { deriveFundingAi } from './funding-ai.ts'
import { deriveVelocity } from './velocity.ts'

/** `company` is any stable name of the company, such as its domain; it is part of the keys. The result is sorted by key. */
export function derive(
  company: string,
  facts: readonly BaseSignal[],
  context: DeriveContext = contextOf(facts),
): DerivedSignal[] {
  // No rule uses these types. This makes sure that none ever does.
  const base = facts.filter(({ type }) => !isDerivedType(type))
  return Object.values(RULES)
    .flatMap((rule) => rule(company, base, context))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const RULES: Readonly<Record<DerivedType, typeof deriveVelocity>> = {
  velocity: deriveVelocity,
  funding_ai: deriveFundingAi,
}
