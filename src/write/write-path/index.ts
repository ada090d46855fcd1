export { findDeleted } from './companies/deleted-companies.ts'
export { type DescribedCompany, describeCompany } from './companies/describe-company.ts'
export { resolveDomains } from './companies/resolve-domains.ts'
export { openDryRun } from './dry-run/dry-run.ts'
export { readCompanyChanges, readSignalHistory } from './history/read-history.ts'
export { maintainHistory } from './history/retention.ts'
export { decideKind } from './identity/decide-kind.ts'
export {
  allowCompany,
  type DeletedCompany,
  deleteCompany,
  describeDeletion,
  listDeleted,
  purgeDeleted,
} from './identity/delete-company.ts'
export { mergeCompanies } from './identity/merge-companies.ts'
export { announceRemoval, removeCompanies } from './identity/remove-companies.ts'
export { splitCompany } from './identity/split-company.ts'
export { lineWriter } from './lines/line-writer.ts'
export { type FoundLines, type LineRecogniser, lineRecogniser, type PreparedLines } from './lines/unchanged-lines.ts'
export { writeLines as writeRecords } from './lines/write-lines.ts'
export { backfillSearchText } from './maintain/backfill-search-text.ts'
export { expireSignals } from './maintain/expire-signals.ts'
export { type RebuildProgress, readRebuildProgress, rebuildAll } from './maintain/rebuild-all.ts'
export { refreshRanks } from './maintain/refresh-ranks.ts'
export type { RecordOutcome } from './plan/plan-batch.ts'
export { companyId, signalId } from './store/identity.ts'
export { PRESENT_COLUMNS, RANK_COLUMNS } from './store/rank-columns.ts'
export type { WriteResult } from './transaction/write-shard.ts'
