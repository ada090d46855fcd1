// Sequences (THEN). There are three methods, tried in this order; decision 0025 has the gain of each:
//
// - A join, for two steps of one clause each that both have few rows: the rows of the rarer clause are linked to their
//   companies, and those of the other are compared with them.
// - A walk through the rows of each company that has a signal for every step. The kernel walks a pair of clauses of one
//   type each from one row to the next of the wanted type, from the rarer clause's end; any other chain row by row.
// - The same walk in TypeScript, for cases that the kernel does not support: more clauses than flag sets, more
//   conditions than flag bits, a time of closing, and companies with many rows in the tail.

import { DAY_SECONDS, type Step } from '../../../../query/index.ts'
import { FLAG_SETS, maxLinkedRows } from '../../layout/columns.ts'
import { CHAIN, INTO, MAX_TIME, PAIR } from '../../layout/kernel-constants.ts'
import type { BitsetPool } from './bitset-pool.ts'
import { ChainMatcher } from './chain-matcher.ts'
import type { PreparedClause } from './prepare-clause.ts'
import type { PreparedClauses } from './prepared-clauses.ts'
import { passes, writeRowTest } from './row-test.ts'
import { scanClause } from './scan-clause.ts'
import type { SearchedIndex } from './searched-index.ts'
import { STEP_ROWS, type Steps } from './steps.ts'

/** With a greater share of all rows, walking through the rows of each company, which are adjacent, is faster. */
const MAX_JOINED_SHARE = 1 / 4

/**
 * The companies that have two signals, one for each step, in order and close enough. Undefined if the sequence isn't
 * two single clauses, or if the walk is expected to be faster.
 */
export function* joinSteps(
  index: SearchedIndex,
  pool: BitsetPool,
  prepared: PreparedClauses,
  steps: readonly Step[],
): Steps<number | undefined> {
  const { kernel, memory } = index
  const { at, layout } = memory
  const clauses = steps.flatMap((step) => step.clauses)
  if (steps.length !== 2 || clauses.length !== 2) return undefined
  const [first, second] = (yield* prepared.all(clauses)) as [PreparedClause, PreparedClause]
  if (first.isEmpty || second.isEmpty) return pool.takeEmpty()
  if (!isKnownToKernel(first) || !isKnownToKernel(second)) return undefined
  const [few, many] = first.rows <= second.rows ? [first, second] : [second, first]
  const room = maxLinkedRows(layout.sizes)
  if (few.rows > room || first.rows + second.rows > layout.sizes.rows * MAX_JOINED_SHARE) return undefined
  const [open, paired] = [pool.takeEmpty(), pool.takeEmpty()]
  kernel.beginJoin(at.counters, at.links, room, paired, reachOf(steps[1]!), few === second ? 1 : 0)
  yield* scanClause(index, few, INTO.links, open)
  const hasRoom = kernel.linkedRows() <= room
  if (hasRoom) yield* scanClause(index, many, INTO.pairs, open)
  pool.release(open)
  if (hasRoom) return paired
  pool.release(paired)
  return undefined
}

function isKnownToKernel({ test }: PreparedClause): boolean {
  return test.withoutFlag.length === 0 && test.closed === undefined
}

/** Clears the bits of candidates that have no complete chain. A candidate has some signal for every step. */
export function* walkChains(
  index: SearchedIndex,
  pool: BitsetPool,
  prepared: PreparedClauses,
  steps: readonly Step[],
  candidates: number,
): Steps<void> {
  const { kernel, memory } = index
  const { columns } = memory
  const clauses = yield* prepared.all(steps.flatMap((step) => step.clauses))
  const inKernel = clauses.length <= FLAG_SETS && clauses.every(isKnownToKernel)
  // The description refers to row tests by their offsets in the memory; without the kernel, by their numbers.
  const tests = clauses.map(({ test }, i) => (inKernel ? writeRowTest(memory, i, test) : i))
  describeChain(columns.chain, steps, tests, pairDirection(clauses, steps))
  const rest = inKernel
    ? yield* filterInParts(index, pool, candidates, STEP_ROWS / clauses.length)
    : columns.counters.slice(0, kernel.list(candidates, pool.bytes, memory.at.counters))
  const byReference = new Map(tests.map((reference, i) => [reference, clauses[i]!.test]))
  const matcher = new ChainMatcher()
  matcher.begin(columns.chain, 0, (row, reference) => passes(columns, byReference.get(reference)!, row))
  let rows = 0
  for (const company of rest) {
    if (!hasChain(index, company, matcher)) clearBit(index, candidates, company)
    rows += columns.companyStart[company + 1]! - columns.companyStart[company]!
    if (rows < STEP_CHAIN_ROWS) continue
    yield
    rows = 0
  }
}

/** Without the kernel, a row costs many times as much as in a scan. */
const STEP_CHAIN_ROWS = STEP_ROWS / 64

/** Filters candidates with the kernel, in parts of about `stepRows` rows; returns the companies that it skips. */
function* filterInParts(index: SearchedIndex, pool: BitsetPool, candidates: number, stepRows: number): Steps<number[]> {
  const { kernel, memory } = index
  const { columns, at, layout } = memory
  const { companyStart, bitsets, counters } = columns
  const words = layout.sizes.companies / 32
  const wordOf = (bits: number) => (bits - at.bitsets) >>> 2
  const rest: number[] = []
  const filter = (bits: number) => {
    const skipped = kernel.filterChains(bits, pool.bytes, at.chain, at.counters)
    for (let i = 0; i < skipped; i++) rest.push(counters[i]!)
  }
  if (layout.sizes.rows <= stepRows) {
    filter(candidates)
    return rest
  }
  const part = pool.takeEmpty()
  for (let from = 0; from < words; ) {
    const enough = companyStart[32 * from]! + stepRows
    let to = from + 1
    while (to < words && companyStart[32 * to]! < enough) to++
    const own = bitsets.subarray(wordOf(candidates) + from, wordOf(candidates) + to)
    const other = bitsets.subarray(wordOf(part) + from, wordOf(part) + to)
    other.set(own)
    filter(part)
    own.set(other)
    other.fill(0)
    yield
    from = to
  }
  pool.release(part)
  return rest
}

/** A pair is walked from the clause with fewer rows: the other clause is checked only for rows that meet the first. */
function pairDirection([first, second]: readonly PreparedClause[], steps: readonly Step[]): number {
  const isPair = steps.length === 2 && steps.every((step) => step.clauses.length === 1)
  if (!isPair || first?.test.type === undefined || second?.test.type === undefined) return PAIR.none
  return first.rows <= second.rows ? PAIR.forwards : PAIR.backwards
}

function describeChain(words: Uint32Array, steps: readonly Step[], tests: readonly number[], pair: number): void {
  words[CHAIN.steps] = steps.length
  words[CHAIN.pair] = pair
  let [at, test] = [CHAIN.firstStep as number, 0]
  for (const step of steps) {
    words[at++] = reachOf(step)
    words[at++] = step.clauses.length
    for (const _ of step.clauses) words[at++] = tests[test++]!
  }
}

/** In seconds. */
function reachOf({ withinDays = Number.POSITIVE_INFINITY }: Step): number {
  return Math.min(MAX_TIME, withinDays * DAY_SECONDS)
}

function hasChain(index: SearchedIndex, company: number, matcher: ChainMatcher): boolean {
  const { columns } = index.memory
  const rows = [...index.rowsOf(company)].sort((a, b) => columns.time[a]! - columns.time[b]!)
  matcher.reset()
  return rows.some((row) => matcher.take(row, columns.time[row]!))
}

function clearBit({ memory: { columns, at } }: SearchedIndex, bits: number, company: number): void {
  columns.bitsets[((bits - at.bitsets) >>> 2) + (company >>> 5)]! &= ~(1 << (company & 31))
}
