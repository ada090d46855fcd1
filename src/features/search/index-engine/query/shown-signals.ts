// The data that a page shows of its companies: the newest signals that matched, and the counts of recent signals. They
// are found by the same row tests as the companies, from new to old and no further than needed. The caller reads the
// signals from the tables by their keys.

import {
  type Clause,
  countHolds,
  DAY_SECONDS,
  leavesOf,
  matchReason,
  matchReasonBy,
  type Query,
  startOfDay,
} from '../../../query/index.ts'
import { SIGNAL_TYPES } from '../../../signals/index.ts'
import { MAX_SHOWN_SIGNALS, type Search, type ShownCompany, type ShownSignal, SIGNAL_COUNT_DAYS } from '../../engine.ts'
import { entryOf } from '../layout/columns.ts'
import { TYPES } from '../layout/fields.ts'
import { REMOVED, ROW_BITS, ROW_MASK } from '../layout/kernel-constants.ts'
import type { PreparedClauses } from './prepared-clauses.ts'
import { passes, passesConditions, type RowTest } from './row-test.ts'
import type { SearchedIndex } from './searched-index.ts'
import type { Steps } from './steps.ts'

interface LeafTest {
  readonly clause: Clause
  /** Undefined: no row can pass. */
  readonly test: RowTest | undefined
  /** How many signals decide whether the clause's count holds; 1 for a clause without a count. */
  readonly enough: number
}

export function* shownCompanies(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, asOf }: Pick<Search, 'query' | 'asOf'>,
  ordinals: readonly number[],
): Steps<ShownCompany[]> {
  const leaves = (yield* prepared.all(leavesOf(query).map(({ clause }) => clause))).map(
    ({ clause, test, isEmpty }): LeafTest => {
      const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 1
      return { clause, test: isEmpty ? undefined : test, enough }
    },
  )
  const since = startOfDay(asOf) - SIGNAL_COUNT_DAYS * DAY_SECONDS
  const signalsOf = hasSequence(query) ? newestInChains : newestMatches
  const shown: ShownCompany[] = []
  for (const ordinal of ordinals) {
    shown.push({ counts: countsSince(index, ordinal, since), signals: signalsOf(index, query, leaves, ordinal) })
    yield
  }
  return shown
}

function hasSequence(query: Query): boolean {
  if (query.node === 'sequence') return true
  if (query.node === 'not') return hasSequence(query.of)
  return query.node !== 'clause' && query.of.some(hasSequence)
}

function countsSince(index: SearchedIndex, ordinal: number, since: number): number[] {
  const { columns } = index.memory
  const { companyStart, companyRows, companyTimes, time, entryType } = columns
  const counts = Array.from({ length: TYPES }, () => 0)
  for (let i = companyStart[ordinal + 1]! - 1; i >= companyStart[ordinal]! && companyTimes[i]! >= since; i--) {
    if (companyRows[i] !== REMOVED) counts[companyRows[i]! >>> ROW_BITS]!++
  }
  for (const row of index.tailRowsOf(ordinal)) {
    if (time[row]! >= since) counts[entryType[entryOf(columns, row)]!]!++
  }
  return counts
}

/**
 * The newest five of all signals that are a reason are among the newest five of each clause. More are taken where others
 * have the same second as the fifth: among those the ids decide.
 */
function newestMatches(
  index: SearchedIndex,
  query: Query,
  leaves: readonly LeafTest[],
  ordinal: number,
): ShownSignal[] {
  const tailRows = [...index.tailRowsOf(ordinal)]
  let next = 0
  const reason = matchReasonBy(query, (leaf) => {
    if (leaf.node === 'sequence') throw new Error('a sequence cannot be evaluated clause by clause')
    const { count, rows } = newestOfClause(index, leaves[next++]!, ordinal, tailRows)
    return countHolds(leaf, count) ? rows : undefined
  })
  return toShown(index, reason ?? [])
}

/** Checks all rows of the tail, which are few, and those of the base from new to old, as far as needed. */
function newestOfClause(
  { memory: { columns } }: SearchedIndex,
  { test, enough }: LeafTest,
  ordinal: number,
  tailRows: readonly number[],
): { count: number; rows: number[] } {
  if (!test) return { count: 0, rows: [] }
  const { companyStart, companyRows, companyTimes } = columns
  const rows = tailRows.filter((row) => passes(columns, test, row))
  let count = rows.length
  let taken = 0
  let fifthAt = -1
  const first = companyStart[ordinal]!
  for (let i = companyStart[ordinal + 1]! - 1; i >= first; i--) {
    const at = companyTimes[i]!
    const isFull = taken >= MAX_SHOWN_SIGNALS && at < fifthAt
    if (at < test.from || (isFull && count >= enough)) break
    const word = companyRows[i]!
    if (at >= test.before || word === REMOVED) continue
    if (test.type !== undefined && word >>> ROW_BITS !== test.type) continue
    if (!passesConditions(columns, test, word & ROW_MASK)) continue
    count++
    if (isFull) continue
    rows.push(word & ROW_MASK)
    if (++taken === MAX_SHOWN_SIGNALS) fifthAt = at
  }
  return { count, rows }
}

/** For a query with a THEN all rows are checked: the newest rows do not decide which rows are part of a chain. */
function newestInChains(
  index: SearchedIndex,
  query: Query,
  leaves: readonly LeafTest[],
  ordinal: number,
): ShownSignal[] {
  const { columns } = index.memory
  const { companyStart, companyRows, companyTimes } = columns
  const bits = new Map(leaves.map(({ clause }, i) => [clause, 1 << i]))
  const rows: { row: number; occurredAt: number; satisfied: number }[] = []
  const end = companyStart[ordinal + 1]!
  for (let i = companyStart[ordinal]!; i < end; i++) {
    const word = companyRows[i]!
    if (word === REMOVED) continue
    const [at, row, type] = [companyTimes[i]!, word & ROW_MASK, word >>> ROW_BITS]
    let satisfied = 0
    for (let leaf = 0; leaf < leaves.length; leaf++) {
      const test = leaves[leaf]!.test
      if (!test || (test.type !== undefined && test.type !== type) || at < test.from || at >= test.before) continue
      if (passesConditions(columns, test, row)) satisfied |= 1 << leaf
    }
    if (satisfied !== 0) rows.push({ row, occurredAt: at, satisfied })
  }
  for (const row of index.tailRowsOf(ordinal)) {
    let satisfied = 0
    for (const [leaf, { test }] of leaves.entries()) if (test && passes(columns, test, row)) satisfied |= 1 << leaf
    if (satisfied !== 0) rows.push({ row, occurredAt: columns.time[row]!, satisfied })
  }
  const reason = matchReason(query, rows, (clause, { satisfied }) => (satisfied & (bits.get(clause) ?? 0)) !== 0)
  return toShown(
    index,
    [...(reason ?? [])].map(({ row }) => row),
  )
}

/** The newest of these rows, newest first. */
function toShown(index: SearchedIndex, rows: readonly number[]): ShownSignal[] {
  const { columns } = index.memory
  const { time, idHigh, idLow, entryType } = columns
  return [...new Set(rows)]
    .sort((a, b) => time[b]! - time[a]! || idHigh[a]! - idHigh[b]! || idLow[a]! - idLow[b]!)
    .slice(0, MAX_SHOWN_SIGNALS)
    .map((row) => ({
      type: SIGNAL_TYPES[entryType[entryOf(columns, row)]!]!,
      occurredAt: time[row]!,
      idHead: idHigh[row]!.toString(16).padStart(8, '0'),
      idTail: idLow[row]!.toString(16).padStart(4, '0'),
    }))
}
