// Reads the record of one signal: what its reports said before and after each change.

import { many, type Queryable } from '../../../db/index.ts'
import { readReportsById } from '../store/report-queries.ts'
import { readSignalsById } from '../store/signal-queries.ts'
import { isDerived, isOwnReport } from '../store/stored-signal.ts'
import type { CompanyWas } from './history-of-batch.ts'
import { readHistoryOf, type StoredHistory } from './history-queries.ts'
import { type RecordedReport, type ReportWas, recordedReport, undo } from './recorded-report.ts'

export const WHAT_HAPPENED = [
  'first known',
  'closed',
  'reopened',
  'retracted',
  'joined',
  'left',
  'moved',
  'changed',
] as const

export interface HistoryEntry {
  readonly at: Date
  readonly what: readonly (typeof WHAT_HAPPENED)[number][]
  /** Absent at the beginning. */
  readonly was?: ReportWas
  /** The same parts after the change. */
  readonly is?: ReportWas
}

export interface ReportHistory {
  readonly id: string
  readonly source: string
  readonly key: string
  readonly now: RecordedReport
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[]
  /** The first entry is `first known`. Otherwise that happened before the record began, or retention has dropped it. */
  readonly isComplete: boolean
}

/** Each round finds a report that was part of the fact, or a company that it came from. */
const MAX_ROUNDS = 20

/** All reports that are or were part of the fact. A derived signal has its own. */
export async function readSignalHistory(db: Queryable, factId: string): Promise<ReportHistory[]> {
  const parts = await readParts(db, factId)
  const ids = new Set(parts.map(({ id }) => id))
  const ordinals = new Set(parts.map(({ ordinal }) => ordinal))
  let rows: StoredHistory[] = []
  for (let round = 0, known = -1; round < MAX_ROUNDS && known !== ids.size + ordinals.size; round++) {
    known = ids.size + ordinals.size
    rows = await readHistoryOf(db, [...ordinals], [...ids])
    for (const change of rows.flatMap(({ changes }) => changes)) {
      if (!('was' in change)) continue
      if (change.was.fact === factId) ids.add(change.id)
      if (ids.has(change.id) && change.was.company !== undefined) ordinals.add(change.was.company)
    }
  }
  const present = await readPresent(db, [...ids])
  return present.map((report) => {
    const entries = entriesOf(report.id, report.now, rows)
    return { ...report, entries, isComplete: entries[0]?.what[0] === 'first known' }
  })
}

/** The fact's row and its reports. */
async function readParts(db: Queryable, factId: string): Promise<{ id: string; ordinal: number }[]> {
  return many<{ id: string; ordinal: number }>(
    db,
    `select id, company_ordinal as ordinal from signals where id = $1
      union select id, company_ordinal from reports where fact_id = $1 or id = $1`,
    [factId],
  )
}

export interface CompanyChange {
  readonly at: Date
  readonly companyOrdinal: number
  readonly was: CompanyWas
}

/** When facts of these companies were overwritten, with their previous values. Oldest first. */
export async function readCompanyChanges(db: Queryable, ordinals: readonly number[]): Promise<CompanyChange[]> {
  const rows = await many<{ at: Date; companyOrdinal: number; company: string }>(
    db,
    `select at, company_ordinal as "companyOrdinal", company from signal_history
      where company_ordinal = any($1::int[]) and company is not null order by batch`,
    [[...new Set(ordinals)]],
  )
  return rows.map(({ company, ...row }) => ({ ...row, was: JSON.parse(company) as CompanyWas }))
}

async function readPresent(db: Queryable, ids: readonly string[]) {
  const own = (await readSignalsById(db, ids)).filter((signal) => isOwnReport(signal) || isDerived(signal))
  const joined = await readReportsById(db, ids)
  return [...own.map((report) => ({ report, factId: report.id })), ...joined]
    .map(({ report: { id, key, source, ...rest }, factId }) => ({
      ...{ id, key, source: source.name },
      now: recordedReport({ id, key, source, ...rest }, factId),
    }))
    .sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : a.key < b.key ? -1 : 1))
}

/** Goes back from the present. */
function entriesOf(id: string, present: RecordedReport, rows: readonly StoredHistory[]): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  let after = present
  for (const { at, created, changes } of rows.toReversed()) {
    for (const change of changes) {
      if (change.id !== id || !('was' in change)) continue
      const before = undo(after, change.was)
      const is = partsOf(after, change.was)
      entries.push({ at, what: whatHappened(id, before, after), was: change.was, is })
      after = before
    }
    if (created.includes(id)) entries.push({ at, what: ['first known'] })
  }
  return entries.reverse()
}

function partsOf(report: RecordedReport, was: ReportWas): ReportWas {
  const { fields, ...others } = was
  const names = Object.keys(others) as (keyof typeof others)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, report[name]])),
    ...(fields && {
      fields: Object.fromEntries(Object.keys(fields).map((name) => [name, report.fields[name] ?? null])),
    }),
  }
}

function whatHappened(id: string, before: RecordedReport, after: RecordedReport): HistoryEntry['what'] {
  const what = new Set<(typeof WHAT_HAPPENED)[number]>()
  if (before.status !== after.status) {
    what.add(after.status === 'active' ? 'reopened' : after.status === 'closed' ? 'closed' : 'retracted')
  }
  if (before.fact !== after.fact) what.add(after.fact === id ? 'left' : 'joined')
  if (before.company !== after.company) what.add('moved')
  const { status: _s, closedAt: _c, fact: _f, company: _o, ...said } = before
  const { status: _s2, closedAt: _c2, fact: _f2, company: _o2, ...says } = after
  if (what.size === 0 || JSON.stringify(sorted(said)) !== JSON.stringify(sorted(says))) what.add('changed')
  return [...what]
}

function sorted({ fields, ...said }: Omit<RecordedReport, 'status' | 'closedAt' | 'fact' | 'company'>) {
  return [said, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]
}
