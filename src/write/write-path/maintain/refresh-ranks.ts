// The AI adoption score depends on the day. Once a day every company's score is recomputed, in small transactions that
// lock a few companies at a time. Each is followed by a pause that is longer than itself, so that searches and writers
// always have most of the database and of this process. One event at the end notifies the log's readers.

import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { ADVISORY_LOCKS, type Database, one, type Transaction } from '../../../db/index.ts'
import { insertEvents, type Stamper } from '../../log/index.ts'
import { readSourceState } from '../../sources/index.ts'
import { asShown, computeRank } from '../plan/derive-company.ts'
import { ranksEvent } from '../plan/events.ts'
import { type BatchTime, nextBatch, readBatchTime } from '../store/batch-queries.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { findStaleRanks, hasStaleRanks, type Rank, writeRanks } from '../store/rank-queries.ts'
import { readSignals } from '../store/signal-queries.ts'

/** How much one step reads at most. A company with more signals is a step of its own. */
export const REFRESH_STEP = { companies: 50, signals: 5_000 } as const
/** The pause after a step, by the time of the step. */
const PAUSE_RATIO = 2
const MAX_PAUSE_MS = 5_000
/** How long ranks are computed before yielding to the event loop. */
const SLICE_MS = 5

interface RefreshOptions {
  readonly signal?: AbortSignal
  /** Waits between two steps. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/** Returns how many companies were refreshed. If another node is refreshing them, it returns immediately. */
export async function refreshRanks(db: Database, stamper: Stamper, options: RefreshOptions = {}): Promise<number> {
  const { signal, pause = (ms) => sleep(ms, undefined, { signal }).catch(() => {}) } = options
  const pool = db.pool('ingest')
  if (!(await hasStaleRanks(pool, (await readBatchTime(pool)).day))) return 0
  // The lock must last through the pauses, during which there is no transaction.
  const holder = await db.connectDirect()
  let total = 0
  try {
    const { locked } = await one<{ locked: boolean }>(holder, 'select pg_try_advisory_lock($1) as locked', [
      ADVISORY_LOCKS.refreshRanks,
    ])
    for (let after = -1; locked && !signal?.aborted; ) {
      const start = performance.now()
      const refreshed = await db.transaction('ingest', (tx) => refreshNext(tx, after))
      total += refreshed.length
      // From the start again: around midnight a company may have been added with yesterday's score.
      if (refreshed.length === 0 && after === -1) break
      after = refreshed.at(-1) ?? -1
      await pause(Math.min(MAX_PAUSE_MS, PAUSE_RATIO * (performance.now() - start)))
    }
  } finally {
    await holder.end()
  }
  if (total > 0) await stamper.stamp()
  return total
}

async function refreshNext(tx: Transaction, after: number): Promise<number[]> {
  const time = await readBatchTime(tx)
  const stale = await findStaleRanks(tx, time.day, after, REFRESH_STEP)
  if (stale.length === 0) return []
  const companies = await lockCompanies(tx, stale)
  const signals = Map.groupBy(await readSignals(tx, stale), ({ companyOrdinal }) => companyOrdinal)
  const sourceState = await readSourceState(tx, stale)
  const ranks: Rank[] = []
  let start = performance.now()
  for (const company of companies) {
    ranks.push(computeRank(asShown(company), signals.get(company.ordinal) ?? [], time.now, sourceState))
    if (performance.now() - start < SLICE_MS) continue
    await nextTick()
    start = performance.now()
  }
  await writeRanks(tx, ranks, time.day)
  // In the transaction of the last companies, so that a crash can't lose the event.
  if (!(await hasStaleRanks(tx, time.day))) await insertRanksEvent(tx, time)
  return stale
}

async function insertRanksEvent(tx: Transaction, { now, day }: BatchTime): Promise<void> {
  await insertEvents(tx, { day, batch: await nextBatch(tx), quiet: true, events: [ranksEvent(now)] })
}
