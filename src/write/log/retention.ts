import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, isBackupRunning, type Transaction } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { dropDay, listExpiredDays, makePartitions } from './queries.ts'

export const LOG_RETENTION_DAYS = 30
const MAX_ATTEMPTS = 20

/** Called in the transaction that drops a day, before the events are dropped. */
type BeforeDrop = (tx: Transaction, day: string) => Promise<void>

interface MaintainOptions {
  readonly beforeDrop?: BeforeDrop
}

/** Creates partitions for the coming days and drops those past retention. Returns the dropped days. */
export async function maintainLog(
  db: Database,
  { beforeDrop = async () => {} }: MaintainOptions = {},
): Promise<string[]> {
  await makePartitions(db.pool('ingest'))
  if (await isBackupRunning(db.pool('ingest'))) return []
  const expired = await listExpiredDays(db.pool('ingest'), LOG_RETENTION_DAYS)
  for (const day of expired) await dropWithRetry(db, day, beforeDrop)
  return expired
}

/** A drop waits for readers, and writers queue behind it. So each attempt waits for the lock only 100 ms. */
async function dropWithRetry(db: Database, day: string, beforeDrop: BeforeDrop): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction('ingest', async (tx) => {
        await tx.query(`set local lock_timeout = '100ms'`)
        await dropDay(tx, day, beforeDrop)
      })
    } catch (error) {
      if (attempt === MAX_ATTEMPTS)
        throw new Error(`the events of ${day} could not be dropped (${reasonOf(error)})`, { cause: error })
      await sleep(250)
    }
  }
}
