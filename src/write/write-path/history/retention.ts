import { type Database, dropPartition, isBackupRunning } from '../../../db/index.ts'
import { listExpiredMonths, makeHistoryPartitions } from './history-queries.ts'

/** Creates the partitions of the coming months and drops those past retention. Returns the names of the dropped ones. */
export async function maintainHistory(db: Database, months: number): Promise<string[]> {
  await makeHistoryPartitions(db.pool('ingest'))
  if (await isBackupRunning(db.pool('ingest'))) return []
  const expired = await listExpiredMonths(db.pool('ingest'), months)
  for (const partition of expired) await dropPartition(db, partition)
  return expired
}
