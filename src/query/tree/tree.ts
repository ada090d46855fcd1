// A query as plain data, which the engines compile and which survives JSON. Everything in it is resolved and normalised:
// fields by their JSON names, words folded, numbers scaled, times in seconds. It has no positions, so two texts with the
// same meaning give the same tree.

import { type FieldKind, isStateType, SIGNAL_TYPES } from '../../meaning/types/index.ts'

export const CLAUSE_TYPES = [...SIGNAL_TYPES, 'any'] as const
export type ClauseType = (typeof CLAUSE_TYPES)[number]

export interface PatternWord {
  readonly text: string
  /** Whether longer words match too, as in `eng*`. */
  readonly prefix: boolean
  /** What also matches in its place: the words of each equivalent, adjacent and in order. */
  readonly same?: readonly (readonly string[])[]
}

/** Words that one field must contain: adjacent and in order for a phrase, otherwise anywhere in the field. */
export interface Pattern {
  /** Always false for a single word. */
  readonly phrase: boolean
  readonly words: readonly PatternWord[]
}

export type ScalarValue = string | number | boolean

/**
 * One condition on one signal. `field` is the JSON name of a field of the type, or one of: `text` (the label and every
 * text, enum and slug field), `confidence`, `source` (the names of its sources), `status`.
 */
export type Condition = MatchCondition | EqualCondition | CompareCondition

/** At least one pattern is found in the field. The words of `~=` have no equivalents. */
export interface MatchCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: '~' | '~='
  readonly patterns: readonly Pattern[]
}

/** `:` means that the field has one of the values. `!:` means that it has none of them; a missing field passes. */
export interface EqualCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: ':' | '!:'
  /** Equality keys for text, slugs for enum and slug, upper-case codes for countries, YYYY-MM-DD for dates. */
  readonly values: readonly ScalarValue[]
}

export interface CompareCondition {
  readonly field: string
  readonly kind: FieldKind
  readonly op: '>=' | '<=' | '>' | '<'
  readonly value: number | string
}

/** How many signals must satisfy the clause: always at least 1. A clause without `count` has no range. */
export interface CountRange {
  readonly atLeast: number
  readonly atMost?: number
}

/**
 * - present: what lasts now: an open job, a tool in use, a page that is up
 * - named: the same, with tools that jobs only ask for
 * - active, closed: signals with this status
 */
export type Presence = 'present' | 'named' | 'active' | 'closed'

/** `presence`, `news` and `step` are filled in by presence.ts. */
export interface Clause {
  readonly node: 'clause'
  readonly type: ClauseType
  readonly conditions: readonly Condition[]
  /** From 00:00 UTC of the day this many days before the query's time. */
  readonly withinDays?: number
  /** Unix seconds, inclusive. */
  readonly since?: number
  /** Unix seconds, exclusive. */
  readonly before?: number
  readonly count?: CountRange
  /** Ended since 00:00 UTC of the day this many days before the query's time. */
  readonly closedDays?: number
  /** Absent: every status except retracted. */
  readonly presence?: Presence
  /** Excludes tools and pages that existed before their first visit. */
  readonly news?: true
  /** `basis: any`: tools that jobs only ask for match too. */
  readonly anyBasis?: true
  /** `rumour: any`: rumours match too. */
  readonly anyRumour?: true
  /** The clause is part of a step of THEN. */
  readonly step?: true
}

/**
 * Whether the clause asks for a state, which lasts, rather than an act, which has a day: tools in use and pages that
 * are up, whenever that began.
 */
export function isStateClause({ type, conditions, withinDays, since, before }: Clause): boolean {
  if (!isStateType(type)) return false
  return (withinDays ?? since ?? before) === undefined && !conditions.some(({ field }) => field === 'change')
}

/** A signal that satisfies any of the clauses meets the step. The clauses have no `count`. */
export interface Step {
  readonly clauses: readonly Clause[]
  /** At most this many × 24 h after the signal of the previous step. The first step never has it. */
  readonly withinDays?: number
}

export type Query =
  | Clause
  | { readonly node: 'sequence'; readonly steps: readonly Step[] }
  | { readonly node: 'and' | 'or'; readonly of: readonly Query[] }
  | { readonly node: 'not'; readonly of: Query }

// These constructors keep a tree canonical: no AND directly inside an AND, no OR inside an OR, no AND or OR with only one
// part, no double NOT.

export function andOf(parts: readonly Query[]): Query {
  return join('and', parts)
}

export function orOf(parts: readonly Query[]): Query {
  return join('or', parts)
}

function join(node: 'and' | 'or', parts: readonly Query[]): Query {
  const of = parts.flatMap((part) => (part.node === node ? part.of : [part]))
  const [only] = of
  return of.length === 1 && only ? only : { node, of }
}

export function notOf(query: Query): Query {
  return query.node === 'not' ? query.of : { node: 'not', of: query }
}

export interface Leaf {
  readonly clause: Clause
  /** Under an odd number of NOTs: its signals count against a match. */
  readonly negated: boolean
}

/** Every clause in text order, including those in sequences and under NOT. */
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
