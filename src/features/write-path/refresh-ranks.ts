// The AI adoption score ages by the day. Once a day every company's score is computed anew, in small transactions that
// lock a few companies at a time, while everything else goes on; then one entry in the log tells the readers.

import { ADVISORY_LOCKS, type Database, one, type Transaction } from '../../db/index.ts'
import { insertEvents, type Stamper } from '../log/index.ts'
import { rankOf } from './conclude.ts'
import {
  findStaleRanks,
  lockCompanies,
  type Moment,
  nextBatch,
  readMoment,
  readSignals,
  writeRanks,
} from './queries.ts'

const AT_A_TIME = 500

/** Returns how many companies were refreshed. Of several nodes that begin at once, one does the work. */
export async function refreshRanks(db: Database, stamper: Stamper, signal?: AbortSignal): Promise<number> {
  let refreshed = 0
  while (!signal?.aborted) {
    const count = await db.transaction('ingest', refreshSome)
    if (count === 0) break
    refreshed += count
  }
  if (refreshed > 0) await stamper.stamp()
  return refreshed
}

async function refreshSome(tx: Transaction): Promise<number> {
  const { mine } = await one<{ mine: boolean }>(tx, 'select pg_try_advisory_xact_lock($1) as mine', [
    ADVISORY_LOCKS.refreshRanks,
  ])
  if (!mine) return 0
  const moment = await readMoment(tx)
  const { now, day } = moment
  const stale = await findStaleRanks(tx, day, AT_A_TIME)
  if (stale.length === 0) return 0
  const companies = await lockCompanies(tx, stale)
  const signals = Map.groupBy(await readSignals(tx, stale), ({ companyOrdinal }) => companyOrdinal)
  await writeRanks(
    tx,
    companies.map(({ ordinal }) => rankOf(ordinal, signals.get(ordinal) ?? [], now)),
    day,
  )
  // With the last of them, in the same transaction: no crash can keep the readers from being told.
  if ((await findStaleRanks(tx, day, 1)).length === 0) await announce(tx, moment)
  return stale.length
}

async function announce(tx: Transaction, moment: Moment): Promise<void> {
  const event = {
    kind: 'ranks' as const,
    companyOrdinal: null,
    signalId: null,
    type: null,
    action: null,
    unix: moment.now,
    image: null,
  }
  await insertEvents(tx, { day: moment.day, batch: await nextBatch(tx), quiet: true, events: [event] })
}
