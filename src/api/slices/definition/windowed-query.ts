// A slice's query, limited to its window. The engines compile this tree, and a company's membership is evaluated on it,
// so a slice's page and a company's dossier can't disagree.
//
// Only positive clauses, those not under NOT, are limited to the window. A clause with a shorter window keeps it. A
// clause about a state (a tool in use, a page that is up) is not limited: a company that has used a CRM for years still
// uses it. A job that has been open for more than half a year is evergreen and irrelevant to the present, however long
// the window is: a clause that can match an open job looks back at most half a year. Something that ended recently may
// have begun long ago, so a clause about what ended is limited by the end, and `closed:` is its own window. A clause
// under NOT keeps its own time range, because the reason for an exclusion doesn't expire with a buying window: a
// company that adopted a tool two years ago still has it.
//
// Interns, beginners, temporary and seasonal jobs open no window: clauses of jobs leave them out, unless they ask for
// such jobs themselves. A clause of leaders leaves out leave covers.
//
// NOT is pushed down to the clauses (De Morgan). The query matches the same companies, and the evaluator, which returns
// no signals for parts under a NOT, then sees every signal of a positive clause. The clauses keep their order.

import { PASSING_JOBS } from '../../../meaning/derived/index.ts'
import { isOpeningType } from '../../../meaning/types/index.ts'
import { type Clause, type Condition, isStateClause, type Query, type Step } from '../../../query/index.ts'

export function windowedQuery(query: Query, windowDays: number): Query {
  return limitToWindow(query, windowDays, false)
}

function limitToWindow(query: Query, windowDays: number, negated: boolean): Query {
  switch (query.node) {
    case 'not':
      return limitToWindow(query.of, windowDays, !negated)
    case 'clause':
      return negated ? { node: 'not', of: query } : windowedClause(withoutPassingJobs(query), windowDays)
    case 'sequence':
      return negated
        ? { node: 'not', of: query }
        : { node: 'sequence', steps: query.steps.map((step) => windowedStep(step, windowDays)) }
    default: {
      const node = negated === (query.node === 'and') ? 'or' : 'and'
      const parts = query.of.map((part) => limitToWindow(part, windowDays, negated))
      return { node, of: parts.flatMap((part) => (part.node === node ? part.of : [part])) }
    }
  }
}

const NOT_PASSING = Object.entries(PASSING_JOBS).map(
  ([field, values]): Condition => ({ field, kind: 'enum', op: '!:', values }),
)

function withoutPassingJobs(clause: Clause): Clause {
  if (clause.type !== 'hiring' || clause.conditions.some(asksForPassing)) return clause
  const missing = NOT_PASSING.filter(({ field }) => clause.conditions.every((own) => own.field !== field))
  return { ...clause, conditions: [...clause.conditions, ...missing] }
}

/** Whether it allows a level or a kind of employment that other clauses leave out. */
function asksForPassing(condition: Condition): boolean {
  if (!Object.hasOwn(PASSING_JOBS, condition.field) || !('values' in condition)) return false
  const passing: readonly string[] = PASSING_JOBS[condition.field as keyof typeof PASSING_JOBS]
  const named = passing.filter((value) => condition.values.includes(value))
  return condition.op === ':' ? named.length > 0 : named.length < passing.length
}

const EVERGREEN_DAYS = 180

function windowedClause(clause: Clause, days: number): Clause {
  if (clause.closedDays !== undefined) return clause
  const hasOwnTime = (clause.withinDays ?? clause.since ?? clause.before) !== undefined
  if (clause.presence === 'closed' && !hasOwnTime) return { ...clause, closedDays: days }
  if (isStateClause(clause)) return clause
  const mayBeEvergreen = (clause.type === 'any' || isOpeningType(clause.type)) && clause.presence !== 'closed'
  const windowDays = mayBeEvergreen ? Math.min(days, EVERGREEN_DAYS) : days
  return { ...clause, withinDays: Math.min(clause.withinDays ?? windowDays, windowDays) }
}

function windowedStep(step: Step, windowDays: number): Step {
  return { ...step, clauses: step.clauses.map((clause) => windowedClause(withoutPassingJobs(clause), windowDays)) }
}
