import { entryOf } from '../../../src/search/index-engine/layout/columns.ts'
import { ROW_TEST } from '../../../src/search/index-engine/layout/kernel-constants.ts'
import type { MemoryViews } from './memory-views.ts'

/** Row tests, read where the query side wrote them. */
export function rowTests({ index: { columns }, u8, u32 }: MemoryViews) {
  const { time, confidence, detail, origin, entryType } = columns

  /** Everything but the type. */
  function passes(test: number, row: number): boolean {
    const t = test >>> 2
    const at = time[row]!
    return at >= u32[t + ROW_TEST.from]! && at < u32[t + ROW_TEST.before]! && passesConditions(test, row)
  }

  /** Everything but time and type. */
  function passesConditions(test: number, row: number): boolean {
    const t = test >>> 2
    const confidences = u32[t + ROW_TEST.confidences]!
    if (confidences !== 0 && u8[confidences + confidence[row]!] === 0) return false
    const need = u32[t + ROW_TEST.need]!
    const skip = u32[t + ROW_TEST.skip]!
    if (need !== 0 || skip !== 0) {
      const flags = u8[u32[t + ROW_TEST.entryFlags]! + entryOf(columns, row)]!
      if ((flags & skip) !== 0) return false
      if (((flags | u8[u32[t + ROW_TEST.detailFlags]! + detail[row]!]!) & need) !== need) return false
    }
    const origins = u32[t + ROW_TEST.origins]!
    return origins === 0 || u8[origins + origin[row]!] !== 0
  }

  function hasType(test: number, row: number): boolean {
    const type = u32[(test >>> 2) + ROW_TEST.type]!
    return type === 0 || entryType[entryOf(columns, row)] === type - 1
  }

  return { passes, passesConditions, hasType }
}
