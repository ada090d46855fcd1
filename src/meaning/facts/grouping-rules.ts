import type { Signal } from '../signals/index.ts'
import type { Grouping } from '../types/index.ts'
import { groupJobs } from './group-jobs.ts'
import { familyOfRound, groupRounds } from './group-rounds.ts'
import { groupStates, pageOf, productOf } from './group-states.ts'
import { apartJob, keysOfJob } from './postings.ts'
import type { Report, ReportGroup } from './report.ts'
import { withBeginning, withMissing, withPlaces } from './shown-fields.ts'

interface GroupingRule {
  readonly group: (reports: readonly Report[]) => ReportGroup[]
  /** Reports without a common key are never the same fact. */
  readonly keysOf: (report: Report) => readonly string[]
  /** See `apartOf`. */
  readonly apartOf?: (report: Report) => string | undefined
  /** The fields of a fact with several reports. `fields` are those of the report that is shown. */
  readonly fieldsOf: (fields: Signal['fields'], reports: readonly Report[], shown: Report) => Signal['fields']
}

export const GROUPING_RULES: Readonly<Record<Grouping, GroupingRule>> = {
  jobs: { group: groupJobs, keysOf: keysOfJob, apartOf: apartJob, fieldsOf: withPlaces },
  rounds: {
    group: groupRounds,
    keysOf: (report) => [familyOfRound(report)],
    fieldsOf: (_, reports, shown) => withMissing(shown, reports),
  },
  tools: ruleOfStates(productOf),
  pages: ruleOfStates(pageOf),
  none: {
    group: (reports) => reports.map((report) => ({ reports: [report] })),
    keysOf: ({ id }) => [id],
    fieldsOf: (fields) => fields,
  },
}

function ruleOfStates(subjectOf: (report: Report) => string): GroupingRule {
  return {
    group: (reports) => groupStates(reports, subjectOf),
    keysOf: (report) => [subjectOf(report)],
    fieldsOf: withBeginning,
  }
}
