import type { IndexMemory } from '../../../src/search/index-engine/layout/memory.ts'

/** One memory as arrays of bytes, half words and words. A byte offset is shifted by 0, 1 or 2 bits to index them. */
export interface MemoryViews {
  readonly index: IndexMemory
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
}

export function viewsOf(index: IndexMemory): MemoryViews {
  const { buffer } = index.memory
  return { index, u8: new Uint8Array(buffer), u16: new Uint16Array(buffer), u32: new Uint32Array(buffer) }
}
