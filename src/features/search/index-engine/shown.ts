// What a page shows of its companies: the newest signals that matched, and how many there were lately. Found here by the
// same tests that found the companies, going from new to old and no further than is needed; read from the tables by
// their keys.

import {
  type Clause,
  countHolds,
  DAY_SECONDS,
  leavesOf,
  type Query,
  reasonBy,
  reasonOf,
  startOfDay,
} from '../../query/index.ts'
import { SIGNAL_TYPES } from '../../signals/index.ts'
import { COUNTED_DAYS, MOST_SHOWN, type Search, type Shown, type ShownSignal } from '../engine.ts'
import type { Clauses } from './clauses.ts'
import { TYPES } from './fields.ts'
import type { LiveIndex } from './live-index.ts'
import { entryOf, GONE, ROW_BITS, ROW_MASK } from './memory.ts'
import { passes, passesElse, type RowTest } from './row-test.ts'

interface Leaf {
  readonly clause: Clause
  /** Undefined: no row can pass. */
  readonly test: RowTest | undefined
  /** So many tell whether a count holds; 1 where there is none. */
  readonly enough: number
}

export function shownOf(
  index: LiveIndex,
  ready: Clauses,
  { query, asOf }: Pick<Search, 'query' | 'asOf'>,
  ordinals: readonly number[],
): Shown[] {
  const leaves = ready.all(leavesOf(query).map(({ clause }) => clause)).map(({ clause, test, isEmpty }): Leaf => {
    const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 1
    return { clause, test: isEmpty ? undefined : test, enough }
  })
  const since = startOfDay(asOf) - COUNTED_DAYS * DAY_SECONDS
  const signalsOf = hasSequence(query) ? chained : newest
  return ordinals.map((ordinal) => ({
    counts: countsSince(index, ordinal, since),
    signals: signalsOf(index, query, leaves, ordinal),
  }))
}

function hasSequence(query: Query): boolean {
  if (query.node === 'sequence') return true
  if (query.node === 'not') return hasSequence(query.of)
  return query.node !== 'clause' && query.of.some(hasSequence)
}

function countsSince(index: LiveIndex, ordinal: number, since: number): number[] {
  const { columns } = index.memory
  const { companyStart, companyRows, companyTimes, time, entryType } = columns
  const counts = Array.from({ length: TYPES }, () => 0)
  for (let i = companyStart[ordinal + 1]! - 1; i >= companyStart[ordinal]! && companyTimes[i]! >= since; i--) {
    if (companyRows[i] !== GONE) counts[companyRows[i]! >>> ROW_BITS]!++
  }
  for (const row of index.tailRowsOf(ordinal)) {
    if (time[row]! >= since) counts[entryType[entryOf(columns, row)]!]!++
  }
  return counts
}

/**
 * Of all signals that are a reason, the newest five are among the newest five of each clause. More are taken where the
 * fifth has others of its second beside it: among those the ids decide.
 */
function newest(index: LiveIndex, query: Query, leaves: readonly Leaf[], ordinal: number): ShownSignal[] {
  const late = [...index.tailRowsOf(ordinal)]
  let next = 0
  const reason = reasonBy(query, (leaf) => {
    if (leaf.node === 'sequence') throw new Error('a sequence is not looked at by its clauses')
    const { count, rows } = newestOf(index, leaves[next++]!, ordinal, late)
    return countHolds(leaf, count) ? rows : undefined
  })
  return best(index, reason ?? [])
}

/** Rows of the tail are few, and all looked at; those of the base from new to old, as far as they are needed. */
function newestOf(
  { memory: { columns } }: LiveIndex,
  { test, enough }: Leaf,
  ordinal: number,
  late: readonly number[],
): { count: number; rows: number[] } {
  if (!test) return { count: 0, rows: [] }
  const { companyStart, companyRows, companyTimes } = columns
  const rows = late.filter((row) => passes(columns, test, row))
  let count = rows.length
  let found = 0
  let fifthAt = -1
  const first = companyStart[ordinal]!
  for (let i = companyStart[ordinal + 1]! - 1; i >= first; i--) {
    const at = companyTimes[i]!
    const isFull = found >= MOST_SHOWN && at < fifthAt
    if (at < test.from || (isFull && count >= enough)) break
    const word = companyRows[i]!
    if (at >= test.before || word === GONE) continue
    if (test.type !== undefined && word >>> ROW_BITS !== test.type) continue
    if (!passesElse(columns, test, word & ROW_MASK)) continue
    count++
    if (isFull) continue
    rows.push(word & ROW_MASK)
    if (++found === MOST_SHOWN) fifthAt = at
  }
  return { count, rows }
}

/** Where there is a THEN, all rows are looked at: what stands in a chain is not decided by the newest. */
function chained(index: LiveIndex, query: Query, leaves: readonly Leaf[], ordinal: number): ShownSignal[] {
  const { columns } = index.memory
  const { companyStart, companyRows, companyTimes } = columns
  const bits = new Map(leaves.map(({ clause }, i) => [clause, 1 << i]))
  const rows: { row: number; occurredAt: number; met: number }[] = []
  const end = companyStart[ordinal + 1]!
  for (let i = companyStart[ordinal]!; i < end; i++) {
    const word = companyRows[i]!
    if (word === GONE) continue
    const [at, row, type] = [companyTimes[i]!, word & ROW_MASK, word >>> ROW_BITS]
    let met = 0
    for (let leaf = 0; leaf < leaves.length; leaf++) {
      const test = leaves[leaf]!.test
      if (!test || (test.type !== undefined && test.type !== type) || at < test.from || at >= test.before) continue
      if (passesElse(columns, test, row)) met |= 1 << leaf
    }
    if (met !== 0) rows.push({ row, occurredAt: at, met })
  }
  for (const row of index.tailRowsOf(ordinal)) {
    let met = 0
    for (const [leaf, { test }] of leaves.entries()) if (test && passes(columns, test, row)) met |= 1 << leaf
    if (met !== 0) rows.push({ row, occurredAt: columns.time[row]!, met })
  }
  const reason = reasonOf(query, rows, (clause, { met }) => (met & (bits.get(clause) ?? 0)) !== 0)
  return best(
    index,
    [...(reason ?? [])].map(({ row }) => row),
  )
}

function best(index: LiveIndex, rows: readonly number[]): ShownSignal[] {
  const { columns } = index.memory
  const { time, idHigh, idLow, entryType } = columns
  return [...new Set(rows)]
    .sort((a, b) => time[b]! - time[a]! || idHigh[a]! - idHigh[b]! || idLow[a]! - idLow[b]!)
    .slice(0, MOST_SHOWN)
    .map((row) => ({
      type: SIGNAL_TYPES[entryType[entryOf(columns, row)]!]!,
      occurredAt: time[row]!,
      idHead: idHigh[row]!.toString(16).padStart(8, '0'),
      idTail: idLow[row]!.toString(16).padStart(4, '0'),
    }))
}
