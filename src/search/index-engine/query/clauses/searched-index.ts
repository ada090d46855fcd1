import type { LiveIndex } from '../../build/live-index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type IndexMemory, otherWorkingSpace } from '../../layout/memory.ts'

/** The part of an index that a search uses. */
export type SearchedIndex = Pick<
  LiveIndex,
  | 'memory'
  | 'kernel'
  | 'lexicon'
  | 'origins'
  | 'industries'
  | 'times'
  | 'firstEntry'
  | 'firstDetail'
  | 'presentEnd'
  | 'closedDayOf'
  | 'rows'
  | 'tail'
  | 'moved'
  | 'rowsOf'
  | 'tailRowsOf'
>

/** The same index with its own working space and kernel: a search in it can be suspended while others run. */
export function inOtherWorkingSpace(index: LiveIndex, makeKernel: (memory: IndexMemory) => Kernel): SearchedIndex {
  const memory = otherWorkingSpace(index.memory)
  const { lexicon, origins, industries, times, firstEntry, firstDetail, presentEnd, closedDayOf } = index
  return {
    ...{ memory, kernel: makeKernel(memory), lexicon, origins, industries, times },
    ...{ firstEntry, firstDetail, presentEnd, closedDayOf },
    get rows() {
      return index.rows
    },
    get tail() {
      return index.tail
    },
    moved: (order) => index.moved(order),
    rowsOf: (company) => index.rowsOf(company),
    tailRowsOf: (company) => index.tailRowsOf(company),
  }
}
