import { type Clause, clausesOf, type Query } from '../../../query/index.ts'
import type { LiveIndex } from '../build/live-index.ts'
import { FLAG_SETS } from '../layout/columns.ts'
import { type PreparedClause, prepareClause } from './prepare-clause.ts'
import { tablesInMemory, tablesOnHeap } from './row-test.ts'

/** The clauses of one search. Each is prepared once, to find the companies and the signals that a page shows of them. */
export class PreparedClauses {
  readonly #index: LiveIndex
  readonly #asOf: number
  /** The flag set of each clause. In a query with more clauses than flag sets no clause has its own set. */
  readonly #sets: ReadonlyMap<Clause, number>
  readonly #prepared = new Map<Clause, PreparedClause>()

  constructor(index: LiveIndex, query: Query, asOf: number) {
    this.#index = index
    this.#asOf = asOf
    const clauses = clausesOf(query)
    this.#sets = new Map(clauses.length <= FLAG_SETS ? clauses.map((clause, set) => [clause, set]) : [])
  }

  /** For the kernel. Valid until the next call. */
  one(clause: Clause): PreparedClause {
    return (
      this.#withOwnSet(clause) ?? prepareClause(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, 0))
    )
  }

  /** Valid together. The kernel can use them if they are not more than there are flag sets. */
  all(clauses: readonly Clause[]): PreparedClause[] {
    const { memory } = this.#index
    const fit = clauses.length <= FLAG_SETS
    return clauses.map(
      (clause, set) =>
        this.#withOwnSet(clause) ??
        prepareClause(this.#index, clause, this.#asOf, fit ? tablesInMemory(memory, set) : tablesOnHeap(memory)),
    )
  }

  #withOwnSet(clause: Clause): PreparedClause | undefined {
    const set = this.#sets.get(clause)
    if (set === undefined) return undefined
    let prepared = this.#prepared.get(clause)
    if (!prepared) {
      prepared = prepareClause(this.#index, clause, this.#asOf, tablesInMemory(this.#index.memory, set))
      this.#prepared.set(clause, prepared)
    }
    return prepared
  }
}
