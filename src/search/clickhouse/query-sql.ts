// Compiles a query to levels of a statement: each level is a SELECT over the one below it and adds columns. The lowest one
// reads the arrays, and leaves of each clause only the values of the signals that satisfy it.
//
// THEN needs no pairs of signals. The times of a step that was reached and those of the next step are sorted together; the
// running sum of the differences between the former is, at each of the latter, the nearest earlier one. If that is too far
// away, all are. So the work grows with the number of signals, also for a company with a hundred thousand of them.

import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { type Clause, DAY_SECONDS, isNeutral, type Query, type Step } from '../../query/index.ts'
import { anyTest, columnOf, passing, signalTest, typesOfClause } from './clause-sql.ts'
import { LEAST_KEY, signalColumn } from './layout.ts'
import { numberLiteral } from './literals.ts'

/** What to keep of a clause's signals: their keys, times or confidence, or only their number. */
export type KeptValue = 'key' | 'at' | 'confidence'

/** Earlier than every time, so that a running sum that is not above 0 has met no signal. */
const EARLIEST = -1_000_000_000_000

type Sequence = Query & { readonly node: 'sequence' }
type Leaf = Clause | Sequence

export class Levels {
  /** By level, the expressions by name. */
  readonly #levels: Map<string, string>[] = [new Map()]
  readonly #asOf: number
  readonly #kept: (leaf: Clause) => KeptValue
  readonly #clauses = new Map<Clause, string>()
  readonly #sequences = new Map<Sequence, SequenceColumns>()

  constructor(asOf: number, kept: (leaf: Clause) => KeptValue) {
    this.#asOf = asOf
    this.#kept = kept
  }

  /** Adds a column, at the lowest level or above. Returns its name. */
  add(sql: string, level = 0): string {
    while (this.#levels.length <= level) this.#levels.push(new Map())
    const existing = this.#levels[level]?.get(sql)
    if (existing) return existing
    const name = `x${this.#levels.reduce((sum, { size }) => sum + size, 0)}`
    this.#levels[level]?.set(sql, name)
    return name
  }

  /** The complete statement up to here; `from` is the lowest level's source with its conditions. */
  sql(columns: readonly string[], from: string): string {
    let sql = ''
    for (const [level, added] of this.#levels.entries()) {
      const own = [...added].map(([expression, name]) => `${expression} as ${name}`)
      if (level === 0) sql = `select ${[...columns, ...own].join(', ')} ${from}`
      else sql = `select ${['*', ...own].join(', ')} from (${sql})`
    }
    return sql
  }

  /** Whether a part of the query holds: an expression over the columns of all levels. */
  holds(part: Query): string {
    switch (part.node) {
      case 'clause': {
        const found = `length(${this.values(part)})`
        const { atLeast = 1, atMost } = part.count ?? {}
        const upper = atMost === undefined ? '' : ` and ${found} <= ${numberLiteral(atMost)}`
        return `(${found} >= ${numberLiteral(atLeast)}${upper})`
      }
      case 'sequence':
        return `notEmpty(${this.sequence(part).reached.at(-1)})`
      case 'not':
        return `(not ${this.holds(part.of)})`
      default:
        return `(${part.of.map((each) => this.holds(each)).join(` ${part.node} `)})`
    }
  }

  /** The column with the kept values of a clause. */
  values(clause: Clause): string {
    const known = this.#clauses.get(clause)
    if (known) return known
    const test = signalTest(clause, this.#asOf)
    const kept = this.#kept(clause)
    const found = typesOfClause(clause).map((type) => passing(type, test, signalColumn(type, kept)))
    const name = this.add(found.length === 1 ? (found[0] as string) : `arrayConcat(${found.join(', ')})`)
    this.#clauses.set(clause, name)
    return name
  }

  /** The columns of a sequence: by step, pairs of time and key. */
  sequence(sequence: Sequence): SequenceColumns {
    const known = this.#sequences.get(sequence)
    if (known) return known
    const steps = sequence.steps.map((step) => this.#stepSignals(step))
    const reached: string[] = [steps[0] as string]
    let level = 0
    for (let i = 1; i < steps.length; i++) {
      reached.push(this.#follow(reached[i - 1] as string, steps[i] as string, sequence.steps[i], 1, level))
      level += 3
    }
    const columns = { reached, level }
    this.#sequences.set(sequence, columns)
    return columns
  }

  /** By step, the signals that a complete chain goes through. */
  chain(sequence: Sequence): readonly string[] {
    const columns = this.sequence(sequence)
    if (columns.chain) return columns.chain
    let { level } = columns
    const chain = [...columns.reached]
    for (let i = chain.length - 2; i >= 0; i--) {
      chain[i] = this.#follow(chain[i + 1] as string, chain[i] as string, sequence.steps[i + 1], -1, level)
      level += 3
    }
    columns.chain = chain
    return chain
  }

  /** The pairs of time and key of a step's signals. */
  #stepSignals({ clauses }: Step): string {
    const found = SIGNAL_TYPES.flatMap((type) => {
      const ofType = clauses.filter((clause) => typesOfClause(clause).includes(type))
      if (ofType.length === 0) return []
      const pairs = `arrayMap((t, k) -> (t, k), ${columnOf(type, 'at')}, ${columnOf(type, 'key')})`
      return [passing(type, anyTest(ofType.map((clause) => signalTest(clause, this.#asOf))), pairs)]
    })
    return this.add(found.length === 1 ? (found[0] as string) : `arrayConcat(${found.join(', ')})`)
  }

  /** Those of `next` that come after one of `before`, in the given direction of time and within the step's distance. */
  #follow(before: string, next: string, step: Step | undefined, sign: 1 | -1, level: number): string {
    const time = sign === 1 ? 'x.1' : '-x.1'
    const first = this.add(`arraySort(arrayMap(x -> toInt64(${time}), ${before}))`, level + 1)
    // Of equal times, those of `next` come first: a step is strictly later than the one before.
    const merged = this.add(
      `arraySort(arrayConcat(arrayMap((t, p) -> (t, toUInt8(1), toInt64(t - p), toInt64(0)), ${first}, arrayPopBack(arrayPushFront(${first}, toInt64(${EARLIEST})))), arrayMap(x -> (toInt64(${time}), toUInt8(0), toInt64(0), x.2), ${next})))`,
      level + 2,
    )
    const gap =
      step?.withinDays === undefined
        ? ''
        : ` and x.1 - (s + ${EARLIEST}) <= ${numberLiteral(step.withinDays * DAY_SECONDS)}`
    const back = sign === 1 ? 'x.1' : 'toInt64(-x.1)'
    return this.add(
      `arrayMap(x -> (${back}, x.4), arrayFilter((x, s) -> x.2 = 0 and s > 0${gap}, ${merged}, arrayCumSum(x -> x.3, ${merged})))`,
      level + 3,
    )
  }

  /** The level above all others. */
  get top(): number {
    return this.#levels.length
  }
}

interface SequenceColumns {
  readonly reached: readonly string[]
  /** The level of the last one. */
  readonly level: number
  chain?: readonly string[]
}

/** The greatest of an array of whole numbers; LEAST_KEY for an empty one. */
export function greatestOf(values: string): string {
  return `arrayReduce('max', arrayPushBack(${values}, toInt64(${LEAST_KEY})))`
}

/** Clauses and complete sequences that could have a key. */
export function orderingLeaves(query: Query): Leaf[] {
  if (isNeutral(query)) return []
  if (query.node === 'clause' || query.node === 'sequence') return [query]
  return query.node === 'not' ? [] : query.of.flatMap(orderingLeaves)
}
