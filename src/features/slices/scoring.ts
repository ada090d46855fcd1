// How strongly a company is in a slice, since when and until when. The one function behind a company's dossier and a
// slice's pages: the first has the company's signals, the second what an engine found, and both come down to witnesses.
//
// A clause's strength is that of its best matching signal, s = confidence × 0.5^(age / window), and the score is
// 100 · (1 − ∏(1 − weight · s)): each clause takes its share of what is still missing to 100. Ages are whole days between
// the two UTC dates, as everywhere; a signal of today or of the future has the age 0.
//
// Of a clause, the signals count that are part of the reason why the query matches: inside a THEN those that stand in
// a chain, and of an OR those of the parts that hold.

import { type Clause, clausesOf, countHolds, DAY_SECONDS, reasonOf, startOfDay } from '../query/index.ts'
import type { Slice } from './definition.ts'
import type { WeightedClause } from './weights.ts'

/** A signal that satisfies some clause of a slice's query: all that a score needs to know of it. */
export interface Witness {
  /** Unix seconds. */
  readonly occurredAt: number
  /** 0 to 1. */
  readonly confidence: number
  /** Bit i: it satisfies clause i of the query, its count left out. */
  readonly clauses: number
}

export interface SliceScore<W extends Witness> {
  /** 0 to 100, one decimal. */
  readonly score: number
  /** Unix seconds: when the last of its clauses was first met within the window. */
  readonly enteredAt: number
  /** Unix seconds: the newest match, and the window after it. */
  readonly windowEndsAt: number
  /** Of each clause that was met the strongest witness; of equally strong ones the first that was given. */
  readonly best: readonly { readonly clause: WeightedClause; readonly witness: W }[]
}

/** A function from all of a company's witnesses to its score; undefined when the company is not in the slice. */
export function sliceScorer(
  slice: Slice,
  asOfSeconds: number,
): <W extends Witness>(witnesses: readonly W[]) => SliceScore<W> | undefined {
  const { windowDays } = slice.definition
  const clauses = clausesOf(slice.query)
  const bits = new Map<Clause, number>(clauses.map((clause, i) => [clause, 2 ** i]))
  const satisfied = (clause: Clause, witness: Witness) => (witness.clauses & (bits.get(clause) ?? 0)) !== 0

  return (witnesses) => {
    const reason = reasonOf(slice.query, witnesses, satisfied)
    if (!reason) return undefined
    const met = slice.clauses.flatMap((weighted) => {
      const clause = clauses[weighted.leaf]
      const alone = clause ? witnesses.filter((witness) => satisfied(clause, witness)) : []
      const matching = clause && countHolds(clause, alone.length) ? alone.filter((witness) => reason.has(witness)) : []
      const best = strongest(matching, windowDays, asOfSeconds)
      return best ? [{ clause: weighted, times: matching.map(({ occurredAt }) => occurredAt), ...best }] : []
    })
    const missing = met.reduce((rest, { clause, strength }) => rest * (1 - clause.weight * strength), 1)
    const oldest = met.map(({ times }) => times.reduce((least, time) => Math.min(least, time)))
    const newest = met.map(({ times }) => times.reduce((most, time) => Math.max(most, time)))
    return {
      score: Math.round(1_000 * (1 - missing)) / 10,
      enteredAt: Math.max(...oldest),
      windowEndsAt: Math.max(...newest) + windowDays * DAY_SECONDS,
      best: met.map(({ clause, witness }) => ({ clause, witness })),
    }
  }
}

export function strengthOf(
  { occurredAt, confidence }: Pick<Witness, 'occurredAt' | 'confidence'>,
  windowDays: number,
  asOfSeconds: number,
): number {
  const ageDays = (startOfDay(asOfSeconds) - startOfDay(occurredAt)) / DAY_SECONDS
  return confidence * 0.5 ** (Math.max(0, ageDays) / windowDays)
}

function strongest<W extends Witness>(witnesses: readonly W[], windowDays: number, asOfSeconds: number) {
  let best: { witness: W; strength: number } | undefined
  for (const witness of witnesses) {
    const strength = strengthOf(witness, windowDays, asOfSeconds)
    if (!best || strength > best.strength) best = { witness, strength }
  }
  return best
}
