export { type AheadEvent, readAhead } from './ahead.ts'
export { type DeliverableEvent, readDeliverableEvents, readDeliverableEventsAt } from './deliverable-events.ts'
export { readOutbox, watchOutbox } from './outbox-watch.ts'
export {
  insertEvents,
  type LogEvent,
  makePartitions,
  type NewEvent,
  readHead,
  readLag,
  readPageEnd,
  readResetPosition,
  readTouchedCompanies,
  readUnstamped,
  resetCopies,
  stampLog,
  type TouchedCompany,
} from './queries.ts'
export { readLog } from './reader.ts'
export { LOG_RETENTION_DAYS, maintainLog } from './retention.ts'
export { readSignalEvents, type SignalEvent } from './signal-events.ts'
export { Stamper, startPeriodicStamping } from './stamper.ts'
export { ageOfNextEvent, readGrowth, surveyLog } from './survey.ts'
