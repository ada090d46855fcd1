// The kernel in AssemblyScript: the functions of ../kernel.ts on the same memory. The reference kernel of the
// tests is their specification. Columns and bitsets that are read from end to end are processed sixteen bytes at a time.

export { and, andCount, andNot, clear, copy, list, not, or } from './bitsets'
export { filterChains } from './chain'
export { collectRow } from './collect'
export { bind } from './generated'
export { beginJoin, linkedRows } from './join'
export { beginKeys, greater, lesser, lowerKeys, raiseByConfidence, raiseKeys, rankBits } from './keys'
export { scanRecent } from './packed-rows'
export { keepAnyU16, keepAnyU32, keepRangeU16, keepRangeU32, rangeU8, rangeU16, rangeU32 } from './ranges'
export { scanPostings, scanRows, scanRuns, scanSpan } from './scan'
export { firstInOrder, topByKey } from './top'
export { topRanked, topStored } from './top-keys'
