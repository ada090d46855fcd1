// A query becomes a bitset of companies: clauses by their rows or, where that is enough, by what is known of the company
// as a whole; AND, OR and NOT by whole bitsets; sequences by holding the rows of two clauses against each other, or by
// going through the rows of the companies that have a signal for every step.

import { type Clause, DAY_SECONDS, type Query, type Step } from '../../query/index.ts'
import type { Prepared, Tuples } from './clause.ts'
import type { Clauses } from './clauses.ts'
import { TYPES } from './fields.ts'
import { Chain, INTO, PAIR_HINT } from './kernel.ts'
import type { LiveIndex } from './live-index.ts'
import { BITSETS, FLAG_SETS, linksRoom } from './memory.ts'
import { FLAG, LATEST, passes, writePlan } from './row-test.ts'

/** A counter of one byte stands for this many or more. */
const MOST_TALLIED = 255
const GREATEST_DAY = 0xffff
/** Of all rows: with more the companies' own rows, which lie together, are gone through instead. */
const PAIRED_SHARE = 1 / 4

/** The bitsets of one query. What is taken is given back by whoever took it. */
export class Evaluation {
  readonly index: LiveIndex
  readonly #clauses: Clauses
  readonly #free: number[]
  readonly #bytes: number

  constructor(index: LiveIndex, clauses: Clauses) {
    this.index = index
    this.#clauses = clauses
    this.#bytes = index.memory.layout.sizes.companies / 8
    this.#free = Array.from({ length: BITSETS }, (_, i) => index.memory.at.bitsets + i * this.#bytes)
  }

  /** In bytes. */
  get length(): number {
    return this.#bytes
  }

  take(): number {
    const bits = this.#free.pop()
    if (bits === undefined) throw new Error('the query nests deeper than it may')
    return bits
  }

  give(bits: number): void {
    this.#free.push(bits)
  }

  takeEmpty(): number {
    const bits = this.take()
    this.index.kernel.clear(bits, this.#bytes)
    return bits
  }

  takeCopy(of: number): number {
    const bits = this.take()
    this.index.kernel.copy(bits, of, this.#bytes)
    return bits
  }

  /** The companies that a query matches; rows that are gone may have left the bit of the company that is none. */
  bitsOf(query: Query): number {
    const { kernel, memory } = this.index
    switch (query.node) {
      case 'clause':
        return this.#clause(query)
      case 'sequence':
        return this.#sequence(query.steps)
      case 'not': {
        const bits = this.bitsOf(query.of)
        kernel.not(bits, memory.at.known, this.#bytes)
        return bits
      }
      default:
        return query.node === 'and' ? this.#all(query.of) : this.#either(query.of)
    }
  }

  #all(parts: readonly Query[]): number {
    const { kernel, memory } = this.index
    const asked = parts.filter((part) => part.node !== 'not')
    const [first, ...rest] = asked
    const bits = first ? this.bitsOf(first) : this.takeCopy(memory.at.known)
    for (const part of rest) {
      const more = this.bitsOf(part)
      kernel.and(bits, more, this.#bytes)
      this.give(more)
    }
    for (const part of parts) {
      if (part.node !== 'not') continue
      const less = this.bitsOf(part.of)
      kernel.andNot(bits, less, this.#bytes)
      this.give(less)
    }
    return bits
  }

  #either([first, ...rest]: readonly Query[]): number {
    const bits = first ? this.bitsOf(first) : this.takeEmpty()
    for (const part of rest) {
      const more = this.bitsOf(part)
      this.index.kernel.or(bits, more, this.#bytes)
      this.give(more)
    }
    return bits
  }

  #clause(clause: Clause): number {
    const prepared = this.#clauses.one(clause)
    if (prepared.isEmpty) return this.takeEmpty()
    if (prepared.isPlain) {
      const known = this.#fromSummaries(prepared)
      if (known !== undefined) return known
    }
    const count = clause.count
    if (!count || (count.atLeast === 1 && count.atMost === undefined)) {
      const bits = this.takeEmpty()
      this.#scan(prepared, INTO.bits, bits)
      return bits
    }
    return this.#counted(prepared, count.atLeast, count.atMost ?? Number.POSITIVE_INFINITY)
  }

  #counted(prepared: Prepared, atLeast: number, atMost: number): number {
    const { memory, kernel } = this.index
    const { counters } = memory.at
    const { companies } = memory.layout.sizes
    const bits = this.take()
    if (atLeast <= MOST_TALLIED && (atMost < MOST_TALLIED || atMost === Number.POSITIVE_INFINITY)) {
      kernel.clear(counters, companies)
      this.#scan(prepared, INTO.tallies, counters)
      kernel.rangeU8(counters, atLeast, Math.min(MOST_TALLIED, atMost), bits, companies)
    } else {
      kernel.clear(counters, companies * 4)
      this.#scan(prepared, INTO.counters, counters)
      kernel.rangeU32(counters, Math.min(LATEST, atLeast), Math.min(LATEST, atMost), bits, companies)
    }
    return bits
  }

  /** Whole clauses of one kind of question: is there any, how new is the newest, how sure the surest, how many. */
  #fromSummaries({ types, test, clause }: Prepared): number | undefined {
    const { memory } = this.index
    const { at } = memory
    const { companies } = memory.layout.sizes
    const count = clause.count ?? { atLeast: 1 }
    const isCounted = count.atLeast > 1 || count.atMost !== undefined
    const surest = test.confidences ? leastOf(test.confidences) : 0
    if (test.before !== LATEST || surest === undefined) return undefined
    if (isCounted) {
      const most = count.atMost ?? MOST_TALLIED
      if (types.length > 1 || test.from > 0 || test.confidences || count.atLeast > MOST_TALLIED) return undefined
      if (count.atMost !== undefined && most >= MOST_TALLIED) return undefined
      return this.#overTypes(types, (type, bits) =>
        this.index.kernel.rangeU8(at.count + type * companies, count.atLeast, most, bits, companies),
      )
    }
    if (test.from > 0 && test.confidences) return undefined
    if (test.confidences) {
      return this.#overTypes(types, (type, bits) =>
        this.index.kernel.rangeU8(at.sure + type * companies, surest + 1, 255, bits, companies),
      )
    }
    // Summaries know the day alone, and what they know of all types stands behind the last.
    if (test.from % DAY_SECONDS !== 0) return undefined
    const type = types.length > 1 ? TYPES : types[0]!
    if (test.from === 0) return this.takeCopy(at.present + type * this.#bytes)
    const bits = this.take()
    const day = test.from / DAY_SECONDS + 1
    this.index.kernel.rangeU16(at.lastDay + type * companies * 2, day, GREATEST_DAY, bits, companies)
    return bits
  }

  #overTypes(types: readonly number[], write: (type: number, bits: number) => void): number {
    const [first, ...rest] = types
    const bits = this.take()
    write(first!, bits)
    for (const type of rest) {
      const more = this.take()
      write(type, more)
      this.index.kernel.or(bits, more, this.#bytes)
      this.give(more)
    }
    return bits
  }

  #scan(prepared: Prepared, into: number, target: number): void {
    if (prepared.test.beyond.length > 0) this.#scanSlowly(prepared, into, target)
    else this.#scanByKernel(prepared, into, target)
  }

  #scanByKernel({ way, types, test }: Prepared, into: number, target: number): void {
    const { kernel, memory, firstEntry } = this.index
    const { at, layout } = memory
    const rest = test.need & ~FLAG.entry
    switch (way.by) {
      case 'types': {
        const plan = writePlan(memory, 0, test, { need: rest })
        for (const type of types) {
          kernel.scanSpan(firstEntry[type]!, firstEntry[type + 1]!, at.entryStart, plan, into, target)
        }
        break
      }
      case 'entries':
        this.#scanRuns(way.entries, writePlan(memory, 0, test, { need: rest }), into, target)
        break
      case 'details':
        this.#scanPostings(way.details, writePlan(memory, 0, test), into, target)
        break
      default:
        this.#scanRuns(way.entries, writePlan(memory, 0, test, { need: test.need & ~way.flag }), into, target)
        this.#scanPostings(way.details, writePlan(memory, 0, test, { skip: way.flag }), into, target)
    }
    if (this.index.tail.rows > 0) {
      kernel.scanRows(layout.sizes.rows, this.index.rows, writePlan(memory, 0, test), into, target)
    }
  }

  #scanRuns(entries: Tuples, plan: number, into: number, target: number): void {
    const { kernel, memory } = this.index
    const count = this.#writeList(entries, memory.layout.sizes.entries)
    kernel.scanRuns(memory.at.list, count, memory.at.entryStart, plan, into, target)
  }

  #scanPostings(details: Tuples, plan: number, into: number, target: number): void {
    const { kernel, memory } = this.index
    const count = this.#writeList(details, memory.layout.sizes.details)
    kernel.scanPostings(memory.at.list, count, memory.at.detailStart, memory.at.detailRows, plan, into, target)
  }

  /** Those of the base: the others have no rows of their own place. */
  #writeList(tuples: Tuples, base: number): number {
    const { list } = this.index.memory.columns
    let count = 0
    for (const tuple of tuples) if (tuple < base) list[count++] = tuple
    return count
  }

  /** For a clause with more conditions than there are flags. */
  #scanSlowly({ test }: Prepared, into: number, target: number): void {
    const { memory, rows } = this.index
    const bytes = new Uint8Array(memory.memory.buffer)
    const words = new Uint32Array(memory.memory.buffer)
    for (let row = 0; row < rows; row++) {
      if (!passes(memory.columns, test, row)) continue
      const company = memory.columns.company[row]!
      if (into === INTO.counters) words[(target >>> 2) + company]!++
      else if (into === INTO.tallies) bytes[target + company] = Math.min(MOST_TALLIED, bytes[target + company]! + 1)
      else words[(target >>> 2) + (company >>> 5)]! |= 1 << (company & 31)
    }
  }

  #sequence(steps: readonly Step[]): number {
    return this.#pairs(steps) ?? this.#chains(steps)
  }

  /**
   * Two steps of one clause each, where both lead to few rows: those of the rarer are linked to their companies and those
   * of the other held against them. Undefined where going through the rows of the companies is less work.
   */
  #pairs(steps: readonly Step[]): number | undefined {
    const { kernel, memory } = this.index
    const { at, layout } = memory
    const clauses = steps.flatMap((step) => step.clauses)
    if (steps.length !== 2 || clauses.length !== 2) return undefined
    const [first, second] = this.#clauses.all(clauses) as [Prepared, Prepared]
    if (first.isEmpty || second.isEmpty) return this.takeEmpty()
    if (first.test.beyond.length > 0 || second.test.beyond.length > 0) return undefined
    const [few, many] = first.rows <= second.rows ? [first, second] : [second, first]
    const room = linksRoom(layout.sizes)
    if (few.rows > room || first.rows + second.rows > layout.sizes.rows * PAIRED_SHARE) return undefined
    const [open, paired] = [this.takeEmpty(), this.takeEmpty()]
    kernel.beginPairs(at.counters, at.links, room, paired, reachOf(steps[1]!), few === second ? 1 : 0)
    this.#scan(few, INTO.links, open)
    const hasRoom = kernel.linkedRows() <= room
    if (hasRoom) this.#scan(many, INTO.pairs, open)
    this.give(open)
    if (hasRoom) return paired
    this.give(paired)
    return undefined
  }

  #chains(steps: readonly Step[]): number {
    const { kernel, memory } = this.index
    const bits = this.#candidates(steps)
    const clauses = steps.flatMap((step) => step.clauses)
    const prepared = this.#clauses.all(clauses)
    const tests = prepared.map((each) => each.test)
    // Numbers of the tests stand in for the plans where the kernel is not asked.
    const inKernel = clauses.length <= FLAG_SETS && tests.every((test) => test.beyond.length === 0)
    const plans = prepared.map(({ test }, i) => (inKernel ? writePlan(memory, i, test) : i))
    describeChain(memory.columns.chain, steps, plans)
    memory.columns.chain[PAIR_HINT] = this.#pairHint(prepared, steps)
    const satisfied = inKernel
      ? (row: number, plan: number) => passes(memory.columns, tests[plans.indexOf(plan)]!, row)
      : (row: number, test: number) => passes(memory.columns, tests[test]!, row)
    const left = inKernel
      ? kernel.chain(bits, this.#bytes, memory.at.chain, memory.at.counters)
      : kernel.list(bits, this.#bytes, memory.at.counters)
    for (const company of memory.columns.counters.slice(0, left)) this.#keepIfChained(bits, company, satisfied)
    return bits
  }

  #pairHint(prepared: readonly Prepared[], steps: readonly Step[]): number {
    const types = prepared.map(({ test }) => test.type)
    const [first, second] = types
    if (steps.length !== 2 || types.length !== 2 || first === undefined || second === undefined) return 0
    const { firstEntry, memory } = this.index
    const rows = (type: number) =>
      memory.columns.entryStart[firstEntry[type + 1]!]! - memory.columns.entryStart[firstEntry[type]!]!
    return rows(first) <= rows(second) ? 1 : 2
  }

  /** Companies that have some signal for every step, in whatever order. */
  #candidates(steps: readonly Step[]): number {
    const bits = this.#either(steps[0]!.clauses)
    for (const step of steps.slice(1)) {
      const more = this.#either(step.clauses)
      this.index.kernel.and(bits, more, this.#bytes)
      this.give(more)
    }
    this.index.kernel.and(bits, this.index.memory.at.known, this.#bytes)
    return bits
  }

  #keepIfChained(bits: number, company: number, satisfied: (row: number, plan: number) => boolean): void {
    const { columns, memory } = this.index.memory
    const rows = [...this.index.rowsOf(company)].sort((a, b) => columns.time[a]! - columns.time[b]!)
    const chain = new Chain()
    chain.begin(columns.chain, 0, satisfied)
    if (rows.some((row) => chain.meet(row, columns.time[row]!))) return
    new Uint32Array(memory.buffer)[(bits >>> 2) + (company >>> 5)]! &= ~(1 << (company & 31))
  }
}

function describeChain(words: Uint32Array, steps: readonly Step[], plans: readonly number[]): void {
  words[0] = steps.length
  let [at, plan] = [1, 0]
  for (const step of steps) {
    words[at++] = reachOf(step)
    words[at++] = step.clauses.length
    for (const _ of step.clauses) words[at++] = plans[plan++]!
  }
}

/** In seconds. */
function reachOf({ withinDays = Number.POSITIVE_INFINITY }: Step): number {
  return Math.min(LATEST, withinDays * DAY_SECONDS)
}

/** Where a table of confidences begins to say yes, when it says yes from there on and nowhere before. */
function leastOf(confidences: Uint8Array): number | undefined {
  let least = 0
  while (least <= 100 && confidences[least] === 0) least++
  for (let each = least; each <= 100; each++) if (confidences[each] === 0) return undefined
  return least
}
