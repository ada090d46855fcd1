// When a company no longer matches a query if nothing new happens. A signal counts for a clause until its window is over: of an AND the
// first part to end decides, of an OR the last, and of a count the match without which there are too few. A chain of THEN
// lasts as long as all its signals.

import { DAY_SECONDS, startOfDay } from '../parse/times.ts'
import type { Clause, Query } from '../tree/tree.ts'
import { chainOf, countHolds } from './evaluate.ts'

/** Unix seconds. Only what has ended has an end. */
interface Timed {
  readonly occurredAt: number
  readonly closedAt?: number
}

const NEVER = Number.POSITIVE_INFINITY
const ALREADY = Number.NEGATIVE_INFINITY

/** In Unix seconds; the company is in the slice on that UTC day for the last time. Infinite if only states are needed. */
export function windowEnd<W extends Timed>(
  query: Query,
  witnesses: readonly W[],
  satisfied: (clause: Clause, witness: W) => boolean,
): number {
  switch (query.node) {
    case 'clause': {
      const ends = witnesses.filter((witness) => satisfied(query, witness)).map((witness) => endOf(query, witness))
      if (!countHolds(query, ends.length)) return ALREADY
      return ends.sort((a, b) => b - a)[(query.count?.atLeast ?? 1) - 1] ?? ALREADY
    }
    case 'sequence': {
      const lastsUntil = (time: number) =>
        chainOf(query.steps, witnesses, (clause, each) => satisfied(clause, each) && endOf(clause, each) >= time)
      const clauses = query.steps.flatMap((step) => step.clauses)
      const ends = witnesses.flatMap((each) =>
        clauses.filter((clause) => satisfied(clause, each)).map((clause) => endOf(clause, each)),
      )
      return lastWith(
        [...new Set(ends)].sort((a, b) => a - b),
        (time) => lastsUntil(time) !== undefined,
      )
    }
    case 'not':
      // A signal that is absent now stays absent without news. A part that doesn't hold doesn't end an OR.
      return windowEnd(query.of, witnesses, satisfied) === ALREADY ? NEVER : ALREADY
    case 'and':
      return Math.min(...query.of.map((part) => windowEnd(part, witnesses, satisfied)))
    case 'or':
      return Math.max(...query.of.map((part) => windowEnd(part, witnesses, satisfied)))
  }
}

/**
 * The last of the ascending times until which it holds. What holds until one time also holds until every earlier one.
 */
function lastWith(times: readonly number[], holdsUntil: (time: number) => boolean): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holdsUntil(times[middle] ?? NEVER)) low = middle + 1
    else high = middle
  }
  return times[low - 1] ?? ALREADY
}

function endOf({ withinDays, closedDays }: Clause, { occurredAt, closedAt }: Timed): number {
  return Math.min(
    withinDays === undefined ? NEVER : occurredAt + withinDays * DAY_SECONDS,
    closedDays === undefined || closedAt === undefined ? NEVER : startOfDay(closedAt) + closedDays * DAY_SECONDS,
  )
}
