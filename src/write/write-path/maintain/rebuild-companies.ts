// Recomputes the facts, derived signals, ranks and events of whole companies from their reports, by today's rules.

import type { Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { judgeAgain } from '../../../meaning/descriptions/index.ts'
import { fillFromDictionary } from '../../../meaning/signals/index.ts'
import { isPoolTitle } from '../../../meaning/titles/index.ts'
import { readTool } from '../../../meaning/tools/index.ts'
import { readSourceState } from '../../sources/index.ts'
import { readFacts } from '../plan/batch-facts.ts'
import { ordinalsOf } from '../plan/batch-state.ts'
import { deriveCompanies } from '../plan/derive-company.ts'
import { emptyPlan, readForCompany, recordReport } from '../plan/plan-batch.ts'
import { regroup, type Scope } from '../plan/regroup.ts'
import { nextBatch, readBatchTime } from '../store/batch-queries.ts'
import { lockCompanies } from '../store/company-queries.ts'
import type { Report } from '../store/stored-signal.ts'
import { writePlan } from '../transaction/write-plan.ts'

/**
 * Locks the companies and rebuilds them. Search indexes get every change; nothing is sent to customers. Returns how many
 * signals changed.
 */
export async function rebuildCompanies(tx: Transaction, ordinals: readonly number[]): Promise<number> {
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
  const byOrdinal = new Map(companies.map((company) => [company.ordinal, company]))
  for (const report of [...state.reports.values()]) {
    const revised = withCategories(reviseReport(report, byOrdinal.get(report.companyOrdinal)))
    if (revised === report) continue
    recordReport(plan, state, revised)
  }
  const scope: Scope = new Map()
  for (const { companyOrdinal, type } of state.reports.values()) {
    scope.set(companyOrdinal, (scope.get(companyOrdinal) ?? new Set()).add(type))
  }
  const facts = regroup(scope, plan, state)
  const ranks = deriveCompanies(companies, plan, state, await readSourceState(tx, ordinals))
  const changes = plan.changes.map((change) => ({ ...change, silent: true }))
  await writePlan(
    tx,
    { plan: { ...plan, changes }, state, facts, ranks, created: new Set(), ordinalsBefore },
    { batch, day, quiet: true },
  )
  return new Set(changes.map(({ signal }) => signal.id)).size
}

/** The report as today's rules would store it. */
function reviseReport(report: Report, company: Company | undefined): Report {
  if (report.type === 'tool') return reviseTool(report)
  if (report.type === 'funding' && report.fields.instrument === undefined) {
    return { ...report, fields: fillFromDictionary(report.type, report.fields, report.label) }
  }
  if (report.type !== 'hiring' || !company) return report
  const { givenHash: _, ...revised } = report
  if (isPoolTitle(`${report.fields.jobTitle}`)) {
    const { closedAt: _end, ...job } = revised
    return report.status === 'retracted' ? report : { ...job, status: 'retracted' }
  }
  const read = readForCompany(revised, company)
  return read === revised ? report : read
}

/** Descriptions aren't stored, so a tool is judged by the sentence that was kept. */
function reviseTool(report: Report): Report {
  const judged = report.status === 'retracted' ? undefined : judgeAgain(report)
  if (judged === undefined) return report
  const { givenHash: _, ...revised } = report
  if (judged === 'nothing') return { ...revised, status: 'retracted' }
  const { label, confidence, basis } = judged
  return { ...revised, label, confidence, fields: { ...report.fields, basis } }
}

/** A family's name counts in the categories of its main products. */
function withCategories(report: Report): Report {
  const { tool, category, categories } = report.fields
  if (report.type !== 'tool' || category !== undefined || categories !== undefined) return report
  const main = readTool(String(tool)).categories
  if (main === undefined) return report
  const { givenHash: _, ...revised } = report
  return { ...revised, fields: { ...report.fields, categories: main } }
}
