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
import { makePartitions, type Stamper } from '../log/index.ts'
import type { IncomingLine, IncomingRecord } from '../signals/index.ts'
import { noteDeliveries } from '../sources/index.ts'
import { nextBatchWith, readBatchTime } from './batch-queries.ts'
import { loadBatchState } from './batch-state.ts'
import { deriveChanged } from './derive-company.ts'
import { signalId } from './identity.ts'
import {
  type BatchState,
  companiesOfSignals,
  type IdentifiedRecord,
  planBatch,
  type RecordOutcome,
} from './plan-batch.ts'
import { regroup, scopeOf } from './regroup.ts'
import { sharedNames } from './resolve-domains.ts'
import { type LocatedStatusChange, locateStatusChanges, unknownSignal } from './status-changes.ts'
import type { StoredSignal } from './stored-signal.ts'
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
   * Of those, the ones of companies with few records, most of which would not be read for a batch of half the size.
   * Absent: all.
   */
  readonly signalsReadForFewRecords?: number
}

export interface WriteOptions {
  /** History: it is in the log, but the firehose does not deliver it. */
  readonly quiet?: boolean
  /**
   * More work for the same transaction, so that both happen or none does. It runs when the companies are locked, before
   * anything is derived, and returns the domains of companies that are to be derived and ranked anew in any case. It may run
   * again after a lost race.
   */
  readonly alongside?: ((tx: Transaction) => Promise<readonly string[]>) | undefined
}

const MAX_ATTEMPTS = 20

/**
 * Each record has the same outcome, and each fact of one report the same events, as if the records were written one by
 * one in their order. Facts of several reports and derived signals are computed once, from the state after the last
 * record.
 *
 * Companies are independent of each other, so a large batch is split by company into two shards, each with its own
 * transaction. They run at the same time: while one waits for the database, the other computes.
 */
export async function writeRecords(
  db: Database,
  stamper: Stamper,
  records: readonly IncomingLine[],
  { quiet = false, alongside }: WriteOptions = {},
): Promise<WriteResult> {
  const located = await locateStatusChanges(db, records)
  const outcomes: RecordOutcome[] = []
  for (const [index, line] of records.entries()) {
    if (line.record === 'status' && !located[index]) outcomes[index] = { rejected: unknownSignal(line) }
  }
  const results = await Promise.all(
    (await shardsOf(db, located, alongside ? 1 : SHARDS)).map(async (shard) => {
      const result = await retryOnConflict(db, (retrying) =>
        db.transaction('ingest', (tx) => writeShard(tx, shard, { quiet, retrying, alongside })),
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
async function shardsOf(
  db: Database,
  records: readonly (IncomingRecord | LocatedStatusChange | undefined)[],
  maxShards: number,
): Promise<IndexedRecord[][]> {
  const indexed = records.flatMap((record, index) =>
    record
      ? [{ ...record, index, id: record.record === 'company' ? undefined : signalId(record.source, record.key) }]
      : [],
  )
  if (maxShards === 1 || indexed.length < SHARDS * MIN_SHARD_RECORDS) return indexed.length > 0 ? [indexed] : []
  const domains = [...new Set(indexed.map(({ company }) => company.domain))]
  const nameOf = await sharedNames(db.pool('ingest'), domains)
  if (hasMovingSignal(indexed, nameOf)) return [indexed]
  const shards = Array.from({ length: SHARDS }, (): IndexedRecord[] => [])
  for (const record of indexed) shards[crc32(nameOf(record.company.domain)) % SHARDS]?.push(record)
  return shards.filter((shard) => shard.length > 0)
}

type IndexedRecord = IdentifiedRecord & { readonly index: number }

function hasMovingSignal(records: readonly IdentifiedRecord[], nameOf: (domain: string) => string): boolean {
  const names = new Map<string, string>()
  return records.some(({ id, company }) => {
    if (id === undefined) return false
    const name = nameOf(company.domain)
    const first = names.get(id) ?? name
    names.set(id, first)
    return first !== name
  })
}

async function writeShard(
  tx: Transaction,
  given: readonly IdentifiedRecord[],
  { quiet, retrying, alongside }: { quiet: boolean; retrying: boolean } & Pick<WriteOptions, 'alongside'>,
): Promise<WriteResult> {
  const { now, day } = await readBatchTime(tx)
  const { records, state, created, ordinalsBefore } = await loadBatchState(tx, given, now, retrying)
  const newIds = records.flatMap(({ id }) => (id === undefined || ordinalsBefore.has(id) ? [] : id))
  const again = new Set(await alongside?.(tx))
  const ordinals = [...state.companies.values()].map(({ ordinal }) => ordinal)
  const knowledge = await noteDeliveries(tx, sourcesOf(records), ordinals)
  const batch = await nextBatchWith(tx, newIds)
  const read = [...state.signals.values()]
  const plan = planBatch(records, created, state)
  for (const { company, givenDomain = company.domain } of records) {
    if (!again.has(givenDomain)) continue
    plan.deriveAnyway.add(company.domain)
    // Copies of the ranks follow the log.
    if (!created.has(company.domain)) plan.companiesUpdated.add(company.domain)
  }
  const facts = regroup(scopeOf(plan, state, ordinalsBefore), plan, state)
  const ranks = deriveChanged(plan, state, created, ordinalsBefore, knowledge)
  await writePlan(tx, { plan, state, facts, ranks, created, ordinalsBefore }, { batch, day, quiet })
  return {
    outcomes: plan.outcomes,
    ...companiesOfSignals(records, created, plan),
    signalsRead: read.length,
    signalsReadForFewRecords: countReadForFewRecords(records, state, read),
  }
}

function sourcesOf(records: readonly IdentifiedRecord[]): string[] {
  return [...new Set(records.flatMap((record) => (record.record === 'signal' ? record.source : [])))]
}

const FEW_RECORDS = 8

function countReadForFewRecords(
  records: readonly IdentifiedRecord[],
  { companies }: BatchState,
  read: readonly StoredSignal[],
): number {
  const recordsOf = new Map<number, number>()
  for (const { company } of records) {
    const ordinal = companies.get(company.domain)?.ordinal ?? -1
    recordsOf.set(ordinal, (recordsOf.get(ordinal) ?? 0) + 1)
  }
  let count = 0
  for (const { companyOrdinal } of read) if ((recordsOf.get(companyOrdinal) ?? 0) < FEW_RECORDS) count++
  return count
}

/** Retries after a lost race or session, and after creating a partition that is missing for today's events. */
export async function retryOnConflict<T>(db: Database, work: (retrying: boolean) => Promise<T>): Promise<T> {
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
