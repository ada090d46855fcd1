export { type Notebook, readSlices, SLICE_LIMITS, type Slice, type SliceDefinition } from './definition.ts'
export { SLICE_FILTERS, SLICE_PARAMETER } from './filters.ts'
export { type Membership, sliceOf, slicesOf } from './membership.ts'
export type { SliceProblem } from './problems.ts'
export { sliceRoutes } from './routes.ts'
export { type SliceScore, sliceScorer, strengthOf, type Witness } from './scoring.ts'
export { shippedSlices } from './shipped.ts'
export { SliceBook, type SliceBookOptions } from './slice-cache.ts'
export { type SliceFilters, type SlicePage, SlicePages, type SlicePagesOptions, type SliceRow } from './slice-pages.ts'
export {
  type ApplyOutcome,
  applySlices,
  type BrokenSlice,
  type ListedSlice,
  listSlices,
  type Slices,
} from './store.ts'
export type { WeightedClause } from './weights.ts'
