// Watches companies: visits what they show in public again and again, and writes what changed.

export { type RejectedLine, readAccounts } from './accounts-file.ts'
export { countVisiting } from './look-queries.ts'
export { acceptMatch, listMatches, type Match, rejectMatch } from './matches.ts'
export {
  type CollectingState,
  collectingMetrics,
  readCollecting,
  reportOf,
  type VisitReport,
  visitMetrics,
} from './metrics.ts'
export { CollectingNode, type CollectOptions, type Visit } from './node.ts'
export { deleteOldNodes } from './node-lease.ts'
export { listWatched, readLookOf, type ShownLook, showWatched } from './overview.ts'
export { startCollecting } from './start.ts'
export { failureOf } from './visit.ts'
export {
  addWatched,
  boardOf,
  companyDomain,
  companyName,
  findForeignBoards,
  removeLooks,
  removeWatched,
  type WatchRequest,
  writeGivenNames,
} from './watch.ts'
export { DEMO_LANE } from './watch-queries.ts'
