export { PREFIXED_COMPANY_COLUMNS } from './company-cache.ts'
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
  rangeProblems,
  readCompanyFilters,
  SEARCH_FILTERS,
} from './filters.ts'
export { findPage } from './find-page.ts'
export { IndexEngine } from './index-engine/index.ts'
export { limitInFlight } from './limit-in-flight.ts'
export { searchMetrics } from './metrics.ts'
export { openSearchEngine } from './open-engine.ts'
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
} from './paging.ts'
export { postgresEngine } from './postgres/engine.ts'
export { readSearch } from './read-search.ts'
export { SearchCaches, searchRoutes } from './routes.ts'
export { PAGE_COUNTS, SearchBody, type SearchReply, type SearchRequest } from './schema.ts'
export { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'
