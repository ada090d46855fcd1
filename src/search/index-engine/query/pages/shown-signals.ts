// The data that a page shows of its companies: the match, the signals that explain it, and the counts of its
// signals. The caller reads the signals from the tables by their keys.

import { SIGNAL_TYPES } from '../../../../meaning/types/index.ts'
import { DAY_SECONDS, LEAST, shownOf, startOfDay } from '../../../../query/index.ts'
import {
  MAX_SHOWN_SIGNALS,
  type Search,
  type ShownCompany,
  type ShownSignal,
  SIGNAL_COUNT_DAYS,
} from '../../../engine.ts'
import { presentSet } from '../../build/summaries.ts'
import { type Columns, entryOf } from '../../layout/columns.ts'
import { PRESENT_SETS, slotNamed, TYPE_NUMBER, TYPES, WIDTH } from '../../layout/fields.ts'
import { REMOVED, ROW_BITS, ROW_MASK } from '../../layout/kernel-constants.ts'
import { TRUE } from '../../layout/values.ts'
import { MAX_TALLY } from '../clauses/clause-summaries.ts'
import type { PreparedClauses } from '../clauses/prepared-clauses.ts'
import type { SearchedIndex } from '../clauses/searched-index.ts'
import type { Steps } from '../clauses/steps.ts'
import { CompanyReasons } from './company-reason.ts'

/** The newest five of all explaining signals are among the newest five of each clause. */
const WANTED = { newest: MAX_SHOWN_SIGNALS, strongest: true } as const

export function* shownCompanies(
  index: SearchedIndex,
  prepared: PreparedClauses,
  { query, asOf }: Pick<Search, 'query' | 'asOf'>,
  ordinals: readonly number[],
): Steps<ShownCompany[]> {
  const reasons = yield* CompanyReasons.of(index, prepared, query)
  const since = startOfDay(asOf) - SIGNAL_COUNT_DAYS * DAY_SECONDS
  const shown: ShownCompany[] = []
  for (const ordinal of ordinals) {
    const reason = reasons.reason(ordinal, WANTED)
    shown.push({
      counts: countsOf(index, ordinal, since),
      matchKey: reason?.key ?? LEAST,
      signals: (reason ? shownOf(reason, reasons.order, MAX_SHOWN_SIGNALS) : []).map((row) => shownSignal(index, row)),
    })
    yield
  }
  return shown
}

/** By type: what is present, for a type that lasts; else the signals since then, without rumours. */
function countsOf(index: SearchedIndex, ordinal: number, since: number): number[] {
  const { columns, layout } = index.memory
  const { companyStart, companyRows, companyTimes, time, entryType, count } = columns
  const counts = Array.from({ length: TYPES }, () => 0)
  for (let i = companyStart[ordinal + 1]! - 1; i >= companyStart[ordinal]! && companyTimes[i]! >= since; i--) {
    if (companyRows[i] === REMOVED) continue
    const type = companyRows[i]! >>> ROW_BITS
    if (!isRumour(columns, type, companyRows[i]! & ROW_MASK)) counts[type]!++
  }
  for (const row of index.tailRowsOf(ordinal)) {
    const type = entryType[entryOf(columns, row)]!
    if (time[row]! >= since && !isRumour(columns, type, row)) counts[type]!++
  }
  for (const [type, set] of PRESENT_SETS) {
    const tally = count[set * layout.sizes.companies + ordinal]!
    counts[type] = tally < MAX_TALLY ? tally : presentRows(index, ordinal, set)
  }
  return counts
}

const RUMOUR = slotNamed(TYPE_NUMBER.funding, 'rumour')!.at

/** The clause `funding` leaves rumours out, so its count does too. */
function isRumour(columns: Columns, type: number, row: number): boolean {
  return type === TYPE_NUMBER.funding && columns.entrySlots[entryOf(columns, row) * WIDTH.entry + RUMOUR] === TRUE
}

/** The summary counts to 255. Only a company with more is counted row by row. */
function presentRows(index: SearchedIndex, ordinal: number, set: number): number {
  const { columns } = index.memory
  const { companyStart, companyRows } = columns
  const isIn = (row: number) => {
    const entry = entryOf(columns, row)
    return presentSet(columns, columns.entryType[entry]!, entry) === set
  }
  let rows = 0
  for (let i = companyStart[ordinal]!; i < companyStart[ordinal + 1]!; i++) {
    if (companyRows[i] !== REMOVED && isIn(companyRows[i]! & ROW_MASK)) rows++
  }
  for (const row of index.tailRowsOf(ordinal)) if (isIn(row)) rows++
  return rows
}

function shownSignal({ memory: { columns } }: SearchedIndex, row: number): ShownSignal {
  const { time, idHigh, idLow, entryType } = columns
  return {
    type: SIGNAL_TYPES[entryType[entryOf(columns, row)]!]!,
    occurredAt: time[row]!,
    idHead: idHigh[row]!.toString(16).padStart(8, '0'),
    idTail: idLow[row]!.toString(16).padStart(4, '0'),
  }
}
