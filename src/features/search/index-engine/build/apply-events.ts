// Applies events of the log to an index. An event contains the current version of a signal and names the company that
// changed; the current facts of the company are read from its row. Both replace what was known, so applying an event
// twice is idempotent.

import { setImmediate as nextTick } from 'node:timers/promises'
import { many, type Queryable } from '../../../../db/index.ts'
import type { LogEvent } from '../../../log/index.ts'
import type { IndexedCompany, IndexedSignal } from '../layout/encoding.ts'
import type { ChangeGate } from './change-gate.ts'
import type { ChangedCompanies } from './changed-companies.ts'
import type { LiveIndex } from './live-index.ts'

/** How long events are applied before the event loop runs, so that searches are answered in between. */
const SLICE_MS = 2

/** A signal as an event contains it. */
type SignalImage = Omit<IndexedSignal, 'id' | 'type'> & { readonly movedFrom?: number }

export async function applyEvents(
  index: LiveIndex,
  changes: ChangedCompanies,
  db: Queryable,
  events: readonly LogEvent[],
  gate?: ChangeGate,
): Promise<void> {
  const changed = new Set<number>()
  for (const { companyOrdinal, image } of events) {
    if (companyOrdinal !== null) changed.add(companyOrdinal)
    const movedFrom = (image as SignalImage | null)?.movedFrom
    if (movedFrom !== undefined) changed.add(movedFrom)
  }
  const position = events.at(-1)?.position ?? 0
  changes.record(changed, position)
  if (events.some(({ kind }) => kind === 'ranks')) {
    changes.recordAll(position)
    await refreshRanks(index, db, gate)
  }
  if (changed.size > 0) {
    const companies = await readCompanies(db, [...changed])
    await inSlices(companies, ({ ordinal, ...company }) => index.putCompany(ordinal, company), gate)
  }
  await inSlices(events, (event) => applySignal(index, event), gate)
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
  const { movedFrom, ...signal } = image as SignalImage
  if (movedFrom !== undefined) index.removeSignal(movedFrom, signalId)
  index.putSignal(companyOrdinal, { ...signal, id: signalId, type })
}

const SELECT_COMPANY = `select ordinal, hq_country as "hqCountry", employee_count as "employeeCount", funding_stage as "fundingStage",
                        industry, heat_key as "heatKey", score_tenths as "scoreTenths"
                   from companies join company_ranks on company_ordinal = ordinal`

type IndexedCompanyRow = IndexedCompany & { [column: string]: unknown }

function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<IndexedCompanyRow[]> {
  return many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal = any($1::int[])`, [ordinals])
}

const RANKS_PER_READ = 500

/** Reads the ranks of all companies in pieces, because the scores change with the day. */
async function refreshRanks(index: LiveIndex, db: Queryable, gate?: ChangeGate): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal > $1 order by ordinal limit $2`, [
      after,
      RANKS_PER_READ,
    ])
    await inSlices(rows, ({ ordinal, ...company }) => index.putCompany(ordinal, company), gate)
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
  }
}
