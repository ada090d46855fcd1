// One transaction of the write path: see write-records.ts. Companies with a digest are planned from the few signals that
// their records concern (near-batch.ts), the others from all their signals.

import type { Transaction } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { noteDeliveries, type SourceState } from '../../sources/index.ts'
import { deleteDigests, keepDigests, readDigests, type StoredDigest, writeDigests } from '../digests/digest-queries.ts'
import { type PlannedNear, planNear } from '../digests/near-batch.ts'
import { ranksOfDigests } from '../digests/near-rank.ts'
import { digestsOf, type StoredBefore, storedBefore } from '../digests/whole-digests.ts'
import { readFacts } from '../plan/batch-facts.ts'
import { lockBatch, ordinalsOf } from '../plan/batch-state.ts'
import { deriveChanged } from '../plan/derive-company.ts'
import {
  type BatchPlan,
  type BatchState,
  companiesOfSignals,
  type IdentifiedRecord,
  planBatch,
  type RecordOutcome,
} from '../plan/plan-batch.ts'
import { type FactRows, regroup, scopeOf } from '../plan/regroup.ts'
import { assertStillThere } from '../plan/status-changes.ts'
import { movedReport, nextBatchWith, readBatchTime } from '../store/batch-queries.ts'
import type { Rank } from '../store/rank-queries.ts'
import type { Report, StoredSignal } from '../store/stored-signal.ts'
import { writePlan } from './write-plan.ts'

export interface WriteResult {
  /** One per record, in the order of the records. */
  readonly outcomes: readonly RecordOutcome[]
  /** Companies created by signal records. Those created by company records are in `outcomes`. */
  readonly companiesCreated: number
  readonly companiesUpdated: number
  /** How many stored signals were read. They take most of the memory if the companies are known already. */
  readonly signalsRead: number
  /**
   * The ones of them of companies with few records, most of which a batch of half the size would not read. Absent: all.
   */
  readonly signalsReadForFewRecords?: number
}

/** A company with at least this many signals gets a digest. Below, reading them all costs less than keeping one. */
export const DIGEST_FROM = 200

export interface ShardOptions {
  readonly quiet: boolean
  readonly retrying: boolean
  readonly digestFrom: number
  readonly inSameTransaction?: ((tx: Transaction) => Promise<readonly string[]>) | undefined
}

/** What is written for a part of the batch. */
interface PlannedPart {
  readonly records: readonly IdentifiedRecord[]
  readonly plan: BatchPlan
  /** After planning. */
  readonly state: BatchState
  readonly rows: FactRows
  /** The company ordinal of each stored report before this batch, by its id. */
  readonly ordinalsBefore: ReadonlyMap<string, number>
}

export async function writeShard(
  tx: Transaction,
  given: readonly IdentifiedRecord[],
  { quiet, retrying, digestFrom, inSameTransaction }: ShardOptions,
): Promise<WriteResult> {
  await keepDigests(tx)
  const { now, day } = await readBatchTime(tx)
  const { records, companies, created, moving } = await lockBatch(tx, given, retrying)
  const again = new Set(await inSameTransaction?.(tx))
  const sourceState = await noteDeliveries(
    tx,
    sourcesOf(records),
    companies.map(({ ordinal }) => ordinal),
  )
  const existing = companies.filter(({ domain }) => !created.has(domain))
  const digests = await readDigests(
    tx,
    existing.map(({ ordinal }) => ordinal),
  )
  const byDomain = Map.groupBy(records, ({ company }) => company.domain)
  const near = await planNear(
    tx,
    nearRequests(existing, digests, byDomain, (ordinal) => moving.has(ordinal) || sourceState.looks.has(ordinal)),
    { now, day, sourceState, retrying },
  )
  const isNear = new Set(near.map(({ company }) => company.domain))
  const whole = await planWhole(tx, {
    records: records.filter(({ company }) => !isNear.has(company.domain)),
    companies: companies.filter(({ domain }) => !isNear.has(domain)),
    ...{ created, again, digests, sourceState, now, retrying },
  })
  // Most new companies are not written again soon. The next batch of one makes its digest from the signals of this
  // batch.
  const written = digestsOf(
    whole.changed.filter(({ domain }) => !created.has(domain)),
    { ...whole, sourceState, digestFrom },
  )
  const parts: [PlannedPart, ...PlannedPart[]] = [whole, ...near]
  const newIds = parts.flatMap((part) =>
    part.records.flatMap(({ id }) => (id === undefined || part.ordinalsBefore.has(id) ? [] : id)),
  )
  if (isKnownElsewhere(newIds, whole, near)) throw movedReport()
  const batch = await nextBatchWith(tx, newIds)
  const isWritten = new Set(written.map(({ ordinal }) => ordinal))
  await deleteDigests(
    tx,
    whole.changed.map(({ ordinal }) => ordinal).filter((ordinal) => digests.has(ordinal) && !isWritten.has(ordinal)),
  )
  await writeDigests(tx, [...written, ...near.map((part) => part.written)])
  const nearRanks = near.flatMap(({ rank }) => rank ?? [])
  const ranks = [...whole.ranks, ...(await ranksOfDigests(tx, nearRanks, now, sourceState))]
  await writePlan(tx, { ...joined(parts), ranks, created }, { batch, day, quiet })
  const nearRead = (parts: readonly PlannedNear[]) => parts.reduce((sum, { before }) => sum + before.signals.size, 0)
  return {
    outcomes: outcomesOf(records, parts),
    ...totals(parts, created),
    signalsRead: whole.read.length + nearRead(near),
    signalsReadForFewRecords:
      countReadForFewRecords(whole) + nearRead(near.filter((part) => part.records.length < FEW_RECORDS)),
  }
}

/** Whether a report that is new in one part is known in another. */
function isKnownElsewhere(newIds: readonly string[], whole: PlannedPart, near: readonly PlannedPart[]): boolean {
  if (near.length === 0) return false
  const isNew = new Set(newIds)
  return (
    newIds.some((id) => whole.ordinalsBefore.has(id)) ||
    near.some(({ ordinalsBefore }) => ordinalsBefore.keys().some((id) => isNew.has(id)))
  )
}

function nearRequests(
  existing: readonly Company[],
  digests: ReadonlyMap<number, StoredDigest | undefined>,
  records: ReadonlyMap<string, readonly IdentifiedRecord[]>,
  needsAll: (companyOrdinal: number) => boolean,
) {
  return existing.flatMap((company) => {
    const stored = needsAll(company.ordinal) ? undefined : digests.get(company.ordinal)
    return stored ? [{ company, stored, records: records.get(company.domain) ?? [] }] : []
  })
}

interface WholePart extends PlannedPart {
  readonly ranks: Rank[]
  readonly before: StoredBefore
  /** The companies whose lists are stored. */
  readonly digested: ReadonlySet<number>
  /** The companies whose signals or reports changed. */
  readonly changed: readonly Company[]
  readonly read: readonly StoredSignal[]
}

interface WholeBatch {
  readonly records: readonly IdentifiedRecord[]
  readonly companies: readonly Company[]
  readonly created: ReadonlySet<string>
  /** Domains, as given, of companies to derive and rank in any case. */
  readonly again: ReadonlySet<string>
  readonly digests: ReadonlyMap<number, StoredDigest | undefined>
  readonly sourceState: SourceState
  readonly now: number
  readonly retrying: boolean
}

async function planWhole(
  tx: Transaction,
  { records, companies, created, again, digests, sourceState, now, retrying }: WholeBatch,
): Promise<WholePart> {
  const existing = companies.filter(({ domain }) => !created.has(domain)).map(({ ordinal }) => ordinal)
  const state = {
    now,
    companies: new Map(companies.map((company) => [company.domain, company])),
    ...(await readFacts(tx, existing)),
  }
  if (!retrying) assertStillThere(records, state.reports)
  const digested = new Set(existing.filter((ordinal) => digests.get(ordinal)))
  const before = storedBefore(state, digested)
  const ordinalsBefore = ordinalsOf(state.reports)
  const read = [...state.signals.values()]
  const plan = planBatch(records, created, state)
  for (const { company, givenDomain = company.domain } of records) {
    if (!again.has(givenDomain)) continue
    plan.deriveAnyway.add(company.domain)
    // Copies of the ranks follow the log.
    if (!created.has(company.domain)) plan.companiesUpdated.add(company.domain)
  }
  const rows = regroup(scopeOf(plan, state, ordinalsBefore), plan, state)
  const ranks = deriveChanged(plan, state, created, ordinalsBefore, sourceState)
  const changedOrdinals = new Set<number>()
  const noteChange = ({ id, companyOrdinal }: Report) =>
    changedOrdinals.add(companyOrdinal).add(ordinalsBefore.get(id) ?? companyOrdinal)
  for (const report of plan.reportChanges) noteChange(report)
  for (const { signal } of plan.changes) noteChange(signal)
  const changed = [...state.companies.values()].filter(
    ({ domain, ordinal }) => changedOrdinals.has(ordinal) || plan.deriveAnyway.has(domain),
  )
  return { records, plan, state, rows, ordinalsBefore, ranks, before, digested, changed, read }
}

/** The parts are of different companies, so nothing of one is in another. The first one takes the others in. */
function joined([first, ...others]: readonly [PlannedPart, ...PlannedPart[]]) {
  const { plan, rows, state } = first
  const ordinalsBefore = others.length === 0 ? first.ordinalsBefore : new Map(first.ordinalsBefore)
  const storedFactIds = others.length === 0 ? state.storedFactIds : new Map(state.storedFactIds)
  for (const part of others) {
    addAll(plan.changes, part.plan.changes)
    for (const name of JOINED_SETS) for (const each of part.plan[name]) plan[name].add(each)
    addAll(rows.touched, part.rows.touched)
    addAll(rows.writtenReports, part.rows.writtenReports)
    addAll(rows.deletedReports, part.rows.deletedReports)
    for (const name of JOINED_MAPS) setAll<unknown>(state[name], part.state[name])
    setAll(ordinalsBefore as Map<string, number>, part.ordinalsBefore)
    setAll(plan.before, part.plan.before)
    setAll(storedFactIds as Map<string, string>, part.state.storedFactIds)
  }
  return { plan, facts: rows, state: { ...state, storedFactIds }, ordinalsBefore }
}

const JOINED_SETS = ['seenAgain', 'seenLater', 'touched', 'companiesUpdated'] as const
const JOINED_MAPS = ['companies', 'signals', 'reports'] as const

function addAll<T>(list: T[], items: readonly T[]): void {
  for (const item of items) list.push(item)
}

function setAll<T>(map: Map<string, T>, entries: ReadonlyMap<string, T>): void {
  for (const [key, value] of entries) map.set(key, value)
}

function outcomesOf(records: readonly IdentifiedRecord[], parts: readonly PlannedPart[]): readonly RecordOutcome[] {
  const [first, second] = parts
  if (first && !second) return first.plan.outcomes
  const outcomes = new Map<IdentifiedRecord, RecordOutcome>()
  for (const part of parts) {
    for (const [i, record] of part.records.entries()) outcomes.set(record, part.plan.outcomes[i] ?? 'unchanged')
  }
  return records.map((record) => outcomes.get(record) ?? 'unchanged')
}

function totals(parts: readonly PlannedPart[], created: ReadonlySet<string>) {
  let [companiesCreated, companiesUpdated] = [0, 0]
  for (const [i, { records, plan }] of parts.entries()) {
    // Companies with a digest existed before.
    const counts = companiesOfSignals(records, i === 0 ? created : new Set(), plan)
    companiesCreated += counts.companiesCreated
    companiesUpdated += counts.companiesUpdated
  }
  return { companiesCreated, companiesUpdated }
}

function sourcesOf(records: readonly IdentifiedRecord[]): string[] {
  const sources = new Set<string>()
  for (const record of records) if (record.record === 'signal') sources.add(record.source)
  return [...sources]
}

const FEW_RECORDS = 8

function countReadForFewRecords({ records, state: { companies }, read }: WholePart): number {
  const recordsOf = new Map<number, number>()
  for (const { company } of records) {
    const ordinal = companies.get(company.domain)?.ordinal ?? -1
    recordsOf.set(ordinal, (recordsOf.get(ordinal) ?? 0) + 1)
  }
  let count = 0
  for (const { companyOrdinal } of read) if ((recordsOf.get(companyOrdinal) ?? 0) < FEW_RECORDS) count++
  return count
}
