// Writes what a batch changes: companies, facts, reports, ranks and events.

import type { Transaction } from '../../../db/index.ts'
import { insertEvents, type NewEvent } from '../../log/index.ts'
import { updateShownStages } from '../companies/shown-stages.ts'
import { companiesWere } from '../history/company-facts.ts'
import { type CompanyWas, historyOfBatch } from '../history/history-of-batch.ts'
import { appendHistory } from '../history/history-queries.ts'
import { companyEvent, signalEvent } from '../plan/events.ts'
import type { BatchPlan, BatchState, SignalChange } from '../plan/plan-batch.ts'
import type { FactRows } from '../plan/regroup.ts'
import { assertNoSignals } from '../store/batch-queries.ts'
import { updateCompanies } from '../store/company-queries.ts'
import { type Rank, writeRanks } from '../store/rank-queries.ts'
import { deleteReports, writeReports } from '../store/report-queries.ts'
import { insertSignals, touchLastSeen, updateSeenAt, updateSignals } from '../store/signal-queries.ts'
import type { StoredSignal } from '../store/stored-signal.ts'

interface PlannedBatch {
  readonly plan: BatchPlan
  /** After planning. */
  readonly state: BatchState
  readonly facts: FactRows
  readonly ranks: readonly Rank[]
  /** Domains of the companies that this batch created. */
  readonly created: ReadonlySet<string>
  /** The companies of the reports that were stored before. */
  readonly ordinalsBefore: ReadonlyMap<string, number>
  /** How a merge or split changed the identity of companies, by ordinal. */
  readonly identities?: ReadonlyMap<number, CompanyWas>
}

interface BatchHead {
  readonly batch: number
  readonly day: string
  readonly quiet: boolean
}

export async function writePlan(
  tx: Transaction,
  { plan, state, facts, ranks, created, ordinalsBefore, identities = new Map() }: PlannedBatch,
  { batch, day, quiet }: BatchHead,
): Promise<void> {
  const rows = finalRows(plan.changes)
  const companiesBefore = await updateCompanies(
    tx,
    [...plan.companiesUpdated].flatMap((domain) => state.companies.get(domain) ?? []),
  )
  await insertSignals(tx, rows.created)
  await updateSignals(tx, [...rows.updated, ...facts.touched.filter(({ id }) => !rows.ids.has(id))])
  await writeSeen(tx, plan, state)
  const joined = facts.writtenReports.map(({ report }) => report.id).filter((id) => !ordinalsBefore.has(id))
  await assertNoSignals(
    tx,
    joined.filter((id) => !state.signals.has(id)),
  )
  await writeReports(tx, facts.writtenReports)
  await deleteReports(
    tx,
    facts.deletedReports.filter((id) => state.storedFactIds.has(id)),
  )
  await writeRanks(tx, ranks, day)
  const restaged = new Set(await updateShownStages(tx, companiesWithNewStages(plan, state)))
  const changedCompanies = [...state.companies.values()].filter(
    ({ domain, ordinal }) => created.has(domain) || plan.companiesUpdated.has(domain) || restaged.has(ordinal),
  )
  function* events(): Generator<NewEvent> {
    for (const company of changedCompanies) yield companyEvent(company, created.has(company.domain), state.now)
    for (const change of plan.changes) yield signalEvent(change, !quiet)
  }
  await insertEvents(tx, { batch, day, quiet, events: events() })
  const companies = companiesWere(companiesBefore, state.companies, created, identities)
  await appendHistory(tx, historyOfBatch({ plan, state, facts, companies }), { batch, now: state.now })
}

/** Their rounds or their stated facts may have changed. */
function companiesWithNewStages(plan: BatchPlan, { companies }: BatchState): number[] {
  const ordinals = new Set<number>()
  for (const { signal, movedFrom } of plan.changes) {
    if (signal.type !== 'funding') continue
    ordinals.add(signal.companyOrdinal)
    if (movedFrom !== undefined) ordinals.add(movedFrom)
  }
  for (const domain of plan.companiesUpdated) {
    const company = companies.get(domain)
    if (company) ordinals.add(company.ordinal)
  }
  return [...ordinals]
}

/** For facts of one report. The times of the others are in their rows already. */
async function writeSeen(tx: Transaction, plan: BatchPlan, { signals, reports }: BatchState): Promise<void> {
  const isPlain = (id: string) => signals.get(id)?.sources === undefined
  await touchLastSeen(tx, [...plan.seenAgain].filter(isPlain))
  await updateSeenAt(
    tx,
    [...plan.seenLater].filter(isPlain).flatMap((id) => reports.get(id) ?? []),
  )
}

/** A signal that changed several times has an event per change, but is written once, in its final state. */
function finalRows(changes: readonly SignalChange[]) {
  const last = new Map<string, SignalChange>()
  for (const change of changes) {
    last.set(change.signal.id, { ...change, isNew: last.get(change.signal.id)?.isNew ?? change.isNew })
  }
  const { created = [], updated = [] } = Object.groupBy(last.values(), ({ isNew }) => (isNew ? 'created' : 'updated'))
  const signalsOf = (changes: readonly SignalChange[]): StoredSignal[] => changes.map(({ signal }) => signal)
  return { ids: last, created: signalsOf(created), updated: signalsOf(updated) }
}
