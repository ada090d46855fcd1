import type { Registry } from 'prom-client'
import { type BackupSettings, backUpIfDue, type Database, listBackups } from '../db/index.ts'
import type { Logger } from '../platform/logger.ts'
import { gauge } from '../platform/metrics.ts'
import type { TaskRunner } from './task-runner.ts'

/** How often to check whether one is due, and how long to wait after a failure. */
const LOOK_MS = 15 * 60_000

/** Only with BACKUP_DIR. */
export function scheduleBackups(
  tasks: TaskRunner,
  db: Database,
  log: Logger,
  registry: Registry,
  settings: BackupSettings,
): void {
  const { BACKUP_DIR: folder } = settings
  if (folder === undefined) return
  gauge({
    name: 'pro_signal_backup_last_timestamp_seconds',
    help: 'When the newest backup in BACKUP_DIR was made. 0 if there is none.',
    registers: [registry],
    collect() {
      this.set((listBackups(folder)[0]?.at.getTime() ?? 0) / 1_000)
    },
  })
  tasks.every(LOOK_MS, 'backup', async (signal) => {
    const made = await backUpIfDue(db, settings, signal)
    if (made) log.info({ bytes: made.bytes }, `made the backup ${made.file}`)
    return made ? 1 : 0
  })
}
