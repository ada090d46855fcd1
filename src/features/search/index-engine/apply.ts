// Takes events of the log into an index. An event says what a signal is now and which company changed; what the company
// is now is read from its row. Both replace what was known, so that an event which comes twice changes nothing.

import { setImmediate as turn } from 'node:timers/promises'
import { many, type Queryable } from '../../../db/index.ts'
import type { LogEvent } from '../../log/index.ts'
import type { IndexedCompany, IndexedSignal } from './build.ts'
import type { Changes } from './changes.ts'
import type { LiveIndex } from './live-index.ts'

/** After so long a search may come in between. */
const TURN_MS = 2

type Image = Omit<IndexedSignal, 'id' | 'type'> & { readonly movedFrom?: number }

export async function applyEvents(
  index: LiveIndex,
  changes: Changes,
  db: Queryable,
  events: readonly LogEvent[],
): Promise<void> {
  const touched = new Set<number>()
  for (const { companyOrdinal, image } of events) {
    if (companyOrdinal !== null) touched.add(companyOrdinal)
    const movedFrom = (image as Image | null)?.movedFrom
    if (movedFrom !== undefined) touched.add(movedFrom)
  }
  const position = events.at(-1)?.position ?? 0
  changes.note(touched, position)
  if (events.some(({ kind }) => kind === 'ranks')) {
    changes.noteAll(position)
    await refreshRanks(index, db)
  }
  if (touched.size > 0) {
    await inTurns(await readCompanies(db, [...touched]), ({ ordinal, ...company }) =>
      index.putCompany(ordinal, company),
    )
  }
  await inTurns(events, (event) => applySignal(index, event))
}

async function inTurns<T>(items: readonly T[], apply: (item: T) => void): Promise<void> {
  let begun = performance.now()
  for (const item of items) {
    apply(item)
    if (performance.now() - begun < TURN_MS) continue
    await turn()
    begun = performance.now()
  }
}

function applySignal(index: LiveIndex, { kind, companyOrdinal, signalId, type, image }: LogEvent): void {
  if (kind !== 'signal' || companyOrdinal === null || signalId === null || type === null) return
  const { movedFrom, ...signal } = image as Image
  if (movedFrom !== undefined) index.removeSignal(movedFrom, signalId)
  index.putSignal(companyOrdinal, { ...signal, id: signalId, type })
}

const COMPANY = `select ordinal, hq_country as "hqCountry", employee_count as "employeeCount", funding_stage as "fundingStage",
                        industry, heat_key as "heatKey", score_tenths as "scoreTenths"
                   from companies join company_ranks on company_ordinal = ordinal`

type CompanyRow = IndexedCompany & { [column: string]: unknown }

function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<CompanyRow[]> {
  return many<CompanyRow>(db, `${COMPANY} where ordinal = any($1::int[])`, [ordinals])
}

const RANKS_AT_A_TIME = 500

/** All of them, piece by piece: the scores of a new day. */
async function refreshRanks(index: LiveIndex, db: Queryable): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await many<CompanyRow>(db, `${COMPANY} where ordinal > $1 order by ordinal limit $2`, [
      after,
      RANKS_AT_A_TIME,
    ])
    await inTurns(rows, ({ ordinal, ...company }) => index.putCompany(ordinal, company))
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
  }
}
