// What is shown of a fact: the most certain report of those that are still open, then the first one, then the one with the
// first key. A fact is closed when its last open report is, and retracted when all its reports are.

import type { FieldValue, Signal, SignalStatus } from '../signals/index.ts'
import { SIGNAL_DECLARATIONS, type SignalType } from '../signals/index.ts'
import { namesRound } from './group-rounds.ts'
import { isBeginning } from './group-states.ts'
import { byTime, type Report, type ReportGroup, textOf } from './report.ts'

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

/** The fields without those that are computed from other signals. A report has none of these. */
export function reportFields(type: SignalType, fields: Signal['fields']): Signal['fields'] {
  const computed = (COMPUTED_FIELDS[type] ?? []).filter((name) => name in fields)
  if (computed.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !computed.includes(name)))
}

const COMPUTED_FIELDS: Readonly<Partial<Record<SignalType, readonly string[]>>> = Object.fromEntries(
  Object.values(SIGNAL_DECLARATIONS).map(({ type, fields }) => [
    type,
    fields.filter(({ computed }) => computed).map(({ name }) => name),
  ]),
)

/** A company seldom has more places for one job, and a list of thousands would make every reply large. */
const MAX_PLACES = 50

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

/** The least and the largest, without a call with a hundred thousand arguments. */
function bounds(reports: readonly Report[], numberOf: (report: Report) => number): readonly [number, number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const report of reports) {
    const number = numberOf(report)
    if (number < least) least = number
    if (number > largest) largest = number
  }
  return [least, largest]
}

function mostCertain(reports: readonly Report[]): Report {
  return reports.reduce((best, report) => (isShownBefore(report, best) ? report : best))
}

/** The key of a job in its main place is the beginning of its keys in other places, so the main place is shown. */
function isShownBefore(a: Report, b: Report): boolean {
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
  if (shown.type === 'hiring') return withPlaces(fields, reports)
  if (shown.type === 'funding') return withMissing(shown, reports)
  return withBeginning(fields, reports)
}

/** The places of a job that is open are those of its open posts. */
function withPlaces(fields: Signal['fields'], reports: readonly Report[]): Signal['fields'] {
  const isRequisition = (report: Report) => textOf(report.fields.requisition) !== ''
  const open = reports.filter(({ status }) => status === 'active')
  const posts = (open.length > 0 ? open : reports).filter(isRequisition)
  const valuesOf = (field: string) => {
    const values = new Set(posts.map((report) => textOf(report.fields[field])))
    return [...values].filter((value) => value !== '').slice(0, MAX_PLACES)
  }
  const [locations, countries] = [valuesOf('location'), valuesOf('country')]
  return {
    ...fields,
    ...(locations.length > 1 && { locations }),
    ...(countries.some((country) => country !== fields.country) && { countries }),
  }
}

/** These say one thing together, so they come from one report. */
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amountUsd', 'amountOriginal', 'partial'])

/** One report knows the round, another the amount. "Undisclosed" counts as absent if another report names the round. */
function withMissing(shown: Report, reports: readonly Report[]): Signal['fields'] {
  const ordered = [shown, ...[...reports].sort((a, b) => b.confidence - a.confidence || byTime(a, b))]
  const named = ordered.find(namesRound)?.fields.round
  const merged: Record<string, FieldValue> = named === undefined ? {} : { round: named }
  for (const { fields } of ordered) {
    for (const [name, value] of Object.entries(reportFields('funding', fields))) {
      if (!AMOUNT_FIELDS.has(name)) merged[name] ??= value
    }
  }
  const amount = Object.entries(amountReport(ordered).fields).filter(([name]) => AMOUNT_FIELDS.has(name))
  return { ...merged, ...Object.fromEntries(amount) }
}

/** A filing's part gives way to the announced amount. */
function amountReport(ordered: readonly Report[]): Report {
  const known = ordered.filter(({ fields }) => fields.amountUsd !== undefined)
  return known.find(({ fields }) => fields.partial !== true) ?? known[0] ?? (ordered[0] as Report)
}

/** The first report says how the state began: a tool that somebody saw in use before was not adopted later. */
function withBeginning(fields: Signal['fields'], reports: readonly Report[]): Signal['fields'] {
  const [start] = bounds(reports, ({ occurredAt }) => occurredAt)
  const first = reports.filter(({ occurredAt }) => occurredAt === start)
  const change = (first.find(isBeginning) ?? first[0])?.fields.change
  return change === undefined || change === fields.change ? fields : { ...fields, change }
}
