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
import { COUNTED_DAYS, MOST_SHOWN, type Shown, type ShownSignal } from '../engine.ts'
import { prepare } from './clause.ts'
import { TYPES } from './fields.ts'
import type { LiveIndex } from './live-index.ts'
import { FLAG_SETS, GONE, ROW_BITS, ROW_MASK } from './memory.ts'
import { passes, type RowTest, tablesElsewhere, tablesInMemory } from './row-test.ts'

interface Leaf {
  readonly clause: Clause
  /** Undefined: no row can pass. */
  readonly test: RowTest | undefined
  /** So many tell whether a count holds; 1 where there is none. */
  readonly enough: number
}

export function shownOf(index: LiveIndex, query: Query, asOf: number, ordinals: readonly number[]): Shown[] {
  const clauses = leavesOf(query).map(({ clause }) => clause)
  const isFew = clauses.length <= FLAG_SETS
  const leaves = clauses.map((clause, i): Leaf => {
    const tables = isFew ? tablesInMemory(index.memory, i) : tablesElsewhere(index.memory)
    const { test, isEmpty } = prepare(index, clause, asOf, tables)
    const enough = clause.count ? (clause.count.atMost ?? clause.count.atLeast - 1) + 1 : 1
    return { clause, test: isEmpty ? undefined : test, enough }
  })
  const since = startOfDay(asOf) - COUNTED_DAYS * DAY_SECONDS
  return ordinals.map((ordinal) => ({
    counts: countsSince(index, ordinal, since),
    signals: hasSequence(query) ? chained(index, query, leaves, ordinal) : newest(index, query, leaves, ordinal),
  }))
}

function hasSequence(query: Query): boolean {
  if (query.node === 'sequence') return true
  if (query.node === 'not') return hasSequence(query.of)
  return query.node !== 'clause' && query.of.some(hasSequence)
}

function countsSince(index: LiveIndex, ordinal: number, since: number): number[] {
  const { companyStart, companyRows, companyTimes, time, entry, entryType } = index.memory.columns
  const counts = Array.from({ length: TYPES }, () => 0)
  for (let i = companyStart[ordinal + 1]! - 1; i >= companyStart[ordinal]! && companyTimes[i]! >= since; i--) {
    if (companyRows[i] !== GONE) counts[companyRows[i]! >>> ROW_BITS]!++
  }
  for (const row of index.tailRowsOf(ordinal)) if (time[row]! >= since) counts[entryType[entry[row]!]!]!++
  return counts
}

/** A company's rows, from new to old. */
function* fromNewToOld(index: LiveIndex, ordinal: number): Generator<number> {
  const { companyStart, companyRows, time } = index.memory.columns
  const late = [...index.tailRowsOf(ordinal)].sort((a, b) => time[b]! - time[a]!)
  let next = 0
  for (let i = companyStart[ordinal + 1]! - 1; i >= companyStart[ordinal]!; i--) {
    const word = companyRows[i]!
    if (word === GONE) continue
    const row = word & ROW_MASK
    while (next < late.length && time[late[next]!]! > time[row]!) yield late[next++]!
    yield row
  }
  while (next < late.length) yield late[next++]!
}

/**
 * Of all signals that are a reason, the newest five are among the newest five of each clause. More are taken where the
 * fifth has others of its second beside it: among those the ids decide.
 */
function newest(index: LiveIndex, query: Query, leaves: readonly Leaf[], ordinal: number): ShownSignal[] {
  const { columns } = index.memory
  const found = leaves.map(() => ({ count: 0, rows: [] as number[] }))
  const open = new Set(leaves.keys())
  for (const row of fromNewToOld(index, ordinal)) {
    const at = columns.time[row]!
    for (const i of open) {
      const { test, enough } = leaves[i]!
      const { count, rows } = found[i]!
      const fifth = rows[MOST_SHOWN - 1]
      const isFull = fifth !== undefined && at < columns.time[fifth]!
      if (test === undefined || (isFull && count >= enough)) open.delete(i)
      else if (passes(columns, test, row)) {
        found[i]!.count++
        if (!isFull) rows.push(row)
      }
    }
    if (open.size === 0) break
  }
  let next = 0
  const reason = reasonBy(query, (leaf) => {
    if (leaf.node === 'sequence') throw new Error('a sequence is not looked at by its clauses')
    const { count, rows } = found[next++]!
    return countHolds(leaf, count) ? rows : undefined
  })
  return best(index, reason ?? [])
}

/** Where there is a THEN, all rows are looked at: what stands in a chain is not decided by the newest. */
function chained(index: LiveIndex, query: Query, leaves: readonly Leaf[], ordinal: number): ShownSignal[] {
  const { columns } = index.memory
  const place = new Map(leaves.map(({ clause }, i) => [clause, i]))
  const rows: { row: number; occurredAt: number; met: number }[] = []
  for (const row of index.rowsOf(ordinal)) {
    let met = 0
    for (const [i, { test }] of leaves.entries()) if (test && passes(columns, test, row)) met |= 1 << i
    if (met !== 0) rows.push({ row, occurredAt: columns.time[row]!, met })
  }
  const reason = reasonOf(query, rows, (clause, { met }) => ((met >>> (place.get(clause) ?? 0)) & 1) === 1)
  return best(
    index,
    [...(reason ?? [])].map(({ row }) => row),
  )
}

function best(index: LiveIndex, rows: readonly number[]): ShownSignal[] {
  const { time, idHigh, idLow, entry, entryType } = index.memory.columns
  return [...new Set(rows)]
    .sort((a, b) => time[b]! - time[a]! || idHigh[a]! - idHigh[b]! || idLow[a]! - idLow[b]!)
    .slice(0, MOST_SHOWN)
    .map((row) => ({
      type: SIGNAL_TYPES[entryType[entry[row]!]!]!,
      occurredAt: time[row]!,
      idHead: idHigh[row]!.toString(16).padStart(8, '0'),
      idTail: idLow[row]!.toString(16).padStart(4, '0'),
    }))
}
