import type { Report } from './stored-signal.ts'

export interface ReportGroup {
  readonly reports: readonly Report[]
  /** What is shown of the fact. */
  readonly shown: Report
}

export function groupFacts(reports: readonly Report[]): ReportGroup[] {
  return reports.map((report) => ({ reports: [report], shown: report }))
}
