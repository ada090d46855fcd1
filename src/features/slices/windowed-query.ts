// The query that a slice means: its own, looked at through its window. Engines compile this tree, and the membership of
// one company is evaluated on it, so that a slice's page and a company's dossier cannot disagree.
//
// Only clauses that speak for a company are bound to the window; one that asks for less keeps its own bound. A clause
// under NOT looks as far back as it says, because what rules a company out does not lapse with a buying window: whoever
// adopted a tool two years ago has it.
//
// NOT is pushed down to the clauses (De Morgan). The query matches the same companies, and every signal that speaks for
// one is then seen by the evaluator, which gives no signals for what stands under a NOT. The clauses keep their order.

import type { Clause, Query, Step } from '../query/index.ts'

export function windowedQuery(query: Query, windowDays: number): Query {
  return through(query, windowDays, false)
}

function through(query: Query, windowDays: number, negated: boolean): Query {
  switch (query.node) {
    case 'not':
      return through(query.of, windowDays, !negated)
    case 'clause':
      return negated ? { node: 'not', of: query } : windowedClause(query, windowDays)
    case 'sequence':
      return negated
        ? { node: 'not', of: query }
        : { node: 'sequence', steps: query.steps.map((step) => windowedStep(step, windowDays)) }
    default: {
      const node = negated === (query.node === 'and') ? 'or' : 'and'
      const parts = query.of.map((part) => through(part, windowDays, negated))
      return { node, of: parts.flatMap((part) => (part.node === node ? part.of : [part])) }
    }
  }
}

function windowedClause(clause: Clause, windowDays: number): Clause {
  return { ...clause, withinDays: Math.min(clause.withinDays ?? windowDays, windowDays) }
}

function windowedStep(step: Step, windowDays: number): Step {
  return { ...step, clauses: step.clauses.map((clause) => windowedClause(clause, windowDays)) }
}
