// The order of the companies that a query matches, and the signals that a page shows of them: the strongest signal of
// each clause that was met, then the newest others.
//
// A clause has the key of its strongest signal (see signals/strength.ts). AND and THEN are as strong as their weakest
// part, OR as its strongest. In a sequence, only signals of complete chains count. A NOT has no signals: it is neutral
// in an AND, and gives an OR nothing.
//
// A clause of `tool` or `web` without `change` is about a state, which isn't news, however long it lasts. In an AND
// with an act only its certainty counts: the act's certainty is lowered by the uncertainty of the state's most certain
// signal. Without an act, the state's beginning counts.
//
// A clause of `hiring` without words of a title is met by every employer that is large enough, also one about a level:
// giants always hire directors. Its jobs are weighed by the size of the company.

import { JOB_FUNCTIONS } from '../../closed-sets/signals.ts'
import {
  confidenceSeconds,
  HALF_LIFE_SECONDS,
  matchKeyOf,
  SIZE_SECONDS,
  type Signal,
  sizeBandOf,
} from '../../meaning/signals/index.ts'
import { isStateType } from '../../meaning/types/index.ts'
import { roundToDecimals } from '../../platform/round-half-up.ts'
import { DAY_SECONDS, startOfDay } from '../parse/times.ts'
import type { Clause, Condition, Query } from '../tree/tree.ts'
import { byNewest, chainOf, countHolds, type Satisfied, satisfiedAt } from './evaluate.ts'

/** The key of a match without a strength: only a NOT holds, or only signals with a confidence of 0. */
export const LEAST = Number.NEGATIVE_INFINITY

/** How a caller's signals are compared. */
export interface Ranking<S> {
  /** LEAST for a signal without strength. */
  keyOf(signal: S): number
  /** In seconds, at most 0; LEAST for a signal without strength. */
  certaintyOf(signal: S): number
  byNewest(a: S, b: S): number
}

/** What makes a signal the strongest of its clause: its key, or only its certainty for a state next to an act. */
export type StrengthBy = 'key' | 'certainty'

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
 * even when the result is already decided. `sizeSeconds` is the weight of the company's size.
 */
export function reasonBy<S>(
  query: Query,
  order: Ranking<S>,
  leafReason: (leaf: QueryLeaf, by: StrengthBy) => LeafReason<S> | undefined,
  sizeSeconds: number,
  by: StrengthBy = 'key',
): Reason<S> | undefined {
  if (query.node === 'clause' || query.node === 'sequence') {
    const found = leafReason(query, by)
    if (!found) return undefined
    const key = by === 'key' ? keyOfLeaf(query, found, order, sizeSeconds) : certaintyOfLeaf(found, order)
    return { key, strongest: known(found.strongest), signals: found.signals }
  }
  if (query.node === 'not') {
    const holds = reasonBy(query.of, order, leafReason, sizeSeconds) === undefined
    return holds ? { key: undefined, strongest: [], signals: [] } : undefined
  }
  const reasons = query.of.map((part) => reasonBy(part, order, leafReason, sizeSeconds, strengthIn(query, part, by)))
  const holding = known(reasons)
  if (query.node === 'and' ? holding.length < reasons.length : holding.length === 0) return undefined
  const evidence = {
    strongest: holding.flatMap(({ strongest }) => strongest),
    signals: holding.flatMap(({ signals }) => signals),
  }
  const keysOf = (parts: readonly Query[]) =>
    known(query.of.map((part, i) => (parts.includes(part) ? reasons[i]?.key : undefined)))
  if (query.node === 'or') {
    const keys = keysOf(query.of)
    const isNothing = keys.length === 0 && by === 'certainty'
    return { key: isNothing ? undefined : Math.max(LEAST, ...keys), ...evidence }
  }
  const keys = keysOf(partsThatOrder(query.of))
  const certainty = Math.min(0, ...keysOf(statesBeside(query.of)))
  return { key: keys.length === 0 ? undefined : Math.min(...keys) + certainty, ...evidence }
}

/** What ranks the signals of a part of a query. */
export function strengthIn(query: Query & { node: 'and' | 'or' }, part: Query, by: StrengthBy): StrengthBy {
  return query.node === 'and' && statesBeside(query.of).includes(part) ? 'certainty' : by
}

/** The parts of an AND that are only about states, if another part is about an act. */
export function statesBeside(parts: readonly Query[]): Query[] {
  return parts.some(hasAct) ? parts.filter((part) => !hasAct(part) && !isNeutral(part)) : []
}

/** The parts of an AND that aren't neutral. */
export function partsThatOrder(parts: readonly Query[]): Query[] {
  const acts = parts.filter(hasAct)
  return acts.length > 0 ? acts : parts.filter((part) => !isNeutral(part))
}

/** Whether no part of a query could have a strength, as in a query of only a NOT. */
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

function keyOfLeaf<S>(
  leaf: QueryLeaf,
  { strongest }: LeafReason<S>,
  { keyOf }: Ranking<S>,
  sizeSeconds: number,
): number {
  const keys = strongest.map((signal) => (signal === undefined ? LEAST : keyOf(signal)))
  if (leaf.node === 'clause') return (keys[0] ?? LEAST) + (isWeighedBySize(leaf) ? sizeSeconds : 0)
  let next = 0
  return Math.min(...leaf.steps.map(({ clauses }) => Math.max(...clauses.map(() => keys[next++] ?? LEAST))))
}

/** A state is a clause, never a sequence. */
function certaintyOfLeaf<S>({ strongest: [signal] }: LeafReason<S>, { certaintyOf }: Ranking<S>): number {
  return signal === undefined ? LEAST : certaintyOf(signal)
}

/** Whether the clause speaks of jobs of any title. A step of THEN is taken with the signals around it. */
export function isWeighedBySize({ type, conditions, step }: Clause): boolean {
  return type === 'hiring' && !step && !conditions.some(saysWhichJob)
}

/** The name of a function, as in "hiring sales", adds nothing to the condition `function`. */
function saysWhichJob(condition: Condition): boolean {
  if (condition.field === 'jobTitle') return true
  if (condition.field !== 'text' || !('patterns' in condition)) return condition.field === 'text'
  return !condition.patterns.every(({ words }) => FUNCTION_NAMES.has(words.map(({ text }) => text).join('_')))
}

const FUNCTION_NAMES: ReadonlySet<string> = new Set(JOB_FUNCTIONS)

const known = <T>(list: readonly (T | undefined)[]): T[] => list.filter((each) => each !== undefined)

/** The strongest of some signals; among equals, the newest. */
function strongestOf<S>(signals: Iterable<S>, order: Ranking<S>, by: StrengthBy): S | undefined {
  const { byNewest } = order
  const keyOf = by === 'key' ? order.keyOf : order.certaintyOf
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

/** A certain signal of this age has the match 50. */
const HALF_MATCH_SECONDS = 60 * DAY_SECONDS
/** What heat is worth at most: less than a second, the least by which keys differ. So what is shown has the order of a page. */
const HEAT_SECONDS = 0.98
/** A company is hardly ever hotter than its match by more than half a year. */
const HEAT_RANGE_SECONDS = 240 * DAY_SECONDS

/**
 * From 0 to 100: 80 for a certain signal of today, 50 after 60 days, and far down it halves every 30 days. It
 * approaches 100, so that strong matches can still be distinguished. Companies with one key are ordered by heat, which
 * is worth up to a second and so is seen in the last of eight decimals. `heatSeconds` is the company's heat as a time.
 */
export function matchAt(key: number, asOfSeconds: number, heatSeconds = LEAST): number {
  if (key === LEAST) return 0
  const byHeat = Math.min(1, Math.max(0, (heatSeconds - key + HALF_MATCH_SECONDS) / HEAT_RANGE_SECONDS))
  const days = key + byHeat * HEAT_SECONDS - startOfDay(asOfSeconds)
  const strength = 2 ** ((days + HALF_MATCH_SECONDS) / HALF_LIFE_SECONDS)
  return strength === Number.POSITIVE_INFINITY ? 100 : roundToDecimals((100 * strength) / (1 + strength), 8)
}

export const SIGNAL_RANKING: Ranking<Signal> = {
  keyOf: matchKeyOf,
  certaintyOf: ({ confidence }) => confidenceSeconds(confidence),
  byNewest,
}

/** For a caller that has all signals that could be a reason. */
export function leafReasonOf<S extends { readonly occurredAt: number }>(
  leaf: QueryLeaf,
  signals: readonly S[],
  satisfied: Satisfied<S>,
  order: Ranking<S>,
  by: StrengthBy = 'key',
): LeafReason<S> | undefined {
  if (leaf.node === 'clause') {
    const matching = signals.filter((signal) => satisfied(leaf, signal))
    if (!countHolds(leaf, matching.length)) return undefined
    return { strongest: [strongestOf(matching, order, by)], signals: matching }
  }
  const chain = chainOf(leaf.steps, signals, satisfied)
  return (
    chain && {
      strongest: leaf.steps.flatMap((step, i) =>
        step.clauses.map((clause) =>
          strongestOf(
            (chain[i] ?? []).filter((signal) => satisfied(clause, signal)),
            order,
            by,
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

export interface RankingOptions {
  /** How many signals are shown at most. */
  readonly limit?: number
  /** Of the company; 0 if it isn't known. */
  readonly employeeCount?: number
}

/** The place of a company in a result, and what a page shows of it; undefined if the query doesn't match. */
export function ranking(
  query: Query,
  signals: readonly Signal[],
  asOfSeconds: number,
  options?: RankingOptions,
): Ranked | undefined {
  return rankingBy(query, signals, satisfiedAt(asOfSeconds), SIGNAL_RANKING, options)
}

export function rankingBy(
  query: Query,
  signals: readonly Signal[],
  satisfied: Satisfied<Signal>,
  order = SIGNAL_RANKING,
  { limit = 5, employeeCount = 0 }: RankingOptions = {},
): Ranked | undefined {
  const leafReason = (leaf: QueryLeaf, by: StrengthBy) => leafReasonOf(leaf, signals, satisfied, order, by)
  const reason = reasonBy(query, order, leafReason, sizeSecondsOf(employeeCount))
  return (
    reason && {
      matchKey: reason.key ?? LEAST,
      newest: Math.max(LEAST, ...reason.signals.map(({ occurredAt }) => occurredAt)),
      shown: shownOf(reason, order, limit),
    }
  )
}

/** The weight of a company's size. */
export function sizeSecondsOf(employeeCount: number): number {
  return SIZE_SECONDS[sizeBandOf(employeeCount)] ?? 0
}
