export {
  type CompanyFilters,
  type Evidence,
  type Found,
  type Search,
  type SearchEngine,
  SORTS,
  type Sort,
} from './engine.ts'
