export { Outbox } from './outbox.ts'
export { deleteOldAlerts } from './retention.ts'
export { findSearchesWithList, selectTeamOfSearch } from './saved-search-queries.ts'
export {
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
