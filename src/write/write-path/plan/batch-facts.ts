import type { Transaction } from '../../../db/index.ts'
import { reportFields } from '../../../meaning/facts/index.ts'
import { readReports, type StoredReport } from '../store/report-queries.ts'
import { readSignals } from '../store/signal-queries.ts'
import { isOwnReport, type Report, type StoredSignal } from '../store/stored-signal.ts'
import type { BatchState } from './plan-batch.ts'

export type BatchFacts = Pick<BatchState, 'signals' | 'reports' | 'storedFactIds'>

/** All facts of the companies and their reports. Most companies have no rows in `reports`; those are not queried. */
export async function readFacts(tx: Transaction, companyOrdinals: readonly number[]): Promise<BatchFacts> {
  const signals = await readSignals(tx, companyOrdinals)
  const withReports = new Set(signals.filter(({ sources }) => sources).map(({ companyOrdinal }) => companyOrdinal))
  return factsOf(signals, withReports.size > 0 ? await readReports(tx, [...withReports]) : [])
}

export function factsOf(signals: readonly StoredSignal[], stored: readonly StoredReport[]): BatchFacts {
  const reports = new Map<string, Report>()
  for (const { report } of stored) reports.set(report.id, report)
  for (const signal of signals) if (isOwnReport(signal)) reports.set(signal.id, reportOf(signal))
  return {
    signals: new Map(signals.map((signal) => [signal.id, signal])),
    reports,
    storedFactIds: new Map(stored.map(({ report, factId }) => [report.id, factId])),
  }
}

function reportOf(signal: StoredSignal): Report {
  const fields = reportFields(signal.type, signal.fields)
  return fields === signal.fields ? signal : { ...signal, fields }
}
