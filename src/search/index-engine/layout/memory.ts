// Everything that is searched is in one shared memory, as columns: plain arrays at fixed offsets. A WebAssembly kernel
// works on it in place, another thread can build one and transfer it without a copy, and a snapshot is its bytes.

import { type ColumnName, type Columns, columnsOf, ELEMENT_TYPES, type Sizes } from './columns.ts'
import type { MemoryBudget } from './memory-budget.ts'

const PAGE_BYTES = 65_536
/** The largest memory that WebAssembly can address. */
export const MAX_MEMORY_BYTES = 65_536 * PAGE_BYTES

/** The data does not fit into the memory that the index may use. */
export class IndexTooLarge extends Error {
  constructor(count: number, what = 'signals do not fit into its memory (SEARCH_INDEX_MB)') {
    super(`${count.toLocaleString('en')} ${what}`)
  }
}

interface Layout {
  readonly sizes: Sizes
  readonly offsets: Readonly<Record<ColumnName, number>>
  /** The length of the working space of one search. There are two, one after the other, at the end of the memory. */
  readonly workingBytes: number
  readonly bytes: number
}

/** This column and all after it are the working space of a search. */
const FIRST_WORKING_COLUMN = 'bitsets'

function layoutOf(sizes: Sizes): Layout {
  let bytes = 1_024
  const offsets: Partial<Record<ColumnName, number>> = {}
  for (const [name, [type, length]] of Object.entries(columnsOf(sizes))) {
    offsets[name as ColumnName] = bytes
    bytes = align(bytes + length * ELEMENT_TYPES[type].BYTES_PER_ELEMENT)
  }
  const workingBytes = bytes - (offsets[FIRST_WORKING_COLUMN] ?? bytes)
  return { sizes, offsets: offsets as Record<ColumnName, number>, workingBytes, bytes: bytes + workingBytes }
}

const align = (bytes: number) => Math.ceil(bytes / 64) * 64

export interface IndexMemory {
  readonly layout: Layout
  readonly memory: WebAssembly.Memory
  /** Byte offsets of the columns. */
  readonly at: Readonly<Record<ColumnName, number>>
  readonly columns: Columns
}

/** Throws if it is larger than WebAssembly can address, or than the budget allows. */
export function allocate(sizes: Sizes, budget?: MemoryBudget): IndexMemory {
  const layout = layoutOf(sizes)
  if (layout.bytes > MAX_MEMORY_BYTES) {
    throw new IndexTooLarge(sizes.rows, 'signals need more than the 4 GiB that one shard can have (SEARCH_SHARDS)')
  }
  if (budget && !budget.take(layout.bytes)) throw new IndexTooLarge(sizes.rows)
  const pages = Math.ceil(layout.bytes / PAGE_BYTES)
  return openMemory(new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), sizes)
}

/** The columns of a memory made by another thread. */
export function openMemory(memory: WebAssembly.Memory, sizes: Sizes): IndexMemory {
  return memoryAt(memory, layoutOf(sizes))
}

/** The same columns with the other working space. A search there doesn't disturb a suspended one here. */
export function otherWorkingSpace({ memory, layout }: IndexMemory): IndexMemory {
  const { offsets, workingBytes } = layout
  const moved = Object.entries(offsets).map(([name, offset]) => [
    name,
    offset < offsets[FIRST_WORKING_COLUMN] ? offset : offset + workingBytes,
  ])
  return memoryAt(memory, { ...layout, offsets: Object.fromEntries(moved) as Record<ColumnName, number> })
}

function memoryAt(memory: WebAssembly.Memory, layout: Layout): IndexMemory {
  // Typed arrays accept a shared buffer; their types do not.
  const buffer = memory.buffer as unknown as ArrayBuffer
  const columns = Object.fromEntries(
    Object.entries(columnsOf(layout.sizes)).map(([name, [type, length]]) => [
      name,
      new ELEMENT_TYPES[type](buffer, layout.offsets[name as ColumnName], length),
    ]),
  )
  return { layout, memory, at: layout.offsets, columns: columns as unknown as Columns }
}
