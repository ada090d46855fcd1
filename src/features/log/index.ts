export { type NewsEvent, type DeliverablePage, readNews, readNewsAt } from './deliverable-events.ts'
export {
  insertEvents,
  type LogEvent,
  makePartitions,
  type NewBatch,
  type NewEvent,
  readHead,
  stampLog,
} from './queries.ts'
export { type LogPage, readLog } from './reader.ts'
export { RETENTION_DAYS, tendLog } from './retention.ts'
export { Stamper, startBackstop } from './stamper.ts'
