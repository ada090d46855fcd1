// The AI adoption score depends on the day. Once a day every company's score is recomputed, in small transactions that
// lock a few companies at a time, while reads and writes continue. One event at the end notifies the log's readers.

import { ADVISORY_LOCKS, type Database, type Transaction } from '../../db/index.ts'
import { insertEvents, type Stamper } from '../log/index.ts'
import { type BatchTime, nextBatch, readBatchTime } from './batch-queries.ts'
import { lockCompanies } from './company-queries.ts'
import { computeRank } from './derive-company.ts'
import { ranksEvent } from './events.ts'
import { findStaleRanks, writeRanks } from './rank-queries.ts'
import { runInSteps } from './run-in-steps.ts'
import { readSignals } from './signal-queries.ts'

const COMPANIES_PER_STEP = 500

/** Returns how many companies were refreshed. */
export async function refreshRanks(db: Database, stamper: Stamper, signal?: AbortSignal): Promise<number> {
  const refreshed = await runInSteps(db, ADVISORY_LOCKS.refreshRanks, refreshNext, signal)
  if (refreshed > 0) await stamper.stamp()
  return refreshed
}

async function refreshNext(tx: Transaction): Promise<number> {
  const time = await readBatchTime(tx)
  const stale = await findStaleRanks(tx, time.day, COMPANIES_PER_STEP)
  if (stale.length === 0) return 0
  const companies = await lockCompanies(tx, stale)
  const signals = Map.groupBy(await readSignals(tx, stale), ({ companyOrdinal }) => companyOrdinal)
  const ranks = companies.map(({ ordinal }) => computeRank(ordinal, signals.get(ordinal) ?? [], time.now))
  await writeRanks(tx, ranks, time.day)
  // In the transaction of the last companies, so that a crash can't lose the event.
  if ((await findStaleRanks(tx, time.day, 1)).length === 0) await insertRanksEvent(tx, time)
  return stale.length
}

async function insertRanksEvent(tx: Transaction, { now, day }: BatchTime): Promise<void> {
  await insertEvents(tx, { day, batch: await nextBatch(tx), quiet: true, events: [ranksEvent(now)] })
}
