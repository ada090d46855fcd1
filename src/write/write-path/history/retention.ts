import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, errorCodeIs, isBackupRunning, LOCK_NOT_AVAILABLE } from '../../../db/index.ts'
import { listExpiredMonths, makeHistoryPartitions } from './history-queries.ts'

const MAX_ATTEMPTS = 20

/** Creates the partitions of the coming months and drops those past retention. Returns the names of the dropped ones. */
export async function maintainHistory(db: Database, months: number): Promise<string[]> {
  await makeHistoryPartitions(db.pool('ingest'))
  if (await isBackupRunning(db.pool('ingest'))) return []
  const expired = await listExpiredMonths(db.pool('ingest'), months)
  for (const partition of expired) await dropWithRetry(db, partition)
  return expired
}

/** A drop waits for readers, and writers queue behind it. So each attempt waits for the lock only 100 ms. */
async function dropWithRetry(db: Database, partition: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction('ingest', async (tx) => {
        await tx.query(`set local lock_timeout = '100ms'`)
        await tx.query(`drop table if exists ${partition}`)
      })
    } catch (error) {
      if (!errorCodeIs(error, LOCK_NOT_AVAILABLE) || attempt === MAX_ATTEMPTS) throw error
      await sleep(250)
    }
  }
}
