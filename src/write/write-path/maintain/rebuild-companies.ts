// Makes the facts, derived signals, ranks and events of whole companies again from their reports: when reports belong to
// another company now, and for data of an earlier version.

import type { Transaction } from '../../../db/index.ts'
import { readSourceState } from '../../sources/index.ts'
import { readFacts } from '../plan/batch-facts.ts'
import { ordinalsOf } from '../plan/batch-state.ts'
import { deriveCompanies } from '../plan/derive-company.ts'
import { emptyPlan } from '../plan/plan-batch.ts'
import { regroup, type Scope } from '../plan/regroup.ts'
import { nextBatch, readBatchTime } from '../store/batch-queries.ts'
import { lockCompanies } from '../store/company-queries.ts'
import type { Report } from '../store/stored-signal.ts'
import { writePlan } from '../transaction/write-plan.ts'

export interface RebuildOptions {
  /** Search indexes learn of every change, and no customer does. */
  readonly silent: boolean
  /** A report as it is now: of another of these companies, or with other fields. Else the report itself. */
  readonly revise?: (report: Report) => Report
  /** The companies' own rows have changed too: the log tells that. */
  readonly companiesChanged?: boolean
}

/**
 * Locks the companies (again, if the caller has) and rebuilds them. A fact that moves to another of them is `updated`.
 * Returns how many signals changed.
 */
export async function rebuildCompanies(
  tx: Transaction,
  ordinals: readonly number[],
  { silent, revise = (report) => report, companiesChanged = false }: RebuildOptions,
): Promise<number> {
  const { now, day } = await readBatchTime(tx)
  const companies = await lockCompanies(tx, ordinals)
  if (companies.length === 0) return 0
  const state = {
    now,
    companies: new Map(companies.map((company) => [company.domain, company])),
    ...(await readFacts(tx, ordinals)),
  }
  const batch = await nextBatch(tx)
  const ordinalsBefore = ordinalsOf(state.reports)
  const plan = emptyPlan()
  for (const report of [...state.reports.values()]) {
    const revised = revise(report)
    if (revised === report) continue
    state.reports.set(revised.id, revised)
    plan.reportChanges.push(revised)
  }
  const scope: Scope = new Map()
  for (const { companyOrdinal, type } of state.reports.values()) {
    scope.set(companyOrdinal, (scope.get(companyOrdinal) ?? new Set()).add(type))
  }
  const facts = regroup(scope, plan, state)
  const ranks = deriveCompanies(companies, plan, state, await readSourceState(tx, ordinals))
  if (companiesChanged) for (const { domain } of companies) plan.companiesUpdated.add(domain)
  const changes = silent ? plan.changes.map((change) => ({ ...change, silent })) : plan.changes
  await writePlan(
    tx,
    { plan: { ...plan, changes }, state, facts, ranks, created: new Set(), ordinalsBefore },
    { batch, day, quiet: silent },
  )
  return new Set(changes.map(({ signal }) => signal.id)).size
}
