export { forgetAddress } from './addresses/addresses.ts'
export { deleteOldAlerts } from './addresses/retention.ts'
export { readCompanies } from './matching/read-companies.ts'
export { Watcher } from './matching/watcher.ts'
export { dayOf, MAX_SIGNALS, type WhyNow, whyNowText } from './messages/alert-content.ts'
export { Outbox, type OutboxOptions } from './messages/outbox.ts'
export { unsubscribeRoute } from './messages/unsubscribe-route.ts'
export { type DestinationOptions, SEARCH_SECRETS } from './searches/destination.ts'
export { type RecentEntry, readLastChanges, readRecentEntries } from './searches/recent-entries.ts'
export {
  type AlertSetup,
  findSearchesWithList,
  readAlertSetup,
  type StoredSearch,
  selectTeamOfSearch,
} from './searches/saved-search-queries.ts'
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
} from './searches/saved-searches.ts'
export { surveyAlerts } from './searches/survey.ts'
export {
  type ChangeView,
  listSearches,
  readChange,
  readHistory,
  type SearchView,
  searchView,
} from './searches/views.ts'
export { alertSettings } from './settings-routes.ts'
export { runWatcher, startAlerts } from './start.ts'
export { prepareTestMessage, sendTestMessage, type TestOptions } from './test-message.ts'
