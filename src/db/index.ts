export { ADVISORY_LOCKS } from './advisory-locks.ts'
export { DatabaseClock } from './clock.ts'
export { type Column, columns } from './columns.ts'
export { type CopyValue, copyIn, copyLine } from './copy.ts'
export {
  type Database,
  openDatabase,
  type Transaction,
} from './database.ts'
export { readFunctions } from './functions.ts'
export { isSessionLost, isUnavailable } from './is-unavailable.ts'
export { functionsArePending, migrate, pendingMigrations, readMigrations } from './migrate.ts'
export * from './sql.ts'
export { StalledCopies } from './stalled-copies.ts'
