// The meaning of a query, over the signals of one company, written to be read and not to be fast: the engines are
// measured against it. It also says which signals are the reason, for overlays, slices and dossiers.

import { firstFrom } from '../../platform/sorted.ts'
import type { Signal } from '../signals/index.ts'
import { satisfies } from './satisfies.ts'
import { DAY_SECONDS } from './times.ts'
import { type Clause, type Leaf, leavesOf, type Query, type Step } from './tree.ts'

export interface ClauseResult extends Leaf {
  /** Taken alone, with its count. */
  readonly matches: boolean
  /** Those that satisfy all conditions, newest first, also when their number is not the one asked for. */
  readonly signals: readonly Signal[]
}

export interface Evaluation {
  readonly matches: boolean
  /** In the order of the query. */
  readonly clauses: readonly ClauseResult[]
  /** Every signal that is part of the reason why the query matches, newest first. NOT has no signals to show. */
  readonly signals: readonly Signal[]
}

export function evaluate(query: Query, signals: readonly Signal[], asOfSeconds: number): Evaluation {
  const satisfied = satisfiedAt(asOfSeconds)
  const reason = reasonOf(query, signals, satisfied)
  const clauses = leavesOf(query).map(({ clause, negated }) => {
    const found = signals.filter((signal) => satisfied(clause, signal))
    return { clause, negated, matches: countHolds(clause, found.length), signals: newestFirst(found) }
  })
  return { matches: reason !== undefined, clauses, signals: newestFirst(reason ?? []) }
}

export function matches(query: Query, signals: readonly Signal[], asOfSeconds: number): boolean {
  return reasonOf(query, signals, satisfiedAt(asOfSeconds)) !== undefined
}

/** What an overlay shows: the newest signals that matched the query. */
export function newestMatches(query: Query, signals: readonly Signal[], asOfSeconds: number, most = 5): Signal[] {
  return newestFirst(reasonOf(query, signals, satisfiedAt(asOfSeconds)) ?? []).slice(0, most)
}

const satisfiedAt =
  (asOf: number): Satisfied<Signal> =>
  (clause, signal) =>
    satisfies(clause, signal, asOf)

/** Whether a signal meets the conditions of a clause, its count left out. */
export type Satisfied<S> = (clause: Clause, signal: S) => boolean

/**
 * The signals by which the query matches; undefined when it does not. Of an OR, the parts that hold. Who knows already
 * which signals satisfy which clauses needs to know only their times beside that.
 */
export function reasonOf<S extends { readonly occurredAt: number }>(
  query: Query,
  signals: readonly S[],
  satisfied: Satisfied<S>,
): Set<S> | undefined {
  const reason = reasonBy(query, (leaf) => {
    if (leaf.node === 'sequence') return chainOf(leaf.steps, signals, satisfied)
    const found = signals.filter((signal) => satisfied(leaf, signal))
    return countHolds(leaf, found.length) ? found : undefined
  })
  return reason && new Set(reason)
}

/**
 * The same for whoever knows the reason of each clause and each sequence. All of them are asked for, in query order,
 * whatever they decide.
 */
export function reasonBy<S>(
  query: Query,
  leafReason: (leaf: Extract<Query, { node: 'clause' | 'sequence' }>) => Iterable<S> | undefined,
): S[] | undefined {
  if (query.node === 'clause' || query.node === 'sequence') {
    const reason = leafReason(query)
    return reason && [...reason]
  }
  if (query.node === 'not') return reasonBy(query.of, leafReason) ? undefined : []
  const reasons = query.of.map((part) => reasonBy(part, leafReason))
  const holds = query.node === 'and' ? !reasons.includes(undefined) : reasons.some((reason) => reason !== undefined)
  return holds ? reasons.flatMap((reason) => reason ?? []) : undefined
}

export function countHolds({ count }: Clause, found: number): boolean {
  return found >= (count?.atLeast ?? 1) && found <= (count?.atMost ?? Number.POSITIVE_INFINITY)
}

/**
 * The signals that stand in some complete chain. Going forward keeps of each step what can follow something kept in the
 * step before; going back drops what leads nowhere. Either pass alone decides whether there is a chain.
 */
function chainOf<S extends { readonly occurredAt: number }>(
  steps: readonly Step[],
  signals: readonly S[],
  satisfied: Satisfied<S>,
): Set<S> | undefined {
  const kept = steps.map((step) => signals.filter((signal) => step.clauses.some((clause) => satisfied(clause, signal))))
  for (let i = 1; i < kept.length; i++) {
    const earlier = timesOf(kept[i - 1])
    kept[i] = (kept[i] ?? []).filter(({ occurredAt }) =>
      follows(earlier[firstFrom(earlier, occurredAt, itself) - 1], occurredAt, steps[i]),
    )
  }
  for (let i = kept.length - 2; i >= 0; i--) {
    const later = timesOf(kept[i + 1])
    kept[i] = (kept[i] ?? []).filter(({ occurredAt }) =>
      follows(occurredAt, later[firstFrom(later, occurredAt + 1, itself)], steps[i + 1]),
    )
  }
  return kept.every((step) => step.length > 0) ? new Set(kept.flat()) : undefined
}

/** Of all earlier times the nearest one leaves the least gap: if it does not fit, none does. */
function follows(earlier: number | undefined, later: number | undefined, step: Step | undefined): boolean {
  if (earlier === undefined || later === undefined) return false
  return later - earlier <= (step?.withinDays ?? Number.POSITIVE_INFINITY) * DAY_SECONDS
}

const itself = (time: number) => time

function timesOf(signals: readonly { readonly occurredAt: number }[] = []): number[] {
  return signals.map(({ occurredAt }) => occurredAt).sort((a, b) => a - b)
}

/** Ties by id, so that the order is total. */
export function newestFirst<S extends Pick<Signal, 'id' | 'occurredAt'>>(signals: Iterable<S>): S[] {
  return [...signals].sort((a, b) => b.occurredAt - a.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}
