// Which reports of one company are the same fact. The result depends on the reports alone, not on their order. A retracted
// report never changes how the others are grouped.

import { hash } from 'node:crypto'
import type { SignalType } from '../signals/index.ts'
import { groupJobs } from './group-jobs.ts'
import { familyOfRound, groupRounds } from './group-rounds.ts'
import { groupStates, subjectOf } from './group-states.ts'
import { keysOfJob } from './postings.ts'
import { byTime, type Report, type ReportGroup } from './report.ts'

interface Rule {
  readonly group: (reports: readonly Report[]) => ReportGroup[]
  readonly keysOf: (report: Report) => readonly string[]
}

const RULES: Readonly<Partial<Record<SignalType, Rule>>> = {
  hiring: { group: groupJobs, keysOf: keysOfJob },
  funding: { group: groupRounds, keysOf: (report) => [familyOfRound(report)] },
  tool: { group: groupStates, keysOf: (report) => [subjectOf(report)] },
  web: { group: groupStates, keysOf: (report) => [subjectOf(report)] },
}

/** The facts of a company's reports: every report is in exactly one. In the order of the founding reports. */
export function groupReports(reports: readonly Report[]): ReportGroup[] {
  const byType = Map.groupBy(reports, ({ type }) => type)
  const groups = [...byType].flatMap(
    ([type, ofType]) => RULES[type]?.group(ofType) ?? ofType.map((report) => ({ reports: [report] })),
  )
  return groups.sort((a, b) => byTime(a.reports[0] as Report, b.reports[0] as Report))
}

/**
 * Two reports of a company without a common key are never the same fact, and neither influences how the other is grouped.
 * So grouping a report with everything that is connected to it by common keys, directly or through others, gives the same
 * facts for these as grouping all reports. Keys are 16 characters.
 */
export function groupKeysOf(report: Report): readonly string[] {
  const keys = RULES[report.type]?.keysOf(report) ?? [report.id]
  return keys.map((key) => hash('sha1', `${report.type}\n${key}`, 'base64url').slice(0, 16))
}
