// The order of the companies that a query matches, and the signals that a page shows of them: the strongest signal of
// each clause that was met, then the newest others.
//
// A clause has the key of its strongest signal (see signals/strength.ts). AND and THEN are as strong as their weakest
// part, OR as its strongest. In a sequence, only signals of complete chains count. A NOT has no signals: it is neutral
// in an AND, and gives an OR nothing. A clause of `tool` or `web` without `change` is about a state, which isn't news,
// however long it lasts: in an AND with an act it is neutral; otherwise the state's beginning counts.

import { HALF_LIFE_SECONDS, matchKeyOf, type Signal } from '../../meaning/signals/index.ts'
import { isStateType } from '../../meaning/types/index.ts'
import { roundToDecimals } from '../../platform/round-half-up.ts'
import type { Clause, Query } from '../tree/tree.ts'
import { byNewest, chainOf, countHolds, type Satisfied, satisfiedAt } from './evaluate.ts'

/** The key of a match without a strength: only a NOT holds, or only signals with a confidence of 0. */
export const LEAST = Number.NEGATIVE_INFINITY

/** How a caller's signals are compared. */
export interface Ranking<S> {
  /** LEAST for a signal without strength. */
  keyOf(signal: S): number
  byNewest(a: S, b: S): number
}

/** The signals behind a clause or a sequence that holds. */
export interface LeafReason<S> {
  /** For each of its clauses, the strongest signal. In a sequence, a clause may have none in any chain. */
  readonly strongest: readonly (S | undefined)[]
  /** At least its newest signals. */
  readonly signals: readonly S[]
}

export interface Reason<S> {
  /** Undefined for a part that is neutral. */
  readonly key: number | undefined
  /** In query order. */
  readonly strongest: readonly S[]
  readonly signals: readonly S[]
}

type QueryLeaf = Extract<Query, { node: 'clause' | 'sequence' }>

/**
 * Why the query matches; undefined if it doesn't. `leafReason` is called for every clause and sequence, in query order,
 * even when the result is already decided.
 */
export function reasonBy<S>(
  query: Query,
  order: Ranking<S>,
  leafReason: (leaf: QueryLeaf) => LeafReason<S> | undefined,
): Reason<S> | undefined {
  if (query.node === 'clause' || query.node === 'sequence') {
    const found = leafReason(query)
    return found && { key: keyOfLeaf(query, found, order), strongest: known(found.strongest), signals: found.signals }
  }
  if (query.node === 'not') {
    return reasonBy(query.of, order, leafReason) ? undefined : { key: undefined, strongest: [], signals: [] }
  }
  const reasons = query.of.map((part) => reasonBy(part, order, leafReason))
  const holding = known(reasons)
  if (query.node === 'and' ? holding.length < reasons.length : holding.length === 0) return undefined
  const evidence = {
    strongest: holding.flatMap(({ strongest }) => strongest),
    signals: holding.flatMap(({ signals }) => signals),
  }
  if (query.node === 'or') return { key: Math.max(...holding.map(({ key }) => key ?? LEAST)), ...evidence }
  const deciding = new Set(partsThatOrder(query.of))
  const keys = known(query.of.map((part, i) => (deciding.has(part) ? reasons[i]?.key : undefined)))
  return { key: keys.length === 0 ? undefined : Math.min(...keys), ...evidence }
}

/** The parts of an AND that aren't neutral. */
export function partsThatOrder(parts: readonly Query[]): Query[] {
  const acts = parts.filter(hasAct)
  return acts.length > 0 ? acts : parts.filter((part) => !isNeutral(part))
}

/** Whether no part of a query could have a strength, as in a NOT alone. */
export function isNeutral(query: Query): boolean {
  if (query.node === 'not') return true
  return (query.node === 'and' || query.node === 'or') && query.of.every(isNeutral)
}

/** Whether a part is about something that happened on a day, not only about states. */
function hasAct(query: Query): boolean {
  switch (query.node) {
    case 'clause':
      return !isState(query)
    case 'sequence':
      return true
    case 'not':
      return false
    default:
      return query.of.some(hasAct)
  }
}

function isState({ type, conditions }: Clause): boolean {
  return isStateType(type) && !conditions.some(({ field }) => field === 'change')
}

function keyOfLeaf<S>(leaf: QueryLeaf, { strongest }: LeafReason<S>, { keyOf }: Ranking<S>): number {
  const keys = strongest.map((signal) => (signal === undefined ? LEAST : keyOf(signal)))
  if (leaf.node === 'clause') return keys[0] ?? LEAST
  let next = 0
  return Math.min(...leaf.steps.map(({ clauses }) => Math.max(...clauses.map(() => keys[next++] ?? LEAST))))
}

const known = <T>(list: readonly (T | undefined)[]): T[] => list.filter((each) => each !== undefined)

/** The strongest of some signals; among equals, the newest. */
function strongestOf<S>(signals: Iterable<S>, { keyOf, byNewest }: Ranking<S>): S | undefined {
  let best: S | undefined
  for (const signal of signals) {
    if (best === undefined) best = signal
    else if (keyOf(signal) > keyOf(best)) best = signal
    else if (keyOf(signal) === keyOf(best) && byNewest(signal, best) < 0) best = signal
  }
  return best
}

/** What a page shows: each clause's strongest signal in query order, then the newest others. */
export function shownOf<S>({ strongest, signals }: Reason<S>, { byNewest }: Ranking<S>, limit: number): S[] {
  return [...new Set([...strongest, ...[...new Set(signals)].sort(byNewest)])].slice(0, limit)
}

/** From 0 to 100, with one decimal: 100 for a certain signal of now, halved every 30 days. */
export function matchAt(key: number, asOfSeconds: number): number {
  return roundToDecimals(Math.min(100, 100 * 2 ** ((key - asOfSeconds) / HALF_LIFE_SECONDS)), 1)
}

export const SIGNAL_RANKING: Ranking<Signal> = { keyOf: matchKeyOf, byNewest }

/** For a caller that has all signals that could be a reason. */
export function leafReasonOf<S extends { readonly occurredAt: number }>(
  leaf: QueryLeaf,
  signals: readonly S[],
  satisfied: Satisfied<S>,
  order: Ranking<S>,
): LeafReason<S> | undefined {
  if (leaf.node === 'clause') {
    const matching = signals.filter((signal) => satisfied(leaf, signal))
    if (!countHolds(leaf, matching.length)) return undefined
    return { strongest: [strongestOf(matching, order)], signals: matching }
  }
  const chain = chainOf(leaf.steps, signals, satisfied)
  return (
    chain && {
      strongest: leaf.steps.flatMap((step, i) =>
        step.clauses.map((clause) =>
          strongestOf(
            (chain[i] ?? []).filter((signal) => satisfied(clause, signal)),
            order,
          ),
        ),
      ),
      signals: chain.flat(),
    }
  )
}

export interface Ranked {
  /** The key by which `sort: match` orders; LEAST for a match without a strength. */
  readonly matchKey: number
  /** The time of the newest signal that made the query match; LEAST if there is none. */
  readonly newest: number
  readonly shown: readonly Signal[]
}

/** The place of a company in a result, and what a page shows of it; undefined if the query doesn't match. */
export function ranking(query: Query, signals: readonly Signal[], asOfSeconds: number, limit = 5): Ranked | undefined {
  return rankingBy(query, signals, satisfiedAt(asOfSeconds), SIGNAL_RANKING, limit)
}

export function rankingBy(
  query: Query,
  signals: readonly Signal[],
  satisfied: Satisfied<Signal>,
  order = SIGNAL_RANKING,
  limit = 5,
): Ranked | undefined {
  const reason = reasonBy(query, order, (leaf) => leafReasonOf(leaf, signals, satisfied, order))
  return (
    reason && {
      matchKey: reason.key ?? LEAST,
      newest: Math.max(LEAST, ...reason.signals.map(({ occurredAt }) => occurredAt)),
      shown: shownOf(reason, order, limit),
    }
  )
}
