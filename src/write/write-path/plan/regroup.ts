// Turns the reports of the companies in a batch into facts (facts/ has the rules), compares them with the stored facts,
// and plans the difference.
//
// A fact's id is the id of one of its reports: of those that were facts before, the one that was written first, else of
// all. So when two facts turn out to be one, the older id stays and the younger one is retracted with `replacedBy`;
// when a fact is split, the part that has the report with its id keeps it.

import type { SourceReport } from '../../../meaning/signals/index.ts'
import type { SignalType } from '../../../meaning/types/index.ts'
import type { StoredReport } from '../store/report-queries.ts'
import { computedFieldsOf, isOwnReport, type Report, type StoredSignal, sameFields } from '../store/stored-signal.ts'
import { nextTimes, recordChange, weightOf, withUnsent } from './fact-changes.ts'
import { type FactGroup, groupFacts } from './fact-groups.ts'
import type { BatchPlan, BatchState } from './plan-batch.ts'

/** A list of thousands would make every reply large. */
const MAX_SOURCES = 50

export interface FactRows {
  /** Facts whose times of being seen changed, without an event. */
  readonly touched: StoredSignal[]
  readonly writtenReports: StoredReport[]
  readonly deletedReports: string[]
}

/** Which reports are to be grouped again: all of a type, of a company. */
export type Scope = Map<number, Set<SignalType>>

/** What the batch's changes concern. `ordinalsBefore` are the companies of the reports before the batch. */
export function scopeOf(plan: BatchPlan, state: BatchState, ordinalsBefore: ReadonlyMap<string, number>): Scope {
  const scope: Scope = new Map()
  const add = (ordinal: number, type: SignalType) => {
    const types = scope.get(ordinal)
    if (types) types.add(type)
    else scope.set(ordinal, new Set([type]))
  }
  for (const { id, type, companyOrdinal } of plan.reportChanges) {
    add(companyOrdinal, type)
    const before = ordinalsBefore.get(id)
    if (before !== undefined && before !== companyOrdinal) add(before, type)
  }
  for (const id of plan.touched) {
    const report = state.reports.get(id)
    if (report && state.storedFactIds.has(id)) add(report.companyOrdinal, report.type)
  }
  return scope
}

/**
 * `among` are the reports that are known: all, or those of the scope that are connected to a changed one. `apart` are the ids
 * of new reports, not among these, each of which is a fact of its own.
 */
export function regroup(
  scope: Scope,
  plan: BatchPlan,
  state: BatchState,
  among: Iterable<Report> = state.reports.values(),
  apart: ReadonlySet<string> = new Set(),
): FactRows {
  const rows: FactRows = { touched: [], writtenReports: [], deletedReports: [] }
  const place = new Map(plan.reportChanges.map(({ id }, n): [string, number] => [id, n]).toReversed())
  const facts = groupsIn(scope, among).map((group) => ({ group, id: idOf(group.reports, state, place) }))
  const plain = new Set(apart)
  const changed = { has: (id: string) => place.has(id) || plan.touched.has(id) }
  const others = facts.filter(({ group, id }) => {
    const isNew = place.has(id) && !state.storedFactIds.has(id)
    if (!isAsReported(group) || !isOwn(state.signals.get(id), isNew)) return true
    plain.add(id)
    if (state.storedFactIds.has(id)) rows.deletedReports.push(id)
    return false
  })
  for (const report of plan.reportChanges) if (plain.has(report.id)) recordVersion(report, plan, state)
  for (const { group, id } of others) {
    recordFact(group, id, plan, state, changed, rows)
    retractReplaced(group, id, plan, state)
  }
  return rows
}

function groupsIn(scope: Scope, among: Iterable<Report>): FactGroup[] {
  const groups: FactGroup[] = []
  const byCompany = Map.groupBy(
    [...among].filter(({ companyOrdinal, type }) => scope.get(companyOrdinal)?.has(type)),
    ({ companyOrdinal }) => companyOrdinal,
  )
  for (const reports of byCompany.values()) {
    for (const ofType of Map.groupBy(reports, ({ type }) => type).values()) groups.push(...groupFacts(ofType))
  }
  return groups
}

/** `place` is the position of a report in the batch: two of one batch were written in the order of their records. */
function idOf(reports: readonly Report[], { signals }: BatchState, place: ReadonlyMap<string, number>): string {
  const [only] = reports
  if (only && reports.length === 1) return only.id
  const known = reports.filter(({ id }) => {
    const row = signals.get(id)
    return row !== undefined && row.replacedBy === undefined
  })
  const placeOf = (id: string) => place.get(id) ?? -1
  const [first] = (known.length > 0 ? known : reports).toSorted(
    (a, b) => a.firstSeenAt - b.firstSeenAt || placeOf(a.id) - placeOf(b.id) || (a.id < b.id ? -1 : 1),
  )
  return (first as Report).id
}

/** One report, shown as it is: its row is the report, and every version of it is an event. */
function isAsReported({ reports: [report, second], shown }: FactGroup): boolean {
  if (shown === report) return true
  return (
    second === undefined &&
    shown.status === report?.status &&
    shown.closedAt === report.closedAt &&
    shown.occurredAt === report.occurredAt &&
    sameFields(shown.fields, report.fields)
  )
}

/** Whether the report was the fact's row before, or is new in this batch. */
function isOwn(stored: StoredSignal | undefined, isNew: boolean): boolean {
  return stored ? isOwnReport(stored) : isNew
}

function recordVersion(report: Report, plan: BatchPlan, state: BatchState): void {
  const stored = state.signals.get(report.id)
  recordChange(plan, state, stored ? 'updated' : 'created', {
    ...report,
    fields: stored ? { ...report.fields, ...computedFieldsOf(stored.fields) } : report.fields,
    ...nextTimes(stored, state.now),
  })
}

function recordFact(
  { reports, shown }: FactGroup,
  id: string,
  plan: BatchPlan,
  state: BatchState,
  changed: { has(id: string): boolean },
  rows: FactRows,
): void {
  const stored = state.signals.get(id)
  const isOne = isAsReported({ reports, shown })
  const fact = {
    ...shown,
    id,
    companyOrdinal: (reports[0] as Report).companyOrdinal,
    fields: stored ? { ...shown.fields, ...computedFieldsOf(stored.fields) } : shown.fields,
    ...(!isOne && { sources: sourcesOf(reports) }),
  }
  const weight = stored ? weightOf(stored, fact) : 'event'
  if (weight === 'event') {
    // A part that was split off and has ended was reported as part of the old fact.
    const isOld = !stored && state.storedFactIds.has(id) && fact.status !== 'active'
    recordChange(plan, state, stored ? 'updated' : 'created', { ...fact, ...nextTimes(stored, state.now) }, isOld)
  } else if (stored && weight === 'touched') {
    const times = { version: stored.version, lastEventUnix: stored.lastEventUnix }
    const touched = withUnsent({ ...fact, ...times }, stored.unsent === true)
    state.signals.set(id, touched)
    rows.touched.push(touched)
  }
  for (const report of reports) {
    if (isOne) rows.deletedReports.push(report.id)
    else if (state.storedFactIds.get(report.id) !== id || changed.has(report.id)) {
      rows.writtenReports.push({ factId: id, report })
    }
  }
}

/** The other facts among the reports are the same fact. */
function retractReplaced({ reports }: FactGroup, id: string, plan: BatchPlan, state: BatchState): void {
  for (const { id: other, companyOrdinal } of reports) {
    const stored = other === id ? undefined : state.signals.get(other)
    if (!stored || (stored.replacedBy !== undefined && stored.companyOrdinal === companyOrdinal)) continue
    const { closedAt: _closedAt, sources: _sources, givenHash: _hash, ...kept } = stored
    const times = nextTimes(stored, state.now)
    recordChange(plan, state, 'updated', { ...kept, companyOrdinal, status: 'retracted', replacedBy: id, ...times })
  }
}

/** Shown and searched by name, so a source with many reports of the fact counts once: its last open one, else its last. */
function sourcesOf(reports: readonly Report[]): SourceReport[] {
  const bySource = Map.groupBy(reports, ({ source }) => source.name)
  return [...bySource.values()].slice(0, MAX_SOURCES).map((ofSource) => {
    const report = ofSource.findLast(({ status }) => status === 'active') ?? (ofSource.at(-1) as Report)
    const { source, key, confidence, status } = report
    const seen = (at: 'firstSeenAt' | 'lastSeenAt') => ofSource.map((each) => each[at])
    const firstSeenAt = seen('firstSeenAt').reduce((a, b) => Math.min(a, b))
    const lastSeenAt = seen('lastSeenAt').reduce((a, b) => Math.max(a, b))
    return { ...source, key, confidence, status, firstSeenAt, lastSeenAt }
  })
}
