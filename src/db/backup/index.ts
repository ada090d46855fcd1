export type { Manifest } from './manifest.ts'
export { type CheckedBackup, verifyBackup } from './read-backup.ts'
export { BACKUP_APPLICATION, BACKUP_IDLE_SECONDS, isBackupRunning } from './snapshot.ts'
export { type BackupProgress, PARTIAL_SUFFIX, writeBackup } from './write-backup.ts'
