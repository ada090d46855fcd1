export type { SentenceFilters } from './company-filters.ts'
export { plainContext, type ReadSearchText, readSearchText } from './read-search-text.ts'
export type { ReadContext } from './sentence-state.ts'
