import { type Clause, clausesOf, type Query } from '../../../../query/index.ts'
import { FLAG_SETS } from '../../layout/columns.ts'
import { type PreparedClause, prepareClause } from './prepare-clause.ts'
import { tablesInMemory, tablesOnHeap } from './row-test.ts'
import type { SearchedIndex } from './searched-index.ts'
import type { Steps } from './steps.ts'

/** The clauses of one search. Each is prepared once, for finding companies and for the signals that a page shows. */
export class PreparedClauses {
  readonly #index: SearchedIndex
  readonly #asOf: number
  /** The flag set of each clause. If a query has more clauses than there are flag sets, no clause has its own. */
  readonly #sets: ReadonlyMap<Clause, number>
  readonly #prepared = new Map<Clause, PreparedClause>()

  constructor(index: SearchedIndex, query: Query, asOf: number) {
    this.#index = index
    this.#asOf = asOf
    const clauses = clausesOf(query)
    this.#sets = new Map(clauses.length <= FLAG_SETS ? clauses.map((clause, set) => [clause, set]) : [])
  }

  /** For the kernel. Valid until the next call. */
  *one(clause: Clause): Steps<PreparedClause> {
    return (
      (yield* this.#withOwnSet(clause)) ??
      (yield* prepareClause(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, 0)))
    )
  }

  /** Valid together. The kernel can use them if there are enough flag sets. */
  *all(clauses: readonly Clause[]): Steps<PreparedClause[]> {
    const { memory } = this.#index
    const fit = clauses.length <= FLAG_SETS
    const prepared: PreparedClause[] = []
    for (const [set, clause] of clauses.entries()) {
      const tables = () => (fit ? tablesInMemory(memory, set) : tablesOnHeap(memory))
      prepared.push(
        (yield* this.#withOwnSet(clause)) ?? (yield* prepareClause(this.#index, clause, this.#asOf, tables())),
      )
    }
    return prepared
  }

  *#withOwnSet(clause: Clause): Steps<PreparedClause | undefined> {
    const set = this.#sets.get(clause)
    if (set === undefined) return undefined
    let prepared = this.#prepared.get(clause)
    if (!prepared) {
      prepared = yield* prepareClause(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, set))
      this.#prepared.set(clause, prepared)
    }
    return prepared
  }
}
