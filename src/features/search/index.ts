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
export { IndexEngine, type IndexStatus } from './index-engine/index-engine.ts'
export { searchMetrics } from './metrics.ts'
export { type OpenEngine, openSearchEngine } from './open-engine.ts'
export * from './paging.ts'
export { postgresEngine } from './postgres/engine.ts'
export { searchRoutes } from './routes.ts'
export { PAGE_COUNTS, type SearchReply, type SearchRequest } from './schema.ts'
export { SIGNAL_JSON, type SignalColumns, signalOf } from './signal-json.ts'
