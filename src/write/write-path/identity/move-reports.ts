// Moves reports between locked companies, in the caller's transaction: regroups them into facts, derives and ranks, and
// writes events. Customers get updates of what moved. Only a signal with an id new to them is `created`: a derived one,
// whose id is made from the domain, or a part of a fact that was split.

import type { Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { readSourceState } from '../../sources/index.ts'
import type { CompanyWas } from '../history/history-of-batch.ts'
import { readFacts } from '../plan/batch-facts.ts'
import { ordinalsOf } from '../plan/batch-state.ts'
import { deriveChanged } from '../plan/derive-company.ts'
import { emptyPlan, recordReport } from '../plan/plan-batch.ts'
import { regroup, scopeOf } from '../plan/regroup.ts'
import { nextBatch, readBatchTime } from '../store/batch-queries.ts'
import type { Report } from '../store/stored-signal.ts'
import { writePlan } from '../transaction/write-plan.ts'

interface Move {
  /** All of them are locked. Their facts are written as given here. */
  readonly companies: readonly Company[]
  readonly quiet: boolean
  /** For the record: how a merge or split changed their identity, by ordinal. */
  readonly identities: ReadonlyMap<number, CompanyWas>
}

/** `companyOf` returns where a report belongs now. Returns how many reports moved. */
export async function moveReports(
  tx: Transaction,
  { companies, quiet, identities }: Move,
  companyOf: (report: Report, current: Company) => Company,
): Promise<number> {
  const { now, day } = await readBatchTime(tx)
  const facts = await readFacts(
    tx,
    companies.map(({ ordinal }) => ordinal),
  )
  const batch = await nextBatch(tx)
  const state = { now, companies: new Map(companies.map((company) => [company.domain, company])), ...facts }
  const ordinalsBefore = ordinalsOf(state.reports)
  const byOrdinal = new Map(companies.map((company) => [company.ordinal, company]))
  const plan = emptyPlan()
  for (const report of [...state.reports.values()]) {
    const current = byOrdinal.get(report.companyOrdinal) as Company
    const company = companyOf(report, current)
    if (company.ordinal === current.ordinal) continue
    recordReport(plan, state, movedReport(report, current, company))
  }
  // Even if no report moves: their domains do, and with them the visits.
  for (const { domain } of companies) {
    plan.companiesUpdated.add(domain)
    plan.deriveAnyway.add(domain)
  }
  const rows = regroup(scopeOf(plan, state, ordinalsBefore), plan, state)
  const ranks = deriveChanged(plan, state, new Set(), ordinalsBefore, await readSourceState(tx, [...byOrdinal.keys()]))
  const planned = { plan, state, facts: rows, ranks, created: new Set<string>(), ordinalsBefore, identities }
  await writePlan(tx, planned, { batch, day, quiet })
  return plan.reportChanges.length
}

function movedReport({ givenDomain: before, givenHash: _, ...report }: Report, from: Company, to: Company): Report {
  const givenDomain = before ?? from.domain
  return { ...report, companyOrdinal: to.ordinal, ...(givenDomain !== to.domain && { givenDomain }) }
}
