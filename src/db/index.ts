export { ADVISORY_LOCKS } from './advisory-locks.ts'
export { DatabaseClock } from './clock.ts'
export { type Column, type Columns, columns } from './columns.ts'
export { type CopyValue, copyIn, copyLine } from './copy.ts'
export {
  type Database,
  type OpenOptions,
  openDatabase,
  POOL_ROLES,
  type PoolRole,
  type Transaction,
} from './database.ts'
export { readFunctions } from './functions.ts'
export { isUnavailable } from './is-unavailable.ts'
export { functionsArePending, type MigrationReport, migrate, pendingMigrations, readMigrations } from './migrate.ts'
export * from './sql.ts'
