import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { errorCodeIs, LOCK_NOT_AVAILABLE } from './sql.ts'

const MAX_ATTEMPTS = 20

/** A drop waits for readers, and writers queue behind it. So each attempt waits for the lock only 100 ms. */
export async function dropPartition(db: Database, partition: string): Promise<void> {
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
