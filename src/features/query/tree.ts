// A query as plain data: what the engines compile, and what survives JSON. Everything in it is resolved and normalised:
// fields by their JSON names, words folded, numbers scaled, times in seconds. It holds no positions, so that two texts
// which mean the same give the same tree.

import { type FieldKind, SIGNAL_TYPES } from '../signals/index.ts'

export const CLAUSE_TYPES = [...SIGNAL_TYPES, 'any'] as const
export type ClauseType = (typeof CLAUSE_TYPES)[number]

export interface PatternWord {
  readonly text: string
  /** The word may go on: `eng*`. */
  readonly prefix: boolean
}

/** Words that one field must hold: side by side and in order when it is a phrase, else anywhere in it. */
export interface Pattern {
  /** False for a single word, where it would mean nothing. */
  readonly phrase: boolean
  readonly words: readonly PatternWord[]
}

export type ScalarValue = string | number | boolean

/**
 * One condition on one signal. `field` is the JSON name of a field of the type, or one of `text` (the label and every
 * text, enum and slug field), `confidence`, `source` (its name) and `status`.
 */
export type Condition = MatchCondition | EqualCondition | CompareCondition

/** Some pattern is found in the field. */
export interface MatchCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: '~'
  readonly patterns: readonly Pattern[]
}

/** The field is one of the values; with `!:` it is none of them, and a missing field passes. */
export interface EqualCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: ':' | '!:'
  /** Equality keys for text, slugs for enum and slug, upper case for countries, YYYY-MM-DD for dates. */
  readonly values: readonly ScalarValue[]
}

export interface CompareCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: '>=' | '<=' | '>' | '<'
  readonly value: number | string
}

/** How many signals must satisfy the clause. At least 1 always; a plain clause has no range at all. */
export interface CountRange {
  readonly atLeast: number
  readonly atMost?: number
}

export interface Clause {
  readonly node: 'clause'
  readonly type: ClauseType
  readonly conditions: readonly Condition[]
  /** Since 00:00 UTC of the day so many days before the query's time. */
  readonly withinDays?: number
  /** Unix seconds, inclusive. */
  readonly since?: number
  /** Unix seconds, exclusive. */
  readonly before?: number
  readonly count?: CountRange
}

/** A step is met by a signal of any of its clauses. They have no count. */
export interface Step {
  readonly clauses: readonly Clause[]
  /** At most so many × 24 h after the signal of the step before; never on the first step. */
  readonly withinDays?: number
}

export type Query =
  | Clause
  | { readonly node: 'sequence'; readonly steps: readonly Step[] }
  | { readonly node: 'and' | 'or'; readonly of: readonly Query[] }
  | { readonly node: 'not'; readonly of: Query }

// The makers keep a tree in its one form: no AND directly in an AND, no OR in an OR, none of one part, no double NOT.

export function all(parts: readonly Query[]): Query {
  return join('and', parts)
}

export function either(parts: readonly Query[]): Query {
  return join('or', parts)
}

function join(node: 'and' | 'or', parts: readonly Query[]): Query {
  const of = parts.flatMap((part) => (part.node === node ? part.of : [part]))
  const [only] = of
  return of.length === 1 && only ? only : { node, of }
}

export function none(query: Query): Query {
  return query.node === 'not' ? query.of : { node: 'not', of: query }
}

export interface Leaf {
  readonly clause: Clause
  /** Under an odd number of NOTs: its signals speak against a match. */
  readonly negated: boolean
}

/** Every clause in the order of the text, those of sequences and under NOT included. */
export function leavesOf(query: Query, negated = false): Leaf[] {
  switch (query.node) {
    case 'clause':
      return [{ clause: query, negated }]
    case 'sequence':
      return query.steps.flatMap((step) => step.clauses.map((clause) => ({ clause, negated })))
    case 'not':
      return leavesOf(query.of, !negated)
    default:
      return query.of.flatMap((part) => leavesOf(part, negated))
  }
}

export function clausesOf(query: Query): Clause[] {
  return leavesOf(query).map(({ clause }) => clause)
}
