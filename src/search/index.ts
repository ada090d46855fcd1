export { ClickHouseEngine, readFeed, readTables, requestRebuild, Servers, startFeeding } from './clickhouse/index.ts'
export {
  type Caller,
  type CompanyFilters,
  type Evidence,
  type Search,
  type SearchEngine,
  type SearchResult,
  SORTS,
  type Sort,
} from './engine.ts'
export {
  COMPANY_FILTERS,
  FILTER_TYPES,
  type Filter,
  type FilterType,
  MISTAKEN_SLICE_NAMES,
  optionalSchemas,
  SEARCH_FILTERS,
} from './filters/filters.ts'
export { type FilteredCompany, passesFilters } from './filters/passes-filters.ts'
export { type RequestedFilters, rangeProblems, readCompanyFilters } from './filters/read-filters.ts'
export { listOf, resolveFilters } from './filters/resolve-filters.ts'
export { IndexEngine } from './index-engine/index.ts'
export { limitInFlight } from './limit-in-flight.ts'
export { searchMetrics } from './metrics.ts'
export { openPostgresEngine, openSearchEngine } from './open-engine.ts'
export { postgresEngine } from './postgres/engine.ts'
export { answerRequest } from './requests/answer-request.ts'
export { PREFIXED_COMPANY_COLUMNS } from './requests/company-cache.ts'
export { findPage } from './requests/find-page.ts'
export {
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PAGING,
  type Page,
  pageCost,
  pageOf,
  pageProblems,
  QUERY_SET_RECORDS_MAX,
  totalPagesOf,
  unvalidatedPageCost,
} from './requests/paging.ts'
export { readSearch, type Understood } from './requests/read-search.ts'
export { searchRoutes } from './requests/routes.ts'
export { PAGE_COUNTS, SearchBody, type SearchReply, type SearchRequest } from './requests/schema.ts'
export { SearchCaches } from './requests/search-caches.ts'
export { SIGNAL_JSON, type SignalColumns, signalOf } from './requests/signal-json.ts'
export { OccurringValues } from './values/occurring-values.ts'
export { COUNTRIES, INDUSTRIES, listName, OPEN_FIELDS, SOURCES } from './values/open-fields.ts'
export type { FrequentValue, ValuesView } from './values/values-view.ts'
export { REMARKS, type Remarks, withReasons } from './values/warnings.ts'
