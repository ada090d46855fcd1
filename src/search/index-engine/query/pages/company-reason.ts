// Why one company matches: the strongest row and the newest rows of each clause. The same tests find the rows as found
// the companies, from new to old and no further than needed.

import { CONFIDENCE_SECONDS, SIZE_SECONDS } from '../../../../meaning/signals/index.ts'
import {
  type Clause,
  clausesOf,
  countHolds,
  type LeafReason,
  leafReasonOf,
  type Query,
  type Ranking,
  type Reason,
  reasonBy,
  type StrengthBy,
} from '../../../../query/index.ts'
import { entryOf } from '../../layout/columns.ts'
import { TYPES } from '../../layout/fields.ts'
import { REMOVED, ROW_BITS, ROW_MASK } from '../../layout/kernel-constants.ts'
import { decodedKey, greatestKeyAt, matchKeyAt } from '../../layout/match-keys.ts'
import type { PreparedClauses } from '../clauses/prepared-clauses.ts'
import { passes, passesConditions, type RowTest } from '../clauses/row-test.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'
import type { Steps } from '../clauses/steps.ts'
import { ChainRows } from './chain-rows.ts'

interface LeafTest {
  /** Undefined: no row can pass. */
  readonly test: RowTest | undefined
  /** How many signals decide the clause's count; 1 for a clause without a count. */
  readonly enough: number
}

/** What to find for each clause. */
interface Wanted {
  /**
   * The number of newest rows. There are more if others share the second of the last one, so that the ids can decide.
   */
  readonly newest: number
  readonly strongest: boolean
  /** Signals before this second, before the shift for their type, aren't needed. */
  readonly floor?: number
}

type QueryLeaf = Extract<Query, { node: 'clause' | 'sequence' }>

export class CompanyReasons {
  readonly #index: SearchedIndex
  readonly #query: Query
  readonly #tests: ReadonlyMap<Clause, LeafTest>
  readonly #order: Ranking<number>
  readonly #chains = new Map<Query, ChainRows>()

  static *of(index: SearchedIndex, prepared: PreparedClauses, query: Query): Steps<CompanyReasons> {
    return new CompanyReasons(
      index,
      query,
      new Map(
        (yield* prepared.all(clausesOf(query))).map(({ clause, test, isEmpty }): [Clause, LeafTest] => {
          const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 1
          return [clause, { test: isEmpty ? undefined : test, enough }]
        }),
      ),
    )
  }

  private constructor(index: SearchedIndex, query: Query, tests: ReadonlyMap<Clause, LeafTest>) {
    this.#index = index
    this.#query = query
    this.#tests = tests
    const { columns } = index.memory
    const { time, confidence, idHigh, idLow, entryType } = columns
    this.#order = {
      keyOf: (row) => decodedKey(matchKeyAt(columns, row, entryType[entryOf(columns, row)]!), 'match'),
      certaintyOf: (row) => CONFIDENCE_SECONDS[confidence[row]!]!,
      byNewest: (a, b) => time[b]! - time[a]! || idHigh[a]! - idHigh[b]! || idLow[a]! - idLow[b]!,
    }
  }

  get order(): Ranking<number> {
    return this.#order
  }

  /** `of` is a part of the query. The clauses in `held` are known to hold, whatever their count. */
  reason(ordinal: number, wanted: Wanted, of = this.#query, held?: ReadonlySet<Query>): Reason<number> | undefined {
    const tailRows = [...this.#index.tailRowsOf(ordinal)]
    const sizeSeconds = SIZE_SECONDS[this.#index.memory.columns.sizeBand[ordinal]!]!
    const leafReason = (leaf: QueryLeaf, by: StrengthBy) => {
      if (leaf.node === 'sequence') {
        // Next to another part that decides the key, an older chain must be found too: without it the company wouldn't
        // match.
        const decides = leaf === of || (wanted.strongest && by === 'key')
        return wanted.newest > 1
          ? this.#sequence(leaf, ordinal, tailRows)
          : this.#chain(leaf, ordinal, tailRows, decides ? wanted.floor : 0)
      }
      const isHeld = held?.has(leaf) === true
      const found = this.#clause(leaf, ordinal, tailRows, wanted, by, isHeld)
      return isHeld || countHolds(leaf, found.count) ? found : undefined
    }
    return reasonBy(of, this.#order, leafReason, sizeSeconds)
  }

  #clause(
    clause: Clause,
    ordinal: number,
    tailRows: readonly number[],
    { newest, strongest }: Wanted,
    by: StrengthBy,
    isHeld: boolean,
  ): LeafReason<number> & { readonly count: number } {
    const { columns } = this.#index.memory
    const { companyStart, companyRows, companyTimes, entryType, time } = columns
    const { test, enough } = this.#tests.get(clause)!
    const signals: number[] = []
    let best: number | undefined
    let bestKey = 0
    let count = 0
    const take = (row: number, type: number) => {
      count++
      if (!strongest) return
      // No confidence counts as a key too; otherwise a row without one would be skipped.
      const key = by === 'key' ? matchKeyAt(columns, row, type) : columns.confidence[row]! + 1
      if (key < bestKey || (key === bestKey && best !== undefined && this.#order.byNewest(best, row) < 0)) return
      best = row
      bestKey = key
    }
    if (!test) return { count, strongest: [undefined], signals }
    for (const row of tailRows) {
      if (!passes(columns, test, row)) continue
      take(row, entryType[entryOf(columns, row)]!)
      signals.push(row)
    }
    let taken = 0
    let lastAt = 0
    const first = companyStart[ordinal]!
    for (let i = companyStart[ordinal + 1]! - 1; i >= first; i--) {
      const at = companyTimes[i]!
      const isFull = taken >= newest && (newest === 0 || at < lastAt)
      const greatest = by === 'key' ? greatestAt(at, test.type) : MAX_CERTAINTY
      const isDecided =
        !strongest || (best !== undefined && greatest <= bestKey && (greatest < bestKey || at < time[best]!))
      if (at < test.from || (isFull && isDecided && (isHeld ? count > 0 : count >= enough))) break
      const word = companyRows[i]!
      if (at >= test.before || word === REMOVED) continue
      const type = word >>> ROW_BITS
      if (test.type !== undefined && type !== test.type) continue
      if (!passesConditions(columns, test, word & ROW_MASK)) continue
      take(word & ROW_MASK, type)
      if (isFull) continue
      signals.push(word & ROW_MASK)
      if (++taken === newest) lastAt = at
    }
    return { count, strongest: [best], signals }
  }

  /** The strongest row of each step, whichever of its clauses it meets, and the newest of all. */
  #chain(
    leaf: QueryLeaf & { node: 'sequence' },
    ordinal: number,
    tailRows: readonly number[],
    floor?: number,
  ): LeafReason<number> | undefined {
    const chains =
      this.#chains.get(leaf) ?? new ChainRows(this.#index, leaf.steps, (clause) => this.#tests.get(clause)!.test)
    this.#chains.set(leaf, chains)
    const found = chains.find(ordinal, tailRows, floor)
    if (!found) return undefined
    const strongest = leaf.steps.flatMap(({ clauses }, i) =>
      clauses.map((_, j) => (j === 0 ? found.strongest[i] : undefined)),
    )
    return { strongest, signals: [found.newest] }
  }

  /** Checks all rows: the newest rows don't decide which rows are part of a chain. */
  #sequence(
    leaf: QueryLeaf & { node: 'sequence' },
    ordinal: number,
    tailRows: readonly number[],
  ): LeafReason<number> | undefined {
    const { columns } = this.#index.memory
    const { companyStart, companyRows, companyTimes, time } = columns
    const clauses = clausesOf(leaf)
    const tests = clauses.map((clause) => this.#tests.get(clause)!.test)
    const bits = new Map(clauses.map((clause, i) => [clause, 1 << i]))
    const rows: { row: number; occurredAt: number; satisfied: number }[] = []
    const end = companyStart[ordinal + 1]!
    for (let i = companyStart[ordinal]!; i < end; i++) {
      const word = companyRows[i]!
      if (word === REMOVED) continue
      const [at, row, type] = [companyTimes[i]!, word & ROW_MASK, word >>> ROW_BITS]
      let satisfied = 0
      for (let n = 0; n < tests.length; n++) {
        const test = tests[n]
        if (!test || (test.type !== undefined && test.type !== type) || at < test.from || at >= test.before) continue
        if (passesConditions(columns, test, row)) satisfied |= 1 << n
      }
      if (satisfied !== 0) rows.push({ row, occurredAt: at, satisfied })
    }
    for (const row of tailRows) {
      let satisfied = 0
      for (const [n, test] of tests.entries()) if (test && passes(columns, test, row)) satisfied |= 1 << n
      if (satisfied !== 0) rows.push({ row, occurredAt: time[row]!, satisfied })
    }
    const { keyOf, certaintyOf, byNewest } = this.#order
    const reason = leafReasonOf(leaf, rows, (clause, { satisfied }) => (satisfied & (bits.get(clause) ?? 0)) !== 0, {
      keyOf: ({ row }) => keyOf(row),
      certaintyOf: ({ row }) => certaintyOf(row),
      byNewest: (a, b) => byNewest(a.row, b.row),
    })
    return (
      reason && { strongest: reason.strongest.map((each) => each?.row), signals: reason.signals.map(({ row }) => row) }
    )
  }
}

/** A confidence of 1 in hundredths, plus one. */
const MAX_CERTAINTY = 101
const ALL_TYPES = Array.from({ length: TYPES }, (_, type) => type)

/** The greatest key that a row of this time can have. */
function greatestAt(time: number, type: number | undefined): number {
  if (type !== undefined) return greatestKeyAt(time, type, 'match')
  return Math.max(...ALL_TYPES.map((each) => greatestKeyAt(time, each, 'match')))
}
