export { type FoundCompany, readFoundCompanies, readPage } from './companies.ts'
export {
  type CompanyFilters,
  type Evidence,
  type Found,
  type Search,
  type SearchEngine,
  SORTS,
  type Sort,
} from './engine.ts'
export * from './filters.ts'
export { IndexEngine, type IndexStatus } from './index-engine/index.ts'
export { searchMetrics } from './metrics.ts'
export { indexBeforeTwin, type OpenEngine, openSearchEngine } from './open-engine.ts'
export * from './paging.ts'
export { postgresEngine } from './postgres/engine.ts'
export { searchRoutes } from './routes.ts'
export type { SearchReply, SearchRequest } from './schema.ts'
export { SLICE_FILTERS, SLICE_PARAMETER } from './slice-filters.ts'
export {
  type SliceFilters,
  type SlicePage,
  SlicePages,
  type SlicePagesOptions,
  type SliceRow,
} from './slice-pages.ts'
export { sliceRoutes } from './slice-routes.ts'
