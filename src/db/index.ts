export { ADVISORY_LOCKS } from './advisory-locks.ts'
export {
  type BackupProgress,
  type BackupSettings,
  backUpIfDue,
  type CheckedBackup,
  isBackupRunning,
  listBackups,
  type Manifest,
  restoreBackup,
  verifyBackup,
  writeBackup,
} from './backup/index.ts'
export { writeUuid } from './binary-rows.ts'
export { DatabaseClock } from './clock.ts'
export { type Column, columns } from './columns.ts'
export { copyInto } from './copy.ts'
export {
  type Database,
  openDatabase,
  POOL_ROLES,
  type Transaction,
} from './database.ts'
export { readDatabaseId } from './database-id.ts'
export { dropPastPartitions } from './drop-partitions.ts'
export { readMajors } from './embedded/folder.ts'
export { readFunctions } from './functions.ts'
export { isSessionLost, isUnavailable } from './is-unavailable.ts'
export { functionsArePending, migrate, pendingMigrations } from './migrate.ts'
export { readMigrations } from './migrations/read.ts'
export { type PendingMigration, surveyUpgrade, type TableEffect, type UpgradeSurvey } from './migrations/survey.ts'
export { NodeLease, NodeStopped, type NodeTable } from './node-lease.ts'
export { Replica, type ReplicaStatus } from './replica/replica.ts'
export { grantReporting, type ReportingGrant } from './reporting/grant.ts'
export { findMissingRight } from './rights.ts'
export { countByKey, findUnreadable, reencrypt, type SealedColumn } from './sealed-columns.ts'
export * from './sql.ts'
export { StalledCopies } from './stalled-copies.ts'
