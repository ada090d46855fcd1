export type { AlertContent, AlertLinks } from './alert-content.ts'
export type { DestinationOptions } from './destination.ts'
export { Outbox, type SendMail } from './outbox.ts'
export { deleteOldAlerts } from './retention.ts'
export { findSearchesWithList, selectTeamOfSearch } from './saved-search-queries.ts'
export {
  changeSearch,
  createSearch,
  pauseSearch,
  removeSearch,
  requireSearch,
  resumeSearch,
  type SearchRequest,
} from './saved-searches.ts'
export { alertSettings } from './settings-routes.ts'
export { runWatcher, startAlerts } from './start.ts'
export { type ChangeView, listSearches, readHistory, type SearchView, searchView } from './views.ts'
export { Watcher } from './watcher.ts'
