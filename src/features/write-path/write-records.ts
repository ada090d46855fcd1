// The write path: one transaction writes the signals, the signals derived from them, the companies' ranks and the
// events. There is no second store and no later step, so a crash can't leave a part of a change behind.
//
// Companies stay locked until the transaction ends, and they are locked in the order of their ordinals. All decisions
// about a company use data read while it is locked. So writers of one company run one at a time, and the second sees
// everything that the first did: one row per identity, one `created` each. One race is left: the same identity written
// for two companies concurrently. It violates the primary key, and the batch is retried.

import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import {
  type Database,
  errorCodeIs,
  isSessionLost,
  SERIALISATION_FAILURE,
  type Transaction,
  UNIQUE_VIOLATION,
} from '../../db/index.ts'
import type { Company } from '../companies/index.ts'
import { insertEvents, makePartitions, needsAllImages, type Stamper } from '../log/index.ts'
import type { IncomingRecord } from '../signals/index.ts'
import { nextBatch, readBatchTime } from './batch-queries.ts'
import { loadBatchState } from './batch-state.ts'
import { updateCompanies } from './company-queries.ts'
import { deriveCompany } from './derive-company.ts'
import { companyEvent, signalEvent } from './events.ts'
import { signalId } from './identity.ts'
import {
  type BatchPlan,
  type BatchState,
  type IdentifiedRecord,
  planBatch,
  type RecordOutcome,
  type SignalChange,
} from './plan-batch.ts'
import { type Rank, writeRanks } from './rank-queries.ts'
import { insertSignals, touchLastSeen, updateSeenAt, updateSignals } from './signal-queries.ts'
import type { StoredSignal } from './stored-signal.ts'

export interface WriteResult {
  /** One per record, in the order of the records. */
  readonly outcomes: readonly RecordOutcome[]
  /** Companies created by signal records. Those created by company records are in `outcomes`. */
  readonly companiesCreated: number
  readonly companiesUpdated: number
  /** How many stored signals were read. They take most of the memory if the companies are known already. */
  readonly signalsRead: number
  /**
   * Of those, the ones of companies with few records, most of which would not be read for a batch of half the size.
   * Absent: all.
   */
  readonly signalsReadForFewRecords?: number
}

interface WriteOptions {
  /** History: it is in the log, but the firehose does not deliver it. */
  readonly quiet?: boolean
}

const MAX_ATTEMPTS = 20

/**
 * Each record has the same outcome, and each signal the same events, as if the records were written one by one in their
 * order. Only derived signals differ: they are computed once, from the state after the last record.
 *
 * Companies are independent of each other, so a large batch is split by company into two shards, each with its own
 * transaction. They run at the same time: while one waits for the database, the other computes.
 */
export async function writeRecords(
  db: Database,
  stamper: Stamper,
  records: readonly IncomingRecord[],
  { quiet = false }: WriteOptions = {},
): Promise<WriteResult> {
  const outcomes: RecordOutcome[] = []
  const results = await Promise.all(
    shardsOf(records).map(async (shard) => {
      const result = await retryOnConflict(db, (retrying) =>
        db.transaction('ingest', (tx) => writeShard(tx, shard, { quiet, retrying })),
      )
      // Not awaited: the log follows within milliseconds. If it fails, the worker stamps within a second.
      stamper.stamp().catch(() => {})
      for (const [i, { index }] of shard.entries()) outcomes[index] = result.outcomes[i] ?? 'unchanged'
      return result
    }),
  )
  return {
    outcomes,
    companiesCreated: sum(results.map(({ companiesCreated }) => companiesCreated)),
    companiesUpdated: sum(results.map(({ companiesUpdated }) => companiesUpdated)),
    signalsRead: sum(results.map(({ signalsRead }) => signalsRead)),
    signalsReadForFewRecords: sum(results.map(({ signalsReadForFewRecords = 0 }) => signalsReadForFewRecords)),
  }
}

const SHARDS = 2
/** With fewer records, the second transaction costs more time than it saves. */
const MIN_SHARD_RECORDS = 250

/** The records by company, with their ids and positions. If a signal has records for two companies, there is one shard. */
function shardsOf(records: readonly IncomingRecord[]): IndexedRecord[][] {
  const indexed = records.map((record, index) => ({
    ...record,
    index,
    id: record.record === 'signal' ? signalId(record.source, record.key) : undefined,
  }))
  if (indexed.length < SHARDS * MIN_SHARD_RECORDS || hasMovingSignal(indexed)) {
    return indexed.length > 0 ? [indexed] : []
  }
  const shards = Array.from({ length: SHARDS }, (): IndexedRecord[] => [])
  for (const record of indexed) shards[crc32(record.company.domain) % SHARDS]?.push(record)
  return shards.filter((shard) => shard.length > 0)
}

type IndexedRecord = IdentifiedRecord & { readonly index: number }

function hasMovingSignal(records: readonly IdentifiedRecord[]): boolean {
  const domainOf = new Map<string, string>()
  return records.some(({ id, company }) => {
    if (id === undefined) return false
    const domain = domainOf.get(id) ?? company.domain
    domainOf.set(id, domain)
    return domain !== company.domain
  })
}

async function writeShard(
  tx: Transaction,
  records: readonly IdentifiedRecord[],
  { quiet, retrying }: { quiet: boolean; retrying: boolean },
): Promise<WriteResult> {
  const { now, day } = await readBatchTime(tx)
  const { state, created, ordinalsBefore } = await loadBatchState(tx, records, now, retrying)
  const batch = await nextBatch(tx)
  const plan = planBatch(records, created, state)
  const ranks = deriveChanged(plan, state, created, ordinalsBefore)
  const rows = finalRows(plan.changes)

  await updateCompanies(
    tx,
    [...plan.companiesUpdated].flatMap((domain) => state.companies.get(domain) ?? []),
  )
  await insertSignals(tx, rows.created)
  await updateSignals(tx, rows.updated)
  await touchLastSeen(tx, plan.seenAgain)
  await updateSeenAt(
    tx,
    [...plan.seenLater].flatMap((id) => state.signals.get(id) ?? []),
  )
  await writeRanks(tx, ranks, day)
  const changedCompanies = [...state.companies.values()].filter(
    ({ domain }) => created.has(domain) || plan.companiesUpdated.has(domain),
  )
  const withImages = !quiet || (await needsAllImages(tx))
  const events = [
    ...changedCompanies.map((company) => companyEvent(company, created.has(company.domain), now)),
    ...plan.changes.map((change) => signalEvent(change, withImages)),
  ]
  await insertEvents(tx, { batch, day, quiet, events })
  const createdByRecords = records.filter((record, i) => record.record === 'company' && plan.outcomes[i] === 'created')
  return {
    outcomes: plan.outcomes,
    companiesCreated: created.size - createdByRecords.length,
    companiesUpdated: plan.updatedBySignals.size,
    signalsRead: ordinalsBefore.size,
    signalsReadForFewRecords: countReadForFewRecords(records, state, ordinalsBefore),
  }
}

const FEW_RECORDS = 8

function countReadForFewRecords(
  records: readonly IdentifiedRecord[],
  { companies }: BatchState,
  ordinalsBefore: ReadonlyMap<string, number>,
): number {
  const recordsOf = new Map<number, number>()
  for (const { company } of records) {
    const ordinal = companies.get(company.domain)?.ordinal ?? -1
    recordsOf.set(ordinal, (recordsOf.get(ordinal) ?? 0) + 1)
  }
  let count = 0
  for (const ordinal of ordinalsBefore.values()) if ((recordsOf.get(ordinal) ?? 0) < FEW_RECORDS) count++
  return count
}

/** A signal that changed several times has an event per change, but is written once, in its final state. */
function finalRows(changes: readonly SignalChange[]): Record<SignalChange['action'], StoredSignal[]> {
  const last = new Map<string, SignalChange>()
  for (const change of changes) {
    const action = last.get(change.signal.id)?.action ?? change.action
    last.set(change.signal.id, { action, signal: change.signal })
  }
  const of = (action: SignalChange['action']) =>
    [...last.values()].filter((change) => change.action === action).map(({ signal }) => signal)
  return { created: of('created'), updated: of('updated') }
}

/** Derives and ranks the companies that are new or whose signals changed. */
function deriveChanged(
  plan: BatchPlan,
  state: BatchState,
  created: ReadonlySet<string>,
  ordinalsBefore: ReadonlyMap<string, number>,
): Rank[] {
  const changed = new Set<number>()
  for (const { signal } of plan.changes) {
    changed.add(signal.companyOrdinal)
    // The previous company of a signal that moved has lost it.
    changed.add(ordinalsBefore.get(signal.id) ?? signal.companyOrdinal)
  }
  const byCompany = Map.groupBy(state.signals.values(), ({ companyOrdinal }) => companyOrdinal)
  return [...state.companies.values()]
    .filter(({ domain, ordinal }) => changed.has(ordinal) || created.has(domain))
    .map((company: Company) => deriveCompany(company, byCompany.get(company.ordinal) ?? [], state, plan))
}

/** Retries after a lost race or session, and after creating a partition that is missing for today's events. */
async function retryOnConflict<T>(db: Database, work: (retrying: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      const raced = [UNIQUE_VIOLATION, DEADLOCK, SERIALISATION_FAILURE].some((state) => errorCodeIs(error, state))
      const noPartition = errorCodeIs(error, CHECK_VIOLATION) && /no partition/.test((error as Error).message)
      if ((!raced && !noPartition && !isSessionLost(error)) || attempt === MAX_ATTEMPTS) throw error
      if (noPartition) await makePartitions(db.pool('ingest'))
      // A random delay, so that the same writers don't collide again.
      else await sleep(Math.random() * 10 * attempt)
    }
  }
}

const DEADLOCK = '40P01'
const CHECK_VIOLATION = '23514'

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
