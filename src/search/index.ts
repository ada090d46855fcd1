export { answerRequest } from './answer-request.ts'
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
export { type FilteredCompany, passesFilters } from './passes-filters.ts'
export { postgresEngine } from './postgres/engine.ts'
export { type AskedFilters, rangeProblems, readCompanyFilters } from './read-filters.ts'
export { readSearch } from './read-search.ts'
export { listOf, resolveFilters } from './resolve-filters.ts'
export { SearchCaches, searchRoutes } from './routes.ts'
export { PAGE_COUNTS, SearchBody, type SearchReply, type SearchRequest } from './schema.ts'
export { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'
export { OccurringValues } from './values/occurring-values.ts'
export { COUNTRIES, INDUSTRIES, listName, OPEN_FIELDS, SOURCES } from './values/open-fields.ts'
export type { FrequentValue, ValuesView } from './values/values-view.ts'
export { REMARKS, type Remarks } from './values/warnings.ts'
