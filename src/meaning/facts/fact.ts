// What is shown of a fact: the most certain report of those that are still open, then the first one, then the one with the
// first key. A fact is closed when its last open report is, and retracted when all its reports are.

import { isOnlyAsked, type Signal, type SignalStatus } from '../signals/index.ts'
import { SIGNAL_DECLARATIONS } from '../types/index.ts'
import { GROUPING_RULES } from './grouping-rules.ts'
import { bounds, byTime, type Report, type ReportGroup } from './report.ts'
import { reportFields } from './report-fields.ts'

export interface FactSource {
  readonly name: string
  readonly url?: string
  readonly key: string
  readonly confidence: number
  readonly status: SignalStatus
  readonly firstSeenAt: number
  readonly lastSeenAt: number
}

/** A fact without an identity: the write path gives it the id of the report that was written first. */
export interface FactContent extends Omit<Signal, 'id'> {
  /** The report that is shown. */
  readonly key: string
  /** All reports in the order (occurredAt, id), if there are several. */
  readonly sources?: readonly FactSource[]
}

export function factOf({ reports, endedAt }: ReportGroup): FactContent {
  const valid = reports.filter(({ status }) => status !== 'retracted')
  const counting = valid.length > 0 ? valid : reports
  const open = counting.filter(({ status }) => status === 'active')
  const shown = mostCertain(open.length > 0 ? open : counting)
  const status = valid.length === 0 ? 'retracted' : open.length > 0 && endedAt === undefined ? 'active' : 'closed'
  const { source, key, type, label, confidence } = shown
  return {
    type,
    label,
    confidence,
    status,
    occurredAt: Math.min(...bounds(counting, ({ occurredAt }) => occurredAt)),
    firstSeenAt: Math.min(...bounds(reports, ({ firstSeenAt }) => firstSeenAt)),
    lastSeenAt: Math.max(...bounds(reports, ({ lastSeenAt }) => lastSeenAt)),
    ...(status === 'closed' && { closedAt: closedAtOf(counting, open.length > 0, endedAt) }),
    source,
    key,
    fields: fieldsOf(shown, counting),
    ...(reports.length > 1 && { sources: reports.map(factSource) }),
  }
}

function mostCertain(reports: readonly Report[]): Report {
  return reports.reduce((best, report) => (isShownBefore(report, best) ? report : best))
}

/** The key of a job in its main place is the beginning of its keys in other places, so the main place is shown. */
function isShownBefore(a: Report, b: Report): boolean {
  // A tool that one source sees in use is in use, even if many jobs only ask for it.
  if (isOnlyAsked(a) !== isOnlyAsked(b)) return isOnlyAsked(b)
  if (a.confidence !== b.confidence) return a.confidence > b.confidence
  if (a.occurredAt !== b.occurredAt || a.key === b.key) return byTime(a, b) < 0
  return a.key < b.key
}

function closedAtOf(reports: readonly Report[], isOpen: boolean, endedAt: number | undefined): number {
  const [, closed] = bounds(reports, ({ closedAt, lastSeenAt }) => closedAt ?? lastSeenAt)
  if (endedAt === undefined) return closed
  return isOpen ? endedAt : Math.min(closed, endedAt)
}

function factSource({ source, key, confidence, status, firstSeenAt, lastSeenAt }: Report): FactSource {
  return { ...source, key, confidence, status, firstSeenAt, lastSeenAt }
}

function fieldsOf(shown: Report, reports: readonly Report[]): Signal['fields'] {
  const fields = reportFields(shown.type, shown.fields)
  if (reports.length === 1) return fields
  return GROUPING_RULES[SIGNAL_DECLARATIONS[shown.type].grouping].fieldsOf(fields, reports, shown)
}
