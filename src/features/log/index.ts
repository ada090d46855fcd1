export { type DeliverableEvent, readDeliverableEvents, readDeliverableEventsAt } from './deliverable-events.ts'
export {
  insertEvents,
  type LogEvent,
  makePartitions,
  type NewEvent,
  readHead,
  readResetPosition,
  resetCopies,
  stampLog,
} from './queries.ts'
export { readLog } from './reader.ts'
export { maintainLog } from './retention.ts'
export { Stamper, startPeriodicStamping } from './stamper.ts'
