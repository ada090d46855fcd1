// The clauses of one search, each made ready once: companies are found by them, and what a page shows of them.

import { type Clause, clausesOf, type Query } from '../../query/index.ts'
import { type Prepared, prepare } from './clause.ts'
import type { LiveIndex } from './live-index.ts'
import { FLAG_SETS } from './memory.ts'
import { tablesElsewhere, tablesInMemory } from './row-test.ts'

export class Clauses {
  readonly #index: LiveIndex
  readonly #asOf: number
  /** Where each has its tables in the memory. A query with more clauses than that has none that stay. */
  readonly #sets: ReadonlyMap<Clause, number>
  readonly #ready = new Map<Clause, Prepared>()

  constructor(index: LiveIndex, query: Query, asOf: number) {
    this.#index = index
    this.#asOf = asOf
    const clauses = clausesOf(query)
    this.#sets = new Map(clauses.length <= FLAG_SETS ? clauses.map((clause, set) => [clause, set]) : [])
  }

  /** For the kernel, until another one is asked for. */
  one(clause: Clause): Prepared {
    return this.#kept(clause) ?? prepare(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, 0))
  }

  /** To be looked at together; for the kernel where they are no more than there are sets of flags. */
  all(clauses: readonly Clause[]): Prepared[] {
    const { memory } = this.#index
    const isFew = clauses.length <= FLAG_SETS
    return clauses.map(
      (clause, set) =>
        this.#kept(clause) ??
        prepare(this.#index, clause, this.#asOf, isFew ? tablesInMemory(memory, set) : tablesElsewhere(memory)),
    )
  }

  #kept(clause: Clause): Prepared | undefined {
    const set = this.#sets.get(clause)
    if (set === undefined) return undefined
    let ready = this.#ready.get(clause)
    if (!ready) {
      ready = prepare(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, set))
      this.#ready.set(clause, ready)
    }
    return ready
  }
}
