// Estimates a search before it starts, from sizes that are known without reading rows: how many values contain a word
// or begin with a prefix, how many tuples contain these values, and how many rows those have. A few values are followed
// to their rows; many are sampled.
//
// The unit is a microsecond of the machine on which the costs were measured, two shared cores at 1,000,000 signals.

import {
  type Clause,
  type Condition,
  clausesOf,
  DAY_SECONDS,
  leavesOutSome,
  type Query,
  type Step,
  startOfDay,
} from '../../../query/index.ts'
import type { Search } from '../../engine.ts'
import { FLAG_SETS, maxLinkedRows, tupleColumns } from '../layout/columns.ts'
import { PRESENT_SETS, TYPE_NUMBER } from '../layout/fields.ts'
import { MAX_TIME } from '../layout/kernel-constants.ts'
import { rowsOfTypes, timeShare } from './clauses/access-path.ts'
import { ROW_FIELDS, typesOf } from './clauses/prepare-clause.ts'
import { EITHER_BITS } from './clauses/row-test.ts'
import type { SearchedIndex } from './clauses/searched-index.ts'

const COST = {
  /** A value that a word selects, and a tuple that is tested. */
  value: 0.02,
  tuple: 0.02,
  /** A row of a scan; the same by `text`, where entry and detail may decide. */
  row: 0.003,
  textRow: 0.008,
  /** A row tested without the kernel: twice the measured cost, because it varies most. */
  slowRow: 0.08,
  /** A row of a walk through the rows of companies, and a test of such a row. */
  walkedRow: 0.004,
  walkedTest: 0.01,
  linkedRow: 0.012,
  /** A row that is read again to order the result. */
  rankedRow: 0.004,
}
/** How many of a condition's values are followed to their tuples, and how many of those tuples to their rows. */
const SAMPLED_VALUES = 256
const SAMPLED_TUPLES = 64
/** A sample can miss the most common values. */
const SAMPLE_MARGIN = 2
/**
 * How many rows a company has that meets a clause, as a multiple of the mean. Companies with many signals match more
 * often.
 */
const BUSY_COMPANY = 3

/**
 * A search above this is rejected. Every search of the benchmarks stays below half of it at 10,000,000 signals; a THEN
 * of twenty steps that any signal meets exceeds it from 200,000 on.
 */
export const MAX_WORK = 300_000

/** The query would take too long. */
export class TooMuchWork extends Error {
  /** The number of its most expensive clause, in query order. */
  readonly clause: number

  constructor({ clauses }: EstimatedWork) {
    super('the query is too expensive')
    this.clause = clauses.indexOf(Math.max(...clauses))
  }
}

export interface EstimatedWork {
  readonly total: number
  /** By clause, in query order. */
  readonly clauses: readonly number[]
}

interface EstimatedClause {
  readonly clause: Clause
  /** Rows that its conditions select. */
  readonly rows: number
  /** Rows of its types, at any time. */
  readonly typeRows: number
  readonly prepare: number
  readonly scan: number
}

type EstimatedSearch = Pick<Search, 'query' | 'asOf'> & Partial<Pick<Search, 'explain' | 'sort'>>

/** Returns a quick estimate, which takes microseconds and is never too low, if it is at most `enough`. */
export function estimateWork(index: SearchedIndex, search: EstimatedSearch, enough = 0): EstimatedWork {
  const most = estimate(index, search, assumeAll)
  return most.total <= enough ? most : estimate(index, search, followCondition)
}

/** The rows that a condition selects at any time, and the work of finding the tuples that meet it. */
type Follow = (index: SearchedIndex, condition: Condition, types: readonly number[]) => { rows: number; work: number }

function estimate(
  index: SearchedIndex,
  { query, asOf, explain = false, sort }: EstimatedSearch,
  follow: Follow,
): EstimatedWork {
  const leaves = clausesOf(query)
  const estimates = new Map(leaves.map((clause) => [clause, estimateClause(index, clause, asOf, follow)]))
  // A clause without its own flag set is prepared again for each use.
  const prepared = leaves.length > FLAG_SETS ? 3 : 1
  const sequences = walksOf(index, query, estimates)
  const clauses = leaves.map((clause) => {
    const { prepare, scan, rows } = estimates.get(clause)!
    const walk = sequences.get(clause)
    const found = walk?.isJoin ? walk.work : scan + (walk?.work ?? 0)
    const ranked = sort === 'match' || sort === 'recent' ? rows * COST.rankedRow : 0
    return prepare * prepared + found + ranked + (explain ? scan : 0)
  })
  return { total: clauses.reduce((sum, work) => sum + work, 0), clauses }
}

function estimateClause(index: SearchedIndex, clause: Clause, asOf: number, follow: Follow): EstimatedClause {
  const types = typesOf(clause)
  const tail = index.tail.rows
  const typeRows = rowsOfTypes(index, types, clause.presence === 'present') + tail
  const share = timeShare(index, timesOf(clause, asOf))
  const conditions = clause.conditions.filter(({ field }) => !ROW_FIELDS.has(field))
  if (conditions.length === 0) {
    const rows = typeRows * share
    return { clause, rows, typeRows, prepare: 0, scan: isSummarised(clause) ? 0 : rows * COST.row }
  }
  const led = conditions.map((condition) => follow(index, condition, types))
  const rows = Math.min(typeRows * share, tail + share * Math.min(...led.map((each) => each.rows)))
  const texts = conditions.filter(({ field }) => field === 'text').length
  const isSlow = texts > EITHER_BITS.last - EITHER_BITS.first + 1
  const scan = isSlow ? index.rows * COST.slowRow : rows * (texts > 0 ? COST.textRow : COST.row)
  return { clause, rows, typeRows, prepare: led.reduce((sum, { work }) => sum + work, 0), scan }
}

/** Whether the summaries of the companies answer the clause, or nearly so (see clause-summaries.ts). */
function isSummarised(clause: Clause): boolean {
  const { conditions, before, since, withinDays, count, type, presence, news, closedDays } = clause
  const isOfSet =
    presence === undefined
      ? !news && !leavesOutSome(clause)
      : presence === 'present' && type !== 'any' && PRESENT_SETS.has(TYPE_NUMBER[type])
  if (closedDays !== undefined || !isOfSet) return false
  if (before !== undefined || conditions.some(({ field }) => field !== 'confidence')) return false
  const isTimed = since !== undefined || withinDays !== undefined
  if (count) return conditions.length === 0 && !isTimed && type !== 'any'
  return conditions.length === 0 || (!isTimed && conditions.every(({ op }) => op === '>=' || op === '>'))
}

function timesOf({ withinDays, since = 0, before = MAX_TIME }: Clause, asOf: number) {
  const within = withinDays === undefined ? 0 : startOfDay(asOf) - withinDays * DAY_SECONDS
  return { from: Math.max(0, within, since), before: Math.max(0, Math.min(MAX_TIME, before)) }
}

/** Every value, every tuple of the types and every row of those is tested. */
function assumeAll(index: SearchedIndex, _condition: Condition, types: readonly number[]) {
  const work = COST.tuple * tuplesOf(index, types) + COST.value * index.lexicon.length
  return { rows: rowsOfTypes(index, types), work }
}

function followCondition(
  index: SearchedIndex,
  condition: Condition,
  types: readonly number[],
): { rows: number; work: number } {
  const { lexicon, memory } = index
  const { columns } = memory
  const all = rowsOfTypes(index, types)
  const found = lexicon.sizeOf(condition)
  // A comparison, or a condition that most values meet.
  if (!found) return assumeAll(index, condition, types)
  const sample = lexicon.sample(condition, SAMPLED_VALUES)
  let [tuples, rows] = [0, 0]
  for (const [group, starts] of [
    ['entry', columns.entryStart],
    ['detail', columns.detailStart],
  ] as const) {
    const { starts: first, lists } = tupleColumns(columns, group)
    for (const value of sample) {
      const [from, to] = [first[value]!, first[value + 1]!]
      tuples += to - from
      // For a value in many tuples, a few of them are enough.
      const step = Math.max(1, (to - from) / SAMPLED_TUPLES)
      for (let i = from; i < to; i += step) {
        const tuple = lists[Math.floor(i)]!
        rows += step * (starts[tuple + 1]! - starts[tuple]!)
      }
    }
  }
  const isComplete = found.rarest <= SAMPLED_VALUES
  const scale = isComplete ? 1 : (SAMPLE_MARGIN * found.rarest) / Math.max(1, sample.length)
  const work = COST.value * found.all + COST.tuple * Math.min(tuplesOf(index, types), scale * tuples)
  return { rows: Math.min(all, scale * rows), work }
}

function tuplesOf({ firstEntry, firstDetail }: SearchedIndex, types: readonly number[]): number {
  const count = (first: readonly number[]) => types.reduce((sum, type) => sum + first[type + 1]! - first[type]!, 0)
  return count(firstEntry) + count(firstDetail)
}

interface Walk {
  readonly isJoin: boolean
  readonly work: number
}

/** The work of following chains, for the clauses of all sequences of a query. */
function walksOf(
  index: SearchedIndex,
  query: Query,
  estimates: ReadonlyMap<Clause, EstimatedClause>,
): Map<Clause, Walk> {
  if (query.node === 'clause') return new Map()
  if (query.node === 'not') return walksOf(index, query.of, estimates)
  if (query.node === 'sequence') return walkOf(index, query.steps, estimates)
  return new Map(query.of.flatMap((part) => [...walksOf(index, part, estimates)]))
}

function walkOf(
  index: SearchedIndex,
  steps: readonly Step[],
  estimates: ReadonlyMap<Clause, EstimatedClause>,
): Map<Clause, Walk> {
  const { sizes } = index.memory.layout
  const clauses = steps.flatMap((step) => step.clauses.map((clause) => estimates.get(clause)!))
  const found = clauses.reduce((sum, { rows }) => sum + rows, 0)
  const isPair = steps.length === 2 && clauses.length === 2
  const fewest = Math.min(
    ...steps.map((step) => step.clauses.reduce((sum, each) => sum + estimates.get(each)!.rows, 0)),
  )
  if (isPair && fewest <= maxLinkedRows(sizes) && found <= sizes.rows / 4) {
    return new Map(clauses.map(({ clause, rows }) => [clause, { isJoin: true, work: rows * COST.linkedRow }]))
  }
  const perCompany = (BUSY_COMPANY * index.rows) / Math.max(1, sizes.companies)
  const walked = Math.min(index.rows, fewest * perCompany)
  const share = walked / Math.max(1, index.rows)
  const isTyped = clauses.every(({ clause }) => clause.type !== 'any')
  const test = clauses.length > FLAG_SETS ? COST.slowRow : isPair && isTyped ? 0 : COST.walkedTest
  return new Map(
    clauses.map(({ clause, typeRows }) => [
      clause,
      { isJoin: false, work: (walked * COST.walkedRow) / clauses.length + share * typeRows * test },
    ]),
  )
}
