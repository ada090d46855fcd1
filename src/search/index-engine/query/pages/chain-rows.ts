// Finds the rows of one company that are part of a complete chain, and the strongest row of each step. The same as
// `chainOf` of the query language, without an object for each row: ordering a THEN examines thousands of companies.

import { DAY_SECONDS, type Step } from '../../../../query/index.ts'
import { entryOf } from '../../layout/columns.ts'
import { TYPES } from '../../layout/fields.ts'
import { REMOVED, ROW_BITS, ROW_MASK } from '../../layout/kernel-constants.ts'
import { greatestKeyAt, matchKeyAt } from '../../layout/match-keys.ts'
import { passesConditions, type RowTest } from '../clauses/row-test.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'

const ALL_TYPES = 0xff
/** By type: how much later its key can be than that of a job of the same time. */
const SHIFTS = Array.from(
  { length: TYPES },
  (_, type) => greatestKeyAt(0, type, 'match') - greatestKeyAt(0, 0, 'match'),
)

interface ChainStep {
  /** In seconds. */
  readonly reach: number
  readonly tests: readonly RowTest[]
}

export class ChainRows {
  readonly #index: SearchedIndex
  readonly #steps: readonly ChainStep[]
  /** The types that some step asks for, as bits. */
  readonly #types: number
  /** In seconds: how much older than a key's signal another signal of its chain, or the signal itself, can be. */
  readonly #span: number
  /** The rows that meet some step, from old to new: row, time, and a bit for each step. */
  readonly #rows: number[] = []
  readonly #times: number[] = []
  readonly #bits: number[] = []
  /** By step: the time of the nearest row in the direction of a pass. */
  readonly #nearest: number[]
  /** By step: the strongest row in a chain, and its key. */
  readonly #best: (number | undefined)[]
  readonly #bestKeys: number[]

  constructor(
    index: SearchedIndex,
    steps: readonly Step[],
    testOf: (clause: Step['clauses'][number]) => RowTest | undefined,
  ) {
    this.#index = index
    this.#steps = steps.map(({ clauses, withinDays = Number.POSITIVE_INFINITY }) => ({
      reach: withinDays * DAY_SECONDS,
      tests: clauses.map(testOf).filter((test) => test !== undefined),
    }))
    this.#types = this.#steps
      .flatMap(({ tests }) => tests)
      .reduce((types, { type }) => types | (type === undefined ? ALL_TYPES : 1 << type), 0)
    const shift = Math.max(0, ...SHIFTS.filter((_, type) => (this.#types >>> type) & 1))
    this.#span = shift + this.#steps.reduce((sum, { reach }, i) => sum + (i === 0 ? 0 : reach), 0)
    this.#nearest = steps.map(() => 0)
    this.#best = steps.map(() => undefined)
    this.#bestKeys = steps.map(() => 0)
  }

  /**
   * Signals before `floor` may be missed, except where a later one follows them in a chain: the result is correct for
   * keys of signals from `floor` on.
   *
   * Returns the strongest row of each step, and the newest row of all chains; undefined if the company has no chain.
   */
  find(
    company: number,
    tailRows: readonly number[],
    floor = 0,
  ): { strongest: readonly number[]; newest: number } | undefined {
    this.#collect(company, tailRows, Math.max(0, floor - this.#span))
    this.#reach()
    const newest = this.#complete()
    return newest === undefined ? undefined : { strongest: this.#best as number[], newest }
  }

  #collect(company: number, tailRows: readonly number[], since: number): void {
    const { columns } = this.#index.memory
    const { companyStart, companyRows, companyTimes, time, entryType } = columns
    this.#rows.length = 0
    this.#times.length = 0
    this.#bits.length = 0
    const tail = tailRows.filter((row) => time[row]! >= since).sort((a, b) => time[a]! - time[b]!)
    let next = 0
    const takeTail = (before: number) => {
      for (; next < tail.length && time[tail[next]!]! < before; next++) {
        const row = tail[next]!
        this.#take(row, time[row]!, entryType[entryOf(columns, row)]!)
      }
    }
    const end = companyStart[company + 1]!
    for (let i = firstSince(companyTimes, companyStart[company]!, end, since); i < end; i++) {
      const word = companyRows[i]!
      const type = word >>> ROW_BITS
      if (((this.#types >>> type) & 1) === 0 || word === REMOVED) continue
      const at = companyTimes[i]!
      if (next < tail.length) takeTail(at)
      this.#take(word & ROW_MASK, at, type)
    }
    takeTail(Number.POSITIVE_INFINITY)
  }

  #take(row: number, at: number, type: number): void {
    let bits = 0
    for (let step = 0; step < this.#steps.length; step++) {
      for (const test of this.#steps[step]!.tests) {
        if ((test.type !== undefined && test.type !== type) || at < test.from || at >= test.before) continue
        if (!passesConditions(this.#index.memory.columns, test, row)) continue
        bits |= 1 << step
        break
      }
    }
    if (bits === 0) return
    this.#rows.push(row)
    this.#times.push(at)
    this.#bits.push(bits)
  }

  /** Keeps the steps that some chain reaches. Rows of the same second don't follow each other. */
  #reach(): void {
    this.#nearest.fill(Number.NEGATIVE_INFINITY)
    for (let from = 0; from < this.#rows.length; ) {
      const at = this.#times[from]!
      let [end, reached] = [from, 0]
      for (; end < this.#rows.length && this.#times[end] === at; end++) {
        let bits = this.#bits[end]!
        for (let step = 1; step < this.#steps.length; step++) {
          if (at - this.#nearest[step - 1]! > this.#steps[step]!.reach || this.#nearest[step - 1]! < 0)
            bits &= ~(1 << step)
        }
        this.#bits[end] = bits
        reached |= bits
      }
      this.#setNearest(reached, at)
      from = end
    }
  }

  /** Keeps the steps from which a chain reaches the end, and finds the strongest of them; returns the newest row. */
  #complete(): number | undefined {
    const { columns } = this.#index.memory
    const last = this.#steps.length - 1
    this.#nearest.fill(Number.POSITIVE_INFINITY)
    this.#best.fill(undefined)
    this.#bestKeys.fill(0)
    let newest: number | undefined
    for (let from = this.#rows.length - 1; from >= 0; ) {
      const at = this.#times[from]!
      let [end, complete] = [from, 0]
      for (; end >= 0 && this.#times[end] === at; end--) {
        let bits = this.#bits[end]!
        for (let step = 0; step < last; step++) {
          const later = this.#nearest[step + 1]!
          if (later === Number.POSITIVE_INFINITY || later - at > this.#steps[step + 1]!.reach) bits &= ~(1 << step)
        }
        if (bits === 0) continue
        complete |= bits
        const row = this.#rows[end]!
        newest ??= row
        const key = matchKeyAt(columns, row, columns.entryType[entryOf(columns, row)]!)
        for (let step = 0; step <= last; step++) {
          if (((bits >>> step) & 1) === 0 || key <= this.#bestKeys[step]!) continue
          this.#best[step] = row
          this.#bestKeys[step] = key
        }
      }
      this.#setNearest(complete, at)
      from = end
    }
    return newest
  }

  #setNearest(bits: number, at: number): void {
    for (let step = 0; step < this.#steps.length; step++) if ((bits >>> step) & 1) this.#nearest[step] = at
  }
}

/** The first of some ascending times that isn't before `since`. */
function firstSince(times: Uint32Array, first: number, end: number, since: number): number {
  let [low, high] = [first, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! >= since) high = middle
    else low = middle + 1
  }
  return low
}
