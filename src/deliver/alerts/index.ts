export type { DestinationOptions } from './destination.ts'
export { Outbox, type OutboxOptions } from './outbox.ts'
export { deleteOldAlerts } from './retention.ts'
export { findSearchesWithList, type StoredSearch, selectTeamOfSearch } from './saved-search-queries.ts'
export {
  changeSearch,
  createSearch,
  MAX_AWAY_DAYS,
  pauseSearch,
  removeSearch,
  requireSearch,
  resumeSearch,
  rotateSearchSecret,
  type SearchChanges,
  type SearchRequest,
} from './saved-searches.ts'
export { alertSettings } from './settings-routes.ts'
export { runWatcher, startAlerts } from './start.ts'
export { surveyAlerts } from './survey.ts'
export { prepareTestMessage, sendTestMessage, type TestOptions } from './test-message.ts'
export { unsubscribeRoute } from './unsubscribe-route.ts'
export { type ChangeView, listSearches, readHistory, type SearchView, searchView } from './views.ts'
export { Watcher } from './watcher.ts'
