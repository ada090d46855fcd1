// Writes to companies with a digest: of their signals only those are read that the records concern, and those that may be
// the same fact. The outcome is the same as when everything is read. Where the digest can't tell, everything is read.

import type { Transaction } from '../../../db/index.ts'
import type { SourceState } from '../../sources/index.ts'
import { factsOf } from '../plan/batch-facts.ts'
import { ordinalsOf } from '../plan/batch-state.ts'
import { emptyPlan, planBatch } from '../plan/plan-batch.ts'
import { regroup, scopeOf } from '../plan/regroup.ts'
import { assertStillThere } from '../plan/status-changes.ts'
import { readReportsById } from '../store/report-queries.ts'
import { readSignalsById } from '../store/signal-queries.ts'
import type { Report } from '../store/stored-signal.ts'
import { deriveNear } from './derive-near.ts'
import { entriesOfReport, entryChanges, keyListsOf } from './digest-entries.ts'
import { readEntries, type WrittenDigest } from './digest-queries.ts'
import { findApart } from './near-apart.ts'
import type { NearCompany, NearRequest } from './near-company.ts'
import type { NearRank } from './near-rank.ts'

export interface PlannedNear extends NearCompany {
  readonly ordinalsBefore: ReadonlyMap<string, number>
  /** Undefined if nothing changed that it depends on. */
  readonly rank: NearRank | undefined
  readonly written: WrittenDigest
}

interface NearBatch {
  readonly now: number
  readonly day: string
  readonly sourceState: SourceState
  readonly retrying: boolean
}

/** The companies whose digest could tell. */
export async function planNear(
  tx: Transaction,
  requests: readonly NearRequest[],
  batch: NearBatch,
): Promise<readonly PlannedNear[]> {
  if (requests.length === 0) return []
  const companies = requests.map((request) => begin(request, batch.now))
  await load(
    tx,
    companies.map((near) => ({ near, ids: near.records.flatMap(({ id }) => id ?? []) })),
  )
  for (const near of companies) {
    if (!batch.retrying) assertStillThere(near.records, near.state.reports)
    near.plan = planBatch(near.records, new Set(), near.state)
  }
  const apart = await findApart(tx, companies)
  const connected = await readConnected(tx, companies, apart)
  for (const near of companies) {
    const among = [...(connected.get(near) ?? [])].flatMap((id) => near.state.reports.get(id) ?? [])
    const scope = scopeOf(near.plan, near.state, ordinalsOf(near.before.reports))
    near.rows = regroup(scope, near.plan, near.state, among, apart.get(near))
  }
  const derived = await deriveNear(tx, companies, batch)
  return companies.flatMap((near) => {
    const of = derived.get(near)
    return of ? [{ ...near, ordinalsBefore: ordinalsOf(near.before.reports), ...of, written: withKeys(near, of) }] : []
  })
}

function begin(request: NearRequest, now: number): NearCompany {
  const { company } = request
  return {
    ...request,
    state: {
      now,
      companies: new Map([[company.domain, company]]),
      signals: new Map(),
      reports: new Map(),
      storedFactIds: new Map(),
    },
    before: { signals: new Map(), reports: new Map() },
    plan: emptyPlan(),
    rows: { touched: [], writtenReports: [], deletedReports: [] },
  }
}

interface Wanted {
  readonly near: NearCompany
  readonly ids: readonly string[]
}

/** Reads reports with the rows of their ids in signals. Those of other companies are left out. */
async function load(tx: Transaction, wanted: readonly Wanted[]): Promise<void> {
  const ids = [...new Set(wanted.flatMap((each) => each.ids))]
  const byOrdinal = new Map(wanted.map(({ near }) => [near.company.ordinal, near]))
  const signals = Map.groupBy(await readSignalsById(tx, ids), ({ companyOrdinal }) => companyOrdinal)
  const reports = Map.groupBy(await readReportsById(tx, ids), ({ report }) => report.companyOrdinal)
  for (const ordinal of new Set([...signals.keys(), ...reports.keys()])) {
    const near = byOrdinal.get(ordinal)
    if (!near) continue
    const facts = factsOf(signals.get(ordinal) ?? [], reports.get(ordinal) ?? [])
    for (const [id, signal] of facts.signals) {
      near.state.signals.set(id, signal)
      near.before.signals.set(id, signal)
    }
    for (const [id, report] of facts.reports) {
      near.state.reports.set(id, report)
      near.before.reports.set(id, report)
    }
    for (const [id, factId] of facts.storedFactIds) near.state.storedFactIds.set(id, factId)
  }
}

/**
 * By company the ids of the reports that are to be grouped again: the changed ones and all that are connected to them by
 * common keys, as they were or as they are. Without the new ones that are certainly facts of their own.
 */
async function readConnected(
  tx: Transaction,
  companies: readonly NearCompany[],
  apart: ReadonlyMap<NearCompany, ReadonlySet<string>>,
): Promise<Map<NearCompany, Set<string>>> {
  const connected = new Map<NearCompany, Set<string>>()
  const asked = new Map<NearCompany, Set<string>>()
  const byOrdinal = new Map(companies.map((near) => [near.company.ordinal, near]))
  let reached: Wanted[] = companies.map((near) => ({
    near,
    ids: seedsOf(near).filter((id) => !apart.get(near)?.has(id)),
  }))
  while (reached.length > 0) {
    const lists = reached.flatMap(({ near, ids }) => {
      const known = connected.get(near) ?? new Set()
      connected.set(near, known)
      const before = asked.get(near) ?? new Set()
      asked.set(near, before)
      const names = new Set<string>()
      for (const id of ids) {
        known.add(id)
        for (const report of [near.before.reports.get(id), near.state.reports.get(id)]) {
          for (const list of report ? keyListsOf(report) : []) if (!before.has(list)) names.add(list)
        }
      }
      for (const list of names) before.add(list)
      return [...names].map((list) => ({ ordinal: near.company.ordinal, list }))
    })
    const found = Map.groupBy(await readEntries(tx, lists), ({ ordinal }) => ordinal)
    reached = [...found].flatMap(([ordinal, entries]) => {
      const near = byOrdinal.get(ordinal) as NearCompany
      const known = connected.get(near) as Set<string>
      const ids = [...new Set(entries.map(({ id }) => id))].filter((id) => !known.has(id))
      return ids.length > 0 ? [{ near, ids }] : []
    })
    const missing = reached.map(({ near, ids }) => ({ near, ids: ids.filter((id) => !near.before.reports.has(id)) }))
    if (missing.some(({ ids }) => ids.length > 0)) await load(tx, missing)
  }
  return connected
}

/** The reports that changed, and those of facts of several reports that were seen again. */
function seedsOf({ plan, state }: NearCompany): string[] {
  const touched = [...plan.touched].filter((id) => state.storedFactIds.has(id))
  return [...new Set([...plan.reportChanges.map(({ id }) => id), ...touched])]
}

/** The lists of the group keys follow the reports, however the facts change. */
function withKeys(
  { plan, before, state }: NearCompany,
  { written }: { readonly written: WrittenDigest },
): WrittenDigest {
  const ids = [...new Set(plan.reportChanges.map(({ id }) => id))]
  const entriesIn = (reports: ReadonlyMap<string, Report>) =>
    ids.flatMap((id) => {
      const report = reports.get(id)
      return report ? entriesOfReport(report) : []
    })
  const { removed, added } = entryChanges(entriesIn(before.reports), entriesIn(state.reports))
  const { entries } = written
  return { ...written, entries: { removed: [...entries.removed, ...removed], added: [...entries.added, ...added] } }
}
