export { companyId, signalId } from './identity.ts'
export type { RecordOutcome } from './plan.ts'
export { refreshRanks } from './refresh-ranks.ts'
export { type WriteOptions, type WriteResult, writeRecords } from './write-records.ts'
