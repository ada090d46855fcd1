// Applies events of the log to an index. An event contains the current version of a signal and names the company that
// changed; the current facts of the company are read from its row. Both replace what was known, so applying an event
// twice is idempotent.

import { setImmediate as nextTick } from 'node:timers/promises'
import { many, type Queryable } from '../../../db/index.ts'
import type { LogEvent } from '../../../write/log/index.ts'
import { companyExists, type IndexedCompany, type IndexedSignal } from '../layout/encoding.ts'
import type { ChangeGate } from './change-gate.ts'
import type { ChangedCompanies } from './changed-companies.ts'
import type { LiveIndex } from './live-index.ts'

/** How long events are applied before the event loop runs, so that searches are answered in between. */
const SLICE_MS = 2

/** A signal as an event contains it. It has its own type if it comes from the signal's row. */
type SignalImage = Omit<IndexedSignal, 'id' | 'type'> & Partial<Pick<IndexedSignal, 'type'>> & { movedFrom?: number }

/** Returns whether the ranks of all companies have changed and must be read again (`refreshNextRanks`). */
export async function applyEvents(
  index: LiveIndex,
  changes: ChangedCompanies,
  db: Queryable,
  events: readonly LogEvent[],
  gate?: ChangeGate,
): Promise<boolean> {
  const changed = new Set<number>()
  for (const { companyOrdinal, image } of events) {
    if (companyOrdinal !== null) changed.add(companyOrdinal)
    const movedFrom = (image as SignalImage | null)?.movedFrom
    if (movedFrom !== undefined) changed.add(movedFrom)
  }
  const position = events.at(-1)?.position ?? 0
  changes.record(changed, position)
  const ranksHaveChanged = events.some(({ kind }) => kind === 'ranks')
  if (ranksHaveChanged) changes.recordAll(position)
  if (changed.size > 0) {
    const companies = await readCompanies(db, [...changed])
    await inSlices(companies, ({ ordinal, ...company }) => index.putCompany(ordinal, company), gate)
    // It was merged into another company. Its signals move with their own events.
    for (const { ordinal } of companies) changed.delete(ordinal)
    await inSlices([...changed], (ordinal) => index.removeCompany(ordinal), gate)
  }
  await inSlices(events, (event) => applySignal(index, event), gate)
  return ranksHaveChanged
}

async function inSlices<T>(items: readonly T[], apply: (item: T) => void, gate?: ChangeGate): Promise<void> {
  await gate?.pass()
  let start = performance.now()
  for (const item of items) {
    apply(item)
    if (performance.now() - start < SLICE_MS) continue
    await nextTick()
    await gate?.pass()
    start = performance.now()
  }
}

function applySignal(index: LiveIndex, { kind, companyOrdinal, signalId, type, image }: LogEvent): void {
  if (kind !== 'signal' || companyOrdinal === null || signalId === null || type === null) return
  if (image === null) {
    index.removeSignal(companyOrdinal, signalId)
    return
  }
  const { movedFrom, ...signal } = image as SignalImage
  if (movedFrom !== undefined) index.removeSignal(movedFrom, signalId)
  index.putSignal(companyOrdinal, { type, ...signal, id: signalId })
}

const SELECT_COMPANY = `select ordinal, hq_country as "hqCountry", employee_count as "employeeCount", funding_stage as "fundingStage",
                        industry, employer_kind as "employerKind", heat_key as "heatKey", score_tenths as "scoreTenths",
                        looked
                   from companies join company_ranks on company_ordinal = ordinal`

type IndexedCompanyRow = IndexedCompany & { [column: string]: unknown }

function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<IndexedCompanyRow[]> {
  return many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal = any($1::int[])`, [ordinals])
}

export const RANKS_PER_STEP = 500

/**
 * Reads the ranks of the next companies again, because scores change from day to day. Skips companies that the index
 * doesn't know yet: they come with their own events. Returns the last company of the step; undefined if there are no
 * more.
 */
export async function refreshNextRanks(
  index: LiveIndex,
  db: Queryable,
  after: number,
  gate?: ChangeGate,
): Promise<number | undefined> {
  const rows = await many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal > $1 order by ordinal limit $2`, [
    after,
    RANKS_PER_STEP,
  ])
  const known = rows.filter(({ ordinal }) => companyExists(index.memory.columns, ordinal))
  await inSlices(known, ({ ordinal, ...company }) => index.putCompany(ordinal, company), gate)
  return rows.at(-1)?.ordinal
}
