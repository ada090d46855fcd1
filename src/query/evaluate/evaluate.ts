// Defines the meaning of a query over the signals of one company. It is written for clarity, not speed: tests compare
// the engines with it. It also returns the signals that made the query match, for search pages, slices and dossiers.

import type { Signal } from '../../meaning/signals/index.ts'
import { lowerBound } from '../../platform/binary-search.ts'
import { DAY_SECONDS } from '../parse/times.ts'
import { type Clause, type Leaf, leavesOf, type Query, type Step } from '../tree/tree.ts'
import { satisfies } from './clause-match.ts'

interface ClauseResult extends Leaf {
  /** Whether this clause alone matches, including its count. */
  readonly matches: boolean
  /** The signals that satisfy all conditions, newest first, even when `count` doesn't allow their number. */
  readonly signals: readonly Signal[]
}

interface Evaluation {
  readonly matches: boolean
  /** In query order. */
  readonly clauses: readonly ClauseResult[]
  /** Every signal that made the query match, newest first. A NOT contributes none. */
  readonly signals: readonly Signal[]
}

export function evaluate(query: Query, signals: readonly Signal[], asOfSeconds: number): Evaluation {
  const satisfied = satisfiedAt(asOfSeconds)
  const reason = matchReason(query, signals, satisfied)
  const clauses = leavesOf(query).map(({ clause, negated }) => {
    const matching = signals.filter((signal) => satisfied(clause, signal))
    return { clause, negated, matches: countHolds(clause, matching.length), signals: newestFirst(matching) }
  })
  return { matches: reason !== undefined, clauses, signals: newestFirst(reason ?? []) }
}

export function matches(query: Query, signals: readonly Signal[], asOfSeconds: number): boolean {
  return matchReason(query, signals, satisfiedAt(asOfSeconds)) !== undefined
}

export const satisfiedAt =
  (asOf: number): Satisfied<Signal> =>
  (clause, signal) =>
    satisfies(clause, signal, asOf)

/** Whether a signal meets the conditions of a clause. `count` is not considered. */
export type Satisfied<S> = (clause: Clause, signal: S) => boolean

/**
 * The signals that make the query match, or undefined when it doesn't match. For an OR, those of the parts that hold.
 * `S` only needs a time, so a caller that already knows which signals satisfy which clauses can use it too.
 */
export function matchReason<S extends { readonly occurredAt: number }>(
  query: Query,
  signals: readonly S[],
  satisfied: Satisfied<S>,
): Set<S> | undefined {
  const reason = matchReasonBy(query, (leaf) => {
    if (leaf.node === 'sequence') return chainOf(leaf.steps, signals, satisfied)?.flat()
    const matching = signals.filter((signal) => satisfied(leaf, signal))
    return countHolds(leaf, matching.length) ? matching : undefined
  })
  return reason && new Set(reason)
}

/**
 * The same for a caller that already knows the matching signals of each clause and each sequence. `leafReason` is called
 * for every one of them, in query order, even when the result is already decided.
 */
export function matchReasonBy<S>(
  query: Query,
  leafReason: (leaf: Extract<Query, { node: 'clause' | 'sequence' }>) => Iterable<S> | undefined,
): S[] | undefined {
  if (query.node === 'clause' || query.node === 'sequence') {
    const reason = leafReason(query)
    return reason && [...reason]
  }
  if (query.node === 'not') return matchReasonBy(query.of, leafReason) ? undefined : []
  const reasons = query.of.map((part) => matchReasonBy(part, leafReason))
  const holds = query.node === 'and' ? !reasons.includes(undefined) : reasons.some((reason) => reason !== undefined)
  return holds ? reasons.flatMap((reason) => reason ?? []) : undefined
}

export function countHolds({ count }: Clause, found: number): boolean {
  return found >= (count?.atLeast ?? 1) && found <= (count?.atMost ?? Number.POSITIVE_INFINITY)
}

/**
 * By step, the signals that are part of some complete chain there. The forward pass keeps the signals of each step that
 * can follow a remaining signal of the previous step. The backward pass drops those that don't reach the end. Either
 * pass alone decides whether there is a chain.
 */
export function chainOf<S extends { readonly occurredAt: number }>(
  steps: readonly Step[],
  signals: readonly S[],
  satisfied: Satisfied<S>,
): S[][] | undefined {
  const remaining = steps.map((step) =>
    signals.filter((signal) => step.clauses.some((clause) => satisfied(clause, signal))),
  )
  for (let i = 1; i < remaining.length; i++) {
    const earlier = timesOf(remaining[i - 1])
    remaining[i] = (remaining[i] ?? []).filter(({ occurredAt }) =>
      follows(earlier[lowerBound(earlier, occurredAt, identity) - 1], occurredAt, steps[i]),
    )
  }
  for (let i = remaining.length - 2; i >= 0; i--) {
    const later = timesOf(remaining[i + 1])
    remaining[i] = (remaining[i] ?? []).filter(({ occurredAt }) =>
      follows(occurredAt, later[lowerBound(later, occurredAt + 1, identity)], steps[i + 1]),
    )
  }
  return remaining.every((step) => step.length > 0) ? remaining : undefined
}

/** The nearest earlier time has the smallest gap: if it is too far away, all are. */
function follows(earlier: number | undefined, later: number | undefined, step: Step | undefined): boolean {
  if (earlier === undefined || later === undefined) return false
  return later - earlier <= (step?.withinDays ?? Number.POSITIVE_INFINITY) * DAY_SECONDS
}

const identity = (time: number) => time

function timesOf(signals: readonly { readonly occurredAt: number }[] = []): number[] {
  return signals.map(({ occurredAt }) => occurredAt).sort((a, b) => a - b)
}

/** Ties are broken by id, so the order is total. */
export function newestFirst<S extends Pick<Signal, 'id' | 'occurredAt'>>(signals: Iterable<S>): S[] {
  return [...signals].sort(byNewest)
}

export function byNewest(a: Pick<Signal, 'id' | 'occurredAt'>, b: Pick<Signal, 'id' | 'occurredAt'>): number {
  return b.occurredAt - a.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
