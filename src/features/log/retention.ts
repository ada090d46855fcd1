import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { dropDay, listExpiredDays, makePartitions } from './queries.ts'

export const RETENTION_DAYS = 30
const TRIES = 20

/** Called in the transaction that drops a day, while its events are still there. */
type BeforeDrop = (tx: Transaction, day: string) => Promise<void>

export interface MaintainOptions {
  readonly beforeDrop?: BeforeDrop
}

/** Makes the partitions of the days to come and drops those past retention; returns the days that were dropped. */
export async function tendLog(db: Database, { beforeDrop = async () => {} }: MaintainOptions = {}): Promise<string[]> {
  await makePartitions(db.pool('ingest'))
  const past = await listExpiredDays(db.pool('ingest'), RETENTION_DAYS)
  for (const day of past) await dropWithRetry(db, day, beforeDrop)
  return past
}

/** A drop waits for readers, and writers wait behind it: so it waits a moment only, and comes again. */
async function dropWithRetry(db: Database, day: string, beforeDrop: BeforeDrop): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction('ingest', async (tx) => {
        await tx.query(`set local lock_timeout = '100ms'`)
        await dropDay(tx, day, beforeDrop)
      })
    } catch (error) {
      if (tries === TRIES)
        throw new Error(`the events of ${day} could not be dropped (${reasonOf(error)})`, { cause: error })
      await sleep(250)
    }
  }
}
