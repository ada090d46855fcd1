// The write path: one transaction writes the signals, the signals derived from them, the companies' ranks and the
// events. There is no second store and no later step, so a crash can't leave a partial change behind.
//
// Companies stay locked until the transaction ends, and they are locked in the order of their ordinals. All decisions
// about a company use data read while it is locked. So writers of one company run one at a time, and the second sees
// everything that the first did: one row per identity, one `created` each. One race is left: the same identity written
// for two companies concurrently. It violates the primary key, and the batch is retried.

import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import {
  CHECK_VIOLATION,
  type Database,
  errorCodeIs,
  isSessionLost,
  SERIALISATION_FAILURE,
  type Transaction,
  UNIQUE_VIOLATION,
} from '../../../db/index.ts'
import type { IncomingLine, IncomingRecord } from '../../../meaning/signals/index.ts'
import { makePartitions, type Stamper } from '../../log/index.ts'
import { DeletedCompanies, deletedCompany } from '../companies/deleted-companies.ts'
import { sharedNames } from '../companies/resolve-domains.ts'
import { makeHistoryPartitions } from '../history/history-queries.ts'
import type { IdentifiedRecord, RecordOutcome } from '../plan/plan-batch.ts'
import { type LocatedStatusChange, locateStatusChanges, unknownSignal } from '../plan/status-changes.ts'
import { signalId } from '../store/identity.ts'
import { LANES, Lanes } from './lanes.ts'
import { type HashedLine, type HashedSignal, hashed, takeUnchanged } from './unchanged-records.ts'
import { DIGEST_FROM, type WriteResult, writeShard } from './write-shard.ts'

export interface WriteOptions {
  /** History: it is in the log, but the firehose does not deliver it. */
  readonly quiet?: boolean
  /**
   * More work for the same transaction, so that both or neither are committed. It runs when the companies are locked,
   * before anything is derived, and returns the domains of companies to derive and rank in any case. It may run again
   * after a lost race.
   */
  readonly inSameTransaction?: ((tx: Transaction) => Promise<readonly string[]>) | undefined
  /** A company with at least this many signals gets a digest. */
  readonly digestFrom?: number
  /** Shared by all calls that may run at the same time with records of the same companies. */
  readonly lanes?: Lanes
  /** None of the records is stored, so they are not looked up. */
  readonly areNew?: boolean
}

const MAX_ATTEMPTS = 20

/**
 * Each record has the same outcome, and each fact of one report the same events, as if the records were written one by
 * one in their order. Facts of several reports and derived signals are computed once, from the state after the last
 * record.
 *
 * Companies are independent of each other, so a large batch is split by company into shards, each with its own
 * transaction in its own lane.
 */
export async function writeRecords(
  db: Database,
  stamper: Stamper,
  records: readonly IncomingLine[],
  {
    quiet = false,
    inSameTransaction,
    digestFrom = DIGEST_FROM,
    lanes = new Lanes(),
    areNew = false,
  }: WriteOptions = {},
): Promise<WriteResult> {
  const outcomes: RecordOutcome[] = records.map(() => 'unchanged')
  const write = async ({ lane, records: written, places }: Shard): Promise<WriteResult> => {
    const result = await retryOnConflict(db, (retrying) =>
      db.transaction('ingest', (tx) => writeShard(tx, written, { quiet, retrying, inSameTransaction, digestFrom })),
    ).catch((error: unknown) => {
      if (error instanceof DeletedCompanies) return error.domains
      throw error
    })
    if (!('outcomes' in result)) {
      const rest: Shard = { lane, records: [], places: [] }
      for (const [i, record] of written.entries()) {
        const [place, { domain }] = [places[i] as number, record.company]
        if (result.has(domain)) outcomes[place] = { rejected: deletedCompany(domain) }
        else add(rest, record, place)
      }
      return write(rest)
    }
    // Not awaited: the log follows within milliseconds. If it fails, the worker stamps within a second.
    stamper.stamp().catch(() => {})
    for (const [i, place] of places.entries()) outcomes[place] = result.outcomes[i] ?? 'unchanged'
    return result
  }
  const started = await lanes.inTurn(async () => {
    const lines = records.map(hashed)
    // The additional work needs the transaction even if every line is unchanged.
    const unchanged = inSameTransaction || areNew ? new Set<HashedLine>() : await takeUnchanged(db, lines)
    const changed: HashedLine[] = []
    const places: number[] = []
    for (let place = 0; place < lines.length; place++) {
      const line = lines[place] as HashedLine
      if (unchanged.has(line)) continue
      changed.push(line)
      places.push(place)
    }
    const located = await locateStatusChanges(db, changed)
    for (let i = 0; i < changed.length; i++) {
      const line = changed[i] as HashedLine
      if (line.record === 'status' && !located[i]) outcomes[places[i] as number] = { rejected: unknownSignal(line) }
    }
    const shards = await shardsOf(db, located, places, inSameTransaction !== undefined)
    return shards.map((shard) => lanes.run(shard.lane, () => write(shard)))
  })
  const results = await Promise.all(started)
  return {
    outcomes,
    companiesCreated: sum(results.map(({ companiesCreated }) => companiesCreated)),
    companiesUpdated: sum(results.map(({ companiesUpdated }) => companiesUpdated)),
    signalsRead: sum(results.map(({ signalsRead }) => signalsRead)),
    signalsReadForFewRecords: sum(results.map(({ signalsReadForFewRecords = 0 }) => signalsReadForFewRecords)),
  }
}

/** With fewer records, another transaction costs more time than it saves. */
const MIN_SHARD_RECORDS = 250

interface Shard {
  /** Undefined if it has records of companies of several lanes. */
  readonly lane: number | undefined
  readonly records: IdentifiedRecord[]
  /** Of these records among all. */
  readonly places: number[]
}

/** The records by company, with their ids and places. If a signal has records for two companies, there is one shard. */
async function shardsOf(
  db: Database,
  records: readonly (IncomingRecord | LocatedStatusChange | undefined)[],
  places: readonly number[],
  isOne: boolean,
): Promise<Shard[]> {
  const all: Shard = { lane: undefined, records: [], places: [] }
  for (let i = 0; i < records.length; i++) {
    const record = records[i]
    if (record) add(all, identified(record), places[i] as number)
  }
  if (all.records.length === 0) return []
  if (isOne || all.records.length < 2 * MIN_SHARD_RECORDS) return [all]
  const domains = [...new Set(all.records.map(({ company }) => company.domain))]
  const nameOf = await sharedNames(db.pool('ingest'), domains)
  const names = new Map(domains.map((domain) => [domain, nameOf(domain)]))
  if (hasMovingSignal(all.records, names)) return [all]
  const laneOf = new Map([...names].map(([domain, name]) => [domain, crc32(name) % LANES]))
  const shards = Array.from({ length: LANES }, (_, lane): Shard => ({ lane, records: [], places: [] }))
  for (let i = 0; i < all.records.length; i++) {
    const record = all.records[i] as IdentifiedRecord
    add(shards[laneOf.get(record.company.domain) ?? 0] as Shard, record, all.places[i] as number)
  }
  return shards.filter(({ records }) => records.length > 0)
}

function add(shard: Shard, record: IdentifiedRecord, place: number): void {
  shard.records.push(record)
  shard.places.push(place)
}

function identified(record: IncomingRecord | LocatedStatusChange | HashedSignal): IdentifiedRecord {
  if (record.record === 'company') return { ...record, id: undefined }
  return 'id' in record ? record : { ...record, id: signalId(record.source, record.key) }
}

/** `names` by domain. */
function hasMovingSignal(records: readonly IdentifiedRecord[], names: ReadonlyMap<string, string>): boolean {
  const seen = new Map<string, string | undefined>()
  return records.some(({ id, company }) => {
    if (id === undefined) return false
    const name = names.get(company.domain)
    const first = seen.get(id) ?? name
    seen.set(id, first)
    return first !== name
  })
}

/** Retries after a lost race or session, and after creating a partition that is missing for today. */
export async function retryOnConflict<T>(db: Database, work: (retrying: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      const raced = [UNIQUE_VIOLATION, DEADLOCK, SERIALISATION_FAILURE].some((state) => errorCodeIs(error, state))
      const noPartition = errorCodeIs(error, CHECK_VIOLATION) && /no partition/.test((error as Error).message)
      if ((!raced && !noPartition && !isSessionLost(error)) || attempt === MAX_ATTEMPTS) throw error
      if (noPartition) {
        await makePartitions(db.pool('ingest'))
        await makeHistoryPartitions(db.pool('ingest'))
      }
      // A random delay, so that the same writers don't collide again.
      else await sleep(Math.random() * 10 * attempt)
    }
  }
}

const DEADLOCK = '40P01'

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
