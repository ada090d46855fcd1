export { type FoundCompany, readFoundCompanies } from './companies.ts'
export {
  type CompanyFilters,
  type Evidence,
  type Found,
  type Search,
  type SearchEngine,
  SORTS,
  type Sort,
} from './engine.ts'
export { openSearchEngine } from './open-engine.ts'
export { postgresEngine } from './postgres/engine.ts'
export {
  type SliceFilters,
  type SlicePage,
  SlicePages,
  type SlicePagesOptions,
  type SliceRow,
} from './slice-pages.ts'
