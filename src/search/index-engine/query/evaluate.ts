// Evaluates a query to a bitset of companies: a clause by its rows or, where they suffice, by the summaries of the
// companies; AND, OR and NOT by complete bitsets; a sequence by a join or by walking the rows of candidates.

import type { Clause, Query, Step } from '../../../query/index.ts'
import { INTO } from '../layout/kernel-constants.ts'
import { BitsetPool } from './clauses/bitset-pool.ts'
import { bitsFromSummaries, MAX_TALLY } from './clauses/clause-summaries.ts'
import type { PreparedClause } from './clauses/prepare-clause.ts'
import type { PreparedClauses } from './clauses/prepared-clauses.ts'
import { scanClause } from './clauses/scan-clause.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'
import { joinSteps, walkChains } from './clauses/sequence.ts'
import type { Steps } from './clauses/steps.ts'

/** The largest value of a counter of four bytes. */
const MAX_COUNT = 0xffffffff

export class BitsetEvaluation {
  readonly index: SearchedIndex
  readonly pool: BitsetPool
  readonly #prepared: PreparedClauses

  constructor(index: SearchedIndex, prepared: PreparedClauses) {
    this.index = index
    this.pool = new BitsetPool(index)
    this.#prepared = prepared
  }

  /**
   * The companies that a query matches, in a bitset that the caller releases. Removed rows may have set the bit of the
   * company that doesn't exist.
   */
  *bitsOf(query: Query): Steps<number> {
    switch (query.node) {
      case 'clause':
        return yield* this.#clause(query)
      case 'sequence':
        return yield* this.#sequence(query.steps)
      case 'not': {
        const bits = yield* this.bitsOf(query.of)
        this.index.kernel.not(bits, this.index.memory.at.existing, this.pool.bytes)
        return bits
      }
      default:
        return yield* query.node === 'and' ? this.#and(query.of) : this.#or(query.of)
    }
  }

  *#and(parts: readonly Query[]): Steps<number> {
    const { kernel, memory } = this.index
    const [first, ...rest] = parts.filter((part) => part.node !== 'not')
    const bits = first ? yield* this.bitsOf(first) : this.pool.takeCopy(memory.at.existing)
    for (const part of rest) {
      const other = yield* this.bitsOf(part)
      kernel.and(bits, other, this.pool.bytes)
      this.pool.release(other)
    }
    for (const part of parts) {
      if (part.node !== 'not') continue
      const excluded = yield* this.bitsOf(part.of)
      kernel.andNot(bits, excluded, this.pool.bytes)
      this.pool.release(excluded)
    }
    return bits
  }

  *#or([first, ...rest]: readonly Query[]): Steps<number> {
    const bits = first ? yield* this.bitsOf(first) : this.pool.takeEmpty()
    for (const part of rest) {
      const other = yield* this.bitsOf(part)
      this.index.kernel.or(bits, other, this.pool.bytes)
      this.pool.release(other)
    }
    return bits
  }

  *#clause(clause: Clause): Steps<number> {
    const prepared = yield* this.#prepared.one(clause)
    if (prepared.isEmpty) return this.pool.takeEmpty()
    const summarised = bitsFromSummaries(this.index, this.pool, prepared)
    if (summarised !== undefined) return summarised
    const { count } = clause
    if (!count || (count.atLeast === 1 && count.atMost === undefined)) {
      const bits = this.pool.takeEmpty()
      yield* scanClause(this.index, prepared, INTO.bits, bits)
      yield
      return bits
    }
    return yield* this.#counted(prepared, count.atLeast, count.atMost ?? Number.POSITIVE_INFINITY)
  }

  /** Uses counters of one byte where they suffice, which saves 15 to 45 % of the time. */
  *#counted(prepared: PreparedClause, atLeast: number, atMost: number): Steps<number> {
    const { memory, kernel } = this.index
    const { counters } = memory.at
    const { companies } = memory.layout.sizes
    const bits = this.pool.take()
    if (atLeast <= MAX_TALLY && (atMost < MAX_TALLY || atMost === Number.POSITIVE_INFINITY)) {
      kernel.clear(counters, companies)
      yield* scanClause(this.index, prepared, INTO.tallies, counters)
      kernel.rangeU8(counters, atLeast, Math.min(MAX_TALLY, atMost), bits, companies)
    } else {
      kernel.clear(counters, companies * 4)
      yield* scanClause(this.index, prepared, INTO.counters, counters)
      kernel.rangeU32(counters, Math.min(MAX_COUNT, atLeast), Math.min(MAX_COUNT, atMost), bits, companies)
    }
    return bits
  }

  *#sequence(steps: readonly Step[]): Steps<number> {
    const joined = yield* joinSteps(this.index, this.pool, this.#prepared, steps)
    if (joined !== undefined) return joined
    const candidates = yield* this.#and(steps.map((step): Query => ({ node: 'or', of: step.clauses })))
    this.index.kernel.and(candidates, this.index.memory.at.existing, this.pool.bytes)
    yield* walkChains(this.index, this.pool, this.#prepared, steps, candidates)
    return candidates
  }
}
