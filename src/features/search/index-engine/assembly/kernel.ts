// The kernel in AssemblyScript: the same functions as kernel.ts, which is their specification, on the same memory.
// Sixteen bytes at a time where columns and bitsets are gone through from end to end.

export { and, andCount, andNot, clear, copy, list, not, or } from './bitsets'
export { chain } from './chain'
export { bind } from './columns'
export { best, walk } from './pages'
export { beginPairs, linkedRows } from './pairs'
export { keepAnyU16, keepAnyU32, keepRangeU16, keepRangeU32, rangeU8, rangeU16, rangeU32 } from './ranges'
export { scanPostings, scanRows, scanRuns, scanSpan } from './scan'
