// The slices that a company is in, and why: pure functions of the company's signals and a time.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import type { Signal } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import { clausesOf, newestFirst, satisfies } from '../../query/index.ts'
import { admits } from './admits.ts'
import { type Notebook, type Slice, sliceFor } from './definition/definition.ts'
import { notesAbout } from './notes/company-notes.ts'
import type { CoverageTimes } from './notes/slot-context.ts'
import { type SliceScore, sliceScorer, type Witness } from './scoring.ts'

interface Membership extends Omit<SliceScore<Witness>, 'best'> {
  readonly slug: string
  readonly label: string
  /** The strongest signal of each matching clause, in query order. */
  readonly reasons: readonly { readonly clause: string; readonly signalId: string }[]
  readonly notebook: Required<Notebook>
  /** The sentences of `whyNow`, the most important first. */
  readonly whyNow: readonly string[]
}

/**
 * Undefined if the company isn't in the slice. `looked` are the types that the company is monitored for: for other
 * types, a NOT is meaningless. `coverage` says since when.
 */
export function sliceOf(
  slice: Slice,
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  coverage: CoverageTimes = {},
): Membership | undefined {
  if (!slice.needs.looked.every((type) => looked.includes(type))) return undefined
  const { slug, label, thesis, windowDays, notebook } = slice.definition
  const scored = sliceScorer(slice, asOfSeconds)(witnessesOf(slice, signals, asOfSeconds))
  if (!scored) return undefined
  const { best, ...score } = scored
  const clauses = clausesOf(slice.query)
  const matches = best.flatMap(({ clause, witness, matching }) => {
    const matched = clauses[clause.leaf]
    return matched ? [{ clause: matched, best: witness.signal, matching: matching.map(({ signal }) => signal) }] : []
  })
  const { windowEndsAt } = score
  const { whyNow, talkingPoints } = notesAbout(slice.notes, {
    ...{ windowDays, windowEndsAt, asOf: asOfSeconds, matches, signals, coverage },
  })
  return {
    slug,
    label,
    ...score,
    reasons: best.map(({ clause, witness }) => ({ clause: clause.text, signalId: witness.signal.id })),
    notebook: { thesis, ...notebook, whyNow: whyNow.join(' '), talkingPoints },
    whyNow,
  }
}

/** Newest first, then by id. Among equally strong signals, the first becomes the reason. */
function witnessesOf({ query }: Slice, signals: readonly Signal[], asOf: number): (Witness & { signal: Signal })[] {
  const clauses = clausesOf(query)
  return newestFirst(signals).flatMap((signal) => {
    const mask = clauses.reduce((bits, clause, i) => bits | (satisfies(clause, signal, asOf) ? 1 << i : 0), 0)
    const { occurredAt, confidence, closedAt } = signal
    return mask === 0
      ? []
      : [{ signal, occurredAt, confidence, clauses: mask, ...(closedAt !== undefined && { closedAt }) }]
  })
}

/** All slices that a company is in, highest score first. What one of them gives to talk about, a later one doesn't repeat. */
export function slicesOf(
  slices: readonly Slice[],
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  employerKind: EmployerKind = 'unknown',
  coverage: CoverageTimes = {},
): Membership[] {
  const said = new Set<string>()
  return slices
    .filter((slice) => admits(slice, employerKind))
    .flatMap((slice) =>
      slice.definition.parameter
        ? slicesOfTools(slice, signals, asOfSeconds, looked, coverage)
        : (sliceOf(slice, signals, asOfSeconds, looked, coverage) ?? []),
    )
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .map((membership) => {
      const talkingPoints = membership.notebook.talkingPoints.filter((point) => !said.has(point))
      for (const point of talkingPoints) said.add(point)
      return { ...membership, notebook: { ...membership.notebook, talkingPoints } }
    })
}

/** Tools that a template is tried with: the newest of a company that has more. */
const MAX_TOOLS = 50

/** The memberships in a template, one for each tool of the company that makes it hold, by the names that a caller can write. */
function slicesOfTools(
  template: Slice,
  signals: readonly Signal[],
  asOfSeconds: number,
  looked: readonly SignalType[],
  coverage: CoverageTimes,
): Membership[] {
  const byName = new Map<string, string>()
  for (const { type, status, fields } of newestFirst(signals)) {
    const named = String(fields.product ?? fields.family ?? fields.tool)
    if (type === 'tool' && status !== 'retracted' && !byName.has(named)) byName.set(named, String(fields.tool))
  }
  return [...byName].slice(0, MAX_TOOLS).flatMap(([named, tool]) => {
    const slice = sliceFor(template, named)
    const membership = slice && sliceOf(slice, signals, asOfSeconds, looked, coverage)
    if (!membership) return []
    return [{ ...membership, slug: `${membership.slug}:${named}`, label: `${membership.label}: ${tool}` }]
  })
}
