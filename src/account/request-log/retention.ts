import { type Database, dropPastPartitions, isBackupRunning } from '../../db/index.ts'
import { deleteOldKeyUsage, makeRequestPartitions } from './queries.ts'

/** As long as the audit log: a year, plus some time to look back on it. */
const USAGE_DAYS = 400

/** Creates the partitions of the coming days and drops those past retention. Returns the names of the dropped ones. */
export async function maintainRequests(db: Database, days: number): Promise<string[]> {
  const pool = db.pool('ingest')
  await makeRequestPartitions(pool)
  if (await isBackupRunning(pool)) return []
  const dropped = await dropPastPartitions(db, ['request_log'], 'day', days)
  await deleteOldKeyUsage(pool, USAGE_DAYS)
  return dropped
}
