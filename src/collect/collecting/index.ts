// Watches companies: visits their public pages, boards and filings regularly, and writes what changed.

export { Archive, openArchive } from './archive/archive.ts'
export { DEMO_LANE } from './companies/watch-queries.ts'
export { type FilingState, readFilingState } from './filings/filing-queries.ts'
export {
  type CollectingState,
  collectingMetrics,
  readCollecting,
  summaryOf,
  type VisitSummary,
  visitMetrics,
} from './metrics.ts'
export { type Progress, readListProgress } from './monitoring/progress.ts'
export { reconcileLists } from './monitoring/reconcile.ts'
export { type MonitoringOptions, monitoringSettings } from './monitoring/settings-routes.ts'
export { CollectingNode, type CollectOptions, type Visit } from './node.ts'
export { readers } from './reader/readers.ts'
export {
  deleteUnusedReceipts,
  type ReportReceipt,
  readArchiving,
  readReceipts,
  readSeen,
} from './receipts/receipt-queries.ts'
export type { ReceiptAnswer } from './receipts/visit-answers.ts'
export { startCollecting } from './start.ts'
export { readReports, type StoredVisit, storedVisits } from './verify/stored-visits.ts'
export { type Verified, verifyVisit } from './verify/verify-visit.ts'
export { changeText } from './visits/changed-formats.ts'
export { deleteOldNodes } from './visits/collect-lease.ts'
export { countVisiting } from './visits/look-queries.ts'
export { failureOf } from './visits/visit.ts'
export { type RejectedLine, readAccounts } from './watching/accounts-file.ts'
export { acceptMatch, listMatches, type Match, rejectMatch } from './watching/matches.ts'
export { listWatched, readLookOf, type ShownLook, showWatched } from './watching/overview.ts'
export { isAllowed, unknownSystems } from './watching/undocumented-boards.ts'
export {
  addWatched,
  boardOf,
  companyDomain,
  companyName,
  findRefused,
  followListsAgain,
  forgetWatched,
  type RemovedWatch,
  removeLooks,
  removeWatched,
  type WatchRequest,
  writeGivenNames,
} from './watching/watch.ts'
