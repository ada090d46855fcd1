// Whether a company is in a slice, how strongly, since when, until when and why: pure, over the company's signals and a
// time. Both search engines, the dossier and the slice pages use this one function.
//
// A clause's strength is that of its best matching signal, s = confidence × 0.5^(age / window), and the score is
// 100 · (1 − ∏(1 − weight · s)): each clause takes its share of what is still missing to 100. Ages are whole days between
// the two UTC dates, as everywhere; a signal of today or of the future has the age 0.
//
// Of a clause, the signals count that are part of the reason why the query matches: inside a THEN those that stand in
// a chain, and of an OR those of the parts that hold.

import { DAY_SECONDS, evaluate, startOfDay } from '../query/index.ts'
import type { Signal } from '../signals/index.ts'
import type { Notebook, Slice } from './definition.ts'

export interface Membership {
  readonly slug: string
  readonly label: string
  /** 0 to 100, one decimal. */
  readonly score: number
  /** Unix seconds: when the last of its clauses was first met within the window. */
  readonly enteredAt: number
  /** Unix seconds: the newest match, and the window after it. */
  readonly windowEndsAt: number
  /** The best signal of each clause that was met, in the order of the query. */
  readonly reasons: readonly { readonly clause: string; readonly signalId: string }[]
  readonly notebook: Required<Notebook>
}

/** Undefined when the company is not in the slice. */
export function sliceOf(slice: Slice, signals: readonly Signal[], asOfSeconds: number): Membership | undefined {
  const { slug, label, thesis, windowDays, notebook } = slice.definition
  const evaluation = evaluate(slice.query, signals, asOfSeconds)
  if (!evaluation.matches) return undefined
  const reason = new Set(evaluation.signals)
  const met = slice.clauses.flatMap(({ text, weight, leaf }) => {
    const alone = evaluation.clauses[leaf]
    const matching = (alone?.matches ? alone.signals : []).filter((signal) => reason.has(signal))
    const best = strongest(matching, windowDays, asOfSeconds)
    return best ? [{ text, weight, matching, ...best }] : []
  })
  const missing = met.reduce((rest, { weight, strength }) => rest * (1 - weight * strength), 1)
  const times = met.map(({ matching }) => matching.map(({ occurredAt }) => occurredAt))
  return {
    slug,
    label,
    score: Math.round(1_000 * (1 - missing)) / 10,
    enteredAt: Math.max(...times.map((each) => each.reduce((oldest, time) => Math.min(oldest, time)))),
    windowEndsAt: times.flat().reduce((newest, time) => Math.max(newest, time)) + windowDays * DAY_SECONDS,
    reasons: met.map(({ text, signal }) => ({ clause: text, signalId: signal.id })),
    notebook: { thesis, ...notebook },
  }
}

/** All slices that a company is in, the strongest first. */
export function slicesOf(slices: readonly Slice[], signals: readonly Signal[], asOfSeconds: number): Membership[] {
  return slices
    .flatMap((slice) => sliceOf(slice, signals, asOfSeconds) ?? [])
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}

export function strengthOf(signal: Signal, windowDays: number, asOfSeconds: number): number {
  const ageDays = (startOfDay(asOfSeconds) - startOfDay(signal.occurredAt)) / DAY_SECONDS
  return signal.confidence * 0.5 ** (Math.max(0, ageDays) / windowDays)
}

/** Of equally strong ones the newest, then the lesser id. They come newest first, so that a later one must be better. */
function strongest(
  newestFirst: readonly Signal[],
  windowDays: number,
  asOfSeconds: number,
): { signal: Signal; strength: number } | undefined {
  let best: { signal: Signal; strength: number } | undefined
  for (const signal of newestFirst) {
    const strength = strengthOf(signal, windowDays, asOfSeconds)
    if (!best || strength > best.strength) best = { signal, strength }
  }
  return best
}
