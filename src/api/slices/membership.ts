// The slices that a company is in, and why: pure functions of the company's signals and a time.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { clausesOf, newestFirst, satisfies } from '../../query/index.ts'
import { admits } from './admits.ts'
import type { Notebook, Slice } from './definition/definition.ts'
import { type SliceScore, sliceScorer, type Witness } from './scoring.ts'

interface Membership extends Omit<SliceScore<Witness>, 'best'> {
  readonly slug: string
  readonly label: string
  /** The strongest signal of each matching clause, in query order. */
  readonly reasons: readonly { readonly clause: string; readonly signalId: string }[]
  readonly notebook: Required<Notebook>
}

/**
 * Undefined if the company isn't in the slice. `looked` are the types that the company is monitored for: for other
 * types, a NOT is meaningless.
 */
export function sliceOf(
  slice: Slice,
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
): Membership | undefined {
  if (!slice.needs.looked.every((type) => looked.includes(type))) return undefined
  const { slug, label, thesis, notebook } = slice.definition
  const scored = sliceScorer(slice, asOfSeconds)(witnessesOf(slice, signals, asOfSeconds))
  if (!scored) return undefined
  const { best, ...score } = scored
  return {
    slug,
    label,
    ...score,
    reasons: best.map(({ clause, witness }) => ({ clause: clause.text, signalId: witness.id })),
    notebook: { thesis, ...notebook },
  }
}

/** Newest first, then by id. Among equally strong signals, the first becomes the reason. */
function witnessesOf({ query }: Slice, signals: readonly Signal[], asOf: number): (Witness & { id: string })[] {
  const clauses = clausesOf(query)
  return newestFirst(signals).flatMap((signal) => {
    const mask = clauses.reduce((bits, clause, i) => bits | (satisfies(clause, signal, asOf) ? 1 << i : 0), 0)
    const { id, occurredAt, confidence, closedAt } = signal
    return mask === 0
      ? []
      : [{ id, occurredAt, confidence, clauses: mask, ...(closedAt !== undefined && { closedAt }) }]
  })
}

/** All slices that a company is in, highest score first. */
export function slicesOf(
  slices: readonly Slice[],
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  employerKind: EmployerKind = 'unknown',
): Membership[] {
  // Only a caller can name the tool of a template.
  return slices
    .filter((slice) => !slice.definition.parameter && admits(slice, employerKind))
    .flatMap((slice) => sliceOf(slice, signals, asOfSeconds, looked) ?? [])
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}
