import { factOf, groupReports } from '../../../meaning/facts/index.ts'
import type { Report } from '../store/stored-signal.ts'

/** The reports of one fact. */
export interface FactGroup {
  /** The founding report first. */
  readonly reports: readonly Report[]
  /** What is shown of the fact. */
  readonly shown: Omit<Report, 'id' | 'companyOrdinal'>
}

/** The facts of reports of one company. */
export function groupFacts(reports: readonly Report[]): FactGroup[] {
  return groupReports(reports).map((group) => {
    const [only, second] = group.reports as readonly Report[]
    if (only && !second && group.endedAt === undefined) return { reports: [only], shown: only }
    const { sources: _, ...shown } = factOf(group)
    const seenAt = (group.reports as readonly Report[]).find(
      ({ source, key }) => source.name === shown.source.name && key === shown.key,
    )?.seenAt
    return { reports: group.reports as readonly Report[], shown: { ...shown, seenAt: seenAt ?? null } }
  })
}
