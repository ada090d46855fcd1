// The digests of companies that were read as a whole.

import { type Company, postsOwnJobs } from '../../../meaning/companies/index.ts'
import {
  contextOf,
  countTitle,
  isSurge,
  type Opening,
  type OpeningCounts,
  openingsOf,
} from '../../../meaning/derived/index.ts'
import { coverageOf, type SourceState } from '../../sources/index.ts'
import { completeSinceOf } from '../plan/derive-company.ts'
import type { BatchPlan, BatchState } from '../plan/plan-batch.ts'
import { isDerived, type Report, type StoredSignal } from '../store/stored-signal.ts'
import { digestContext } from './derive-near.ts'
import { type Digest, digestOf } from './digest.ts'
import { type DigestEntry, entriesOfReport, entriesOfSignal, entryChanges } from './digest-entries.ts'
import type { WrittenDigest } from './digest-queries.ts'

/** What was stored for the companies that have a digest. */
export type StoredBefore = Pick<BatchState, 'signals' | 'reports'>

export function storedBefore({ signals, reports }: StoredBefore, digested: ReadonlySet<number>): StoredBefore {
  if (digested.size === 0) return { signals: new Map(), reports: new Map() }
  const ofDigested = <T extends Report>(rows: ReadonlyMap<string, T>) =>
    new Map([...rows].filter(([, { companyOrdinal }]) => digested.has(companyOrdinal)))
  return { signals: ofDigested(signals), reports: ofDigested(reports) }
}

interface WholeBatch {
  readonly plan: BatchPlan
  /** After planning. */
  readonly state: BatchState
  readonly before: StoredBefore
  /** The companies whose lists are stored. */
  readonly digested: ReadonlySet<number>
  readonly sourceState: SourceState
  /** A company with at least this many signals gets a digest. */
  readonly digestFrom: number
}

/** Of the companies that have a digest, and of those that are large enough for one. */
export function digestsOf(companies: readonly Company[], batch: WholeBatch): WrittenDigest[] {
  const { state, digested, digestFrom } = batch
  const counts = new Map<number, number>()
  for (const { companyOrdinal } of state.signals.values()) {
    counts.set(companyOrdinal, (counts.get(companyOrdinal) ?? 0) + 1)
  }
  const large = new Set(
    companies
      .map(({ ordinal }) => ordinal)
      // Since when a watched company is known depends on its visits, which a digest doesn't follow.
      .filter((ordinal) => !batch.sourceState.looks.has(ordinal))
      .filter((ordinal) => digested.has(ordinal) || (counts.get(ordinal) ?? 0) >= digestFrom),
  )
  if (large.size === 0) return []
  const signals = ofCompanies(state.signals, large)
  const reports = ofCompanies(state.reports, large)
  return companies
    .filter(({ ordinal }) => large.has(ordinal))
    .map((company): WrittenDigest => {
      const { ordinal } = company
      const own = signals.get(ordinal) ?? []
      const made = digestCompany(company, own, batch.sourceState)
      const head = { ordinal, ...made, areOpeningsAnew: true }
      if (digested.has(ordinal)) return { ...head, entries: changedEntries(ordinal, batch) }
      const added = [...own.flatMap(entriesOfSignal), ...(reports.get(ordinal) ?? []).flatMap(entriesOfReport)]
      return { ...head, entries: { removed: [], added }, areEntriesAnew: true }
    })
}

function ofCompanies<T extends Report>(rows: ReadonlyMap<string, T>, ordinals: ReadonlySet<number>): Map<number, T[]> {
  const found = [...rows.values()].filter(({ companyOrdinal }) => ordinals.has(companyOrdinal))
  return Map.groupBy(found, ({ companyOrdinal }) => companyOrdinal)
}

function digestCompany(
  company: Company,
  signals: readonly StoredSignal[],
  sourceState: SourceState,
): { readonly digest: Digest; readonly openings: OpeningCounts } {
  const facts = signals.filter((signal) => !isDerived(signal))
  const known = { completeSince: completeSinceOf(sourceState) }
  const context = digestContext(company, sourceState, coverageOf(facts, sourceState.declared).hiring?.since ?? null)
  const openings: OpeningCounts = new Map()
  // Openings of an agency aren't counted. One that becomes an employer is read as a whole again.
  const counted = postsOwnJobs(context.employerKind) ? openingsOf(facts, contextOf(facts, known)) : []
  const byTitle = Map.groupBy(counted, ({ title }: Opening) => title)
  for (const ofTitle of byTitle.values()) countTitle(openings, ofTitle, 1)
  const surges = [...openings].map(([series, weeks]): [string, number[]] => [
    series,
    [...weeks.keys()].filter((week) => isSurge(weeks, week)),
  ])
  return { digest: digestOf(signals, context, new Map(surges.filter(([, weeks]) => weeks.length > 0))), openings }
}

function changedEntries(ordinal: number, { plan, state, before }: WholeBatch) {
  const signalIds = new Set(plan.changes.map(({ signal }) => signal.id))
  const reportIds = new Set(plan.reportChanges.map(({ id }) => id))
  const entriesIn = (rows: StoredBefore): DigestEntry[] => [
    ...entriesOf(signalIds, rows.signals, ordinal, entriesOfSignal),
    ...entriesOf(reportIds, rows.reports, ordinal, entriesOfReport),
  ]
  return entryChanges(entriesIn(before), entriesIn(state))
}

function entriesOf<T extends Report>(
  ids: ReadonlySet<string>,
  rows: ReadonlyMap<string, T>,
  ordinal: number,
  entriesOfRow: (row: T) => DigestEntry[],
): DigestEntry[] {
  return [...ids].flatMap((id) => {
    const row = rows.get(id)
    return row?.companyOrdinal === ordinal ? entriesOfRow(row) : []
  })
}
