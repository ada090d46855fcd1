// Some signals need history: a surge compares 30 days with the 90 before, and a job is the first of its kind only after
// a year without one. Until some company has been known for that long, no company can be in a slice about them, which
// is a different answer from "none is".

import { FIRST_FIELD_NAMES, FIRST_JOB, SURGE } from '../../../meaning/derived/index.ts'
import { type Clause, DAY_SECONDS, type Query } from '../../../query/index.ts'
import type { KnownHistory } from '../../../write/sources/index.ts'

const SURGE_DAYS = SURGE.windowDays + SURGE.baselineDays

interface Ready {
  /** Unix seconds. */
  readonly at: number
  /** The history that is needed. */
  readonly days: number
}

/** From when a company can be in the slice. Undefined: now, or unknown because there is no data at all. */
export function readyFrom(query: Query, history: KnownHistory, now: number): Ready | undefined {
  const ready = readinessOf(query, history)
  return ready && ready.at > now ? ready : undefined
}

/** A part that needs no history is ready immediately. */
function readinessOf(query: Query, history: KnownHistory): Ready | undefined {
  switch (query.node) {
    case 'clause':
      return readinessOfClause(query, history)
    case 'not':
      return undefined
    case 'sequence':
      return latest(query.steps.flatMap(({ clauses }) => clauses.map((clause) => readinessOfClause(clause, history))))
    case 'and':
      return latest(query.of.map((part) => readinessOf(part, history)))
    case 'or': {
      const parts = query.of.map((part) => readinessOf(part, history))
      return parts.reduce((first, part) => (first && part && part.at < first.at ? part : first && part && first))
    }
  }
}

function readinessOfClause({ type, conditions }: Clause, history: KnownHistory): Ready | undefined {
  if (type === 'velocity') return after(history.jobsKnownSince, SURGE_DAYS)
  const isFirst = conditions.some(({ field }) => FIRST_FIELD_NAMES.includes(field))
  return isFirst ? after(history.jobsLookedSince, FIRST_JOB.lookedDays) : undefined
}

function after(since: number | null, days: number): Ready | undefined {
  return since === null ? undefined : { at: since + days * DAY_SECONDS, days }
}

function latest(parts: readonly (Ready | undefined)[]): Ready | undefined {
  return parts.reduce((last, part) => (part && (!last || part.at > last.at) ? part : last), undefined)
}
