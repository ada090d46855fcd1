import type { Database } from '../../db/index.ts'
import { dropDay, listEventDays, makePartitions } from './queries.ts'

export const RETENTION_DAYS = 30

/** Makes the partitions of the days to come and drops those past retention; returns the days that were dropped. */
export async function tendLog(db: Database, today = new Date()): Promise<string[]> {
  await makePartitions(db.pool('ingest'))
  const oldest = new Date(today.getTime() - RETENTION_DAYS * 86_400_000).toISOString().slice(0, 10)
  const past = (await listEventDays(db.pool('ingest'))).filter((day) => day < oldest)
  for (const day of past) {
    await db.transaction('ingest', async (tx) => {
      // A long reader must not make every writer wait behind this: it is tried again at the next round.
      await tx.query(`set local lock_timeout = '2s'`)
      await dropDay(tx, day)
    })
  }
  return past
}
