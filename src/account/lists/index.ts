export { addAccounts, previewAccounts, removeAccounts } from './change-entries.ts'
export { createList, deleteList, type FindListUsers, renameList, requireListByName } from './change-lists.ts'
export { countWaiting, readEntries, readMembers, type ShownEntry } from './entry-queries.ts'
export { includesOrdinal, type ListSet, ListSets } from './list-sets.ts'
export { listsOf, markOfList, readListMarks, readListVersions } from './membership.ts'
export {
  fingerprintOfTeam,
  type MonitoredEntry,
  type MonitoringAllowance,
  type MonitoringRequest,
  monitorList,
  readMonitoredEntries,
  readMonitoringAllowance,
  readMonitoringRequests,
  readMonitoringTeams,
  stopMonitoringList,
  wantedDomains,
} from './monitoring.ts'
export { type AccountList, findList, selectLists } from './queries.ts'
export { listSettings } from './settings-routes.ts'
