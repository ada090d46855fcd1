// Which reports of one company are the same fact. The result depends only on the reports, not on their order. A
// retracted report never changes how the others are grouped.

import { hash } from 'node:crypto'
import { SIGNAL_DECLARATIONS, type SignalType } from '../types/index.ts'
import { GROUPING_RULES } from './grouping-rules.ts'
import { byTime, type Report, type ReportGroup } from './report.ts'

/** The facts of a company's reports: every report is in exactly one. In the order of the founding reports. */
export function groupReports(reports: readonly Report[]): ReportGroup[] {
  const byType = Map.groupBy(reports, ({ type }) => type)
  const groups = [...byType].flatMap(([type, ofType]) => ruleOf(type).group(ofType))
  return groups.sort((a, b) => byTime(a.reports[0] as Report, b.reports[0] as Report))
}

/**
 * Two reports of a company without a common key are never the same fact, and neither influences how the other is grouped.
 * So grouping a report with everything that is connected to it by common keys, directly or through others, gives the same
 * facts for these as grouping all reports. Keys are 16 characters.
 */
export function groupKeysOf(report: Report): readonly string[] {
  const keys = ruleOf(report.type).keysOf(report)
  return keys.map((key) => hash('sha1', `${report.type}\n${key}`, 'base64url').slice(0, 16))
}

/**
 * Reports with the same value are never the same fact. If all reports that share a key with one of them have its value,
 * it is a fact of its own, and the others are grouped as if it weren't there. Undefined: can't be decided without
 * grouping.
 */
export function apartOf(report: Report): string | undefined {
  return ruleOf(report.type).apartOf?.(report)
}

function ruleOf(type: SignalType) {
  return GROUPING_RULES[SIGNAL_DECLARATIONS[type].grouping]
}
