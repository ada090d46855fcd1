// A query as a value: made without strings, printed as the text of the language.

import type { ClauseConditions, ClauseType } from '../generated/conditions.ts'
import { Condition, Duration, printTime, printValue, type Scalar, type TimeCondition } from './values.ts'

type Node =
  | { readonly kind: 'clause'; readonly text: string }
  | { readonly kind: 'sequence'; readonly steps: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Node[] }
  | { readonly kind: 'not'; readonly of: Node }

let nodeOf: (query: Query) => Node

/** Immutable: every method returns a new query. */
export class Query {
  readonly #node: Node

  /** @internal Use `signal`. */
  constructor(node: Node) {
    this.#node = node
  }

  /** Companies that meet this query and all the others. */
  and(...others: Query[]): Query {
    return join('and', [this, ...others])
  }

  /** Companies that meet this query or one of the others. */
  or(...others: Query[]): Query {
    return join('or', [this, ...others])
  }

  /** Companies that meet this query and none of the others. */
  andNot(...others: Query[]): Query {
    return this.and(...others.map(not))
  }

  /**
   * Companies with a signal of this clause and a later one of the next, at most `within` later. Both are clauses, or
   * clauses joined by `or`. (A method called `then` would make `await query` hang.)
   */
  followedBy(next: Query, { within }: { readonly within?: Duration } = {}): Query {
    const before = this.#node.kind === 'sequence' ? this.#node.steps : [stepOf(this.#node)]
    const step = within ? `${stepOf(next.#node)} WITHIN ${within}` : stepOf(next.#node)
    return new Query({ kind: 'sequence', steps: [...before, step] })
  }

  /** The text of the query. */
  toString(): string {
    return print(this.#node)
  }

  toJSON(): string {
    return this.toString()
  }

  static {
    nodeOf = (query) => query.#node
  }
}

/** Companies that don't meet the query. */
export function not(query: Query): Query {
  const node = nodeOf(query)
  return new Query(node.kind === 'not' ? node.of : { kind: 'not', of: node })
}

function join(kind: 'and' | 'or', queries: readonly Query[]): Query {
  const of = queries.map(nodeOf).flatMap((node) => (node.kind === kind ? node.of : [node]))
  const [only] = of
  return new Query(of.length === 1 && only ? only : { kind, of })
}

function print(node: Node): string {
  switch (node.kind) {
    case 'clause':
      return node.text
    case 'sequence':
      return node.steps.join(' THEN ')
    case 'not':
      return `NOT ${printPart(node.of, ['and', 'or'])}`
    case 'and':
      return node.of.map((part) => printPart(part, ['or'])).join(' AND ')
    default:
      return node.of.map(print).join(' OR ')
  }
}

/** Adds parentheses when the part binds more loosely than its context. */
function printPart(node: Node, looser: readonly Node['kind'][]): string {
  return looser.includes(node.kind) ? `(${print(node)})` : print(node)
}

function stepOf(node: Node): string {
  if (node.kind === 'clause') return node.text
  if (node.kind === 'or' && node.of.every(({ kind }) => kind === 'clause')) return `(${print(node)})`
  throw new TypeError('a step of a sequence is one clause, or clauses joined by or')
}

/** @internal Use `signal`. */
export function clause<Type extends ClauseType>(type: Type) {
  return (conditions: ClauseConditions[Type] = {}): Query => {
    const parts = Object.entries(conditions)
      .filter(([, value]) => value !== undefined)
      .flatMap(([field, value]) => printConditions(field, value))
    return new Query({ kind: 'clause', text: parts.length === 0 ? type : `${type}(${parts.join(', ')})` })
  }
}

function printConditions(field: string, value: unknown): string[] {
  if (value instanceof Condition) return [`${field} ${value.text}`]
  if (value instanceof Duration) return [`${field}: ${value}`]
  if (field === 'since' || field === 'before') return [`${field}: ${printTime(value as TimeCondition)}`]
  if (!Array.isArray(value)) return [`${field}: ${printValue(value as Scalar)}`]
  if (value.length === 0) throw new TypeError(`${field} has no values`)
  if (value.some((each) => each instanceof Condition)) return value.flatMap((each) => printConditions(field, each))
  return [`${field}: ${value.map(printValue).join('|')}`]
}
