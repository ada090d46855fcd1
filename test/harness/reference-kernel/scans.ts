import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import { entryOf } from '../../../src/search/index-engine/layout/columns.ts'
import { INTO, KEY_TABLE_WORDS, LEAST_KEY, ROW_TEST } from '../../../src/search/index-engine/layout/kernel-constants.ts'
import { clearBit, hasBit, rankOf, setBit } from './bitsets.ts'
import type { MemoryViews } from './memory-views.ts'
import { rowTests } from './row-tests.ts'

type ScanLoops = Pick<
  Kernel,
  | 'scanRuns'
  | 'scanSpan'
  | 'scanRecent'
  | 'scanPostings'
  | 'scanRows'
  | 'collectRow'
  | 'beginJoin'
  | 'linkedRows'
  | 'beginKeys'
>

export function scanLoops(views: MemoryViews): ScanLoops {
  const { u8, u32, index } = views
  const { company, time, confidence, detail, detailSurge, entryType, recentCompany, recentConfidence } = index.columns
  const { passes, passesConditions, hasType } = rowTests(views)
  const join = { linked: [] as { ordinal: number; at: number }[], paired: 0, reach: 0, isLaterLinked: false }

  const keys = { tables: 0, type: 0, bits: 0, ranks: 0, withTime: 1, surgeDay: 0, bands: 0, bandSeconds: 0 }

  function collectCompany(ordinal: number, into: number, target: number): void {
    if (into === INTO.counters) u32[(target >>> 2) + ordinal]!++
    else if (into === INTO.tallies) u8[target + ordinal] = Math.min(255, u8[target + ordinal]! + 1)
    else setBit(u32, target, ordinal)
  }

  function collect(row: number, into: number, target: number): void {
    const ordinal = company[row]!
    if (into <= INTO.tallies) collectCompany(ordinal, into, target)
    else if (into === INTO.keys) keepGreatest(target, ordinal, row)
    else if (into === INTO.pairs) pairUp(ordinal, time[row]!, target)
    else {
      setBit(u32, target, ordinal)
      if (into === INTO.links) join.linked.push({ ordinal, at: time[row]! })
    }
  }

  function keepGreatest(target: number, ordinal: number, row: number): void {
    if (!hasBit(u32, keys.bits, ordinal)) return
    const at = (target >>> 2) + rankOf(u32, keys.bits, keys.ranks, ordinal)
    const type = keys.type === 0 ? entryType[entryOf(index.columns, row)]! : keys.type - 1
    const added = u32[(keys.tables >>> 2) + type * KEY_TABLE_WORDS + confidence[row]!]!
    const surge = keys.surgeDay * detailSurge[detail[row]!]!
    const size = keys.bands === 0 ? 0 : u32[(keys.bandSeconds >>> 2) + u8[keys.bands + ordinal]!]!
    const own = keys.withTime === 0 ? 0 : time[row]!
    const key = ((keys.withTime === 86_400 ? own - (own % 86_400) : own) + added + surge + size) >>> 0
    u32[at] = Math.max(u32[at]!, added === 0 ? LEAST_KEY : key)
  }

  function pairUp(ordinal: number, at: number, open: number): void {
    if (!hasBit(u32, open, ordinal)) return
    const isPair = join.linked.some((other) => {
      const [first, second] = join.isLaterLinked ? [at, other.at] : [other.at, at]
      return other.ordinal === ordinal && second > first && second - first <= join.reach
    })
    if (!isPair) return
    setBit(u32, join.paired, ordinal)
    clearBit(u32, open, ordinal)
  }

  /** A run is sorted from new to old: it is entered where it falls below `before` and left where it falls below `from`. */
  function scanRun(first: number, end: number, test: number, into: number, target: number): void {
    const t = test >>> 2
    const from = u32[t + ROW_TEST.from]!
    for (let row = firstBefore(first, end, u32[t + ROW_TEST.before]!); row < end && time[row]! >= from; row++) {
      if (passesConditions(test, row)) collect(row, into, target)
    }
  }

  function firstBefore(first: number, end: number, before: number): number {
    let [low, high] = [first, end]
    while (low < high && time[low]! >= before) {
      const middle = (low + high) >>> 1
      if (time[middle]! >= before) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    scanRuns(list, count, starts, test, into, target) {
      for (let i = 0; i < count; i++) {
        const at = (starts >>> 2) + u32[(list >>> 2) + i]!
        scanRun(u32[at]!, u32[at + 1]!, test, into, target)
      }
    },
    scanSpan(first, end, starts, test, into, target) {
      for (let entry = first; entry < end; entry++) {
        scanRun(u32[(starts >>> 2) + entry]!, u32[(starts >>> 2) + entry + 1]!, test, into, target)
      }
    },
    scanRecent(first, end, test, into, target) {
      const confidences = u32[(test >>> 2) + ROW_TEST.confidences]!
      for (let i = first; i < end; i++) {
        const own = recentConfidence[i]!
        if (own > 100 || (confidences !== 0 && u8[confidences + own] === 0)) continue
        collectCompany(recentCompany[i]!, into, target)
      }
    },
    scanPostings(list, count, starts, rows, test, into, target) {
      for (let i = 0; i < count; i++) {
        const at = (starts >>> 2) + u32[(list >>> 2) + i]!
        for (let k = u32[at]!; k < u32[at + 1]!; k++) {
          const row = u32[(rows >>> 2) + k]!
          if (row < u32[(test >>> 2) + ROW_TEST.end]! && passes(test, row)) collect(row, into, target)
        }
      }
    },
    scanRows(first, end, test, into, target) {
      for (let row = first; row < end; row++) {
        if (hasType(test, row) && passes(test, row)) collect(row, into, target)
      }
    },
    beginJoin(_heads, _links, _room, paired, reach, later) {
      Object.assign(join, { linked: [], paired, reach, isLaterLinked: later === 1 })
    },
    linkedRows: () => join.linked.length,
    collectRow: collect,
    beginKeys(tables, type, bits, ranks, withTime, surgeDay, bands, bandSeconds) {
      Object.assign(keys, { tables, type, bits, ranks, withTime, surgeDay, bands, bandSeconds })
    },
  }
}
