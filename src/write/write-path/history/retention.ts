import { type Database, dropPastPartitions, isBackupRunning } from '../../../db/index.ts'
import { makeHistoryPartitions } from './history-queries.ts'

/** Creates the partitions of the coming months and drops those past retention. Returns the names of the dropped ones. */
export async function maintainHistory(db: Database, months: number): Promise<string[]> {
  await makeHistoryPartitions(db.pool('ingest'))
  if (await isBackupRunning(db.pool('ingest'))) return []
  return dropPastPartitions(db, ['signal_history'], 'month', months)
}
