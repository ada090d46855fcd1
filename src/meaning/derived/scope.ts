// What a change can affect, and which facts are needed to compute it anew. With these a write to a company of 100,000
// signals derives a few weeks and rounds instead of everything. Deriving a scope from its neighbourhood equals deriving
// everything and taking the scope's part.

import { type BaseSignal, DAY_SECONDS } from './derived-signal.ts'
import { FUNDING_AI } from './funding-ai-rules.ts'
import { isoWeekOf, isoWeekStart } from './iso-week.ts'
import { BOARD_MOVE } from './openings.ts'
import { SURGE } from './surge-threshold.ts'

/** Both ends belong to it. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The part of the derived signals that is computed. */
export interface DeriveScope {
  /** Surges that begin in these ISO weeks. */
  readonly weeks?: Range
  /** Rounds of these times, in Unix seconds. */
  readonly rounds?: Range
}

/** The facts that a scope needs, in Unix seconds. */
export interface Neighbourhood {
  /** Jobs that were opened in this time. */
  readonly jobs?: Range
  readonly rounds?: Range
  /** Jobs about AI that were opened in this time. */
  readonly aiJobs?: Range
  /** Tools and pages that were in use or up at some time in it. */
  readonly states?: Range
}

const WEEK_SECONDS = 7 * DAY_SECONDS
const JUDGED_SECONDS = (SURGE.windowDays + SURGE.baselineDays) * DAY_SECONDS
const MOVE_SECONDS = BOARD_MOVE.openedDays * DAY_SECONDS
const EVIDENCE_SECONDS = FUNDING_AI.daysEitherSide * DAY_SECONDS

/**
 * `changed` has each changed fact as it was and as it is. `newestJobs` has the times of the company's newest job before
 * and after the change.
 */
export function affectedBy(changed: readonly BaseSignal[], newestJobs: readonly number[] = []): DeriveScope {
  const jobs = changed.filter(({ type }) => type === 'hiring').map(({ occurredAt }) => occurredAt)
  const weeks = rangeOf([
    ...jobs.flatMap((at) => [
      isoWeekOf(at) - SURGE.updatedWeeks,
      isoWeekOf(at + MOVE_SECONDS + JUDGED_SECONDS) + 1 + SURGE.quietWeeks,
    ]),
    ...(new Set(newestJobs.map(isoWeekOf)).size > 1
      ? newestJobs.filter(Number.isFinite).flatMap((at) => [isoWeekOf(at) - SURGE.updatedWeeks - 1, isoWeekOf(at)])
      : []),
  ])
  const rounds = rangeOf(changed.flatMap(roundsNear))
  return { ...(weeks && { weeks }), ...(rounds && { rounds }) }
}

function roundsNear({ type, occurredAt, closedAt, status }: BaseSignal): number[] {
  if (type === 'funding') return [occurredAt]
  if (type === 'hiring') return [occurredAt - EVIDENCE_SECONDS, occurredAt + EVIDENCE_SECONDS]
  if (type !== 'tool' && type !== 'web') return []
  const until = status === 'closed' && closedAt !== undefined ? closedAt : Number.POSITIVE_INFINITY
  return [occurredAt - EVIDENCE_SECONDS, until]
}

export function neighbourhoodOf({ weeks, rounds }: DeriveScope): Neighbourhood {
  return {
    ...(weeks && {
      jobs: {
        from: isoWeekStart(weeks.from - SURGE.quietWeeks) - JUDGED_SECONDS - MOVE_SECONDS,
        to: isoWeekStart(weeks.to + SURGE.updatedWeeks + 1) + WEEK_SECONDS,
      },
    }),
    ...(rounds && {
      rounds,
      aiJobs: { from: rounds.from - EVIDENCE_SECONDS, to: rounds.to + EVIDENCE_SECONDS },
      states: { from: rounds.from, to: rounds.to + EVIDENCE_SECONDS },
    }),
  }
}

function rangeOf(numbers: readonly number[]): Range | undefined {
  return numbers.length === 0 ? undefined : { from: Math.min(...numbers), to: Math.max(...numbers) }
}
