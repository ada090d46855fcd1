// What was known when: the rows that a transaction of the write path appends to `signal_history`, one per company that
// it changes. They have the ids of new reports, and only the previous state of what changed.
//
// The invariant: take what is stored now and undo the rows of a company from the newest to the oldest. That gives every
// committed state of its reports, their facts and the company's own facts, back to nothing. So retention can drop the
// oldest rows, and the rest still gives every state since then. It holds because
//   - rows are written in the transaction of the change, while the companies are locked, under the number of the batch;
//   - every version of a report goes through `recordReport`, every derived signal through `recordChange`, and every change of
//     the company's facts through `updateCompanies`;
//   - versions of a report that came and went in one batch were never committed: they are left out.
// Unchanged reports have no entry, so a rebuild by new rules records what the rules changed and nothing else.

import type { Company } from '../../../meaning/companies/index.ts'
import type { BatchPlan, BatchState } from '../plan/plan-batch.ts'
import type { FactRows } from '../plan/regroup.ts'
import { type ReportWas, recordedReport, wasBefore } from './recorded-report.ts'

/** One that moved to another company has `movedTo`; its previous state is in a row of that company. */
export type RecordedChange =
  | { readonly id: string; readonly was: ReportWas }
  | { readonly id: string; readonly movedTo: number }

/** The facts that were overwritten, as records had stated them. `created`: the company didn't exist. */
export type CompanyWas = Partial<Omit<Company, 'id' | 'ordinal' | 'domain'>> & {
  readonly created?: true
  /** The ordinal of the company that it was merged into, or null. That one may have been merged since. */
  readonly mergedInto?: number | null
}

export interface HistoryRow {
  readonly companyOrdinal: number
  readonly created: string[]
  readonly changes: RecordedChange[]
  company?: CompanyWas
}

interface WrittenBatch {
  readonly plan: Pick<BatchPlan, 'before'>
  /** After planning. */
  readonly state: Pick<BatchState, 'reports' | 'signals' | 'storedFactIds'>
  readonly facts: Pick<FactRows, 'writtenReports' | 'deletedReports'>
  readonly companies: ReadonlyMap<number, CompanyWas>
}

export function historyOfBatch({ plan, state, facts, companies }: WrittenBatch): HistoryRow[] {
  const rows = new Map<number, HistoryRow>()
  const rowOf = (companyOrdinal: number): HistoryRow => {
    const known = rows.get(companyOrdinal)
    if (known) return known
    const row = { companyOrdinal, created: [], changes: [] }
    rows.set(companyOrdinal, row)
    return row
  }
  const factBefore = (id: string) => state.storedFactIds.get(id) ?? id
  const factAfter = factsAfter(facts, factBefore)
  const note = (id: string) => {
    const after = state.reports.get(id) ?? state.signals.get(id)
    if (!after) return
    const isChanged = plan.before.has(id)
    const before = isChanged ? plan.before.get(id) : after
    if (!before) {
      rowOf(after.companyOrdinal).created.push(id)
      return
    }
    const recorded = recordedReport(before, factBefore(id))
    const was = wasBefore(recorded, recordedReport(after, factAfter.get(id) ?? recorded.fact))
    if (!was) return
    rowOf(after.companyOrdinal).changes.push({ id, was })
    if (was.company !== undefined) rowOf(was.company).changes.push({ id, movedTo: after.companyOrdinal })
  }
  for (const id of plan.before.keys()) note(id)
  for (const id of factAfter.keys()) if (!plan.before.has(id)) note(id)
  for (const [ordinal, was] of companies) rowOf(ordinal).company = was
  return [...rows.values()]
}

/** Where the reports whose membership is written belong, if that differs from before. */
function factsAfter(
  { writtenReports, deletedReports }: WrittenBatch['facts'],
  factBefore: (id: string) => string,
): Map<string, string> {
  const after = new Map<string, string>()
  for (const id of deletedReports) if (factBefore(id) !== id) after.set(id, id)
  for (const { factId, report } of writtenReports) if (factBefore(report.id) !== factId) after.set(report.id, factId)
  return after
}
