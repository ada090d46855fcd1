// Computes how strongly a company matches a slice, since when and until when. A company's dossier and a slice's pages
// share this function: the dossier has the company's signals, a page has the evidence from an engine, and both become
// witnesses.
//
// The strength of a clause is that of its best matching signal, s = confidence × 0.5^(age / window). A clause about a
// state (a tool in use) does not age: s = confidence. The score is 100 · (1 − ∏(1 − weight · s)): each clause adds its
// share of what is still missing to 100. An age is the number of days between the two UTC dates, as everywhere. A
// signal of today or of the future has the age 0. A clause about what ended is dated by the day of the end: a freeze of
// last week opens a window last week, whenever the jobs were posted.
//
// Only signals that made the query match count for a clause: inside a THEN those that are part of a chain, and in an OR
// those of the parts that hold.

import { roundToDecimals } from '../../platform/round-half-up.ts'
import {
  type Clause,
  clausesOf,
  countHolds,
  DAY_SECONDS,
  isStateClause,
  matchReason,
  startOfDay,
  windowEnd,
} from '../../query/index.ts'

import type { Slice } from './definition/definition.ts'
import type { WeightedClause } from './definition/weights.ts'

/** A signal that satisfies at least one clause of a slice's query, reduced to what a score needs. */
export interface Witness {
  /** Unix seconds. */
  readonly occurredAt: number
  /** Unix seconds: when it ended, exactly or 00:00 UTC of that day. Only of a closed signal. */
  readonly closedAt?: number
  /** 0 to 1. */
  readonly confidence: number
  /** Bit i is set when the signal satisfies clause i. `count` is not considered. */
  readonly clauses: number
}

export interface SliceScore<W extends Witness> {
  /** 0 to 100, one decimal. */
  readonly score: number
  /** Unix seconds: each matching clause has an oldest match in the window, and this is the latest of these. */
  readonly enteredAt: number
  /** Unix seconds: see windowEnd. Without an act, today plus the window. */
  readonly windowEndsAt: number
  /** Each matching clause with its matches and the strongest of them. Among equally strong ones, the first in the input. */
  readonly best: readonly { readonly clause: WeightedClause; readonly witness: W; readonly matching: readonly W[] }[]
}

/** Returns a function from a company's witnesses to its score. Undefined means that the company is not in the slice. */
export function sliceScorer(
  slice: Slice,
  asOfSeconds: number,
): <W extends Witness>(witnesses: readonly W[]) => SliceScore<W> | undefined {
  const { windowDays } = slice.definition
  const clauses = clausesOf(slice.query)
  const bits = new Map<Clause, number>(clauses.map((clause, i) => [clause, 2 ** i]))
  const satisfied = (clause: Clause, witness: Witness) => (witness.clauses & (bits.get(clause) ?? 0)) !== 0

  return (witnesses) => {
    const reason = matchReason(slice.query, witnesses, satisfied)
    if (!reason) return undefined
    const met = slice.clauses.flatMap((weighted) => {
      const clause = clauses[weighted.leaf]
      const alone = clause ? witnesses.filter((witness) => satisfied(clause, witness)) : []
      const matching = clause && countHolds(clause, alone.length) ? alone.filter((witness) => reason.has(witness)) : []
      const isState = clause !== undefined && clause.presence !== 'closed' && isStateClause(clause)
      const dated = matching.map((witness) => ({ witness, at: clause ? dateOf(clause, witness) : witness.occurredAt }))
      const best = strongest(dated, isState ? Number.POSITIVE_INFINITY : windowDays, asOfSeconds)
      return best ? [{ clause: weighted, isState, matching, times: dated.map(({ at }) => at), ...best }] : []
    })
    const missing = met.reduce((rest, { clause, strength }) => rest * (1 - clause.weight * strength), 1)
    const oldest = met.map(({ times }) => times.reduce((min, time) => Math.min(min, time)))
    const end = windowEnd(slice.query, witnesses, satisfied)
    return {
      score: roundToDecimals(100 * (1 - missing), 1),
      enteredAt: Math.max(...oldest),
      windowEndsAt: Number.isFinite(end) ? end : startOfDay(asOfSeconds) + windowDays * DAY_SECONDS,
      best: met.map(({ clause, witness, matching }) => ({ clause, witness, matching })),
    }
  }
}

/**
 * When a signal became a match of the clause. Engines only know the day of an end, so a dossier doesn't use the hour
 * either.
 */
function dateOf(clause: Clause, { occurredAt, closedAt }: Witness): number {
  return clause.presence === 'closed' && closedAt !== undefined ? startOfDay(closedAt) : occurredAt
}

export function strengthOf(
  { at, confidence }: { readonly at: number; readonly confidence: number },
  windowDays: number,
  asOfSeconds: number,
): number {
  const ageDays = (startOfDay(asOfSeconds) - startOfDay(at)) / DAY_SECONDS
  return confidence * 0.5 ** (Math.max(0, ageDays) / windowDays)
}

function strongest<W extends Witness>(
  dated: readonly { readonly witness: W; readonly at: number }[],
  windowDays: number,
  asOfSeconds: number,
) {
  let best: { witness: W; strength: number } | undefined
  for (const { witness, at } of dated) {
    const strength = strengthOf({ at, confidence: witness.confidence }, windowDays, asOfSeconds)
    if (!best || strength > best.strength) best = { witness, strength }
  }
  return best
}
